// One process that logs many facts one by one, each through the whole program as its own run:
//   node append-many.cjs VAULT DAY WRITER COUNT
// Only the start of node itself is left out, so that several of these meet as often as they can.
const { join } = require('node:path')

const main = join(__dirname, '..', '..', 'dist', 'main.cjs')
const [vault, day, writer, count] = process.argv.slice(2)

async function append(text) {
  process.exitCode = undefined
  process.argv = [process.execPath, main, 'log', text, '--vault', vault, '--date', day, '--session', `writer${writer}`, '-t', 'bench', '--quiet']
  delete require.cache[main]
  require(main)
  while (process.exitCode === undefined) await new Promise((resolve) => setImmediate(resolve))
  if (process.exitCode !== 0) process.exit(process.exitCode)
}

async function appendAll() {
  for (let number = 1; number <= Number(count); number++) await append(`Writer ${writer} says that gauge ${number} shows ${number * 7} units.`)
}

void appendAll()
