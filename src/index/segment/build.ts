// A segment from files, facts and rows. Rows are taken one by one: what is kept of them are numbers and bytes.
import { assemble, UNKNOWN } from './assemble.ts';
import { createDictionary, type PackedDictionary } from './dictionary.ts';
import { COLUMNS } from './format.ts';
import { numberOfId } from './ids.ts';
import { putPosting } from './postings.ts';
import { ROW_KINDS, type SegmentFact, type SegmentFile, type SegmentRow } from './row.ts';

/** Words as they come, with the rows that hold them. */
interface Collected {
  /** Rows ascending. True where the row did not hold it in that field. */
  add(term: string, field: number, row: number): boolean;
  pack(): PackedDictionary;
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
    pack() {
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
          putPosting(dictionary.postings, field, rows, frequencies, count);
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
  const columns = COLUMNS.map((): number[] => []);
  const lengths: number[][] = [];
  const [terms, keywords] = [collectWords(true), collectWords(false)];
  const numbers = new Map<string, number>();
  const numberOf = (id: string): number => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return number;
  };
  const cites = { ids: [] as number[], rows: [] as number[] };
  let count = 0;
  for (const row of input.rows) {
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
    COLUMNS.forEach((name, i) => columns[i]?.push(values[name]));
    row.terms.forEach((held, field) => {
      let different = 0;
      for (const term of held) if (terms.add(term, field, count)) different++;
      (lengths[field] ??= [])[count] = different;
    });
    for (const word of row.keywords) keywords.add(word, 0, count);
    for (const id of new Set(row.cites)) {
      cites.ids.push(numberOf(id));
      cites.rows.push(count);
    }
    count++;
  }
  const given = Array.from(input.facts, (fact) => ({ ...fact, number: numberOf(fact.id) }));
  const ids = sortIds(numbers.keys());
  const places = new Int32Array(ids.length);
  ids.forEach((id, place) => (places[numberOf(id)] = place));
  const placed = (list: readonly number[]): number[] => list.map((number) => places[number] as number);
  const facts = {
    files: new Int32Array(ids.length).fill(UNKNOWN),
    offsets: new Float64Array(ids.length),
    lines: new Float64Array(ids.length),
  };
  for (const { number, file, offset, line } of given) {
    const place = places[number] as number;
    facts.files[place] = Math.max(file, -1);
    facts.offsets[place] = offset;
    facts.lines[place] = line;
  }
  return assemble({
    files: input.files,
    rows: count,
    columns: columns.map((column, i) => (COLUMNS[i] === 'id' ? placed(column) : column)),
    // One that the last rows do not have, or the first, has no terms in them.
    lengths: lengths.map((own) => Uint32Array.from({ length: count }, (_, row) => own[row] ?? 0)),
    ids,
    facts,
    cites: { ids: placed(cites.ids), rows: cites.rows },
    terms: terms.pack(),
    keywords: keywords.pack(),
  });
}

/** Those of ten base-32 characters first, each kind in code-unit order, which is that of their numbers too. */
function sortIds(all: Iterable<string>): string[] {
  const [packed, plain]: [string[], string[]] = [[], []];
  for (const id of all) (numberOfId(id) < 0 ? plain : packed).push(id);
  return [...packed.sort(), ...plain.sort()];
}
