// What git says of the working tree below a vault: the branch, and what differs from the last commit.
// Reads; changes nothing.
import { createHash } from 'node:crypto';
import { decodeBytes } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import { complaintOf, type RunGit } from './run-git.ts';

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
  const ended = await git([
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
  if (ended.status !== 0) throw new MemvaultError('git', `git status failed: ${complaintOf(ended)}`);
  return parseStatus(ended.stdout.toString('utf8'), prefix);
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
  const ended = await git(['ls-files', '-z', ...which]);
  if (ended.status !== 0) throw new MemvaultError('git', `git ls-files failed: ${complaintOf(ended)}`);
  return ended.stdout
    .toString('utf8')
    .split('\0')
    .filter((entry) => entry !== '');
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
// Reads; changes nothing.

export interface BlobName {
  readonly id: string;
  /** From the vault's root: git picks line ends and filters by it. */
  readonly path: string;
}

/** The plain files below the vault in a commit: path to blob id. Empty for no commit. Throws `git`. */
export async function listBlobs(git: RunGit, commit: string | null): Promise<Map<string, string>> {
  if (commit === null) return new Map();
  const ended = await git(['ls-tree', '-r', '-z', commit]);
  if (ended.status !== 0) throw new MemvaultError('git', `git cannot list ${commit}: ${complaintOf(ended)}`);
  const entries = ended.stdout
    .toString('utf8')
    .split('\0')
    .flatMap((entry) => {
      const [, id, path] = /^100\d{3} blob ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
      return id === undefined || path === undefined ? [] : [[path, id] as const];
    });
  return new Map(entries);
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
  const mark = createHash('sha256').update(input).digest('hex');
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
