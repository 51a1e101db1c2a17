// Builds the index from scratch: reads every file of the vault and publishes all rows as one segment that replaces
// whatever was there.
import { compareText } from '../model/fact.ts';
import type { IndexFiles, Progress } from '../model/ports.ts';
import { keepFacts, noteOf, parseBytes, type Parsed } from './documents/parse.ts';
import type { LoggedFact } from './documents/parsed.ts';
import { inHand } from './open-index.ts';
import { publish } from './publish.ts';
import { foldersOf, notesOf, type Options, rulesOf, withProgress, withoutTimes } from './refresh.ts';
import { compareRows, createSaying, type PlacedRow, type RowFile, rowOfClaim, rowOfFact, rowOfText } from './rows.ts';
import { buildSegment } from './segment/build.ts';
import { memoryFile, openSegment } from './segment/open.ts';
import type { SegmentFact, SegmentFile, SegmentInput } from './segment/row.ts';
import { tablesOver } from './segment/tables.ts';
import type { Tokenizer } from './tokenizer.ts';
import { folderOf, readNow } from './update.ts';
import type { Changed, Fault, Tables } from './view.ts';

/** `rebuilt`: why, if only a refresh was requested. `before`: the previous index, used to count changes. */
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
  const bytes = buildSegment({ ...whole, rows: withProgress(whole.rows, 'indexing', whole.rows.length, progress) });
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
  // The old segments are purged: they may be damaged or contain words that have been forgotten.
  const kept =
    write !== 'never' && publish(files, { manifest, segments: [bytes], after: null, purge: true }) === 'done';
  return {
    index: inHand(files, options, tablesOver([{ segment, dead: [] }]), { changes, rebuilt, notLookedAt: 0, tokenizer }),
    kept,
  };
}

/** A note as read from disk. */
export interface ReadFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  /** Digest of the bytes. */
  readonly digest: string;
  /** Null if the file is gone. */
  readonly bytes: Uint8Array | null;
}

export interface DocumentOptions {
  readonly files: Pick<IndexFiles, 'dailyDir' | 'zones' | 'sources' | 'isForeign' | 'read' | 'readPart' | 'stat'>;
  /** Ids of forgotten facts: neither they nor claims that cite them are indexed. */
  readonly forgotten: ReadonlySet<string>;
  readonly tokenizer: Tokenizer;
}

/** Skips files that are gone. Parses one file at a time and does not retain its bytes. */
export function wholeOf(
  files: Iterable<ReadFile>,
  { files: { read, ...layout }, forgotten, tokenizer }: DocumentOptions,
): SegmentInput {
  const all: Parsed[] = [];
  for (const file of files) if (file.bytes !== null) all.push(parseBytes(file, file.bytes, layout));
  all.sort((a, b) => compareText(a.path, b.path));
  all.forEach((one, number) => (one.number = number));
  const facts = keepFacts(all, read);
  const saying = createSaying(tokenizer);
  const rows: PlacedRow[] = [];
  const cited = new Set<string>();
  for (const one of all) {
    for (const claim of one.claims) {
      // A claim that cites a forgotten fact is dropped, whatever its wording.
      if (claim.cites.some((id) => forgotten.has(id))) continue;
      for (const id of claim.cites) cited.add(id);
      const its = claim.cites.map((id) => facts.get(id) ?? null);
      rows.push(rowOfClaim(claim, one, its, saying));
    }
    for (const text of one.texts) rows.push(rowOfText(text, one, saying));
  }
  for (const [id, { logged, log }] of facts)
    if (!cited.has(id) && !forgotten.has(id)) rows.push(rowOfFact(logged, log, saying));
  const days = all.map(({ day }) => day ?? '').sort(compareText);
  const latest = days.at(-LATEST) ?? '';
  return {
    files: all.map((one) => segmentFileOf(one, one.day !== null && one.day >= latest)),
    facts: Array.from(facts.values(), ({ logged, log }) => segmentFactOf(logged, log)),
    rows: rows.sort(compareRows),
  };
}

/** How many daily logs are likely to grow. */
const LATEST = 3;

export function segmentFileOf(one: Parsed, mayGrow: boolean): SegmentFile {
  const { path, size, mtimeMs, digest, title, tags } = one;
  return { path, size, mtimeMs, digest, title, tags, note: noteOf(one, mayGrow) };
}

export function segmentFactOf(
  { fact: { id, line }, offset }: LoggedFact,
  { number }: Pick<RowFile, 'number'>,
): SegmentFact {
  return { id, file: number, offset, line };
}
