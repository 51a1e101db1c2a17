// The commit that holds a run: how its message names runs, how it is found again, and what it changed.
// Reads; `commit.ts` writes.
import { hasControls, toJson } from '../model/controls.ts';
import type { FileChange } from '../model/journal.ts';
import { MemvaultError } from '../model/errors.ts';
import { listBlobs, readBlobs, type BlobName } from './blobs.ts';
import { complaintOf, type RunGit } from './run-git.ts';

export interface RunCommit {
  readonly commit: string;
  /** Its first parent; null for a first commit. */
  readonly parent: string | null;
  /** All runs that it holds, the oldest first. */
  readonly runs: readonly string[];
  /** Pages that it holds edits of a person in, besides what the runs wrote. */
  readonly edited: readonly string[];
}

const RUN = 'Memvault-Run';
const EDITED = 'Memvault-Edited';
/** One such page keeps a commit from being taken back elsewhere; the others are for a person to read. */
const MAX_EDITED = 100;

/** The last paragraph of a commit's message. */
export function renderTrailers(runs: readonly string[], edited: readonly string[]): string {
  const more = edited.length > MAX_EDITED ? [`${EDITED}: and ${edited.length - MAX_EDITED} more`] : [];
  return [
    ...runs.map((run) => `${RUN}: ${run}`),
    ...edited.slice(0, MAX_EDITED).map((path) => `${EDITED}: ${quotePath(path)}`),
    ...more,
  ].join('\n');
}

/** The values of the lines of a message that are such trailers, wherever a hook or a squash has put them. */
export function parseTrailers(message: string): Pick<RunCommit, 'runs' | 'edited'> {
  const valuesOf = (key: string): string[] =>
    [...message.matchAll(new RegExp(`^${key}: (.+?)\\r?$`, 'gm'))].map(([, value = '']) => value.trim());
  return { runs: [...new Set(valuesOf(RUN))], edited: [...new Set(valuesOf(EDITED).map(readPath))] };
}

/** The newest commit of what is checked out that holds the run, or null. Throws `git`. */
export async function findRunCommit(git: RunGit, run: string): Promise<RunCommit | null> {
  const ended = await git([
    'log',
    '-z',
    '--no-color',
    '--encoding=UTF-8',
    '--fixed-strings',
    `--grep=${RUN}: ${run}`,
    '--format=%H %P%n%B',
    'HEAD',
    '--',
  ]);
  if (ended.status !== 0) {
    if (/bad revision 'HEAD'|does not have any commits/.test(ended.stderr)) return null;
    throw new MemvaultError('git', `git log failed: ${complaintOf(ended)}`);
  }
  for (const text of ended.stdout.toString('utf8').split('\0')) {
    const [commit, parent] = text.slice(0, text.indexOf('\n')).split(' ');
    const trailers = parseTrailers(text.slice(text.indexOf('\n') + 1));
    // git looks for a part of the message; this is the exact look.
    if (!commit || !trailers.runs.includes(run)) continue;
    if (!parent) await requireRoot(git, commit);
    return { commit, parent: parent || null, ...trailers };
  }
  return null;
}

/**
 * Where a clone's history was cut off, git tells a commit as if it had no parent; it would seem to have made every
 * page.
 */
async function requireRoot(git: RunGit, commit: string): Promise<void> {
  const { stdout } = await git(['cat-file', 'commit', commit]);
  const head = stdout.toString('utf8').split('\n\n')[0] ?? '';
  if (/^parent /m.test(head))
    throw new MemvaultError('git', `what came before the commit ${commit.slice(0, 10)} is not in this clone`, {
      hint: 'get it with: git fetch --unshallow',
    });
}

/** How a commit changed the files below the vault that `wanted` takes, against its first parent. Throws `git`. */
export async function readRunChanges(
  git: RunGit,
  { commit, parent }: RunCommit,
  wanted: (path: string) => boolean,
): Promise<FileChange[]> {
  const [before, after, prefix] = await Promise.all([listBlobs(git, parent), listBlobs(git, commit), readPrefix(git)]);
  const paths = [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => wanted(path) && before.get(path) !== after.get(path))
    .sort();
  const blobs: BlobName[] = paths.flatMap((path) =>
    [before.get(path), after.get(path)].flatMap((id) => (id === undefined ? [] : [{ id, path }])),
  );
  const texts = (await readBlobs(git, blobs, prefix)).values();
  const next = (id: string | undefined): string | null => (id === undefined ? null : (texts.next().value ?? null));
  return paths.map((path) => ({ path, before: next(before.get(path)), after: next(after.get(path)) }));
}

async function readPrefix(git: RunGit): Promise<string> {
  return (await git(['rev-parse', '--show-prefix'])).stdout.toString('utf8').replace(/\n$/, '');
}

/** A path in one line, as a JSON string where it could be mistaken or cut. */
const quotePath = (path: string): string =>
  /["\\]/.test(path) || hasControls(path) || path !== path.trim() ? toJson(path) : path;

function readPath(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}
