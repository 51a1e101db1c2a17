// Run as `node keep-code.cjs STARTER ARGUMENT…`: runs the program, then keeps V8's compiled code of each file of it
// that was compiled for want of any, under the name that bin/memvault.js looks for.
const { readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const vm = require('node:vm');
const { markOf, withCode } = require('./start-file.cjs');

const mark = markOf(statSync(process.execPath));
const [, , starter, verb] = process.argv;
const name = verb === 'log' || verb === 'search' || verb === 'context' ? `${mark}.${verb}.cache` : `${mark}.cache`;
const scripts = new Map();

vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    if (options.cachedData === undefined) scripts.set(options.filename, this);
  }
};

process.on('exit', () => {
  for (const [file, script] of scripts) {
    // A start file holds its own.
    const isStart = file.endsWith('.cache');
    const path = isStart ? file : `${file}.${name}`;
    const code = script.createCachedData();
    writeFileSync(`${path}.${process.pid}`, isStart ? withCode(readFileSync(file), code) : code);
    renameSync(`${path}.${process.pid}`, path);
  }
});

process.argv.splice(1, 1);
require(starter);
