// Run as `node keep-code.cjs STARTER ARGUMENT…`: runs the program, then keeps V8's compiled code of each file of it that was
// compiled for want of any, under the name that bin/memvault.js looks for.
const { renameSync, statSync, writeFileSync } = require('node:fs')
const vm = require('node:vm')

const { size, mtimeMs } = statSync(process.execPath)
const mark = `${process.version}-${process.arch}-${size}-${mtimeMs}`
const [, , starter, verb] = process.argv
const name = verb === 'log' || verb === 'search' ? `${mark}.${verb}.cache` : `${mark}.cache`
const scripts = new Map()

vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options)
    if (options.cachedData === undefined) scripts.set(options.filename, this)
  }
}

process.on('exit', () => {
  for (const [file, script] of scripts) {
    const path = `${file}.${name}`
    writeFileSync(`${path}.${process.pid}`, script.createCachedData())
    renameSync(`${path}.${process.pid}`, path)
  }
})

process.argv.splice(1, 1)
require(starter)
