// The program in the process of the test: as `memvault()` runs it, without the start of a process, which takes longer
// than most commands. For what no signal ends, and where nothing of the process itself is asked about.
import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { run } from '../../src/cli/run.ts';
import type { World } from '../../src/tasks/context.ts';
import { readProcessMark } from '../../src/vault/lock.ts';
import { version } from '../../package.json';
import type { Ended, Place, RunOptions } from './memvault.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Above all that a system gives: each run is a process of its own to the lock, and dead once it ended. */
const FIRST_PID = 5_000_000;
let runs = 0;
/** The one that runs; the others wait for their turn, since local time is that of the whole process. */
let running: number | null = null;
let last: Promise<unknown> = Promise.resolve();

/** Whoever is called by a run, as a hook is, must not wait for its turn. */
export const isBusy = (): boolean => running !== null;

/** What was written to stdout and stderr, in its order. */
export type Words = (readonly [to: 1 | 2, text: string])[];

interface HereOptions extends Pick<RunOptions, 'cwd' | 'env'> {
  readonly input?: string;
  /** In place of `input`. */
  readonly readStdin?: () => Promise<string>;
  /** All that the run draws. */
  readonly random?: () => number;
  /** The program as it was called. */
  readonly script?: string;
  /** Gets what is written. */
  readonly words?: Words;
}

export async function memvaultHere(place: Place, args: readonly string[], options: HereOptions = {}): Promise<Ended> {
  const { cwd = place.root, env = place.env, input = '', script = join(ROOT, 'bin/memvault.js'), words = [] } = options;
  const stream = (to: 1 | 2): World['stdout'] => ({
    write: (text) => void words.push([to, text]),
    isTerminal: false,
    columns: 80,
    rows: 24,
  });
  const said = (to: 1 | 2): string => words.flatMap(([one, text]) => (one === to ? [text] : [])).join('');
  const readStdin = options.readStdin ?? (() => Promise.resolve(input));
  const pid = FIRST_PID + ++runs;
  const world: World = {
    argv: args,
    env,
    cwd,
    platform: process.platform,
    home: env['HOME'] ?? null,
    host: hostname(),
    pid,
    version,
    execPath: process.execPath,
    script,
    templates: join(ROOT, 'templates'),
    stdout: stream(1),
    stderr: stream(2),
    stdinIsTerminal: false,
    stdin: (async function* () {
      yield Buffer.from(await readStdin());
    })(),
    readStdin,
    ask: () => Promise.resolve(null),
    editFile: () => Promise.resolve('there is no editor here'),
    startInBackground: () => Promise.reject(new Error('nothing is started here')),
    openAddress: () => Promise.resolve('there is no program for addresses here'),
    prompts: () => Promise.reject(new Error('nobody is here to be asked')),
    now: () => new Date(env['MEMVAULT_NOW'] ?? Date.now()),
    random: () => Math.random(),
    setTimeZone: (zone) => {
      process.env['TZ'] = zone;
    },
    endsSoon: () => undefined,
    processes: {
      isAlive: (other) => (other > FIRST_PID ? other === running : isAlive(other)),
      mark: (other) => (other > FIRST_PID ? null : readProcessMark(other, () => 0)),
    },
    cancellable: () => ({ requested: false }),
  };
  const turn = last.then(async () => {
    const zone = process.env['TZ'];
    running = pid;
    try {
      setZone(env['TZ']);
      return options.random === undefined ? await run(world) : await drawing(options.random, () => run(world));
    } finally {
      running = null;
      setZone(zone);
    }
  });
  last = turn.catch(() => undefined);
  return { status: await turn, stdout: said(1), stderr: said(2) };
}

let drawn: AsyncLocalStorage<() => number> | undefined;

/** For this work alone: the test's own runner draws meanwhile, too. */
async function drawing<T>(random: () => number, work: () => Promise<T>): Promise<T> {
  drawn ??= replaceRandom();
  return await drawn.run(random, work);
}

function replaceRandom(): AsyncLocalStorage<() => number> {
  const numbers = new AsyncLocalStorage<() => number>();
  const others = Math.random;
  Math.random = () => (numbers.getStore() ?? others)();
  return numbers;
}

function setZone(name: string | undefined): void {
  if (name === undefined) delete process.env['TZ'];
  else process.env['TZ'] = name;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
