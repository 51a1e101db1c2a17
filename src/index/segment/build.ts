// A segment from files, facts and rows. Rows are taken one by one: what is kept of them are numbers and bytes.
import { assemble, UNKNOWN } from './assemble.ts';
import { createDictionary, type PackedDictionary } from './dictionary.ts';
import { COLUMNS, MOST_FIELDS, RECORD, RECORD_FIELDS } from './format.ts';
import { numberOfId, placeOf, type SortedIds, sortIds } from './ids.ts';
import { putPosting } from './postings.ts';
import { ROW_KINDS, type SegmentFact, type SegmentFile, type SegmentRow } from './row.ts';

// Rows by word while a segment is built. Nothing is kept an object for each of them: every word and field has a
// list of bytes in one arena, in pieces that double, where a row is its distance from the one before and a
// distance of nothing says that the row holds the word once more.

const FIRST_PIECE = 8;
const LONGEST_PIECE = 512;
/** Bytes at the end of a piece that say where the next begins. */
const LINK = 4;

/** Words of a list's state: its last row, its first piece, where to write, where the link stands, the piece's size. */
const [LAST, HEAD, AT, END, SIZE, STATE] = [0, 1, 2, 3, 4, 5];

/** Words as they come, with the rows that hold them. */
export interface Collected {
  /** Rows ascending. True where the row did not hold it in that field. */
  add(term: string, field: number, row: number): boolean;
  /** `size`: how many rows there are. */
  pack(size: number): PackedDictionary;
}

/** `counted`: whether it matters how often a row holds a word. */
function collectWords(fields: number, counted: boolean): Collected {
  const numbers = new Map<string, number>();
  let lists = new Int32Array(1024 * fields);
  let states = new Int32Array(1024 * STATE);
  let used = 1;
  let arena = new Uint8Array(1 << 16);
  let length = 0;

  const piece = (size: number): number => {
    if (length + size > arena.length) {
      const larger = new Uint8Array(arena.length * 2);
      larger.set(arena);
      arena = larger;
    }
    length += size;
    return length - size;
  };
  const append = (list: number, byte: number): void => {
    const end = states[list + END] as number;
    if (states[list + AT] === end) {
      const size = Math.min((states[list + SIZE] as number) * 2, LONGEST_PIECE);
      const next = piece(size);
      for (let i = 0; i < LINK; i++) arena[end + i] = next >>> (8 * i);
      states[list + AT] = next;
      states[list + END] = next + size - LINK;
      states[list + SIZE] = size;
    }
    const at = states[list + AT] as number;
    arena[at] = byte;
    states[list + AT] = at + 1;
  };
  const open = (): number => {
    const list = used++ * STATE;
    if (list + STATE > states.length) {
      const larger = new Int32Array(states.length * 2);
      larger.set(states);
      states = larger;
    }
    const start = piece(FIRST_PIECE);
    states[list + LAST] = -1;
    states[list + HEAD] = start;
    states[list + AT] = start;
    states[list + END] = start + FIRST_PIECE - LINK;
    states[list + SIZE] = FIRST_PIECE;
    return list;
  };
  const listOf = (term: string, field: number): number => {
    let number = numbers.get(term);
    if (number === undefined) {
      number = numbers.size * fields;
      numbers.set(term, number);
      if (number + fields > lists.length) {
        const larger = new Int32Array(lists.length * 2);
        larger.set(lists);
        lists = larger;
      }
    }
    const known = lists[number + field] as number;
    if (known !== 0) return known;
    const list = open();
    lists[number + field] = list;
    return list;
  };
  let rows = new Int32Array(1024);
  let frequencies = new Int32Array(1024);
  /** Unpacks a list into `rows` and `frequencies`; how many there are. */
  const unpack = (list: number): number => {
    let at = states[list + HEAD] as number;
    let size = FIRST_PIECE;
    let end = at + size - LINK;
    let [count, row, value, scale] = [0, -1, 0, 1];
    while (at !== states[list + AT]) {
      if (at === end) {
        at =
          (arena[end] as number) +
          (arena[end + 1] as number) * 2 ** 8 +
          (arena[end + 2] as number) * 2 ** 16 +
          (arena[end + 3] as number) * 2 ** 24;
        size = Math.min(size * 2, LONGEST_PIECE);
        end = at + size - LINK;
        continue;
      }
      const byte = arena[at++] as number;
      value += (byte & 127) * scale;
      scale *= 128;
      if (byte > 127) continue;
      if (value === 0) frequencies[count - 1] = (frequencies[count - 1] as number) + 1;
      else {
        if (count === rows.length) {
          rows = grown(rows);
          frequencies = grown(frequencies);
        }
        row += value;
        rows[count] = row;
        frequencies[count++] = 1;
      }
      [value, scale] = [0, 1];
    }
    return count;
  };

  return {
    add(term, field, row) {
      const list = listOf(term, field);
      let left = row - (states[list + LAST] as number);
      if (left === 0) {
        if (counted) append(list, 0);
        return false;
      }
      states[list + LAST] = row;
      while (left > 127) {
        append(list, (left & 127) | 128);
        left >>>= 7;
      }
      append(list, left);
      return true;
    },
    pack(size) {
      const dictionary = createDictionary();
      for (const term of [...numbers.keys()].sort()) {
        const number = numbers.get(term) ?? 0;
        for (let field = 0; field < fields; field++) {
          const list = lists[number + field] as number;
          if (list === 0) continue;
          const count = unpack(list);
          putPosting(dictionary.postings, field, rows, frequencies, count, size);
        }
        dictionary.close(term);
      }
      return dictionary.pack();
    },
  };
}

function grown(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
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
  const [terms, keywords] = [collectWords(MOST_FIELDS, true), collectWords(1, false)];
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
