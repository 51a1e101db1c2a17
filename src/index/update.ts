// The part of a refresh that changes the index: reads files, adds and removes rows, publishes segments. A few new rows
// become a small segment next to the large one and stay in memory until they are worth publishing. The result equals an
// index built from scratch.
import { decodeBytes } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import type { FileStat, IndexFiles, Progress } from '../model/ports.ts';
import { splitLines } from '../note/lines.ts';
import { parseEntryHeader, parseFactLine, renderDayTitle } from '../page/fact-line.ts';
import { titleFromPath } from '../page/page.ts';
import type { DocumentOptions, ReadFile } from './build-index.ts';
import type { Delta } from './delta.ts';
import { byteLinesOf, dayOfPath, endOfLine, type Growth, type LoggedFact } from './documents/parsed.ts';
import { digestOfBytes, groupOfSession } from './hash.ts';
import { inHand, type Manifest, type Part, type Published } from './open-index.ts';
import type { Publishing } from './publish.ts';
import { type Found, isAsBefore, isNews, isSettled, type Options, withoutTimes, withProgress } from './refresh.ts';
import { compareRows, createSaying, isFoldDue, partsAfter, type PlacedRow, type RowFile, rowOfFact } from './rows.ts';
import { buildSegment } from './segment/build.ts';
import { memoryFile, openSegment } from './segment/open.ts';
import type { SegmentFact, SegmentFile } from './segment/row.ts';
import { tablesOver } from './segment/tables.ts';
import type { Changed, Changes, Tables } from './view.ts';

// Handles daily logs that only grew by entries as memvault writes them, the most common change found by a search. Reads
// from the old end of the log without the parsers for whole files, and gives up on anything else.

/** Returns the same as `deltaOf`, or null if only `deltaOf` can tell. */
export function growthOf(
  tables: Tables,
  changed: readonly ReadFile[],
  { files: { dailyDir }, forgotten, tokenizer }: DocumentOptions,
): Delta | null {
  const saying = createSaying(tokenizer);
  const files: SegmentFile[] = [];
  const facts: SegmentFact[] = [];
  const rows: PlacedRow[] = [];
  const seen = new Set<string>(forgotten);
  for (const file of [...changed].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const day = dayOfPath(file.path, dailyDir);
    const end = day === null ? null : endOf(tables.file(file.path), file);
    const grown = day === null || end === null ? null : readTail(file, day, end);
    if (grown === null || day === null) return null;
    const { path, size, mtimeMs, digest } = file;
    const slot: RowFile = { path, day, title: titleFromPath(path), tags: [], number: files.length };
    files.push({
      path,
      size,
      mtimeMs,
      digest,
      title: slot.title,
      tags: [],
      note: { shares: [], growth: grown.growth },
    });
    for (const logged of grown.facts) {
      const {
        fact: { id, line },
        offset,
      } = logged;
      if (seen.has(id) || tables.fact(id) !== null || tables.citing(id).length > 0) return null;
      seen.add(id);
      facts.push({ id, file: slot.number, offset, line });
      rows.push(rowOfFact(logged, slot, saying));
    }
  }
  return { dead: [], input: { files, facts, rows: rows.sort(compareRows) } };
}

interface End extends Growth {
  readonly size: number;
}

/** The end of the log when it was last read, provided that nothing above has changed. A new log ends at 0. */
function endOf(before: SegmentFile | null, { bytes }: ReadFile): End | null {
  if (before === null) return { size: 0, lines: 0, sessions: {} };
  const growth = before.note?.growth ?? null;
  if (growth === null || bytes === null || bytes.length < before.size) return null;
  return digestOfBytes(bytes.subarray(0, before.size)) === before.digest ? { ...growth, size: before.size } : null;
}

/** Returns null if the tail is anything but complete entries. */
function readTail(
  { path, bytes }: ReadFile,
  day: string,
  { size, lines: before, sessions }: End,
): { facts: LoggedFact[]; growth: Growth } | null {
  if (bytes === null) return null;
  const tail = bytes.subarray(size);
  const text = decodeBytes(tail);
  if ((text !== '' && !text.endsWith('\n')) || text.includes('```') || text.includes('~~~')) return null;
  const places = byteLinesOf(tail, { bom: 'kept' });
  const counts = new Map(Object.entries(sessions));
  const facts: LoggedFact[] = [];
  const lines = splitLines(text);
  let header: ReturnType<typeof parseEntryHeader> = null;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (line === '' || (size === 0 && i === 0 && `${line}\n` === renderDayTitle(day))) continue;
    const entry = parseEntryHeader(line);
    if (entry) {
      header = entry;
      continue;
    }
    const parsed = header && parseFactLine(line);
    if (!header || !parsed || parsed.id === null) return null;
    const { id, category, text: words, tags, fields } = parsed;
    const { time, session } = header;
    const offset = places.starts[i] ?? 0;
    const ordinal = counts.get(session ?? '') ?? 0;
    counts.set(session ?? '', ordinal + 1);
    const fact = {
      id,
      computed: false,
      day,
      time,
      session,
      path,
      line: before + i + 1,
      category,
      text: words,
      tags,
      fields,
    };
    facts.push({
      fact,
      offset: size + offset,
      length: endOfLine(places, i) - offset,
      group: groupOfSession(day, session),
      ordinal,
    });
  }
  return { facts, growth: { lines: before + lines.length, sessions: Object.fromEntries(counts) } };
}

// Reads the files that a check found and separates changed content from mere changes of time.

export interface ReadChanges {
  readonly changed: readonly ReadFile[];
  /** Files with unchanged content, with their current size and time, by path. */
  readonly moved: readonly SegmentFile[];
  /** Folders of files that could not be read; they will be checked again. */
  readonly unread: ReadonlySet<string>;
  readonly changes: Omit<Changes, 'unchanged'>;
}

/** A time that no file has, so that a file read at the moment it was written is read again. Sorts as the newest. */
const UNSETTLED = 8.64e15;

/** Reads a listed file. An unreadable file counts as gone. */
export function readNow(files: IndexFiles, path: string, { size, mtimeMs }: FileStat): ReadFile {
  const at = Date.now();
  const bytes = files.read(path);
  if (bytes === null) return { path, size: -1, mtimeMs: 0, digest: '', bytes };
  return { path, size, mtimeMs: isSettled(mtimeMs, at) ? mtimeMs : UNSETTLED, digest: digestOfBytes(bytes), bytes };
}

/**
 * `again`: files whose rows could not be read back. Returns null if all of these are unchanged: then the index itself
 * is wrong.
 */
function readChanged(
  files: IndexFiles,
  tables: Tables,
  { suspects, added }: Found,
  again: readonly string[],
  progress: Progress | null,
): ReadChanges | null {
  const changed: ReadFile[] = [];
  const moved: SegmentFile[] = [];
  const unread = new Set<string>();
  const changes = { added: 0, updated: 0, removed: 0 };
  const take = (path: string, now: FileStat | null): void => {
    const known = tables.file(path);
    const file = now === null ? { path, size: -1, mtimeMs: 0, digest: '', bytes: null } : readNow(files, path, now);
    if (file.bytes === null && now !== null) unread.add(folderOf(path));
    if (known === null && file.bytes === null) return;
    if (known !== null && file.digest === known.digest) {
      if (!isAsBefore(known, file)) moved.push({ ...known, size: file.size, mtimeMs: file.mtimeMs });
      return;
    }
    changes[known === null ? 'added' : file.bytes === null ? 'removed' : 'updated']++;
    changed.push(file);
  };
  const taken = new Set<string>();
  const all = [
    ...suspects,
    ...added.map(({ path, ...now }) => ({ path, now })),
    ...again.map((path) => ({ path, now: files.stat(path) })),
  ];
  for (const { path, now } of withProgress(all, 'reading notes', all.length, progress)) {
    if (taken.has(path)) continue;
    taken.add(path);
    take(path, now);
  }
  if (again.length > 0 && !changed.some(({ path }) => again.includes(path))) return null;
  return { changed, moved: moved.sort((a, b) => (a.path < b.path ? -1 : 1)), unread, changes };
}

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export interface ChangeOptions extends Options {
  /** Files to read whatever their size and time. */
  readonly reread: readonly string[];
  /** Publish even if another process published meanwhile. */
  readonly isLast: boolean;
}

/** A search publishes only if there are more new rows than this; until then each search finds them again. */
const WORTH = 20;
/** Reading this many notes is too quick to need a progress display. */
const FEW = 100;
const NOTHING: Delta = { dead: [], input: { files: [], facts: [], rows: [] } };

/**
 * Applies what a check found and returns the new index, which replaces `from` and closes it with itself. `damaged`: the
 * index contradicts its files. `anew`: the difference is unknown or too large, so rebuild.
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
): ReturnType<typeof changeIndex> {
  const { manifest } = from;
  const { write, tokenizer } = options;
  const step = await stepFrom(from, files, options, found, progress);
  if (typeof step === 'string') return step;
  const { parts, delta, moved, next } = step;
  const { added, updated, removed } = step.changes;
  if (write === 'always' && isFoldDue(parts)) return 'anew';
  const isSame = step.bytes === null && delta.dead.length === 0 && from.identities === null && !isNews(next, manifest);
  // Changes that file times do not reveal surface only through their hits, so they are stored at once. Files of a
  // copied vault are read once.
  const isMore = delta.input.rows.length + delta.dead.length > WORTH || moved > WORTH || options.reread.length > 0;
  const isWorth = write === 'always' || (write === 'cheap' && (found.isWhole || isMore));
  let publishing: Publishing | null = null;
  if (!isSame && isWorth) {
    try {
      publishing = await publishNext(files, options, from, found, step);
    } catch (error) {
      // That a file has a new time but the same content is worth recording, but not worth failing for.
      if (added + updated + removed > 0 || !(error instanceof MemvaultError)) throw error;
      publishing = 'unwritten';
    }
  }
  if (publishing === 'outrun' && write === 'always' && !options.isLast) return 'outrun';
  const index = inHand(files, options, tablesOver(parts), {
    changes: { added, updated, unchanged: manifest.files - updated - removed, removed },
    rebuilt: null,
    notLookedAt: found.notLookedAt,
    tokenizer,
  });
  return { index, kept: isSame || publishing === 'done' };
}

interface Step {
  readonly parts: readonly Part[];
  readonly delta: Delta;
  /** The new segment among the parts; null if nothing is new. */
  readonly bytes: Uint8Array | null;
  /** Number of files with a new time and unchanged content. */
  readonly moved: number;
  readonly changes: Omit<Changes, 'unchanged'>;
  /** The resulting manifest, without segments. */
  readonly next: Omit<Manifest, 'segments'>;
}

/** Turns what a check found into one more segment after these. */
async function stepFrom(
  { tables, parts, manifest }: Pick<Published, 'tables' | 'parts' | 'manifest'>,
  files: IndexFiles,
  options: ChangeOptions,
  found: Found,
  progress: Progress | null,
): Promise<Step | 'damaged' | 'anew'> {
  const read = readChanged(files, tables, found, options.reread, progress);
  if (read === null) return 'damaged';
  const { changed, moved, unread, changes } = read;
  const delta =
    changed.length + moved.length === 0
      ? NOTHING
      : ((moved.length === 0 ? growthOf(tables, changed, { ...options, files }) : null) ??
        // The parsers of whole files are loaded on demand: usually a log grew by an entry.
        (await import('./delta.ts')).deltaOf(tables, changed, { ...options, files }, moved));
  if (delta === null) return 'anew';
  const { input } = delta;
  const gone = goneSince(changed, delta);
  const rows = withProgress(input.rows, 'indexing', input.rows.length, progress);
  const bytes = input.files.length + input.facts.length === 0 ? null : buildSegment({ ...input, rows });
  const fresh = bytes === null ? [] : [{ segment: openSegment(memoryFile(bytes)), dead: [] }];
  return {
    parts: [...partsAfter(parts, delta.dead), ...fresh],
    delta,
    bytes,
    moved: moved.length,
    changes,
    next: {
      ...manifest,
      files: manifest.files + moreFiles(tables, input.files),
      folders: withoutTimes(found.folders, new Set([...unread, ...[...gone].map(folderOf)])),
      rules: found.rules,
    },
  };
}

/**
 * Files that the check listed but that could not be read when the change led to them: what was known of them is void,
 * and their folders will be checked again.
 */
function goneSince(changed: readonly ReadFile[], { input: { files } }: Delta): ReadonlySet<string> {
  const known = new Set(changed.map(({ path }) => path));
  return new Set(files.filter(({ path, size }) => size < 0 && !known.has(path)).map(({ path }) => path));
}

/**
 * A published index consists of one large segment and one small one for everything newer. A second small segment
 * replaces the first and is made from all files that either covers.
 */
async function publishNext(
  files: IndexFiles,
  options: ChangeOptions,
  from: Published,
  found: Found,
  step: Step,
): Promise<Publishing> {
  const { publish } = await import('./publish.ts');
  const [large, small] = from.parts;
  const isSecond = small !== undefined && (step.bytes !== null || step.delta.dead.length > 0);
  const last = isSecond && large ? await stepFromLarge(files, options, from, found, large, small) : step;
  if (typeof last === 'string') return 'outrun';
  const entries = from.manifest.segments.map((entry, at) => ({
    ...entry,
    identity: from.identities?.[at] ?? entry.identity,
    dead: last.parts[at]?.dead ?? [],
  }));
  const kept = isSecond ? entries.slice(0, 1) : entries;
  const { bytes } = last;
  return publish(files, {
    manifest: step.next,
    segments: bytes === null ? kept : [...kept, bytes],
    after: options.isLast ? null : from.text,
    purge: false,
  });
}

async function stepFromLarge(
  files: IndexFiles,
  options: ChangeOptions,
  { manifest }: Published,
  found: Found,
  large: Part,
  small: Part,
): Promise<Step | string> {
  const parts = [{ segment: large.segment, dead: [] }];
  const paths = [...small.segment.files.paths.startingWith(''), ...options.reread];
  const suspects = paths.map((path) => ({ path, now: files.stat(path) }));
  const all = { ...found, suspects: [...found.suspects, ...suspects] };
  return stepFrom({ manifest, parts, tables: tablesOver(parts) }, files, { ...options, reread: [] }, all, null);
}

/** Number of files added less those removed. */
function moreFiles(tables: Tables, files: readonly SegmentFile[]): number {
  let growth = 0;
  for (const { path, size } of files) growth += (size < 0 ? 0 : 1) - (tables.file(path) === null ? 0 : 1);
  return growth;
}
