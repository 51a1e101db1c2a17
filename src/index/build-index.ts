// The index from nothing: all rows of a vault from the bytes of all its files, as one segment in the place of
// whatever there was.
import { compareText } from '../model/fact.ts';
import type { IndexFiles, Progress } from '../model/ports.ts';
import { keepFacts, noteOf, parseBytes, type Parsed } from './documents/parse.ts';
import type { LoggedFact } from './documents/parsed.ts';
import { inHand } from './open-index.ts';
import { dayNumber } from '../model/day.ts';
import { publish } from './publish.ts';
import { foldersOf, notesOf, type Options, rulesOf, withProgress, withoutTimes } from './refresh.ts';
import {
  type Cited,
  compareRows,
  createSaying,
  type PlacedRow,
  type RowFile,
  rowOfClaim,
  rowOfFact,
  rowOfText,
  type Saying,
} from './rows.ts';
import { buildSegment, type SegmentSource } from './segment/build.ts';
import { memoryFile, openSegment } from './segment/open.ts';
import type { SegmentFact, SegmentFile } from './segment/row.ts';
import { tablesOver } from './segment/tables.ts';
import type { Tokenizer } from './tokenizer.ts';
import { folderOf, readNow } from './update.ts';
import type { Changed, Fault, Tables } from './view.ts';

/** `rebuilt`: why, where a refresh was asked for. `before`: what the index said, to tell what changed. */
export async function buildIndex(
  files: IndexFiles,
  options: Options,
  rebuilt: Fault | null,
  before: Tables | null,
): Promise<Changed> {
  const progress = (await options.progress?.()) ?? null;
  try {
    return await builtFrom(files, options, rebuilt, before, progress);
  } finally {
    progress?.end();
  }
}

async function builtFrom(
  files: IndexFiles,
  options: Options,
  rebuilt: Fault | null,
  before: Tables | null,
  progress: Progress | null,
): Promise<Changed> {
  const { forgotten, settings, tokenizer, write } = options;
  const at = Date.now();
  const listing = await files.walk();
  const unread = new Set<string>();
  const changes = { added: 0, updated: 0, unchanged: 0, removed: 0 };
  function* readAll(): Iterable<ReadFile> {
    const notes = notesOf(listing);
    for (const { path, ...now } of withProgress(notes, 'reading notes', notes.length, progress)) {
      const file = readNow(files, path, now);
      const known = file.bytes === null ? null : (before?.file(path) ?? null);
      if (file.bytes === null) unread.add(folderOf(path));
      else changes[known === null ? 'added' : known.digest === file.digest ? 'unchanged' : 'updated']++;
      yield file;
    }
  }
  const whole = wholeOf(readAll(), { files, forgotten, tokenizer });
  const bytes = buildSegment({ ...whole, rows: withProgress(whole.rows, 'indexing', whole.count, progress) });
  const segment = openSegment(memoryFile(bytes));
  const count = changes.added + changes.updated + changes.unchanged;
  if (before !== null) changes.removed = before.files().length - changes.updated - changes.unchanged;
  const manifest = {
    settings,
    forgotten: [...forgotten].sort(),
    files: count,
    folders: withoutTimes(foldersOf(listing, at), unread),
    rules: rulesOf(listing),
  };
  // Nothing of what was there is gone on from, and some of it may be damaged or know words that are forgotten.
  const kept =
    write !== 'never' && publish(files, { manifest, segments: [bytes], after: null, purge: true }) === 'done';
  return {
    index: inHand(files, options, tablesOver([{ segment, dead: [] }]), { changes, rebuilt, notLookedAt: 0, tokenizer }),
    kept,
  };
}

/** A note as it was read. */
export interface ReadFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Of the bytes. */
  readonly digest: string;
  /** Null for one that is gone. */
  readonly bytes: Uint8Array | null;
}

export interface DocumentOptions {
  readonly files: Pick<IndexFiles, 'dailyDir' | 'zones' | 'sources' | 'isForeign' | 'read' | 'readPart' | 'stat'>;
  /** Ids of forgotten facts: never indexed, nor a claim that cites one. */
  readonly forgotten: ReadonlySet<string>;
  readonly tokenizer: Tokenizer;
}

/** A segment's rows with their number, which is known before they are made. */
export interface Whole extends SegmentSource {
  readonly count: number;
}

/**
 * Files that are gone are left out. Takes them one after the other and holds no bytes of them; facts and rows are made
 * when they are asked for, which they are once.
 */
export function wholeOf(
  files: Iterable<ReadFile>,
  { files: { read, ...layout }, forgotten, tokenizer }: DocumentOptions,
): Whole {
  const all: Parsed[] = [];
  for (const file of files) if (file.bytes !== null) all.push(parseBytes(file, file.bytes, layout));
  all.sort((a, b) => compareText(a.parsed.path, b.parsed.path));
  all.forEach(({ slot }, number) => (slot.number = number));
  const facts = keepFacts(all, read);
  const latest =
    all
      .map(({ parsed }) => parsed.day ?? '')
      .sort(compareText)
      .at(-LATEST) ?? '';
  return {
    files: all.map((one) => segmentFileOf(one, one.parsed.day !== null && one.parsed.day >= latest)),
    facts: segmentFacts(facts.values()),
    ...rowsOf(all, facts, forgotten, createSaying(tokenizer)),
  };
}

/** How many daily logs are likely to be appended to. */
const LATEST = 3;

function* segmentFacts(facts: Iterable<Cited>): Iterable<SegmentFact> {
  for (const { logged, log } of facts) yield segmentFactOf(logged, log);
}

interface Day {
  readonly rows: PlacedRow[];
  readonly logs: Parsed[];
}

/** In their order, those of one day together. */
function rowsOf(
  all: readonly Parsed[],
  facts: ReadonlyMap<string, Cited>,
  forgotten: ReadonlySet<string>,
  saying: Saying,
): Pick<Whole, 'rows' | 'count'> {
  const days = new Map<number, Day>();
  const dayOf = (logged: number): Day => {
    let day = days.get(logged);
    if (!day) days.set(logged, (day = { rows: [], logs: [] }));
    return day;
  };
  const cited = new Set<string>();
  for (const one of all) {
    const {
      parsed: { day, claims, texts },
      slot,
    } = one;
    if (day !== null) dayOf(dayNumber(day)).logs.push(one);
    for (const claim of claims) {
      // What was forgotten stays forgotten, in whatever words a claim says it.
      if (forgotten.size > 0 && claim.cites.some((id) => forgotten.has(id))) continue;
      for (const id of claim.cites) cited.add(id);
      const row = rowOfClaim(
        claim,
        slot,
        claim.cites.map((id) => facts.get(id) ?? null),
        saying,
      );
      dayOf(row.logged).rows.push(row);
    }
    for (const text of texts) dayOf(0).rows.push(rowOfText(text, slot, saying));
  }
  const stands = ({ fact: { id } }: LoggedFact): boolean => !cited.has(id) && !forgotten.has(id);
  let count = 0;
  for (const { rows, logs } of days.values()) {
    count += rows.length;
    for (const { parsed } of logs) for (const logged of parsed.facts) if (stands(logged)) count++;
  }
  return { count, rows: rowsByDay(days, stands, saying) };
}

function* rowsByDay(
  days: ReadonlyMap<number, Day>,
  stands: (logged: LoggedFact) => boolean,
  saying: Saying,
): Iterable<PlacedRow> {
  for (const [, { rows, logs }] of [...days].sort(([a], [b]) => a - b)) {
    for (const { parsed, slot } of logs) {
      for (const logged of parsed.facts) if (stands(logged)) rows.push(rowOfFact(logged, slot, saying));
    }
    yield* rows.sort(compareRows);
    rows.length = 0;
  }
}

export function segmentFileOf(one: Parsed, mayGrow: boolean): SegmentFile {
  const {
    read: { path, size, mtimeMs, digest },
    parsed: { title, tags },
  } = one;
  return { path, size, mtimeMs, digest, title, tags, note: noteOf(one, mayGrow) };
}

export function segmentFactOf(
  { fact: { id, line }, offset }: LoggedFact,
  { number }: Pick<RowFile, 'number'>,
): SegmentFact {
  return { id, file: number, offset, line };
}
