// The program in the process of the test: as `memvault()` runs it, without the start of a process, which takes longer
// than most commands. For what no signal ends, and where nothing of the process itself is asked about.
import { hostname } from 'node:os'
import { join } from 'node:path'
import { run } from '../../src/cli/run.ts'
import type { World } from '../../src/cli/world.ts'
import { readMachine, readProcessMark } from '../../src/vault/process-mark.ts'
import { version } from '../../package.json'
import type { Ended, Place, RunOptions } from './memvault.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Above all that a system gives: each run is a process of its own to the lock, and dead once it ended. */
const FIRST_PID = 5_000_000
const running = new Set<number>()
let runs = 0

export async function memvaultHere(place: Place, args: readonly string[], { cwd = place.root, env = place.env, input = '' }: Pick<RunOptions, 'cwd' | 'env'> & { readonly input?: string } = {}): Promise<Ended> {
  const out: string[] = []
  const err: string[] = []
  const stream = (texts: string[]): World['stdout'] => ({ write: (text) => void texts.push(text), isTerminal: false, columns: 80, rows: 24 })
  const pid = FIRST_PID + ++runs
  const world: World = {
    argv: args, env, cwd, platform: process.platform, home: env['HOME'] ?? null, host: hostname(), pid, version,
    execPath: process.execPath, script: join(ROOT, 'bin/memvault.js'), templates: join(ROOT, 'templates'),
    stdout: stream(out), stderr: stream(err), stdinIsTerminal: false,
    readStdin: () => Promise.resolve(input), ask: () => Promise.resolve(null), edit: () => Promise.resolve({ failed: 'there is no editor here' }),
    prompts: () => Promise.reject(new Error('nobody is here to be asked')),
    now: () => new Date(env['MEMVAULT_NOW'] ?? Date.now()), random: Math.random,
    setTimeZone: (zone) => {
      process.env['TZ'] = zone
    },
    processes: { isAlive: (other) => (other > FIRST_PID ? running.has(other) : isAlive(other)), mark: (other) => (other > FIRST_PID ? null : readProcessMark(other, () => 0)), machine: readMachine },
    cancellable: () => ({ requested: false }),
  }
  const zone = process.env['TZ']
  running.add(pid)
  try {
    if (env['TZ'] !== undefined) process.env['TZ'] = env['TZ']
    const status = await run(world)
    return { status, stdout: out.join(''), stderr: err.join('') }
  } finally {
    running.delete(pid)
    if (running.size === 0) {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
