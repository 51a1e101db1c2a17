// Asks a program: the prompt on its stdin, the answer on stdout. Never through a shell. Keeps nothing of its output but
// the answer, and leaves none of its processes behind.
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { splitCommand } from './address.ts';
import { LLMError } from './errors.ts';
import {
  type Asking,
  estimateTokens,
  type Model,
  type ModelOptions,
  type ModelReply,
  type ModelRequest,
  withRetries,
} from './port.ts';
import { askForSchema, dropThinking } from './prompt.ts';
import { createHearing } from './transport.ts';

/** Sends TERM to a process group, and after two seconds KILL if it still exists. */
const END_GROUP =
  'kill -s TERM -- "-$0" || exit 0; for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.2; kill -s 0 -- "-$0" || exit ' +
  '0; done; kill -s KILL -- "-$0"';

/** How long processes left behind by a program may keep writing after it has exited. */
const REST_MS = 2000;

/** Exit status for a temporary failure (EX_TEMPFAIL of sysexits). */
const TRY_AGAIN = 75;

/** A program with its arguments and environment. */
interface Program {
  /**
   * For messages; `called` is the path if one was given, since it may differ from the program of that name on the PATH.
   */
  readonly name: string;
  readonly called: string;
  readonly words: readonly [program: string, ...args: string[]];
  readonly env: Readonly<Record<string, string>>;
}

export function createCommand(options: ModelOptions): Model {
  const words = splitCommand(options.command ?? '', options.platform);
  const [file] = words;
  const name = file.replace(/^.*[/\\]/, '').replace(/[^\w.-]/g, '') || 'program';
  const called = /[/\\]/.test(file) ? file.replace(/\p{Cc}/gu, '') : name;
  const program: Program = { name, called, words, env: { ...definedIn(options.env), MEMVAULT_DREAM: '1' } };
  return {
    name: `command:${name}`,
    context: options.numCtx,
    check: async (signal) => await mustBeThere(program, options, signal),
    ask: (request, asking) => withRetries(() => askProgram(program, options, request, asking), asking, options),
  };
}

const missing = ({ called }: Program, cause?: unknown): LLMError =>
  new LLMError(`program not found: ${called}`, {
    hint: 'install it, or set models.command to another program',
    cause,
  });

async function mustBeThere(program: Program, { platform, cwd }: ModelOptions, signal: AbortSignal): Promise<void> {
  const [file] = program.words;
  // On Windows where.exe does not find a program given by its path; asking it will tell.
  if (platform === 'win32' && /[/\\]/.test(file)) return;
  const { execa } = await import('execa');
  const finder = platform === 'win32' ? ['where.exe', file] : ['sh', '-c', 'command -v -- "$0"', file];
  const { exitCode } = await execa(finder[0] ?? '', finder.slice(1), {
    cwd,
    env: program.env,
    extendEnv: false,
    reject: false,
    stdio: 'ignore',
    cancelSignal: signal,
    windowsHide: true,
  });
  signal.throwIfAborted();
  if (exitCode !== 0) throw missing(program);
}

async function askProgram(
  program: Program,
  { platform, cwd, numCtx, startsGroup }: ModelOptions,
  request: ModelRequest,
  { signal, heard }: Asking,
): Promise<ModelReply> {
  const { execa } = await import('execa');
  signal.throwIfAborted();
  const { name, env, words } = program;
  const [file, ...args] = words;
  const input = inputOf(request);
  const hearing = createHearing(numCtx, heard);
  const child = execa(file, args, {
    cwd,
    env,
    extendEnv: false,
    reject: false,
    input,
    stderr: 'ignore',
    buffer: false,
    windowsHide: true,
    // In a process group of its own, so that its children end with it.
    detached: platform !== 'win32',
  });
  const hasEnded = child.pid === undefined ? undefined : startsGroup?.(child.pid);
  let isTooMuch = false;
  let ending: Promise<void> | undefined;
  const end = () => {
    ending ??= endAll(child.pid, platform, env);
  };
  signal.addEventListener('abort', end, { once: true });
  child.once('exit', () => void letGo(child.stdout));
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    if (isTooMuch || hearing.add(piece)) return;
    isTooMuch = true;
    child.stdout.destroy();
    end();
  });
  const ended = await child;
  signal.removeEventListener('abort', end);
  await ending;
  hasEnded?.();
  signal.throwIfAborted();
  if (isTooMuch)
    throw new LLMError(`${name} printed too much`, {
      hint: 'it must print one JSON value and nothing else',
    });
  if (ended.code === 'ENOENT' || ended.code === 'EACCES') throw missing(program, ended.cause);
  if (ended.exitCode !== 0) throw failed(name, ended);
  return {
    text: dropThinking(hearing.text),
    promptTokens: estimateTokens(input),
    answerTokens: estimateTokens(hearing.text),
    cut: null,
  };
}

/** The complete input: the instructions, the format of the answer, and last the data. */
const inputOf = ({ system, prompt, schema }: ModelRequest): string =>
  `${system}\n\n${askForSchema(schema)}\n\n${prompt}\n`;

function failed(
  name: string,
  { exitCode, signal }: { readonly exitCode?: number | undefined; readonly signal?: string | undefined },
): LLMError {
  const how = exitCode === undefined ? `was killed by ${signal ?? 'something'}` : `exited with status ${exitCode}`;
  return new LLMError(`${name} ${how}`, {
    retryable: exitCode === TRY_AGAIN,
    hint: 'run the command by hand with a short question on stdin to see what is wrong',
  });
}

/** Kills a program with all its children, and returns once they are gone. */
async function endAll(
  leader: number | undefined,
  platform: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  if (leader === undefined) return;
  const { execa } = await import('execa');
  const [file, args] =
    platform === 'win32'
      ? (['taskkill', ['/pid', String(leader), '/t', '/f']] as const)
      : (['sh', ['-c', END_GROUP, String(leader)]] as const);
  await execa(file, args, { reject: false, stdio: 'ignore', env, extendEnv: false, windowsHide: true });
}

async function letGo(output: Readable): Promise<void> {
  await wait(REST_MS, undefined, { ref: false });
  output.destroy();
}

const definedIn = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
