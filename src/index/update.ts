// The part of a refresh that changes the index: reads files, adds and removes rows, publishes segments; and an index
// built from nothing. A published index is one large segment and at most one small one for everything newer, which is
// made anew for each publication. The rows of a search's own refresh are one more segment in memory. The result equals
// an index built from nothing.
import { decodeBytes } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import type { IndexFiles, Progress } from '../model/ports.ts';
import { splitLines } from '../note/lines.ts';
import { parseEntryHeader, parseFactLine, renderDayTitle } from '../page/fact-line.ts';
import { titleFromPath } from '../page/page.ts';
import type { Delta, DocumentOptions, ReadFile } from './delta.ts';
import type { Growth, LoggedFact } from './documents/parse.ts';
import { digestOfBytes, groupOfSession } from './hash.ts';
import {
  inHand,
  isFoldDue,
  type Manifest,
  type Part,
  partsAfter,
  publish,
  type Published,
  type Publishing,
} from './open-index.ts';
import { byteLinesOf, dayOfPath, endOfLine } from './read-document.ts';
import {
  type Found,
  isAsBefore,
  isNews,
  isSettled,
  lookAtAll,
  type Options,
  type Suspect,
  withoutTimes,
} from './refresh.ts';
import { compareRows, createSaying, type PlacedRow, type RowFile, rowOfFact } from './rows.ts';
import { buildSegment, type SegmentFact, type SegmentFile, type SegmentInput } from './segment/build.ts';
import { memoryFile, openSegment } from './segment/open.ts';
import { tablesOver } from './segment/tables.ts';
import type { Changed, Changes, Fault, Tables } from './view.ts';

// Handles daily logs that only grew by entries as memvault writes them, the most common change found by a search. Reads
// from the old end of the log without the parsers for whole files, and gives up on anything else.

/** Returns the same as `deltaOf`, or null if only `deltaOf` can tell. */
export function growthOf(
  tables: Tables,
  changed: Iterable<ReadFile>,
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

// Reads the files that a check found, and counts what changed.

/** A time that no file has, so that a file read at the moment it was written is read again. Sorts as the newest. */
const UNSETTLED = 8.64e15;

/** Reads a listed file. An unreadable file counts as gone. */
function readNow(files: IndexFiles, { path, now }: Suspect): ReadFile {
  const at = Date.now();
  const bytes = now === null ? null : files.read(path);
  if (bytes === null || now === null) return { path, size: -1, mtimeMs: 0, digest: '', bytes: null };
  const { size, mtimeMs } = now;
  return { path, size, mtimeMs: isSettled(mtimeMs, at) ? mtimeMs : UNSETTLED, digest: digestOfBytes(bytes), bytes };
}

interface Reading {
  readonly changes: { -readonly [Change in keyof Changes]: number };
  /** Folders of files that could not be read; they will be checked again. */
  readonly unread: Set<string>;
}

const startReading = (): Reading => ({
  changes: { added: 0, updated: 0, unchanged: 0, removed: 0 },
  unread: new Set(),
});

/** Yields the files that exist or are in `tables`, each with its entry there. */
function* readFiles(
  files: IndexFiles,
  listed: readonly Suspect[],
  tables: Tables | null,
  { changes, unread }: Reading,
  progress: Progress | null,
): Iterable<{ readonly file: ReadFile; readonly known: SegmentFile | null }> {
  for (const suspect of withProgress(listed, 'reading notes', progress)) {
    const known = tables?.file(suspect.path) ?? null;
    const file = readNow(files, suspect);
    if (file.bytes === null && suspect.now !== null) unread.add(folderOf(suspect.path));
    if (known === null && file.bytes === null) continue;
    if (known === null) changes.added++;
    else if (file.bytes === null) changes.removed++;
    else changes[file.digest === known.digest ? 'unchanged' : 'updated']++;
    yield { file, known };
  }
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Reports progress while iterating. */
function* withProgress<T>(things: readonly T[], label: string, progress: Progress | null): Iterable<T> {
  for (const [done, thing] of things.entries()) {
    progress?.update(label, done, things.length);
    yield thing;
  }
}

async function showProgress<T>(
  { progress: show }: Options,
  isLong: boolean,
  work: (progress: Progress | null) => Promise<T>,
): Promise<T> {
  const progress = isLong ? ((await show?.()) ?? null) : null;
  try {
    return await work(progress);
  } finally {
    progress?.end();
  }
}

/** The new segment with its bytes; null if nothing is new. */
function segmentOf(input: SegmentInput, progress: Progress | null): { bytes: Uint8Array; part: Part } | null {
  if (input.files.length + input.facts.length === 0) return null;
  const bytes = buildSegment({ ...input, rows: withProgress(input.rows, 'indexing', progress) });
  return { bytes, part: { segment: openSegment(memoryFile(bytes)), dead: [] } };
}

// An index built from nothing.

/** `rebuilt`: why, if only a refresh was requested. `before`: the previous index, used to count changes. */
export async function buildIndex(
  files: IndexFiles,
  options: Options,
  rebuilt: Fault | null,
  before: Tables | null,
): Promise<Changed> {
  const { forgotten, settings, tokenizer, write } = options;
  const { wholeOf } = await import('./delta.ts');
  const found = await lookAtAll(files, tablesOver([]), true);
  return await showProgress(options, true, async (progress) => {
    const reading = startReading();
    function* readAll(): Iterable<ReadFile> {
      for (const { file } of readFiles(files, listedIn(found), before, reading, progress)) yield file;
    }
    const segment = segmentOf(wholeOf(readAll(), { files, forgotten, tokenizer }), progress);
    const { changes, unread } = reading;
    const count = changes.added + changes.updated + changes.unchanged;
    if (before !== null)
      changes.removed = before.filesBeside('', '').files.length - changes.updated - changes.unchanged;
    const manifest = {
      settings,
      forgotten: [...forgotten].sort(),
      files: count,
      folders: withoutTimes(found.folders, unread),
      rules: found.rules,
    };
    // The old segments are purged: they may be damaged or contain words that have been forgotten.
    const next = { manifest, segments: segment === null ? [] : [segment.bytes], after: null, purge: true };
    const kept = write !== 'never' && publish(files, next) === 'done';
    const tables = tablesOver(segment === null ? [] : [segment.part]);
    return { index: inHand(files, options, tables, { changes, rebuilt, notLookedAt: 0, tokenizer }), kept };
  });
}

const listedIn = ({ suspects, added }: Found): readonly Suspect[] => [
  ...suspects,
  ...added.map(({ path, ...now }) => ({ path, now })),
];

// An index changed by difference.

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
  const { manifest } = from;
  const { write, tokenizer } = options;
  const isLong = found.suspects.length + found.added.length > FEW;
  const step = await showProgress(options, isLong, (progress) => stepFrom(from, files, options, found, progress));
  if (typeof step === 'string') return step;
  const { parts, size, moved, next } = step;
  if (write === 'always' && isFoldDue(parts)) return 'anew';
  const { added, updated, removed } = step.changes;
  const isSame = step.bytes === null && size === 0 && from.identities === null && !isNews(next, manifest);
  // Changes that file times do not reveal surface only through their hits, so they are stored at once. Files of a
  // copied vault are read once.
  const isMore = size > WORTH || moved > WORTH || options.reread.length > 0;
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
  /** Number of new and dead rows. */
  readonly size: number;
  /** The new segment among the parts; null if nothing is new. */
  readonly bytes: Uint8Array | null;
  /** Number of files with a new time and unchanged content. */
  readonly moved: number;
  readonly changes: Changes;
  /** The resulting manifest, without segments. */
  readonly next: Omit<Manifest, 'segments'>;
}

/** Turns what a check found into one more segment after these. */
async function stepFrom(
  { tables, parts, manifest }: Pick<Published, 'tables' | 'parts' | 'manifest'>,
  files: IndexFiles,
  options: Pick<ChangeOptions, 'forgotten' | 'tokenizer' | 'reread'>,
  found: Found,
  progress: Progress | null,
): Promise<Step | 'damaged' | 'anew'> {
  const { reread } = options;
  const reading = startReading();
  const changed: ReadFile[] = [];
  const moved: SegmentFile[] = [];
  const again = reread.map((path) => ({ path, now: files.stat(path) }));
  const listed = new Map([...again, ...listedIn(found)].map((suspect) => [suspect.path, suspect]));
  for (const { file, known } of readFiles(files, [...listed.values()], tables, reading, progress)) {
    if (file.digest !== known?.digest) changed.push(file);
    else if (!isAsBefore(known, file)) moved.push({ ...known, size: file.size, mtimeMs: file.mtimeMs });
  }
  // The rows of these could not be read back: if none has changed, the index itself is wrong.
  if (reread.length > 0 && !changed.some(({ path }) => reread.includes(path))) return 'damaged';
  const delta = await differenceOf(tables, changed, { ...options, files }, moved);
  if (delta === null) return 'anew';
  const { dead, input } = delta;
  const segment = segmentOf(input, progress);
  // Files that could not be read when the change led to them; their folders will be checked again.
  const known = new Set(changed.map(({ path }) => path));
  const gone = input.files.filter(({ path, size }) => size < 0 && !known.has(path));
  return {
    parts: [...partsAfter(parts, dead), ...(segment === null ? [] : [segment.part])],
    size: input.rows.length + dead.length,
    bytes: segment?.bytes ?? null,
    moved: moved.length,
    changes: reading.changes,
    next: {
      ...manifest,
      files: manifest.files + moreFiles(tables, input.files),
      folders: withoutTimes(found.folders, new Set([...reading.unread, ...gone.map(({ path }) => folderOf(path))])),
      rules: found.rules,
    },
  };
}

/** The parsers of whole files are loaded on demand: usually a log grew by an entry. */
async function differenceOf(
  tables: Tables,
  changed: readonly ReadFile[],
  options: DocumentOptions,
  moved: readonly SegmentFile[],
): Promise<Delta | null> {
  const growth = moved.length === 0 ? growthOf(tables, changed, options) : null;
  return growth ?? (await import('./delta.ts')).deltaOf(tables, changed, options, moved);
}

/** A second small segment replaces the first and is made from all files that either covers. */
async function publishNext(
  files: IndexFiles,
  options: ChangeOptions,
  from: Published,
  found: Found,
  step: Step,
): Promise<Publishing> {
  const [large, small] = from.parts;
  const isSecond = small !== undefined && (step.bytes !== null || step.size > 0);
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
