// The part of a refresh that changes something: files read, rows in and out, segments published. A few new rows are
// a small segment beside the large one, in memory until they are worth publishing; `buildIndex` and `changeIndex` end in
// the same documents.
import type { IndexFiles } from '../model/index-files.ts';
import { type Delta, deltaOf } from './delta.ts';
import { inHand } from './in-hand.ts';
import { type Found, foldersOf, isNews, notesOf, rulesOf } from './look-around.ts';
import type { Manifest } from './manifest.ts';
import type { Part, Published } from './open-index.ts';
import { publish, type Publishing } from './publish.ts';
import { folderOf, readChanged, readNow } from './read-changed.ts';
import { buildSegment, memoryFile, openSegment, tablesOver } from './segment/segment.ts';
import type { SegmentFile, SegmentInput } from './segment/row.ts';
import type { Options } from './bring.ts';
import type { Fault, OpenIndex } from './state.ts';
import { nextSegments, partsAfter } from './tiers.ts';
import type { Tables } from './view.ts';
import { type ReadFile, wholeOf } from './whole.ts';

export interface ChangeOptions extends Options {
  /** Files that are read whatever their size and time say. */
  readonly again: readonly string[];
  /** Facts that were forgotten, or remembered again, since. */
  readonly turned: ReadonlySet<string>;
  /** Publishes whatever another process published meanwhile. */
  readonly isLast: boolean;
}

/** `kept`: is what was found published, or nothing to publish? */
export interface Changed {
  readonly index: OpenIndex;
  readonly kept: boolean;
}

/** A search publishes more new rows than this; up to then it finds them anew each time. */
const WORTH = 20;
const NONE: ReadonlySet<string> = new Set();
const NOTHING: Delta = { dead: [], input: { files: [], facts: [], rows: [] } };

/** The index from nothing. `rebuilt`: why, where a refresh was asked for. */
export async function buildIndex(files: IndexFiles, options: Options, rebuilt: Fault | null): Promise<Changed> {
  const { forgotten, settings, tokenizer, write } = options;
  const at = Date.now();
  const listing = await files.walk();
  const unread = new Set<string>();
  let count = 0;
  function* readAll(): Iterable<ReadFile> {
    for (const { path, ...now } of notesOf(listing)) {
      const file = readNow(files, path, now);
      if (file.bytes === null) unread.add(folderOf(path));
      else count++;
      yield file;
    }
  }
  const { part, bytes } = built(wholeOf(readAll(), { files, forgotten, turned: NONE, tokenizer }));
  const manifest = { settings, forgotten: [...forgotten].sort(), files: count, folders: withoutTimes(foldersOf(listing, at), unread), rules: rulesOf(listing) };
  // Nothing of what was there is gone on from, and some of it may be damaged or know words that are forgotten.
  const kept = write !== 'never' && publish(files, { manifest, segments: [{ bytes, rows: part.segment.rows }], after: null, purge: true }) === 'done';
  const changes = { added: count, updated: 0, removed: 0, unchanged: 0 };
  return { index: inHand(files, options, tablesOver([part]), { changes, rebuilt, notLookedAt: 0, tokenizer }), kept };
}

/**
 * The index after what a look found; in the place of `from`, which is closed with it. `damaged` where that turns out not
 * to be what it says, `anew` where a difference does not tell what must change.
 */
export function changeIndex(files: IndexFiles, options: ChangeOptions, from: Published, found: Found): Changed | 'damaged' | 'anew' | 'outrun' {
  const { tables, manifest } = from;
  const { forgotten, tokenizer, turned, write } = options;
  const read = readChanged(files, tables, found, options.again);
  if (read === null) return 'damaged';
  const { changed, moved, unread, changes: { added, updated, removed } } = read;
  const delta = changed.length === 0 && turned.size === 0 ? NOTHING : deltaOf(tables, changed, { files, forgotten, turned, tokenizer });
  if (delta === null) return 'anew';
  const fresh = [delta.input, { files: moved, facts: [], rows: [] }].filter((input) => input.files.length + input.facts.length > 0).map((input) => built(input).part);
  const parts = [...partsAfter(from.parts, delta.dead), ...fresh];
  const next = { ...manifest, forgotten: [...forgotten].sort(), files: manifest.files + growthOf(tables, delta.input.files), folders: withoutTimes(found.folders, unread), rules: found.rules };
  const isSame = fresh.length === 0 && delta.dead.length === 0 && turned.size === 0 && from.identities === null && !isNews(next, manifest);
  const isWorth = write === 'always' || (write === 'cheap' && (turned.size > 0 || found.isWhole || delta.input.rows.length + delta.dead.length > WORTH));
  const publishing = !isSame && isWorth ? publishNext(files, options, from, parts, next) : null;
  if (publishing === 'outrun' && write === 'always' && !options.isLast) return 'outrun';
  const changes = { added, updated, removed, unchanged: manifest.files - updated - removed };
  const index = inHand(files, options, tablesOver(parts), { changes, rebuilt: null, notLookedAt: found.notLookedAt, tokenizer });
  return { index, kept: isSame || publishing === 'done' };
}

function publishNext(files: IndexFiles, { turned, write, isLast }: ChangeOptions, from: Published, parts: readonly Part[], manifest: Omit<Manifest, 'segments'>): Publishing {
  const { bytes, identities } = from;
  const entries = from.manifest.segments.map((entry, at) => ({ ...entry, identity: identities?.[at] ?? entry.identity }));
  // What is forgotten must not stay in a file, though the difference is small.
  const purge = turned.size > 0;
  return publish(files, { manifest, segments: nextSegments({ parts, entries, mayFold: write === 'always', purge }), after: isLast ? null : bytes, purge });
}

/** Files that came less those that went. */
function growthOf(tables: Tables, files: readonly SegmentFile[]): number {
  let growth = 0;
  for (const { path, size } of files) growth += (size < 0 ? 0 : 1) - (tables.file(path) === null ? 0 : 1);
  return growth;
}

function built(input: SegmentInput): { part: Part; bytes: Uint8Array } {
  const bytes = buildSegment(input);
  return { part: { segment: openSegment(memoryFile(bytes)), dead: [] }, bytes };
}

/** Folders in which something could not be read are looked at each time, until it can. */
function withoutTimes(folders: Readonly<Record<string, number>>, unread: ReadonlySet<string>): Record<string, number> {
  return Object.fromEntries(Object.entries(folders).map(([folder, mtimeMs]) => [folder, unread.has(folder) ? 0 : mtimeMs]));
}
