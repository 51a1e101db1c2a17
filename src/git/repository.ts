// Which repository a vault lies in, what is under way there that a commit would get into, and what differs from the
// last commit. Reads; changes nothing.
import { hash } from 'node:crypto';
import { posix, win32 } from 'node:path';
import { decodeBytes } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import { askGit, complaintOf, type GitEnded, type RunGit } from './run-git.ts';

export interface Repository {
  /** Absolute path of the working tree, with `/`. */
  readonly top: string;
  /** The vault's folder from there: empty, or with `/` at its end. */
  readonly prefix: string;
  /** Absolute path of what git keeps of this working tree. */
  readonly gitDir: string;
  /** Absolute path of what all working trees of the repository share. */
  readonly commonDir: string;
  /** The folder of hooks, unless it is one that the user chose for all repositories: then null. */
  readonly hooks: string | null;
  /** Settings of the repository itself that name a program which git runs when it reads or writes a file. */
  readonly programs: readonly Setting[];
}

interface Setting {
  readonly key: string;
  readonly value: string;
}

/** What `-c` cannot switch off: these have names, and a file without its filter is another file. */
const PROGRAM = new RegExp(
  `^(?:${[
    'filter\\..*\\.(?:clean|smudge|process)',
    'hook\\..*\\.command',
    'gc\\.recentobjectshook',
    'lfs\\.(?:extension|customtransfer)\\..*',
  ].join('|')})$`,
  'is',
);

/** Is there a file or folder of this absolute path? */
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
 * The repository that holds the folder `git` runs in; null where none does. Throws `git` where there is no git, or it
 * will not work here.
 */
export async function readRepository(git: RunGit): Promise<Repository | null> {
  // With hooks: the settings are wanted as they are. Neither command runs any.
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

/** The form of `git config --list --show-scope -z`. The repository's own scopes are `local` and `worktree`. */
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
    // A relative path lies in the repository, whoever set it.
    if (key === 'core.hookspath') hooks = isAbsolute(value) ? (isRepositorys ? value : null) : posix.join(top, value);
  }
  return { hooks, programs };
}

const isAbsolute = (path: string): boolean =>
  posix.isAbsolute(path) || win32.isAbsolute(path) || /^(?:~|%\(prefix\))/.test(path);

/** Makes the folder `git` runs in a repository. Throws `git`. */
export async function createRepository(git: RunGit): Promise<void> {
  await askGit(git, ['init', '--quiet']);
}

/** No repository, or no folder. */
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
    hint: 'settle it with git status, then run the command again',
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

/**
 * What git has begun here and not ended, such as `a merge`, from the same files that git itself goes by; null for
 * nothing.
 */
export function inProgress({ gitDir }: Repository, exists: Exists): string | null {
  return MARKS.find(([file]) => exists(posix.join(gitDir, file)))?.[1] ?? null;
}

/** Another git writes here just now, or died doing so. */
export function isIndexLocked({ gitDir }: Repository, exists: Exists): boolean {
  return exists(indexLock({ gitDir }));
}

export const indexLock = ({ gitDir }: Pick<Repository, 'gitDir'>): string => posix.join(gitDir, 'index.lock');

export interface WorkTree {
  /** The commit that is checked out; null before the first. */
  readonly commit: string | null;
  /** Null on a detached HEAD. */
  readonly branch: string | null;
  /**
   * Files that differ from the commit, by their path from the vault's root; `untracked` where git does not know them
   * yet.
   */
  readonly changed: ReadonlyMap<string, 'tracked' | 'untracked'>;
  /** Files that a merge left unsettled. */
  readonly unmerged: readonly string[];
  /** Files and folders (with `/` at their end) that git ignores; `./` for the vault as a whole. */
  readonly ignored: readonly string[];
}

/** The working tree of the folder `git` runs in, which lies `prefix` deep in its repository. Throws `git`. */
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

/** A file that a merge left unsettled, from the folder `git` runs in, with the blobs of the base and of each side. */
export interface Unmerged {
  readonly path: string;
  readonly base?: string;
  readonly ours?: string;
  readonly theirs?: string;
}

const STAGES: Readonly<Record<string, 'base' | 'ours' | 'theirs'>> = { 1: 'base', 2: 'ours', 3: 'theirs' };

/** Those of the folder `git` runs in. Asks the index alone, which takes no look at the files. Throws `git`. */
export async function listUnmerged(git: RunGit): Promise<Unmerged[]> {
  const unmerged = new Map<string, Unmerged>();
  for (const entry of await listStages(git, '--unmerged')) {
    const [, id = '', stage = '', path = ''] = /^\d+ ([0-9a-f]+) ([123])\t(.+)$/s.exec(entry) ?? [];
    unmerged.set(path, { ...unmerged.get(path), path, [STAGES[stage] ?? 'base']: id });
  }
  return [...unmerged.values()];
}

/** Has anybody settled a file of the merge in progress? Of the whole repository. Throws `git`. */
export async function hasResolved(git: RunGit): Promise<boolean> {
  return (await listStages(git, '--resolve-undo', ':/')).length > 0;
}

async function listStages(git: RunGit, ...which: readonly string[]): Promise<string[]> {
  return (await askGit(git, ['ls-files', '-z', ...which])).split('\0').filter((entry) => entry !== '');
}

/** The form of `git status --porcelain=v2 --branch -z --no-renames`; what lies outside `prefix` is left out. */
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

/** The path behind so many fields; empty where it lies outside the vault. */
function pathAfter(entry: string, fields: number, prefix: string): string {
  let at = 0;
  for (let field = 0; field < fields; field++) at = entry.indexOf(' ', at) + 1;
  const path = entry.slice(at);
  return path.startsWith(prefix) ? path.slice(prefix.length) : '';
}

/** True where git ignores this file, or a folder above it. */
export function isIgnored({ ignored }: WorkTree, path: string): boolean {
  return ignored.some((one) => one === path || (one.endsWith('/') && (one === './' || path.startsWith(one))));
}

// Files as a commit holds them, by the bytes that a checkout would put into the working tree.

export interface BlobName {
  readonly id: string;
  /** From the vault's root: git picks line ends and filters by it. */
  readonly path: string;
}

/** The plain files below the vault in a commit: path to blob id. Empty for no commit. Throws `git`. */
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
 * The texts of blobs, in their order, as `decodeBytes` gives them: in one call however many they are. Throws
 * `git` where one is missing. `prefix` is how deep the vault lies in its repository.
 */
export async function readBlobs(git: RunGit, blobs: readonly BlobName[], prefix: string): Promise<string[]> {
  if (blobs.length === 0) return [];
  const input = blobs.map(({ id, path }) => `${id} ${oneLine(prefix + path)}\n`).join('');
  // git tells the size before the filters, not after. So the texts are told apart by a line that none of them
  // can hold: it depends on the ids, and those on every byte.
  const mark = hash('sha256', input);
  const ended = await git(['cat-file', '--filters', `--batch=${mark} %(objecttype)`], { input });
  const parts = splitAt(ended.stdout, Buffer.from(`${mark} blob\n`));
  if (ended.status !== 0 || parts.length !== blobs.length)
    throw new MemvaultError('git', `git cannot read its files: ${complaintOf(ended)}`, {
      hint: 'see git fsck; a shallow or partial clone may lack them',
    });
  return parts.map((part) => decodeBytes(part.subarray(0, -1)));
}

/** The pieces behind each mark. */
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

/**
 * git reads one name a line; a name with a line end in it, which no page of memvault's has, gets the filters of its
 * neighbour.
 */
const oneLine = (path: string): string => path.replace(/[\r\n]/g, '?');
