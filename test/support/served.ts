// `memvault` on the PATH of a place, answered by the process of the test instead of a process of its own, whose start
// takes longer than most commands. Only where nobody can tell: each command is a real process the first time in a test
// file for each kind of stdin and stdout, and always below a terminal, other rights, a hook, an editor or other options
// of node. MEMVAULT_PROCESSES=all leaves all to real processes.
import { existsSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
// It draws a number as it is loaded: here, so that no run sees that.
import 'execa';
import { isBusy, memvaultHere, type Words } from './in-process.ts';
import { BIN, type Place } from './memvault.ts';

const FIXED_RANDOM = join(import.meta.dirname, '../docs/fixed-random.cjs');
const { randomOf } = createRequire(import.meta.url)(FIXED_RANDOM) as {
  randomOf(args: readonly string[], home: string | undefined): () => number;
};

/** What the system says of each process is needed; and another build that is to be tested runs itself. */
const CAN_SERVE =
  existsSync('/proc/self/environ') &&
  process.env['MEMVAULT_TEST_BIN'] === undefined &&
  process.env['MEMVAULT_PROCESSES'] !== 'all';

/**
 * Bash and node both read it: git and schedulers may call the program with node. Bash starts nothing for it, unless a
 * word holds what bash cannot or is long. Where nobody reads its stdout any more it ends, as the program does.
 */
const script = (port: number): string => `#!/bin/bash
':' //; exec 3<>/dev/tcp/127.0.0.1/${port} && echo $$ >&3 && IFS=: read -r -u 3 ended by out err; exec 3>&-; case "$ended" in ''|process) exec "${process.execPath}" "$0" "$@";; esac
':' //; bash() { IFS= read -r -d '' words <"$1"; printf %s "$words"; }; trap '' PIPE; [ -z "$out" ] || "$by" "$out" 2>/dev/null || { ended=0; err=; }; [ -z "$err" ] || "$by" "$err" >&2; exit "$ended"
require(${JSON.stringify(BIN)})
`;

/**
 * These draw behind what execa draws as it is loaded, which happens once here: with fixed numbers they are processes.
 */
const DRAWS: ReadonlySet<string> = new Set(['init', 'forget', 'import']);

let port: Promise<number> | undefined;
const seen = new Set<string>();
let kept = 0;

/** What starts the program in a place. */
export interface Served {
  readonly execPath: string;
  readonly script: string;
}

const served = new Map<string, Served>();

/** From here on `memvault` in this place is answered here. */
export async function serve(place: Place): Promise<Served> {
  const path = join(dirname(place.root), 'bin', 'memvault');
  if (!CAN_SERVE) return { execPath: process.execPath, script: path };
  const known = served.get(path);
  if (known) return known;
  port ??= listen();
  const text = script(await port);
  rmSync(path);
  writeFileSync(path, text, { mode: 0o755 });
  const program = { execPath: '/bin/bash', script: path };
  served.set(path, program);
  return program;
}

async function listen(): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (data) => void answer(socket, Number(data.toString())));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('there is no port');
  return address.port;
}

/** Says how it ended, what is to show its words, and in which files these are: `0:bash:/tmp/…/1-out:/tmp/…/2-err`. */
async function answer(socket: Socket, pid: number): Promise<void> {
  let ended = 'process';
  try {
    ended = (await runFor(pid)) ?? ended;
  } finally {
    socket.end(`${ended}\n`);
  }
}

interface Caller {
  readonly args: readonly string[];
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdin: Kind;
  readonly stdout: Kind;
  /** Stdout and stderr are one. */
  readonly isOne: boolean;
}

type Kind = 'file' | 'pipe' | 'null' | 'socket';

/** Null where a process of its own is to run. */
async function runFor(pid: number): Promise<string | null> {
  const caller = await callerOf(pid);
  if (caller === null) return null;
  const { args, env, cwd, script: program, stdin, stdout, isOne } = caller;
  const key = JSON.stringify([args.find((arg) => !arg.startsWith('-')), args.includes('--json'), stdin, stdout]);
  const fixed = env['NODE_OPTIONS'] !== undefined;
  if (!seen.has(key) || (fixed && args.some((arg) => DRAWS.has(arg)))) {
    seen.add(key);
    return null;
  }
  const input = `/proc/${pid}/fd/0`;
  // Whoever pipes into it may be waiting for its turn here.
  const piped = stdin === 'pipe' ? await readFile(input, 'utf8') : undefined;
  const words: Words = [];
  const random = fixed ? { random: randomOf(args, env['HOME']) } : {};
  const { status } = await memvaultHere({ root: cwd, env, remove: () => undefined }, args, {
    script: program,
    words,
    ...random,
    readStdin: async () => piped ?? (await readFile(input, 'utf8')),
  });
  const by = words.some(([, text]) => text.includes('\0') || text.length > 10_000) ? 'cat' : 'bash';
  return [
    status,
    by,
    keep(
      program,
      'out',
      words.filter(([to]) => isOne || to === 1),
    ),
    keep(
      program,
      'err',
      words.filter(([to]) => !isOne && to === 2),
    ),
  ].join(':');
}

/** Null, too, for who was killed meanwhile, or has closed its stdout. */
async function callerOf(pid: number): Promise<Caller | null> {
  try {
    return (await hasItsStdout(pid)) ? readCaller(pid) : null;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return null;
    throw error;
  }
}

/** The path of a file with these words, in the place of the program; empty where there are none. */
function keep(program: string, name: string, words: Words): string {
  if (words.length === 0) return '';
  const path = join(dirname(dirname(program)), `${++kept}-${name}`);
  writeFileSync(path, words.map(([, text]) => text).join(''));
  return path;
}

/** While bash says its number, what it says that to stands in the place of its stdout. */
async function hasItsStdout(pid: number): Promise<boolean> {
  const link = (number: number): string => readlinkSync(`/proc/${pid}/fd/${number}`);
  for (const end = performance.now() + 10_000; performance.now() < end; await setImmediate())
    if (link(1) !== link(3)) return true;
  return false;
}

/** Who calls, and with what; null where that is not all that counts. */
function readCaller(pid: number): Caller | null {
  const read = (file: string): string => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  const link = (number: number): string => readlinkSync(`/proc/${pid}/fd/${number}`);
  const env = Object.fromEntries(
    read('environ')
      .split('\0')
      .filter((one) => one.includes('='))
      .map((one): [string, string] => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]),
  );
  const [, program = '', ...args] = read('cmdline').split('\0').slice(0, -1);
  const cwd = readlinkSync(`/proc/${pid}/cwd`);
  const [stdin, stdout, stderr] = [0, 1, 2].map((number) => kindOf(pid, number));
  const plainEnv = !('EDITOR' in env) && !('VISUAL' in env) && !Number.isNaN(Date.parse(env['MEMVAULT_NOW'] ?? ''));
  const plainNode =
    env['NODE_OPTIONS'] === undefined || env['NODE_OPTIONS'] === `--require ${JSON.stringify(FIXED_RANDOM)}`;
  // A hook of a run that has its turn here would wait for the end of that.
  const isHook = 'MEMVAULT_DREAM' in env && isBusy();
  const isPlain =
    plainEnv &&
    plainNode &&
    !isHook &&
    existsSync(cwd) &&
    rightsOf(read('status')) === rightsOf(readFileSync('/proc/self/status', 'utf8'));
  if (!isPlain || !stdin || stdin === 'socket' || !stdout || !stderr) return null;
  return { args, script: program, env, cwd, stdin, stdout, isOne: link(1) === link(2) };
}

/** Who the process is, and what it may. */
const rightsOf = (status: string): string =>
  status
    .split('\n')
    .filter((line) => /^(?:Uid|Gid|Groups|Umask|Cap\w+):/.test(line))
    .join('\n');

/** Null for a terminal, for what is closed, and for a file of which somebody has read already. */
function kindOf(pid: number, number: number): Kind | null {
  try {
    const path = `/proc/${pid}/fd/${number}`;
    const stat = statSync(path);
    if (stat.isFIFO()) return 'pipe';
    if (stat.isSocket()) return 'socket';
    if (!stat.isFile()) return readlinkSync(path) === '/dev/null' ? 'null' : null;
    return number > 0 || /^pos:\s*0\n/.test(readFileSync(`/proc/${pid}/fdinfo/0`, 'utf8')) ? 'file' : null;
  } catch {
    return null;
  }
}
