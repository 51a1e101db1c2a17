// The part of a refresh that changes something: files read, rows in and out, segments published. A few new rows are
// a small segment beside the large one, in memory until they are worth publishing. It ends in the documents of an index
// built from nothing.
import { MemvaultError } from '../model/errors.ts';
import type { IndexFiles } from '../model/index-files.ts';
import type { Progress } from '../model/ports.ts';
import type { Options } from './refresh.ts';
import type { Delta } from './delta.ts';
import { growthOf } from './growth.ts';
import { inHand } from './in-hand.ts';
import { type Found, isNews, withoutTimes } from './look-around.ts';
import type { Manifest } from './manifest.ts';
import type { Part, Published } from './open-index.ts';
import type { Publishing } from './publish.ts';
import { folderOf, readChanged } from './read-changed.ts';
import { buildSegment } from './segment/build.ts';
import { memoryFile } from './segment/memory.ts';
import { openSegment } from './segment/open.ts';
import type { SegmentFile, SegmentInput } from './segment/row.ts';
import { tablesOver } from './segment/tables.ts';
import type { Changed } from './state.ts';
import { isFoldDue, partsAfter } from './parts.ts';
import { told } from './told.ts';
import type { Tables } from './view.ts';
import type { DocumentOptions, ReadFile } from './whole.ts';

export interface ChangeOptions extends Options {
  /** Files that are read whatever their size and time say. */
  readonly reread: readonly string[];
  /** Facts that were forgotten, or remembered again, since. */
  readonly turned: ReadonlySet<string>;
  /** Nothing that is dead may stay. */
  readonly purge: boolean;
  /** Publishes whatever another process published meanwhile. */
  readonly isLast: boolean;
}

/** A search publishes more new rows than this; up to then it finds them anew each time. */
const WORTH = 20;
/** Notes that are read in less time than anybody is told of. */
const FEW = 100;
const NOTHING: Delta = { dead: [], input: { files: [], facts: [], rows: [] } };

/**
 * The index after what a look found; in the place of `from`, which is closed with it. `damaged` where that turns out
 * not to be what it says, `anew` where a difference does not tell what must change.
 */
export async function changeIndex(
  files: IndexFiles,
  options: ChangeOptions,
  from: Published,
  found: Found,
): Promise<Changed | 'damaged' | 'anew' | 'outrun'> {
  const progress = found.suspects.length + found.added.length > FEW ? ((await options.progress?.()) ?? null) : null;
  try {
    return await changedBy(files, options, from, found, progress);
  } finally {
    progress?.end();
  }
}

async function changedBy(
  files: IndexFiles,
  options: ChangeOptions,
  from: Published,
  found: Found,
  progress: Progress | null,
): Promise<Changed | 'damaged' | 'anew' | 'outrun'> {
  const { tables, manifest } = from;
  const { forgotten, tokenizer, turned, write, purge } = options;
  const read = readChanged(files, tables, found, options.reread, progress);
  if (read === null) return 'damaged';
  const {
    changed,
    moved,
    unread,
    changes: { added, updated, removed },
  } = read;
  const delta =
    changed.length === 0 && turned.size === 0
      ? NOTHING
      : await deltaFor(tables, changed, { files, forgotten, turned, tokenizer });
  if (delta === null) return 'anew';
  const gone = goneSince(changed, delta);
  const fresh = [delta.input, { files: moved.filter(({ path }) => !gone.has(path)), facts: [], rows: [] }]
    .filter((input) => input.files.length + input.facts.length > 0)
    .map((input) => built(input, progress));
  const parts = [...partsAfter(from.parts, delta.dead), ...fresh];
  const next = {
    ...manifest,
    forgotten: [...forgotten].sort(),
    files: manifest.files + moreFiles(tables, delta.input.files),
    folders: withoutTimes(found.folders, new Set([...unread, ...[...gone].map(folderOf)])),
    rules: found.rules,
  };
  const isLarge = write === 'always' && isFoldDue(manifest.segments);
  const isSame =
    !isLarge &&
    fresh.length === 0 &&
    delta.dead.length === 0 &&
    !purge &&
    from.identities === null &&
    !isNews(next, manifest);
  // Files that times do not tell of are found by their hits alone: what stands there now must be kept at once. Those of
  // a copied vault are read once.
  const isMore =
    delta.input.rows.length + delta.dead.length > WORTH || moved.length > WORTH || options.reread.length > 0;
  const isWorth = write === 'always' || (write === 'cheap' && (purge || found.isWhole || isMore));
  // That a file has another time and says the same is good to know and no more.
  const isNeeded = delta !== NOTHING || purge;
  const publishing =
    !isSame && isWorth
      ? await publishNext(files, options, from, parts, next).catch((error: unknown) => unwrittenUnless(isNeeded, error))
      : null;
  if (publishing === 'outrun' && write === 'always' && !options.isLast) return 'outrun';
  const changes = { added, updated, unchanged: manifest.files - updated - removed, removed };
  const index = inHand(files, options, tablesOver(parts), {
    changes,
    rebuilt: null,
    notLookedAt: found.notLookedAt,
    tokenizer,
  });
  return { index, kept: isSame || publishing === 'done' };
}

/**
 * What parses whole files, and what merges and publishes, is loaded only where it is needed: most often a log grew by
 * an entry.
 */
async function deltaFor(tables: Tables, changed: readonly ReadFile[], options: DocumentOptions): Promise<Delta | null> {
  return growthOf(tables, changed, options) ?? (await import('./delta.ts')).deltaOf(tables, changed, options);
}

/**
 * Files that the look had found and that could not be read when the change led to them: nothing that was seen of them
 * holds, and their folders are looked at again.
 */
function goneSince(changed: readonly ReadFile[], { input: { files } }: Delta): ReadonlySet<string> {
  const known = new Set(changed.map(({ path }) => path));
  return new Set(files.filter(({ path, size }) => size < 0 && !known.has(path)).map(({ path }) => path));
}

async function publishNext(
  files: IndexFiles,
  { write, purge, isLast }: ChangeOptions,
  from: Published,
  parts: readonly Part[],
  manifest: Omit<Manifest, 'segments'>,
): Promise<Publishing> {
  const { publish, nextSegments } = await import('./publish-next.ts');
  const { text, identities } = from;
  const entries = from.manifest.segments.map((entry, at) => ({
    ...entry,
    identity: identities?.[at] ?? entry.identity,
  }));
  return publish(files, {
    manifest,
    segments: nextSegments({ parts, entries, mayFold: write === 'always', purge }),
    after: isLast ? null : text,
    purge,
  });
}

function unwrittenUnless(isNeeded: boolean, error: unknown): Publishing {
  if (isNeeded || !(error instanceof MemvaultError)) throw error;
  return 'unwritten';
}

/** Files that came less those that went. */
function moreFiles(tables: Tables, files: readonly SegmentFile[]): number {
  let growth = 0;
  for (const { path, size } of files) growth += (size < 0 ? 0 : 1) - (tables.file(path) === null ? 0 : 1);
  return growth;
}

function built(input: SegmentInput, progress: Progress | null): Part {
  const rows = told(input.rows, 'indexing', input.rows.length, progress);
  return { segment: openSegment(memoryFile(buildSegment({ ...input, rows }))), dead: [] };
}
