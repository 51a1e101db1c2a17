// Builds a segment from files, facts and rows. Consumes rows one by one and keeps only numbers and bytes of them.
import { ROW_FIELDS } from '../document.ts';
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
} from './format.ts';
import { emptySink, putPosting } from './postings.ts';
import { ROW_KINDS, type SegmentFact, type SegmentFile, type SegmentRow } from './row.ts';
import { packWords } from './words.ts';

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

/** Input of buildSegment: a SegmentInput, or the same with rows that are generated one by one. */
export interface SegmentSource {
  readonly files: readonly SegmentFile[];
  readonly facts: Iterable<SegmentFact>;
  readonly rows: Iterable<SegmentRow>;
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
export function buildSegment({ files, facts, rows }: SegmentSource): Uint8Array {
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
