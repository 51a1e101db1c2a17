// A segment from files, facts and rows. Rows are taken one by one: what is kept of them are numbers and bytes.
import { assemble, type ContentFact } from './assemble.ts';
import { collectWords } from './collect.ts';
import { MOST_FIELDS } from './format.ts';
import { ROW_KINDS, type SegmentFact, type SegmentFile, type SegmentRow } from './row.ts';

/** What buildSegment takes: a SegmentInput, or the same with rows that come one after another. */
export interface SegmentSource {
  readonly files: readonly SegmentFile[];
  readonly facts: Iterable<SegmentFact>;
  readonly rows: Iterable<SegmentRow>;
}

/** Bytes that `openSegment` takes; equal ones for equal input. Files by path, rows in the order of SegmentInput. */
export function buildSegment(input: SegmentSource): Uint8Array {
  const columns = Array.from({ length: 9 }, growing);
  const records = Array.from({ length: 5 }, growing);
  const lengths: Growing[] = [];
  const [terms, keywords] = [collectWords(MOST_FIELDS, true), collectWords(1, false)];
  const ids = numberIds();
  const cites = { ids: [] as number[], rows: [] as number[] };
  let count = 0;
  for (const row of input.rows) {
    const { kind, superseded, file, day, minute, logged, group, ordinal, hash } = row;
    [ROW_KINDS.indexOf(kind), superseded ? 1 : 0, file, day, minute, logged, group >>> 0, ordinal, hash >>> 0].forEach((value, i) => columns[i]?.put(count, value));
    [ids.number(row.id), row.offset, row.length, row.line, row.part].forEach((value, i) => records[i]?.put(count, value));
    const own = row.terms;
    for (let field = 0; field < own.length; field++) {
      if (field >= MOST_FIELDS) throw new Error(`A segment has at most ${MOST_FIELDS} fields`);
      let different = 0;
      for (const term of own[field] ?? []) if (terms.add(term, field, count)) different++;
      (lengths[field] ??= growing()).put(count, different);
    }
    for (const word of row.keywords) keywords.add(word, 0, count);
    for (const id of new Set(row.cites)) {
      cites.ids.push(ids.number(id));
      cites.rows.push(count);
    }
    count++;
  }
  const facts = new Map<number, ContentFact>();
  for (const { id, file, offset, line } of input.facts) facts.set(ids.number(id), { file: Math.max(file, -1), offset, line });
  return assemble({
    files: input.files,
    rows: count,
    columns: columns.map((column) => column.take(count)),
    lengths: lengths.map((column) => column.take(count)),
    records: records.map((column) => column.take(count)),
    ids: ids.all,
    facts,
    cites,
    terms: terms.pack(),
    keywords: keywords.pack(),
  });
}

/** Numbers that grow; what was never put is 0. */
export interface Growing {
  put(at: number, value: number): void;
  take(count: number): Float64Array;
}

export function growing(): Growing {
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
export function numberIds(): { readonly all: readonly string[]; number(id: string): number } {
  const all: string[] = [];
  const numbers = new Map<string, number>();
  return {
    all,
    number(id) {
      let number = numbers.get(id);
      if (number === undefined) {
        number = all.length;
        all.push(id);
        numbers.set(id, number);
      }
      return number;
    },
  };
}
