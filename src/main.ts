// Composition root: the only reader of process.*. Builds the world and hands it to the command line.
import { fstatSync, statSync, writeSync } from 'node:fs';
import type * as Os from 'node:os';
import { join } from 'node:path';
import type * as Readline from 'node:readline/promises';
import type * as V8 from 'node:v8';
import { createEnding } from './cli/signals.ts';
import { run } from './cli/run.ts';
import { isPlain } from './cli/terminal/prompts.ts';
import { decodeUtf16 } from './model/bytes.ts';
import { MemvaultError, systemCode } from './model/errors.ts';
import type { Prompts, Stream, World } from './tasks/context.ts';
import { readProcessMark } from './vault/lock.ts';

/** Put in by the build, from package.json. */
declare const MEMVAULT_VERSION: string;

const ending = createEnding({
  on: (signal, listener) => void process.on(signal, listener),
  onExit: (listener) => void process.on('exit', listener),
  exit: (status) => process.exit(status),
  elapsed: () => performance.now(),
});

/** Asked only when somebody wants to know: the streams of process, and what they load, cost milliseconds. */
function isTerminal(fd: 0 | 1 | 2): boolean {
  try {
    const stat = fstatSync(fd);
    if (!stat.isCharacterDevice() || isNull(stat.rdev)) return false;
  } catch {
    return false; // A closed descriptor.
  }
  return (fd === 0 ? process.stdin : fd === 1 ? process.stdout : process.stderr).isTTY;
}

/** The device that swallows everything. Windows, where it has another name, numbers no devices. */
function isNull(device: number): boolean {
  return device !== 0 && device === statSync('/dev/null', { throwIfNoEntry: false })?.rdev;
}

function streamOf(fd: 1 | 2): Stream {
  return {
    get isTerminal(): boolean {
      return isTerminal(fd);
    },
    get columns(): number {
      return isTerminal(fd) ? (fd === 1 ? process.stdout : process.stderr).columns || 80 : 80;
    },
    get rows(): number {
      return isTerminal(fd) ? (fd === 1 ? process.stdout : process.stderr).rows || 24 : 24;
    },
    // Synchronous, because the streams of process cost a millisecond to make. A closed pipe ends quietly.
    write: (text) => {
      const bytes = Buffer.from(text.toWellFormed());
      for (let at = 0; at < bytes.length;) {
        try {
          at += writeSync(fd, bytes, at);
        } catch (error) {
          const code = systemCode(error);
          if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
          else if (fd === 2)
            return; // Nobody listens, and the work goes on.
          else if (code === 'EPIPE') process.exit(process.exitCode ?? 0);
          else
            throw new MemvaultError('io', `the answer cannot be written: ${code ?? String(error)}`, {
              hint: 'what was asked for is done; only what it prints is lost',
            });
        }
      }
    },
  };
}

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  } catch (error) {
    throw new MemvaultError('io', `what is piped in cannot be read: ${systemCode(error) ?? String(error)}`, {
      cause: error,
    });
  }
  const bytes = Buffer.concat(chunks);
  return decodeUtf16(bytes) ?? bytes.toString('utf8');
}

/**
 * One question on stderr. Ctrl-C and Ctrl-D are no reply. Required, since compiled code (bin/memvault.js) cannot
 * import().
 */
async function ask(question: string, initial = ''): Promise<string | null> {
  return await ending.whileAsking(async () => await readLine(question, initial));
}

async function readLine(question: string, initial: string): Promise<string | null> {
  const { createInterface } = require('node:readline/promises') as typeof Readline;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await new Promise<string | null>((resolve) => {
      lines.once('SIGINT', () => resolve(null));
      lines.once('close', () => resolve(null));
      // After a Ctrl-Z readline draws its line again, and would hear nothing.
      lines.on('SIGCONT', () => lines.resume());
      void lines.question(question).then(resolve, () => resolve(null));
      if (initial !== '') lines.write(initial);
    });
  } finally {
    lines.close();
  }
}

/**
 * A screen that cannot be drawn anew or does not say how wide it is, or a person who does not look at one, gets lines.
 */
async function prompts(color: boolean): Promise<Prompts> {
  const { promptsAt } = await import('./cli/terminal/choose.ts');
  const plain = isPlain(process.env) || !process.stderr.columns;
  const asked = promptsAt({ input: process.stdin, output: process.stderr, color, plain, ask });
  return {
    choose: async (...question) =>
      await ending.whileAsking(
        async () =>
          await (plain ? asked.choose(...question) : withCursorBack(async () => await asked.choose(...question))),
      ),
    edit: async (question, initial) => await asked.edit(question, initial),
  };
}

/** A list hides the cursor while a person chooses; whoever ends the program meanwhile gets it back. */
async function withCursorBack<T>(work: () => Promise<T>): Promise<T> {
  const callOff = ending.atEnd(() => streamOf(2).write('\u001B[?25h'));
  try {
    return await work();
  } finally {
    callOff();
  }
}

/** The editor has the terminal to itself meanwhile: its Ctrl-C is not memvault's. It ends with memvault. */
async function editFile(path: string, line: number): Promise<string | null> {
  const editor = await import('./cli/terminal/editor.ts');
  let stop = (): void => undefined;
  const callOff = ending.atEnd(() => stop());
  const { env, platform } = process;
  try {
    return await ending.whileAsking(
      async () => await editor.editFile(path, line, { env, platform, onStart: (kill) => void (stop = kill) }),
      true,
    );
  } finally {
    callOff();
  }
}

/** The clock: `MEMVAULT_NOW` where it is set, so that a run can be repeated. */
function clockOf(fixed: string | undefined): () => Date {
  if (fixed === undefined || fixed === '') return () => new Date();
  const instant = new Date(fixed);
  return () => {
    if (Number.isNaN(instant.getTime()))
      throw new MemvaultError('settings', `invalid MEMVAULT_NOW: ${JSON.stringify(fixed)}`, {
        hint: 'write it as 2026-07-01T14:05:00Z',
      });
    return instant;
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** At once, for memvault itself is about to end. Windows has no groups. */
function killGroup(leader: number): void {
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Half a millisecond, and hardly ever needed. */
function os(): typeof Os {
  return require('node:os') as typeof Os;
}

const world: World = {
  argv: process.argv.slice(2),
  env: process.env,
  get cwd() {
    try {
      return process.cwd();
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
      throw new MemvaultError('io', 'the current folder is gone', { hint: 'change to one that exists', cause: error });
    }
  },
  platform: process.platform,
  home: process.env.HOME ?? os().homedir(),
  get host() {
    return os().hostname();
  },
  pid: process.pid,
  version: MEMVAULT_VERSION,
  get execPath() {
    return process.execPath;
  },
  get script() {
    return process.argv[1] ?? __filename;
  },
  get templates() {
    return join(__dirname, '..', 'templates');
  },
  stdout: streamOf(1),
  stderr: streamOf(2),
  get stdinIsTerminal() {
    return isTerminal(0);
  },
  readStdin,
  get stdin() {
    return process.stdin;
  },
  ask,
  editFile,
  openAddress: async (address) =>
    await (await import('./cli/terminal/editor.ts')).openAddress(address, process.platform),
  startInBackground: async (args) =>
    (await import('./cli/terminal/editor.ts')).startInBackground(process.execPath, [world.script, ...args]),
  prompts,
  now: clockOf(process.env.MEMVAULT_NOW),
  random: Math.random,
  // V8 optimises loops for longer than a whole search takes, and the program would wait for it at its end. Code that
  // was kept (bin/memvault.js) is of other flags and would be compiled anew, so this comes when all that is needed is
  // loaded.
  endsSoon: () => (require('node:v8') as typeof V8).setFlagsFromString('--no-opt'),
  setTimeZone: (zone) => {
    process.env.TZ = zone;
  },
  processes: {
    isAlive,
    mark: (pid) => readProcessMark(pid, () => os().uptime()),
    atEnd: ending.atEnd,
    killGroup,
  },
  cancellable: ending.cancellable,
};

void run(world).then((status) => {
  // At once: all that was said has been written, and taking node down in order costs half a millisecond.
  process.exit(ending.statusOf(status));
});
