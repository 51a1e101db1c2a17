// Computes which rows die and which are new after some files changed. The work grows with the files changed and the
// files that they affect; those are read again on demand. The whole index is the difference from nothing.
import { compareText } from '../model/fact.ts';
import type { IndexFiles } from '../model/ports.ts';
import { keepFacts, parseBytes, type Parsed, segmentFileOf } from './documents/parse.ts';
import { digestOfBytes } from './hash.ts';
import {
  type Cited,
  compareRows,
  createSaying,
  type PlacedRow,
  type RowFile,
  rowOfClaim,
  rowOfFact,
  rowOfText,
} from './rows.ts';
import { ROW_KINDS } from './segment/format.ts';
import type { SegmentFact, SegmentFile, SegmentInput } from './segment/build.ts';
import { tablesOver } from './segment/tables.ts';
import type { Tokenizer } from './tokenizer.ts';
import type { Spot, Tables } from './view.ts';

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

const goneFile = (path: string): ReadFile => ({ path, size: -1, mtimeMs: 0, digest: '', bytes: null });

export interface DocumentOptions {
  readonly files: Pick<IndexFiles, 'dailyDir' | 'zones' | 'sources' | 'isForeign' | 'read' | 'readPart' | 'stat'>;
  /** Ids of forgotten facts: neither they nor claims that cite them are indexed. */
  readonly forgotten: ReadonlySet<string>;
  readonly tokenizer: Tokenizer;
}

export interface Delta {
  /** Rows of the tables, ascending. */
  readonly dead: readonly number[];
  readonly input: SegmentInput;
}

/**
 * Each round may find more files that the change affects, because they changed too or share an id with one that did.
 */
const ROUNDS = 20;

/**
 * `changed`: files that changed, are new or are gone; parsed one by one, and their bytes are not retained. Files that
 * they affect are read again and, if they changed too, treated as changed. `moved`: files with a new modification time
 * but the same content. Returns null if files change faster than they can be read.
 */
export function deltaOf(
  tables: Tables,
  changed: Iterable<ReadFile>,
  options: DocumentOptions,
  moved: readonly SegmentFile[] = [],
): Delta | null {
  const given = new Map<string, Given>();
  const take = (file: ReadFile): void => {
    const parsed = file.bytes === null ? null : parseBytes(file, file.bytes, options.files);
    given.set(file.path, { parsed, kept: parsed === null ? 0 : prefixKept(tables, file, parsed) });
  };
  for (const file of changed) take(file);
  for (let round = 0; round < ROUNDS; round++) {
    const more = new Map<string, ReadFile>();
    const opened = open(tables, given, options, more);
    const delta = opened && changeRows(tables, opened, options, moved);
    if (delta && more.size === 0) return delta;
    for (const file of more.values()) take(file);
  }
  return null;
}

/** The whole index. Skips files that are gone. */
export function wholeOf(files: Iterable<ReadFile>, options: DocumentOptions): SegmentInput {
  const delta = deltaOf(tablesOver([]), files, options);
  // Over empty tables, files affect only each other.
  if (delta === null) throw new Error('a file that was not given');
  return delta.input;
}

/** A changed file. */
interface Given {
  /** Null if it is gone. */
  readonly parsed: Parsed | null;
  /** Number of bytes at its start that are as before. */
  readonly kept: number;
}

/** The whole indexed size of a file that only grew, else 0. */
function prefixKept(tables: Tables, { path, bytes }: ReadFile, { lines }: Parsed): number {
  const before = tables.file(path);
  if (bytes === null || before === null || before.size > bytes.length) return 0;
  // The last line may have grown if it had no newline; appended text may close a code fence above.
  const isAppended =
    before.size === bytes.length || (lines !== null && (bytes[before.size - 1] === 10 || bytes[before.size] === 10));
  return isAppended && digestOfBytes(bytes.subarray(0, before.size)) === before.digest ? before.size : 0;
}

/**
 * Ids of all facts that appeared, disappeared, moved, or are in a log that did more than grow: claims that cite them
 * are derived again.
 */
function touchedFacts(tables: Tables, { given, parsed, facts }: Opened): Set<string> {
  const touched = new Set<string>();
  for (const [path, { kept }] of given) {
    for (const id of tables.factsOf(path)) if (facts.get(id)?.log.path !== path) touched.add(id);
    for (const { fact, offset } of parsed.get(path)?.facts ?? []) {
      const before = offset < kept ? tables.fact(fact.id) : null;
      if (before?.path !== path || before.offset !== offset || before.line !== fact.line) touched.add(fact.id);
    }
  }
  return touched;
}

// The dead and new rows once the changed files are known: rows of the files themselves, claims elsewhere that cite
// their facts, and facts elsewhere that a claim started or stopped citing.

function changeRows(
  tables: Tables,
  opened: Opened,
  { forgotten, tokenizer }: DocumentOptions,
  moved: readonly SegmentFile[],
): Delta {
  const { given, parsed, facts, factOf } = opened;
  const saying = createSaying(tokenizer);
  const touched = touchedFacts(tables, opened);

  /** Rows that may have to go. */
  const old = new Set<number>();
  for (const path of given.keys()) for (const row of tables.rowsOf(path)) old.add(row);
  const pages = new Set<string>();
  for (const id of touched) {
    for (const row of tables.citing(id)) {
      old.add(row);
      const { path } = tables.spot(row);
      if (!given.has(path)) pages.add(path);
    }
  }

  const rows: PlacedRow[] = [];
  const cited = new Set<string>();
  const addClaims = (page: Parsed, isDecided: (cites: readonly string[]) => boolean): void => {
    for (const claim of page.claims) {
      if (!isDecided(claim.cites) || claim.cites.some((id) => forgotten.has(id))) continue;
      for (const id of claim.cites) cited.add(id);
      rows.push(rowOfClaim(claim, page, claim.cites.map(factOf), saying));
    }
  };
  for (const one of parsed.values()) {
    addClaims(one, () => true);
    for (const text of one.texts) rows.push(rowOfText(text, one, saying));
  }
  for (const path of pages) {
    const page = opened.unchanged(path);
    if (page) addClaims(page, (cites) => cites.some((id) => touched.has(id)));
  }

  const isCited = (id: string): boolean => cited.has(id) || tables.citing(id).some((row) => !old.has(row));
  const stands = (id: string): boolean => !forgotten.has(id) && !isCited(id);
  for (const [id, { logged, log }] of facts) if (stands(id)) rows.push(rowOfFact(logged, log, saying));
  const column = tables.column('kind');
  const claims = [...old].filter((row) => column[row] === CLAIM);
  const rowsOfFacts = rowsByFact(tables);
  for (const id of new Set([...tables.citedBy(claims), ...cited])) {
    const place = tables.fact(id);
    if (place === null || given.has(place.path)) continue;
    const row = rowsOfFacts(place.path).get(id);
    if (!stands(id)) {
      if (row !== undefined) old.add(row);
    } else if (row === undefined) {
      const fact = factOf(id);
      if (fact) rows.push(rowOfFact(fact.logged, fact.log, saying));
    }
  }
  const fresh = withoutKept(tables, old, rows);
  return { dead: [...old].sort((a, b) => a - b), input: inputOf(tables, opened, fresh, moved) };
}

const CLAIM = ROW_KINDS.indexOf('claim');
const FACT = ROW_KINDS.indexOf('fact');

/** The fact rows of a log, by id. */
function rowsByFact(tables: Tables): (path: string) => ReadonlyMap<string, number> {
  const known = new Map<string, ReadonlyMap<string, number>>();
  const column = tables.column('kind');
  return (path) => {
    let rows = known.get(path);
    if (!rows)
      known.set(
        path,
        (rows = new Map(
          tables
            .rowsOf(path)
            .filter((row) => column[row] === FACT)
            .map((row) => [tables.spot(row).id, row]),
        )),
      );
    return rows;
  };
}

/** How many daily logs are likely to grow. */
const LATEST = 3;

/** Columns that distinguish rows, beyond their spot. */
const TELLING = ['day', 'minute', 'logged', 'group', 'ordinal'] as const;

/** Returns the new rows and removes the unchanged ones from `old`. */
function withoutKept(tables: Tables, old: Set<number>, rows: readonly PlacedRow[]): readonly PlacedRow[] {
  if (old.size === 0) return rows;
  const columns = TELLING.map((name) => tables.column(name));
  const kept = new Map(
    [...old].map((row) => [
      signatureOf(
        tables.spot(row),
        columns.map((values) => values[row] ?? 0),
      ),
      row,
    ]),
  );
  return rows.filter((fresh) => {
    const row = kept.get(
      signatureOf(
        fresh,
        TELLING.map((name) => fresh[name]),
      ),
    );
    return row === undefined || !old.delete(row);
  });
}

function signatureOf(row: Spot, telling: readonly number[]): string {
  const { kind, superseded, path, offset, length, line, part, id, hash } = row;
  // Columns may store 32-bit numbers signed or unsigned.
  const numbers = [offset, length, line, part, hash, ...telling].map((number) => number | 0);
  return JSON.stringify([kind, superseded, path, id, ...numbers]);
}

function inputOf(
  tables: Tables,
  { given, parsed, facts, unchanged }: Opened,
  fresh: readonly PlacedRow[],
  moved: readonly SegmentFile[],
): SegmentInput {
  const files = new Map<string, { readonly file: SegmentFile; readonly slot: RowFile | null }>();
  const days = Array.from(parsed.values(), ({ day }) => day ?? '').sort(compareText);
  const latest = days.at(-LATEST) ?? '';
  for (const path of given.keys()) {
    const one = parsed.get(path);
    if (one) files.set(path, { file: segmentFileOf(one, latest), slot: one });
    else if (tables.file(path) !== null)
      files.set(path, { file: { ...goneFile(path), title: '', tags: [], note: null }, slot: null });
  }
  for (const { path } of fresh) {
    const file = files.has(path) ? null : tables.file(path);
    const slot = file === null ? null : unchanged(path);
    if (file !== null) files.set(path, { file, slot });
  }
  for (const file of moved) if (!files.has(file.path)) files.set(file.path, { file, slot: null });
  const all = [...files.values()].sort((a, b) => compareText(a.file.path, b.file.path));
  all.forEach(({ slot }, number) => slot && (slot.number = number));
  const places = new Map<string, SegmentFact>();
  for (const path of given.keys())
    for (const id of tables.factsOf(path)) if (!facts.has(id)) places.set(id, { id, file: -1, offset: 0, line: 0 });
  for (const [id, { logged, log }] of facts) {
    const before = tables.fact(id);
    if (before?.path !== log.path || before.offset !== logged.offset || before.line !== logged.fact.line)
      places.set(id, { id, file: log.number, offset: logged.offset, line: logged.fact.line });
  }
  for (const { kind, id, file, offset, line } of fresh)
    if (kind === 'fact' && (places.get(id)?.file ?? -1) < 0) places.set(id, { id, file, offset, line });
  return { files: all.map(({ file }) => file), facts: [...places.values()], rows: [...fresh].sort(compareRows) };
}

interface Opened {
  /** The changed files, by path. */
  readonly given: ReadonlyMap<string, Given>;
  /** The ones that still exist. */
  readonly parsed: ReadonlyMap<string, Parsed>;
  /** The facts of the logs among them. */
  readonly facts: ReadonlyMap<string, Cited>;
  /** The fact with an id, wherever it is; null if there is none. */
  factOf(id: string): Cited | null;
  /** A file that should not have changed; null if it did, and then it is added to `more`. */
  unchanged(path: string): Parsed | null;
}

/**
 * Adds to `more` any further files that the change affects; until there are none, the result does not count. Null if
 * such files turn up at once.
 */
function open(
  tables: Tables,
  given: ReadonlyMap<string, Given>,
  { files }: DocumentOptions,
  more: Map<string, ReadFile>,
): Opened | null {
  /** The file as indexed, or as it is now if it differs. */
  const readAgain = (path: string): ReadFile => {
    const before = tables.file(path);
    const stat = files.stat(path);
    const bytes = stat === null ? null : files.read(path);
    if (bytes === null || stat === null) return goneFile(path);
    const digest = digestOfBytes(bytes);
    const { size, mtimeMs } = before?.digest === digest ? before : stat;
    return { path, size, mtimeMs, digest, bytes };
  };
  const sharing = (path: string): readonly string[] => tables.file(path)?.note?.shares ?? [];
  for (const [path, { parsed }] of given) {
    const owners = (parsed?.facts ?? []).flatMap(({ fact }) => tables.fact(fact.id)?.path ?? []);
    for (const other of new Set([...sharing(path), ...owners]))
      if (!given.has(other) && !more.has(other)) more.set(other, readAgain(other));
  }
  if (more.size > 0) return null;
  const all = Array.from(given.values(), ({ parsed }) => parsed).filter((one) => one !== null);
  const { parsed, facts } = keepFacts(all, files.read);
  const others = new Map<string, Parsed | null>();
  const unchanged = (path: string): Parsed | null => {
    let file = others.get(path);
    if (file !== undefined) return file;
    const read = readAgain(path);
    const isSame = read.digest === tables.file(path)?.digest;
    if (!isSame || sharing(path).length > 0) more.set(path, read);
    file = isSame && read.bytes !== null ? parseBytes(read, read.bytes, files) : null;
    others.set(path, file);
    return file;
  };
  /** The facts of each unchanged log, by id. */
  const factsOf = new Map<Parsed, ReadonlyMap<string, Parsed['facts'][number]>>();
  return {
    given,
    parsed,
    facts,
    factOf(id) {
      const own = facts.get(id);
      if (own) return own;
      const path = tables.fact(id)?.path;
      const log = path === undefined || given.has(path) ? null : unchanged(path);
      if (log === null) return null;
      const known = factsOf.get(log) ?? new Map(log.facts.map((one) => [one.fact.id, one]));
      factsOf.set(log, known);
      const logged = known.get(id);
      return logged ? { logged, log } : null;
    },
    unchanged,
  };
}
