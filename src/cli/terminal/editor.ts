// Starts other programs: a person's editor for a file, the program for an address, another memvault.
import { spawn, type SpawnOptions } from 'node:child_process';
import { parse } from 'node:path';
import { systemCode } from '../../model/errors.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface EditorSetup {
  readonly env: Env;
  /** `process.platform`. */
  readonly platform: string;
  /** Called with a function that kills the editor at once. */
  readonly onStart: (kill: () => void) => void;
}

const NOT_FOUND = 127;
/** A plain command with arguments and no shell syntax. */
const BARE = /^\s*(?!\w+=)[\w@%+:,./~'"\\\s=-]+$/;
/** How long an editor may take to exit after a signal. */
const LAST_MS = 300;
/** Exit statuses of a shell whose command was ended by a signal. */
const SIGNALS: Readonly<Record<number, string>> = { 129: 'SIGHUP', 130: 'SIGINT', 137: 'SIGKILL', 143: 'SIGTERM' };

/** The editor from the environment, chosen like git does; null if the terminal cannot show one. */
function editorOf({ VISUAL = '', EDITOR = '', TERM }: Env, platform: string): string | null {
  const isDumb = TERM === 'dumb';
  if (VISUAL.trim() !== '' && !isDumb) return VISUAL;
  if (EDITOR.trim() !== '') return EDITOR;
  if (platform === 'win32') return 'notepad';
  return isDumb ? null : 'vi';
}

/** Opens a file of the vault in place. Returns null on success, else the reason. */
export async function editFile(
  path: string,
  line: number,
  { env, platform, onStart }: EditorSetup,
): Promise<string | null> {
  const editor = editorOf(env, platform);
  if (editor === null) return 'this terminal can show no editor: set EDITOR to one that it can';
  return await runEditor(editor, placeFor(editor, path, line), { env, platform, onStart });
}

/** Editors by how they take a line number; others get only the file. */
const WITH_PLUS: ReadonlySet<string> = new Set([
  'vi',
  'vim',
  'nvim',
  'view',
  'gvim',
  'mvim',
  'nano',
  'pico',
  'micro',
  'emacs',
  'emacsclient',
  'kak',
  'joe',
  'jed',
  'ne',
  'mcedit',
  'gedit',
  'mg',
]);
const WITH_GOTO: ReadonlySet<string> = new Set(['code', 'code-insiders', 'codium', 'vscodium', 'cursor', 'windsurf']);
const WITH_COLON: ReadonlySet<string> = new Set(['hx', 'helix', 'subl', 'zed', 'zeditor']);

/** The arguments that open the file at a line. */
export function placeFor(editor: string, path: string, line: number): string[] {
  const name = nameOf(editor)
    .replace(/\.(?:exe|cmd)$/i, '')
    .toLowerCase();
  if (WITH_PLUS.has(name)) return [`+${line}`, path];
  if (WITH_GOTO.has(name)) return ['--goto', `${path}:${line}`];
  return [WITH_COLON.has(name) ? `${path}:${line}` : path];
}

/** Opens an address in its default program without waiting for it to exit. Returns null on success, else the reason. */
export async function openAddress(address: string, platform: string): Promise<string | null> {
  const [program, args] =
    platform === 'win32'
      ? (['rundll32', ['url.dll,FileProtocolHandler', address]] as const)
      : ([platform === 'darwin' ? 'open' : 'xdg-open', [address]] as const);
  const child = spawn(program, args, { stdio: 'ignore' });
  return await new Promise((resolve) => {
    child.once('error', (error) =>
      resolve(
        systemCode(error) === 'ENOENT'
          ? `${program} is not installed, which opens addresses here`
          : `${program} could not be started: ${error.message}`,
      ),
    );
    child.once('close', (status) =>
      resolve(
        status === 0
          ? null
          : `no program here opens such an address (${program} ended with status ${status ?? 'unknown'})`,
      ),
    );
  });
}

/** Returns null on success. Uses a shell, since the setting may be a command with arguments. */
async function runEditor(
  editor: string,
  args: readonly string[],
  { env, platform, onStart }: EditorSetup,
): Promise<string | null> {
  const own = { ...env, MEMVAULT_DREAM: '1' };
  const options: SpawnOptions = { stdio: [0, 2, 2], env: own };
  // `exec` replaces the shell by the editor, because a signal to the shell alone would leave the editor running.
  const line = `${BARE.test(editor) ? 'exec ' : ''}${editor} "$@"`;
  const child =
    platform === 'win32'
      ? spawn(`${editor} ${args.map((arg) => `"${arg}"`).join(' ')}`, [], { ...options, shell: true })
      : spawn('/bin/sh', ['-c', line, editor, ...args], options);
  onStart(() => {
    child.kill();
    // The event loop no longer runs here, so this blocks; the editor needs the time to restore the terminal.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LAST_MS);
    child.kill('SIGKILL');
  });
  return await new Promise((resolve) => {
    child.once('error', (error) =>
      resolve(`${nameOf(editor)} could not be started: ${systemCode(error) ?? error.message}`),
    );
    child.once('close', (status, signal) => {
      const ended = signal ?? SIGNALS[status ?? 0];
      if (ended !== undefined) resolve(`${nameOf(editor)} was ended by ${ended}`);
      else if (status === NOT_FOUND)
        resolve(`${nameOf(editor)} is not installed, or not on the PATH: set EDITOR to the editor that you use`);
      else resolve(status === 0 ? null : `${nameOf(editor)} ended with status ${status ?? 'unknown'}`);
    });
  });
}

/** The editor's name without folder and arguments. */
function nameOf(editor: string): string {
  const [, quoted, bare = editor] = /^\s*(?:["']([^"']+)["']|(\S+))/.exec(editor) ?? [];
  return (quoted ?? bare).replace(/^.*[/\\]/, '');
}

/** Starts a program that outlives this one, without a terminal and in the root folder. */
export function startInBackground(program: string, args: readonly string[]): void {
  const child = spawn(program, args, { cwd: parse(program).root, detached: true, stdio: 'ignore', windowsHide: true });
  child.on('error', () => undefined);
  child.unref();
}
