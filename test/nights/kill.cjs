// Loaded before the program: it is killed right after it gave a file a name with MEMVAULT_KILL in it.
const fs = require('node:fs');

const { renameSync } = fs;
fs.renameSync = (from, to) => {
  renameSync(from, to);
  if (!to.includes(process.env.MEMVAULT_KILL)) return;
  process.kill(process.pid, 'SIGKILL');
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
};
