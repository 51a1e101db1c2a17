// `memvault` on the PATH of a place, answered by the process of the test instead of a process of its own, whose start
// takes longer than most commands. Only where nobody can tell: each command is a real process the first time in a test
// file for each kind of stdin and stdout, and always below a terminal, other rights, a hook, an editor or other options
// of node. MEMVAULT_PROCESSES=all leaves all to real processes.
import { constants, existsSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
// It draws a number as it is loaded: here, so that no run sees that.
import 'execa'
import { memvaultHere, type Words } from './in-process.ts'
import { BIN, type Place } from './memvault.ts'

const FIXED_RANDOM = join(import.meta.dirname, '../docs/fixed-random.cjs')
const { randomOf } = createRequire(import.meta.url)(FIXED_RANDOM) as { randomOf(args: readonly string[], home: string | undefined): () => number }

/** What the system says of each process is needed; and another build that is to be tested runs itself. */
const CAN_SERVE = existsSync('/proc/self/environ') && process.env['MEMVAULT_TEST_BIN'] === undefined && process.env['MEMVAULT_PROCESSES'] !== 'all'

/**
 * Bash and node both read it: git and schedulers call the program with node. The number of the process is said by a
 * child, since bash puts what it writes to in place of its own stdout meanwhile.
 */
const script = (port: number): string => `#!/bin/bash
':' //; exec 3<>/dev/tcp/127.0.0.1/${port} && (echo $$ >&3) && read -r -u 3 ended; case "$ended" in ''|process) exec 3>&-; exec "${process.execPath}" "$0" "$@";; esac; exit "$ended"
require(${JSON.stringify(BIN)})
`

/** These draw behind what execa draws as it is loaded, which happens once here: with fixed numbers they are processes. */
const DRAWS: ReadonlySet<string> = new Set(['init', 'forget'])

let port: Promise<number> | undefined
const seen = new Set<string>()
/** One at a time: local time is that of the whole process. */
let last: Promise<unknown> = Promise.resolve()

/** From here on `memvault` in this place is answered here. Gives the path of the program. */
export async function serve(place: Place): Promise<string> {
  const path = join(dirname(place.root), 'bin', 'memvault')
  if (!CAN_SERVE) return path
  port ??= listen()
  const text = script(await port)
  rmSync(path)
  writeFileSync(path, text, { mode: 0o755 })
  return path
}

async function listen(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (data) => void answer(socket, Number(data.toString())))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('there is no port')
  return address.port
}

async function answer(socket: Socket, pid: number): Promise<void> {
  let ended = 'process'
  try {
    ended = (await runFor(pid))?.toString() ?? ended
  } finally {
    socket.end(`${ended}\n`)
  }
}

interface Caller {
  readonly args: readonly string[]
  readonly script: string
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly stdio: readonly Kind[]
}

type Kind = 'file' | 'pipe' | 'null' | 'other'

/** The status; null where a process of its own is to run. */
async function runFor(pid: number): Promise<number | null> {
  const caller = readCaller(pid)
  if (caller === null) return null
  const key = JSON.stringify([caller.args.find((arg) => !arg.startsWith('-')), caller.args.includes('--json'), caller.stdio.slice(0, 2)])
  const fixed = caller.env['NODE_OPTIONS'] !== undefined
  if (!seen.has(key) || (fixed && caller.args.some((arg) => DRAWS.has(arg)))) {
    seen.add(key)
    return null
  }
  const { args, env, cwd, script: program, stdio } = caller
  // Whoever pipes into it may be waiting for its turn here.
  const piped = stdio[0] === 'pipe' ? await readFile(fd(pid, 0), 'utf8') : undefined
  const words: Words = []
  const random = fixed ? { random: randomOf(args, env['HOME']) } : {}
  const run = last.then(async () => await memvaultHere({ root: cwd, env, remove: () => undefined }, args, { script: program, words, ...random, readStdin: async () => piped ?? (await readFile(fd(pid, 0), 'utf8')) }))
  last = run.catch(() => undefined)
  const { status } = await run
  return (await say(pid, stdio, words)) ? status : 0
}

/** In the order of the words, whatever they go to. False where nobody listens on stdout any more. */
async function say(pid: number, stdio: readonly Kind[], words: Words): Promise<boolean> {
  for (const [to, text] of words) {
    if (stdio[to] === 'null') continue
    try {
      const handle = await open(fd(pid, to), 'a')
      await handle.writeFile(text)
      await handle.close()
    } catch (error) {
      if (to === 1 && (error as NodeJS.ErrnoException).code === 'EPIPE') return false
      if (to === 1) throw error
    }
  }
  return true
}

const fd = (pid: number, number: number): string => `/proc/${pid}/fd/${number}`

/** Who calls, and with what; null where that is not all that counts. */
function readCaller(pid: number): Caller | null {
  const read = (file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8')
  const env = Object.fromEntries(read('environ').split('\0').filter((one) => one.includes('=')).map((one): [string, string] => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]))
  const [, program = '', ...args] = read('cmdline').split('\0').slice(0, -1)
  const cwd = readlinkSync(`/proc/${pid}/cwd`)
  const stdio = [0, 1, 2].map((number) => kindOf(pid, number))
  const plainEnv = !('MEMVAULT_DREAM' in env) && !('EDITOR' in env) && !('VISUAL' in env) && !Number.isNaN(Date.parse(env['MEMVAULT_NOW'] ?? ''))
  const plainNode = env['NODE_OPTIONS'] === undefined || env['NODE_OPTIONS'] === `--require ${FIXED_RANDOM}`
  const isPlain = plainEnv && plainNode && !stdio.includes('other') && existsSync(cwd) && rightsOf(read('status')) === rightsOf(readFileSync('/proc/self/status', 'utf8'))
  return isPlain ? { args, script: program, env, cwd, stdio } : null
}

/** Who the process is, and what it may. */
const rightsOf = (status: string): string => status.split('\n').filter((line) => /^(?:Uid|Gid|Groups|Umask|Cap\w+):/.test(line)).join('\n')

/** A file is opened anew, at its begin or its end: one that others have read of, or would write over, is another kind. */
function kindOf(pid: number, number: number): Kind {
  try {
    const path = fd(pid, number)
    const stat = statSync(path)
    if (stat.isFIFO()) return 'pipe'
    if (!stat.isFile()) return readlinkSync(path) === '/dev/null' ? 'null' : 'other'
    const [, at, flags = '0'] = /^pos:\s*(\d+)\nflags:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/fdinfo/${number}`, 'utf8')) ?? []
    return (number === 0 ? at === '0' : (Number.parseInt(flags, 8) & constants.O_APPEND) !== 0) ? 'file' : 'other'
  } catch {
    return 'other'
  }
}
