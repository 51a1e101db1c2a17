// A segment from files, facts and rows. Rows are taken one by one: what is kept of them are numbers and bytes.
import { assemble, UNKNOWN } from './assemble.ts';
import { createDictionary, type PackedDictionary } from './dictionary.ts';
import { COLUMNS, MOST_FIELDS, RECORD, RECORD_FIELDS } from './format.ts';
import { numberOfId, placeOf, type SortedIds, sortIds } from './ids.ts';
import { putPosting } from './postings.ts';
import { ROW_KINDS, type SegmentFact, type SegmentFile, type SegmentRow } from './row.ts';

/** Words as they come, with the rows that hold them. */
interface Collected {
  /** Rows ascending. True where the row did not hold it in that field. */
  add(term: string, field: number, row: number): boolean;
  /** `size`: how many rows there are. */
  pack(size: number): PackedDictionary;
}

/** `counted`: whether it matters how often a row holds a word. */
function collectWords(counted: boolean): Collected {
  /** By word and field its rows, ascending; where it matters, each as often as it holds the word. */
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
    pack(size) {
      const dictionary = createDictionary();
      for (const term of [...words.keys()].sort()) {
        words.get(term)?.forEach((all, field) => {
          const rows = new Int32Array(all.length);
          const frequencies = new Int32Array(all.length);
          let count = 0;
          for (const row of all) {
            if (count === 0 || rows[count - 1] !== row) rows[count++] = row;
            (frequencies[count - 1] as number)++;
          }
          putPosting(dictionary.postings, field, rows, frequencies, count, size);
        });
        dictionary.close(term);
      }
      return dictionary.pack();
    },
  };
}

/** What buildSegment takes: a SegmentInput, or the same with rows that come one after another. */
export interface SegmentSource {
  readonly files: readonly SegmentFile[];
  readonly facts: Iterable<SegmentFact>;
  readonly rows: Iterable<SegmentRow>;
}

/** Bytes that `openSegment` takes; equal ones for equal input. Files by path, rows in the order of SegmentInput. */
export function buildSegment(input: SegmentSource): Uint8Array {
  const columns = Array.from({ length: COLUMNS.length }, growing);
  const records = Array.from({ length: RECORD_FIELDS }, growing);
  const lengths: Growing[] = [];
  const [terms, keywords] = [collectWords(true), collectWords(false)];
  const ids = numberIds();
  const cites = { ids: [] as number[], rows: [] as number[] };
  let count = 0;
  for (const row of input.rows) {
    const { kind, superseded, file, day, minute, logged, group, ordinal, hash } = row;
    [ROW_KINDS.indexOf(kind), superseded ? 1 : 0, file, day, minute, logged, group >>> 0, ordinal, hash >>> 0].forEach(
      (value, i) => columns[i]?.put(count, value),
    );
    [ids.number(row.id), row.offset, row.length, row.line, row.part].forEach((value, i) =>
      records[i]?.put(count, value),
    );
    const held = row.terms;
    for (let field = 0; field < held.length; field++) {
      if (field >= MOST_FIELDS) throw new Error(`A segment has at most ${MOST_FIELDS} fields`);
      let different = 0;
      for (const term of held[field] ?? []) if (terms.add(term, field, count)) different++;
      (lengths[field] ??= growing()).put(count, different);
    }
    for (const word of row.keywords) keywords.add(word, 0, count);
    for (const id of new Set(row.cites)) {
      cites.ids.push(ids.number(id));
      cites.rows.push(count);
    }
    count++;
  }
  const facts = { files: growing(), offsets: growing(), lines: growing() };
  for (const { id, file, offset, line } of input.facts) {
    const number = ids.number(id);
    // By one more, as what was never put is 0.
    facts.files.put(number, Math.max(file, -1) - UNKNOWN);
    facts.offsets.put(number, offset);
    facts.lines.put(number, line);
  }
  const { sorted, places } = ids.sort();
  const byPlace = (numbers: Float64Array): Float64Array => {
    const moved = new Float64Array(numbers.length);
    for (let i = 0; i < numbers.length; i++) moved[places[i] as number] = numbers[i] as number;
    return moved;
  };
  const taken = records.map((column) => column.take(count));
  const own = taken[RECORD.id] ?? new Float64Array(0);
  for (let row = 0; row < count; row++) own[row] = places[own[row] as number] as number;
  return assemble({
    files: input.files,
    rows: count,
    columns: columns.map((column) => column.take(count)),
    lengths: lengths.map((column) => column.take(count)),
    records: taken,
    ids: sorted,
    facts: {
      files: Int32Array.from(byPlace(facts.files.take(places.length)), (file) => file + UNKNOWN),
      offsets: byPlace(facts.offsets.take(places.length)),
      lines: byPlace(facts.lines.take(places.length)),
    },
    cites: { ids: cites.ids.map((number) => places[number] as number), rows: cites.rows },
    terms: terms.pack(count),
    keywords: keywords.pack(count),
  });
}

/** Numbers that grow; what was never put is 0. */
interface Growing {
  put(at: number, value: number): void;
  take(count: number): Float64Array;
}

function growing(): Growing {
  let values = new Float64Array(1024);
  const reach = (count: number): void => {
    if (count <= values.length) return;
    const larger = new Float64Array(Math.max(values.length * 2, count));
    larger.set(values);
    values = larger;
  };
  return {
    put(at, value) {
      reach(at + 1);
      values[at] = value;
    },
    take(count) {
      reach(count);
      return values.subarray(0, count);
    },
  };
}

/** Ids by the number under which each came first. */
function numberIds(): { number(id: string): number; sort(): { sorted: SortedIds; places: Int32Array } } {
  const numbers = new Map<string, number>();
  return {
    number(id) {
      let number = numbers.get(id);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(id, number);
      }
      return number;
    },
    sort() {
      const values = Float64Array.from(numbers.keys(), numberOfId);
      const { placeOfText, ...sorted } = sortIds(
        values.filter((value) => value >= 0),
        [...numbers.keys()].filter((_, i) => (values[i] as number) < 0),
      );
      const places = new Int32Array(numbers.size);
      let i = 0;
      for (const id of numbers.keys()) {
        const value = values[i] as number;
        places[i++] = value < 0 ? placeOfText(id) : placeOf(sorted.numbers, value);
      }
      return { sorted, places };
    },
  };
}
