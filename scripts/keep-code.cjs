// Run as `node keep-code.cjs STARTER ARGUMENT…`: runs the program, then keeps V8's compiled code of each file that it
// loaded, where bin/memvault.js looks for it. What earlier runs compiled is kept with it; with KEEP=missing, files that
// have such code already are left as they are.
const { existsSync, renameSync, statSync, writeFileSync } = require('node:fs');
const vm = require('node:vm');

const { size, mtimeMs } = statSync(process.execPath);
const mark = `${process.version}-${process.arch}-${size}-${mtimeMs}`;
const scripts = new Map();

vm.Script = class extends vm.Script {
  constructor(text, options) {
    super(text, options);
    scripts.set(options.filename, this);
  }
};

process.on('exit', () => {
  for (const [file, script] of scripts) {
    const path = `${file}.${mark}.cache`;
    if (process.env.KEEP === 'missing' && existsSync(path)) continue;
    writeFileSync(`${path}.${process.pid}`, script.createCachedData());
    renameSync(`${path}.${process.pid}`, path);
  }
});

process.argv.splice(1, 1);
require(process.argv[1]);
