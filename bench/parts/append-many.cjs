// One process that logs many facts one by one, each through the whole program as its own run:
//   node append-many.cjs VAULT DAY WRITER COUNT
// Only the start of node itself is left out, so that several of these meet as often as they can.
const { join } = require('node:path');

const main = join(__dirname, '..', '..', 'bin', 'memvault.js');
const [vault, day, writer, count] = process.argv.slice(2);

// The program ends the process that it runs in; here another run follows.
process.exit = (status) => void (process.exitCode = status);

async function append(text) {
  process.exitCode = undefined;
  process.argv = [
    process.execPath,
    main,
    'log',
    text,
    '--vault',
    vault,
    '--date',
    day,
    '--session',
    `writer${writer}`,
    '-t',
    'bench',
    '--quiet',
  ];
  for (const file of Object.keys(require.cache)) delete require.cache[file];
  require(main);
  while (process.exitCode === undefined) await new Promise((resolve) => setImmediate(resolve));
  if (process.exitCode !== 0) process.reallyExit(process.exitCode);
}

async function appendAll() {
  for (let number = 1; number <= Number(count); number++)
    await append(`Writer ${writer} says that gauge ${number} shows ${number * 7} units.`);
}

void appendAll();
