// The part of a refresh that changes something: files read, rows in and out, segments published. A few new rows are
// a small segment beside the large one, in memory until they are worth publishing. It ends in the documents of an index
// built from nothing.
import { decodeBytes } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import type { FileStat, IndexFiles, Progress } from '../model/ports.ts';
import { splitLines } from '../note/lines.ts';
import { parseEntryHeader, renderDayTitle } from '../page/daily-entry.ts';
import { parseFactLine } from '../page/fact-line.ts';
import { titleFromPath } from '../page/page.ts';
import type { DocumentOptions, ReadFile } from './build-index.ts';
import type { Delta } from './delta.ts';
import { byteLinesOf, dayOfPath, endOfLine, type Growth, type LoggedFact } from './documents/parsed.ts';
import { digestOfBytes, groupOfSession } from './hash.ts';
import { inHand, type Manifest, type Part, type Published } from './open-index.ts';
import type { Publishing } from './publish.ts';
import { type Found, isAsBefore, isNews, isSettled, type Options, withProgress, withoutTimes } from './refresh.ts';
import { compareRows, createSaying, isFoldDue, partsAfter, type PlacedRow, type RowFile, rowOfFact } from './rows.ts';
import { buildSegment } from './segment/build.ts';
import { memoryFile, openSegment } from './segment/open.ts';
import type { SegmentFact, SegmentFile } from './segment/row.ts';
import { tablesOver } from './segment/tables.ts';
import type { Changed, Changes, Tables } from './view.ts';

// The rows of daily logs that grew by entries as memvault writes them, which is most of what a search finds changed:
// read from where the log ended, with none of the parsers that whole files need. Whatever else it sees it leaves to
// those.

/** What `deltaOf` would give, or null where only that can tell. */
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

/**
 * Where the log ended when it was read last, with nothing above that changed since. A new one ends at its beginning.
 */
function endOf(before: SegmentFile | null, { bytes }: ReadFile): End | null {
  if (before === null) return { size: 0, lines: 0, sessions: {} };
  const growth = before.note?.growth ?? null;
  if (growth === null || bytes === null || bytes.length < before.size) return null;
  return digestOfBytes(bytes.subarray(0, before.size)) === before.digest ? { ...growth, size: before.size } : null;
}

/** Null where anything but whole entries stands there. */
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

// The files that a look found, read: which of them say something else than before, and which only have another time.

export interface ReadChanges {
  readonly changed: readonly ReadFile[];
  /** Files that say what they said, with size and time as they are now, by path. */
  readonly moved: readonly SegmentFile[];
  /** Folders of files that could not be read; they are looked at again. */
  readonly unread: ReadonlySet<string>;
  readonly changes: Omit<Changes, 'unchanged'>;
}

/** A time that no file has: one that was read in the moment it was written is read again. It counts as the newest. */
const UNSETTLED = 8.64e15;

/** A listed file as it is now. One that cannot be read is as good as gone. */
export function readNow(files: IndexFiles, path: string, { size, mtimeMs }: FileStat): ReadFile {
  const at = Date.now();
  const bytes = files.read(path);
  if (bytes === null) return { path, size: -1, mtimeMs: 0, digest: '', bytes };
  return { path, size, mtimeMs: isSettled(mtimeMs, at) ? mtimeMs : UNSETTLED, digest: digestOfBytes(bytes), bytes };
}

/**
 * `again`: files that rows could not be read back from; `progress` hears of all that are read. Null where all of them
 * say what they said: then the index does not.
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
  /** Files that are read whatever their size and time say. */
  readonly reread: readonly string[];
  /** Publishes whatever another process published meanwhile. */
  readonly isLast: boolean;
}

/** A search publishes more new rows than this; up to then it finds them anew each time. */
const WORTH = 20;
/** Notes that are read in less time than anybody needs to see. */
const FEW = 100;
const NOTHING: Delta = { dead: [], input: { files: [], facts: [], rows: [] } };

/**
 * The index after what a look found; in the place of `from`, which is closed with it. `damaged` where that turns out
 * not to be what it says, `anew` where a difference does not tell what must change, or is too large.
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
  // Files that times do not tell of are found by their hits alone: what stands there now must be kept at once. Those of
  // a copied vault are read once.
  const isMore = delta.input.rows.length + delta.dead.length > WORTH || moved > WORTH || options.reread.length > 0;
  const isWorth = write === 'always' || (write === 'cheap' && (found.isWhole || isMore));
  let publishing: Publishing | null = null;
  if (!isSame && isWorth) {
    try {
      publishing = await publishNext(files, options, from, found, step);
    } catch (error) {
      // That a file has another time and says the same is good to know and no more.
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
  /** The new segment among the parts; null where nothing is new. */
  readonly bytes: Uint8Array | null;
  /** How many files have another time and say what they said. */
  readonly moved: number;
  readonly changes: Omit<Changes, 'unchanged'>;
  /** The manifest after it, without segments. */
  readonly next: Omit<Manifest, 'segments'>;
}

/** What a look found as one more segment behind these. */
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
        // What parses whole files is loaded only where it is needed: most often a log grew by an entry.
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
 * Files that the look had found and that could not be read when the change led to them: nothing that was seen of them
 * holds, and their folders are looked at again.
 */
function goneSince(changed: readonly ReadFile[], { input: { files } }: Delta): ReadonlySet<string> {
  const known = new Set(changed.map(({ path }) => path));
  return new Set(files.filter(({ path, size }) => size < 0 && !known.has(path)).map(({ path }) => path));
}

/**
 * An index is published as one large segment and one small one of all that is new since: a second small one takes the
 * place of the first, made of all files that either is about.
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

/** Files that came less those that went. */
function moreFiles(tables: Tables, files: readonly SegmentFile[]): number {
  let growth = 0;
  for (const { path, size } of files) growth += (size < 0 ? 0 : 1) - (tables.file(path) === null ? 0 : 1);
  return growth;
}
