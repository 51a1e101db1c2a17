// Builds a segment from files, facts and rows. Rows may be generated one by one: it keeps only numbers and bytes of
// them.
import { ROW_FIELDS } from '../document.ts';
import type { LogNote } from '../documents/parse.ts';
import {
  COLUMNS,
  FACT_FILE,
  GONE_FACT,
  layOut,
  lengthsOf,
  NO_FACT,
  type Packed,
  packBytes,
  packColumn,
  type Section,
  type StoredColumn,
  ROW_KINDS,
  type RowKind,
} from './format.ts';
import { emptySink, putPosting } from './words.ts';
import { packWords } from './words.ts';

/** A note as of its last reading. An entry in a later segment replaces an earlier one of the same path. */
export interface SegmentFile {
  /** Relative to the vault's root, with `/`. */
  readonly path: string;
  /** Bytes; -1 for a file that is gone. */
  readonly size: number;
  readonly mtimeMs: number;
  /** Sixteen hexadecimal digits over its bytes. */
  readonly digest: string;
  readonly title: string;
  /** Tags of its front matter. */
  readonly tags: readonly string[];
  /** For a daily log: where to resume reading, and clashing ids. */
  readonly note: LogNote | null;
}

/** A fact of a daily log, whether or not it has a row of its own. The latest segment wins for an id. */
export interface SegmentFact {
  readonly id: string;
  /** Index into the segment's files; -1 for a deleted fact. */
  readonly file: number;
  /** Byte offset of its line. */
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
}

/** One document of the index. Its visible content is read from its file. */
export interface SegmentRow {
  readonly kind: RowKind;
  readonly superseded: boolean;
  /** Index into the segment's files. */
  readonly file: number;
  /** Its byte range; length 0 means that its text is the title of its file. */
  readonly offset: number;
  readonly length: number;
  /** 1-based. */
  readonly line: number;
  /**
   * For a claim, its number among those that start on this line; for a passage, among those of its range: usually 0.
   */
  readonly part: number;
  /** The id of the fact, of the first fact that a claim cites, or one computed from a passage. */
  readonly id: string;
  /** The facts that a claim cites, in order; empty for other kinds. */
  readonly cites: readonly string[];
  /** The local day that it is about, in days since 1970-01-01, negative before; 0 for none. */
  readonly day: number;
  /** Minutes since midnight; 65535 for none. */
  readonly minute: number;
  /** The day of its group's log, in days since 1970-01-01; 0 for prose and for claims without a known fact. */
  readonly logged: number;
  /** A 32-bit hash shared by documents of the same session and day, or of the same note. */
  readonly group: number;
  /** Its position in the group, counted in the log or note itself, independent of what else is indexed. */
  readonly ordinal: number;
  /** A 32-bit hash of its visible content: a mismatch means that the file has changed since. */
  readonly hash: number;
  /** Terms per field, in the order of ROW_FIELDS, with repetitions. Computed on access: read it once. */
  readonly terms: readonly (readonly string[])[];
  /** Keywords to filter by, such as `tag:ui`; lower-case, without duplicates. Computed on access. */
  readonly keywords: readonly string[];
}

/** Files sorted by path; facts in any order; rows sorted by `logged`, group, ordinal, path, line, part. */
export interface SegmentInput {
  readonly files: readonly SegmentFile[];
  readonly facts: readonly SegmentFact[];
  readonly rows: readonly SegmentRow[];
}

/** The same with rows that are generated one by one. */
type Generated = Omit<SegmentInput, 'rows'> & { readonly rows: Iterable<SegmentRow> };

/** Collects words with the rows that contain them. */
interface Collected {
  /** Rows must be ascending. Returns true if the word is new for this row and field. */
  add(term: string, field: number, row: number): boolean;
  pack(): [Section, Packed][];
}

/** `counted`: whether to record how often a row contains a word. */
function collectWords(list: 'terms' | 'keywords', counted: boolean): Collected {
  /** For each word and field its rows, ascending; if counted, a row is repeated for each occurrence. */
  const words = new Map<string, number[][]>();
  return {
    add(term, field, row) {
      let lists = words.get(term);
      if (lists === undefined) words.set(term, (lists = []));
      lists[field] ??= [];
      const rows = lists[field];
      const isNew = rows.length === 0 || rows[rows.length - 1] !== row;
      if (isNew || counted) rows.push(row);
      return isNew;
    },
    pack() {
      const sorted = [...words.keys()].sort();
      const postings = emptySink();
      const places = new Uint32Array(sorted.length + 1);
      sorted.forEach((term, place) => {
        words.get(term)?.forEach((rows, field) => putPosting(postings, field, rows));
        places[place + 1] = postings.length;
      });
      return [
        ...packWords(list, sorted),
        [`${list}.postings`, packBytes(postings.bytes.slice(0, postings.length))],
        [`${list}.postingPlaces`, packColumn(places)],
      ];
    },
  };
}

/** The positions of facts, indexed by the rank of their id; `count`: the number of all ids. */
function factColumns(
  facts: readonly (SegmentFact & { readonly number: number })[],
  placeOf: (number: number) => number,
  count: number,
): [Section, ArrayLike<number>][] {
  const [files, lines] = [new Int32Array(count).fill(NO_FACT), new Int32Array(count)];
  const offsets = new Float64Array(count);
  for (const { number, file, offset, line } of facts) {
    const place = placeOf(number);
    files[place] = file < 0 ? GONE_FACT : file + FACT_FILE;
    offsets[place] = offset;
    lines[place] = line;
  }
  return [
    ['factFiles', files],
    ['factOffsets', offsets],
    ['factLines', lines],
  ];
}

/**
 * Returns bytes for `openSegment`; equal input gives equal bytes. Expects files sorted by path and rows in the order of
 * SegmentInput.
 */
export function buildSegment({ files, facts, rows }: Generated): Uint8Array {
  const columns = Object.fromEntries(COLUMNS.map((name): [string, number[]] => [name, []])) as Record<
    StoredColumn,
    number[]
  >;
  const lengths = ROW_FIELDS.map((): number[] => []);
  const [terms, keywords] = [collectWords('terms', true), collectWords('keywords', false)];
  /** Ids in order of appearance. */
  const numbers = new Map<string, number>();
  const numberOf = (id: string): number => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return number;
  };
  const cites: { readonly id: number; readonly row: number }[] = [];
  let count = 0;
  for (const row of rows) {
    const { kind, superseded, file, day, minute, logged, group, ordinal, hash, offset, length, line, part } = row;
    const values = {
      file,
      day,
      minute,
      logged,
      ordinal,
      offset,
      length,
      line,
      part,
      kind: ROW_KINDS.indexOf(kind),
      superseded: superseded ? 1 : 0,
      group: group >>> 0,
      hash: hash >>> 0,
      id: numberOf(row.id),
    };
    for (const name of COLUMNS) columns[name].push(values[name]);
    row.terms.forEach((held, field) => {
      let different = 0;
      for (const term of held) if (terms.add(term, field, count)) different++;
      lengths[field]?.push(different);
    });
    for (const word of row.keywords) keywords.add(word, 0, count);
    for (const id of new Set(row.cites)) cites.push({ id: numberOf(id), row: count });
    count++;
  }
  const given = Array.from(facts, (fact) => ({ ...fact, number: numberOf(fact.id) }));
  const ids = [...numbers.keys()].sort();
  const places = new Int32Array(ids.length);
  ids.forEach((id, place) => (places[numberOf(id)] = place));
  const placeOf = (number: number): number => places[number] as number;
  columns.id = columns.id.map(placeOf);
  cites.sort((a, b) => placeOf(a.id) - placeOf(b.id) || a.row - b.row);
  const infos = files.map(({ digest, title, tags, note }) => Buffer.from(JSON.stringify([digest, title, tags, note])));
  let end = 0;
  const ofNumbers: [Section, ArrayLike<number>][] = [
    ...COLUMNS.map((name): [Section, number[]] => [name, columns[name]]),
    ...lengths.map((own, field): [Section, number[]] => [lengthsOf(field), own]),
    ['totals', lengths.map((own) => own.reduce((sum, length) => sum + length, 0))],
    ...factColumns(given, placeOf, ids.length),
    ['citeIds', cites.map(({ id }) => placeOf(id))],
    ['citeRows', cites.map(({ row }) => row)],
    ['sizes', files.map(({ size }) => size)],
    ['times', files.map(({ mtimeMs }) => mtimeMs)],
    ['infoPlaces', [0, ...infos.map(({ length }) => (end += length))]],
  ];
  return layOut(
    new Map([
      ...ofNumbers.map(([section, values]): [Section, Packed] => [section, packColumn(values)]),
      ['infos', packBytes(Buffer.concat(infos))],
      ...packWords('ids', ids),
      ...packWords(
        'paths',
        files.map(({ path }) => path),
      ),
      ...terms.pack(),
      ...keywords.pack(),
    ]),
  );
}
