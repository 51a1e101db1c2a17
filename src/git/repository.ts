// The repository that contains a vault, operations in progress there, and differences from the last commit. Read-only.
import { execa } from 'execa';
import { hash } from 'node:crypto';
import { parse, posix, win32 } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { decodeBytes } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';

export interface Repository {
  /** Absolute path of the working tree, with `/`. */
  readonly top: string;
  /** The vault's folder relative to it: empty, or with a trailing `/`. */
  readonly prefix: string;
  /** Absolute path of the git directory of this working tree. */
  readonly gitDir: string;
  /** Absolute path of the git directory shared by all working trees. */
  readonly commonDir: string;
  /** The hooks folder; null if the user configured one for all repositories. */
  readonly hooks: string | null;
  /** Settings of the repository itself that name a program which git runs when it reads or writes a file. */
  readonly programs: readonly Setting[];
}

interface Setting {
  readonly key: string;
  readonly value: string;
}

/**
 * Settings that `-c` cannot disable: their names are arbitrary, and a file without its filter has different content.
 */
const PROGRAM = new RegExp(
  `^(?:${[
    'filter\\..*\\.(?:clean|smudge|process)',
    'hook\\..*\\.command',
    'gc\\.recentobjectshook',
    'lfs\\.(?:extension|customtransfer)\\..*',
  ].join('|')})$`,
  'is',
);

/** True if the absolute path exists. */
export type Exists = (path: string) => boolean;

const PLACES = [
  'rev-parse',
  '--show-toplevel',
  '--show-prefix',
  '--absolute-git-dir',
  '--path-format=absolute',
  '--git-common-dir',
];

/**
 * The repository that contains the folder in which `git` runs; null if there is none. Throws `git` if git is missing or
 * refuses to work here.
 */
export async function readRepository(git: RunGit): Promise<Repository | null> {
  // `hooks: true` keeps the settings unmodified. Neither command runs a hook.
  const answers = await Promise.all(
    [PLACES, ['config', '--list', '--show-scope', '-z']].map((args) => git(args, { hooks: true })),
  );
  const failed = answers.find(({ status }) => status !== 0);
  if (failed !== undefined) {
    if (isNone(failed)) return null;
    throw refusalOf(failed);
  }
  const [places = '', config = ''] = answers.map(({ stdout }) => stdout.toString('utf8'));
  const [top = '', prefix = '', gitDir = '', commonDir = ''] = places.split('\n');
  return { top, prefix, gitDir, commonDir, ...parseConfig(config, top, commonDir) };
}

/** Parses `git config --list --show-scope -z`. The repository's own scopes are `local` and `worktree`. */
function parseConfig(text: string, top: string, commonDir: string): Pick<Repository, 'hooks' | 'programs'> {
  let hooks: string | null = posix.join(commonDir, 'hooks');
  const programs: Setting[] = [];
  const words = text.split('\0');
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [scope = '', entry = ''] = words.slice(at, at + 2);
    const end = entry.indexOf('\n');
    const [key, value] = end === -1 ? [entry, ''] : [entry.slice(0, end), entry.slice(end + 1)];
    const isRepositorys = scope === 'local' || scope === 'worktree';
    if (isRepositorys && PROGRAM.test(key)) programs.push({ key, value });
    // A relative path is inside the repository, whoever set it.
    if (key === 'core.hookspath') hooks = isAbsolute(value) ? (isRepositorys ? value : null) : posix.join(top, value);
  }
  return { hooks, programs };
}

const isAbsolute = (path: string): boolean =>
  posix.isAbsolute(path) || win32.isAbsolute(path) || /^(?:~|%\(prefix\))/.test(path);

/** Initialises a repository in the folder in which `git` runs. Throws `git`. */
export async function createRepository(git: RunGit): Promise<void> {
  await askGit(git, ['init', '--quiet']);
}

/** No repository, or no such folder. */
const isNone = ({ stderr }: GitEnded): boolean => /not a git repository(?!: )|cannot change to/i.test(stderr);

function refusalOf(ended: GitEnded): MemvaultError {
  const { stderr } = ended;
  if (/dubious ownership|safe\.directory/.test(stderr)) {
    const add = /git config --global --add safe\.directory .*/.exec(stderr)?.[0];
    return new MemvaultError('git', 'git does not trust this repository, because another user owns its folder', {
      hint: add === undefined ? 'see safe.directory in git help config' : `if it is yours: ${add}`,
    });
  }
  if (/must be run in a work tree|cannot use bare repository/.test(stderr))
    return new MemvaultError('git', 'this repository has no working tree', {
      hint: 'a vault lives in a clone, not in a bare repository',
    });
  return new MemvaultError('git', `git does not work here: ${complaintOf(ended)}`, {
    hint: 'resolve it (see git status), then run the command again',
  });
}

const MARKS: readonly (readonly [file: string, what: string])[] = [
  ['rebase-merge', 'a rebase'],
  ['rebase-apply/applying', 'git am'],
  ['rebase-apply', 'a rebase'],
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
  ['sequencer', 'a cherry-pick or revert'],
  ['BISECT_LOG', 'a bisect'],
];

/** An unfinished git operation such as `a merge`, detected by the same files that git uses; null if there is none. */
export function inProgress({ gitDir }: Repository, exists: Exists): string | null {
  return MARKS.find(([file]) => exists(posix.join(gitDir, file)))?.[1] ?? null;
}

/** Another git process is writing here, or died doing so. */
export function isIndexLocked({ gitDir }: Repository, exists: Exists): boolean {
  return exists(indexLock({ gitDir }));
}

export const indexLock = ({ gitDir }: Pick<Repository, 'gitDir'>): string => posix.join(gitDir, 'index.lock');

export interface WorkTree {
  /** The checked-out commit; null before the first. */
  readonly commit: string | null;
  /** Null on a detached HEAD. */
  readonly branch: string | null;
  /**
   * Files that differ from the commit, by path relative to the vault's root; `untracked` if git does not know them yet.
   */
  readonly changed: ReadonlyMap<string, 'tracked' | 'untracked'>;
  /** Files with unresolved conflicts. */
  readonly unmerged: readonly string[];
  /** Ignored files and folders (with a trailing `/`); `./` means the whole vault. */
  readonly ignored: readonly string[];
}

/** The status of the folder in which `git` runs, located at `prefix` in its repository. Throws `git`. */
export async function readWorkTree(git: RunGit, prefix: string): Promise<WorkTree> {
  const status = await askGit(git, [
    'status',
    '--porcelain=v2',
    '--branch',
    '--no-ahead-behind',
    '-z',
    '--untracked-files=all',
    '--ignored=matching',
    '--ignore-submodules=all',
    '--no-renames',
    '--',
    '.',
  ]);
  return parseStatus(status, prefix);
}

/**
 * A file with unresolved conflicts, relative to the folder in which `git` runs, with the blobs of the base and of each
 * side.
 */
export interface Unmerged {
  readonly path: string;
  readonly base?: string;
  readonly ours?: string;
  readonly theirs?: string;
}

const STAGES: Readonly<Record<string, 'base' | 'ours' | 'theirs'>> = { 1: 'base', 2: 'ours', 3: 'theirs' };

/** Unmerged files of the folder in which `git` runs. Reads only the index, not the files. Throws `git`. */
export async function listUnmerged(git: RunGit): Promise<Unmerged[]> {
  const unmerged = new Map<string, Unmerged>();
  for (const entry of await listStages(git, '--unmerged')) {
    const [, id = '', stage = '', path = ''] = /^\d+ ([0-9a-f]+) ([123])\t(.+)$/s.exec(entry) ?? [];
    unmerged.set(path, { ...unmerged.get(path), path, [STAGES[stage] ?? 'base']: id });
  }
  return [...unmerged.values()];
}

/** True if any conflict of the current merge has been resolved, anywhere in the repository. Throws `git`. */
export async function hasResolved(git: RunGit): Promise<boolean> {
  return (await listStages(git, '--resolve-undo', ':/')).length > 0;
}

async function listStages(git: RunGit, ...which: readonly string[]): Promise<string[]> {
  return (await askGit(git, ['ls-files', '-z', ...which])).split('\0').filter((entry) => entry !== '');
}

/** Parses `git status --porcelain=v2 --branch -z --no-renames`; ignores entries outside `prefix`. */
export function parseStatus(text: string, prefix: string): WorkTree {
  let commit: string | null = null;
  let branch: string | null = null;
  const changed = new Map<string, 'tracked' | 'untracked'>();
  const unmerged: string[] = [];
  const ignored: string[] = [];
  for (const entry of text.split('\0')) {
    const path = (fields: number): string => pathAfter(entry, fields, prefix);
    if (entry.startsWith('# branch.oid ')) commit = entry.endsWith(' (initial)') ? null : entry.slice(13);
    else if (entry.startsWith('# branch.head ')) branch = entry.endsWith(' (detached)') ? null : entry.slice(14);
    else if (entry.startsWith('1 ')) changed.set(path(8), 'tracked');
    else if (entry.startsWith('u ')) unmerged.push(path(10));
    else if (entry.startsWith('? ')) changed.set(path(1), 'untracked');
    else if (entry.startsWith('! ')) ignored.push(prefix.startsWith(entry.slice(2)) ? './' : path(1));
  }
  changed.delete('');
  return { commit, branch, changed, unmerged: unmerged.filter((path) => path !== ''), ignored };
}

/** The path after that many fields; empty if it is outside the vault. */
function pathAfter(entry: string, fields: number, prefix: string): string {
  let at = 0;
  for (let field = 0; field < fields; field++) at = entry.indexOf(' ', at) + 1;
  const path = entry.slice(at);
  return path.startsWith(prefix) ? path.slice(prefix.length) : '';
}

/** True if git ignores this file or a folder above it. */
export function isIgnored({ ignored }: WorkTree, path: string): boolean {
  return ignored.some((one) => one === path || (one.endsWith('/') && (one === './' || path.startsWith(one))));
}

// Files of a commit, with the bytes that a checkout would write to the working tree.

export interface BlobName {
  readonly id: string;
  /** Relative to the vault's root; git chooses line endings and filters by path. */
  readonly path: string;
}

/** The regular files below the vault in a commit: path to blob id. Empty without a commit. Throws `git`. */
export async function listBlobs(git: RunGit, commit: string | null): Promise<Map<string, string>> {
  if (commit === null) return new Map();
  const entries = (await askGit(git, ['ls-tree', '-r', '-z', commit])).split('\0');
  return new Map(
    entries.flatMap((entry) => {
      const [, id, path] = /^100\d{3} blob ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
      return id === undefined || path === undefined ? [] : [[path, id] as const];
    }),
  );
}

/**
 * The texts of blobs, in order, as returned by `decodeBytes`, with one call for any number. Throws `git` if one is
 * missing. `prefix` is the vault's location in its repository.
 */
export async function readBlobs(git: RunGit, blobs: readonly BlobName[], prefix: string): Promise<string[]> {
  if (blobs.length === 0) return [];
  const input = blobs.map(({ id, path }) => `${id} ${oneLine(prefix + path)}\n`).join('');
  // Git reports the size before filtering, so it cannot be used for splitting. Instead the texts are separated by a
  // line that none of them can contain: it depends on the ids, and those depend on every byte.
  const mark = hash('sha256', input);
  const ended = await git(['cat-file', '--filters', `--batch=${mark} %(objecttype)`], { input });
  const parts = splitAt(ended.stdout, Buffer.from(`${mark} blob\n`));
  if (ended.status !== 0 || parts.length !== blobs.length)
    throw new MemvaultError('git', `git cannot read its files: ${complaintOf(ended)}`, {
      hint: 'see git fsck; a shallow or partial clone may lack them',
    });
  return parts.map((part) => decodeBytes(part.subarray(0, -1)));
}

/** The parts after each mark. */
function splitAt(bytes: Buffer, mark: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = bytes.indexOf(mark); at !== -1;) {
    const start = at + mark.length;
    const next = bytes.indexOf(mark, start);
    parts.push(bytes.subarray(start, next === -1 ? bytes.length : next));
    at = next;
  }
  return parts;
}

/** Git reads one name per line. A name with a line break, which no memvault page has, may get the wrong filters. */
const oneLine = (path: string): string => path.replace(/[\r\n]/g, '?');

// Runs git; no other file does. Git never waits for a user: no editor, prompt, passphrase or terminal, and no input
// except what is passed. Git runs no program that the repository names, except hooks and filters, for which the caller
// decides: docs/security.md discusses git's settings.

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
