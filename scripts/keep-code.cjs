// Run as `node keep-code.cjs ENTRY ARGUMENT…`: runs the program, then keeps V8's compiled code of each file of the
// program that has none yet. Marks and compiles exactly as scripts/start.cjs does.
const { existsSync, renameSync, statSync, writeFileSync } = require('node:fs')
const Module = require('node:module')
const { dirname } = require('node:path')
const { Script } = require('node:vm')

const entry = process.argv[2]
const { size, mtimeMs } = statSync(process.execPath)
const mark = `${process.version}-${process.arch}-${size}-${mtimeMs}`
const compile = Module.prototype._compile
const scripts = new Map()

Module.prototype._compile = function (text, file, ...rest) {
  if (file === entry || existsSync(`${file}.${mark}.cache`)) return compile.call(this, text, file, ...rest)
  const script = new Script(Module.wrap(text), { filename: file })
  scripts.set(file, script)
  return script.runInThisContext().call(this.exports, this.exports, (id) => this.require(id), this, file, dirname(file))
}

process.on('exit', () => {
  for (const [file, script] of scripts) {
    const path = `${file}.${mark}.cache`
    writeFileSync(`${path}.${process.pid}`, script.createCachedData())
    renameSync(`${path}.${process.pid}`, path)
  }
})

process.argv.splice(1, 1)
require(entry)
