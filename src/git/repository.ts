// The repository that contains a vault, operations in progress there, and differences from the last commit. Read-only.
import { hash } from 'node:crypto';
import { posix, win32 } from 'node:path';
import { decodeBytes } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import { askGit, complaintOf, type GitEnded, type RunGit } from './run-git.ts';

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
    return new MemvaultError('git', 'git does not trust this repository, since somebody else owns its folder', {
      hint: add === undefined ? 'see safe.directory in the manual of git config' : `if it is yours: ${add}`,
    });
  }
  if (/must be run in a work tree|cannot use bare repository/.test(stderr))
    return new MemvaultError('git', 'this repository has no working tree', {
      hint: 'a vault lives in a clone, not in a bare repository',
    });
  return new MemvaultError('git', `git will not work here: ${complaintOf(ended)}`, {
    hint: 'fix it (git status says how), then run the command again',
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
