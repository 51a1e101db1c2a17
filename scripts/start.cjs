// The entry of dist/: starts the program with V8's compiled code beside each file, where the build left it.
// Compiling is a third of what a start of the program adds to node's own. The code is that of one executable: V8
// itself would take, and crash on, code of another build of its version. Without it files are compiled as ever.
const { readFileSync, statSync } = require('node:fs')
const Module = require('node:module')
const { dirname } = require('node:path')
const { Script } = require('node:vm')

const { size, mtimeMs } = statSync(process.execPath)
const mark = `${process.version}-${process.arch}-${size}-${mtimeMs}`
const compile = Module.prototype._compile

Module.prototype._compile = function (text, file, ...rest) {
  const cachedData = file.startsWith(__dirname) ? read(`${file}.${mark}.cache`) : undefined
  if (cachedData === undefined) return compile.call(this, text, file, ...rest)
  const script = new Script(Module.wrap(text), { filename: file, cachedData })
  return script.runInThisContext().call(this.exports, this.exports, (id) => this.require(id), this, file, dirname(file))
}

function read(path) {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

require('./PROGRAM')
