// Runs git; no other file does. Git never waits for a user: no editor, prompt, passphrase or terminal, and no input
// except what is passed. Git runs no program that the repository names, except hooks and filters, for which the caller
// decides: docs/security.md discusses git's settings.
import { parse } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { execa } from 'execa';
import { MemvaultError } from '../model/errors.ts';

export interface GitSetup {
  /** The environment of memvault's own process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string | null;
  /** As named by node. */
  readonly platform: string;
}

export interface GitCall {
  /** The complete stdin; closed if missing. */
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Run hooks, with everything that they can access. Otherwise no hook runs and no remote is contacted. */
  readonly hooks?: boolean;
}

export interface GitEnded {
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/**
 * Runs git with these arguments and returns any exit status; throws `git` if it could not be started or did not exit by
 * itself.
 */
export type RunGit = (args: readonly string[], call?: GitCall) => Promise<GitEnded>;

/** Long enough for a slow hook; a night must not hang forever on one that waits. */
const TIMEOUT_MS = 600_000;

/** How long to read remaining output after git has exited. */
const REST = { steps: 10, stepMs: 200 };

/** Git variables for identity and configuration. Others select another repository, index or pager, as inside a hook. */
const KEPT = new RegExp(
  String.raw`^GIT_(?:AUTHOR_(?:NAME|EMAIL)|COMMITTER_(?:NAME|EMAIL)|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|` +
    String.raw`(?:KEY|VALUE)_\d+)|EXEC_PATH|TEMPLATE_DIR|DEFAULT_HASH|CEILING_DIRECTORIES|` +
    String.raw`DISCOVERY_ACROSS_FILESYSTEM)$`,
  'i',
);

const OWN_ENVIRONMENT = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: ':',
  GIT_SEQUENCE_EDITOR: ':',
  GIT_PAGER: 'cat',
  // Empty rather than unset: git would fall back to core.askPass.
  GIT_ASKPASS: '',
  SSH_ASKPASS: '',
  SSH_ASKPASS_REQUIRE: 'never',
  GCM_INTERACTIVE: 'never',
  // Keeps the repository's hooks from logging what memvault does.
  MEMVAULT_DREAM: '1',
  // No lazy fetching in a partial clone: the repository names the server and the program to reach it.
  GIT_NO_LAZY_FETCH: '1',
  // Messages in English, because some are parsed; the encoding stays the user's, for hooks.
  GIT_OPTIONAL_LOCKS: '0',
  LC_MESSAGES: 'C',
  LANGUAGE: '',
};

const settings = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).flatMap(([key, value]) => ['-c', `${key}=${value}`]);

/** Settings for every call. `rerere` would run the repository's merge drivers, even after a commit. */
const SAFE = [
  '--no-pager',
  ...settings({
    'safe.bareRepository': 'explicit',
    'core.fsmonitor': 'false',
    'log.showSignature': 'false',
    'rerere.enabled': 'false',
    'diff.ignoreSubmodules': 'all',
  }),
];

/** Settings for a call without hooks. An empty `credential.helper` clears the list. */
const NO_HOOKS = settings({ 'core.hooksPath': '/dev/null', 'core.sshCommand': 'false', 'credential.helper': '' });
const NO_REMOTE = { GIT_ALLOW_PROTOCOL: 'none' };

/** Git for one folder, given by its absolute path. */
export function gitIn(folder: string, setup: GitSetup): RunGit {
  const env = cleanEnvironment(setup);
  return async (args, call = {}) => {
    // With -C, because starting a program in a missing folder looks like a missing program.
    const running = execa('git', ['-C', folder, ...SAFE, ...(call.hooks ? [] : NO_HOOKS), ...args], {
      cwd: parse(folder).root,
      env: { ...env, ...(call.hooks ? {} : NO_REMOTE), ...call.env },
      extendEnv: false,
      reject: false,
      ...(call.input === undefined ? { stdin: 'ignore' } : { input: call.input }),
      encoding: 'buffer',
      stripFinalNewline: false,
      timeout: TIMEOUT_MS,
      maxBuffer: 1_000_000_000,
      windowsHide: true,
      // A new session has no terminal on which a hook could prompt. Windows would open a window for it.
      detached: setup.platform !== 'win32',
    });
    running.once('exit', () => void letGo([running.stdout, running.stderr]));
    const ended = await running;
    const stderr = Buffer.from(ended.stderr).toString('utf8');
    if (ended.exitCode === undefined) throw didNotRun(args[0] ?? '', ended, stderr);
    return { status: ended.exitCode, stdout: Buffer.from(ended.stdout), stderr };
  };
}

/** True for the error that git is not installed. */
export function isGitMissing(error: unknown): boolean {
  return error instanceof MemvaultError && error.code === 'git' && error.data?.['missing'] === true;
}

/** The output of git for these arguments. Throws `git` if it fails. */
export async function askGit(git: RunGit, args: readonly string[], call: GitCall = {}): Promise<string> {
  const ended = await git(args, call);
  if (ended.status !== 0) throw new MemvaultError('git', `git ${args[0] ?? ''} failed: ${complaintOf(ended)}`);
  return ended.stdout.toString('utf8');
}

/** Git's error message: the first line of that kind, without its prefix. */
export function complaintOf({ stderr, status }: GitEnded): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const line = lines.find((one) => /^(?:fatal|error): /.test(one)) ?? lines[0] ?? `status ${status}`;
  return line.replace(/^(?:fatal|error): /, '');
}

function cleanEnvironment({ env, home, platform }: GitSetup): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (!/^GIT_/i.test(name) || KEPT.test(name))) kept[name] = value;
  }
  if (platform !== 'win32') {
    if (!kept['HOME'] && home !== null) kept['HOME'] = home;
    kept['PATH'] ||= '/usr/local/bin:/opt/homebrew/bin:/usr/bin:/bin';
  }
  const { LC_ALL: locale, ...others } = kept;
  return { ...others, ...(locale ? { LC_CTYPE: locale } : {}), ...OWN_ENVIRONMENT };
}

/**
 * A hook's background process may keep git's outputs open for hours, so close them. Waits in steps, so that a machine
 * that slept meanwhile reads the rest first.
 */
async function letGo(outputs: readonly (Readable | null)[]): Promise<void> {
  for (let step = 0; step < REST.steps; step++) await wait(REST.stepMs, undefined, { ref: false });
  for (const output of outputs) output?.destroy();
}

interface Failure {
  readonly code?: string | undefined;
  readonly timedOut: boolean;
  readonly signal?: string | undefined;
}

function didNotRun(verb: string, { code, timedOut, signal }: Failure, stderr: string): MemvaultError {
  if (code === 'ENOENT')
    return new MemvaultError('git', 'git is not installed, or not on the PATH', {
      hint: 'install git, or add its folder to the PATH',
      data: { missing: true },
    });
  if (timedOut)
    return new MemvaultError('git', `git ${verb} did not end within ten minutes and was stopped`, {
      hint: 'a hook of the repository may be waiting for something',
    });
  return new MemvaultError(
    'git',
    `git ${verb} could not run: ${stderr.trim() || (signal ?? code ?? 'it ended without a status')}`,
  );
}
