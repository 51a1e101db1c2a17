// Several segments as one, without what is dead or replaced: the bytes that a build of the live content gives.
import { assemble, type ContentFact } from './assemble.ts';
import { grown } from './collect.ts';
import { growing, numberIds } from './build.ts';
import { CorruptSegment } from './corrupt.ts';
import { type Entry, entriesOf } from './dictionary.ts';
import { COLUMNS, DICTIONARY, HEAD, MOST_FIELDS, SECTION } from './format.ts';
import type { Segment } from './open.ts';
import { createDictionary, type PackedDictionary } from './pack-dictionary.ts';
import { putPosting, takePostings } from './postings.ts';
import type { SegmentFile } from './row.ts';
import type { SegmentPart } from './tables.ts';

/**
 * Bytes of one segment that says what all of them say, the oldest first. Files, facts and words of which nothing is left
 * are left out. `keepGone`: there are segments before these, so that files and facts that are gone stay known to be.
 */
export function mergeSegments(given: readonly SegmentPart[], { keepGone = false } = {}): Uint8Array {
  const segments = given.map((part) => part.segment);
  const { files, numbers } = mergeFiles(segments, keepGone);
  const order = mergeRows(given, numbers);
  const rows = order.parts.length;
  const columnOf = (read: (segment: Segment) => ArrayLike<number>): Float64Array => {
    const all = segments.map(read);
    const merged = new Float64Array(rows);
    for (let i = 0; i < rows; i++) merged[i] = all[order.parts[i] as number]?.[order.rows[i] as number] ?? 0;
    return merged;
  };
  const columns = COLUMNS.map((name) => {
    const column = columnOf((segment) => segment.column(name));
    if (name === 'file') for (let i = 0; i < rows; i++) column[i] = numbers[order.parts[i] as number]?.[column[i] as number] ?? 0;
    return column;
  });
  const fields = liveFields(segments, order);
  const lengths = Array.from({ length: fields }, (_, field) => columnOf((segment) => (field < segment.fields ? segment.lengths(field) : [])));
  const ids = numberIds();
  const records = Array.from({ length: 5 }, growing);
  for (let i = 0; i < rows; i++) {
    const segment = segments[order.parts[i] as number];
    const record = segment?.record(order.rows[i] as number);
    if (!segment || !record) continue;
    [ids.number(segment.ids.get(record.id)), record.offset, record.length, record.line, record.part].forEach((value, k) => records[k]?.put(i, value));
  }
  return assemble({
    files,
    rows,
    columns,
    lengths,
    records: records.map((record) => record.take(rows)),
    cites: mergeCites(segments, order, ids.number),
    facts: mergeFacts(segments, numbers, ids.number, keepGone),
    ids: ids.all,
    terms: mergeWords(segments, order, SECTION.terms, HEAD.terms),
    keywords: mergeWords(segments, order, SECTION.keywords, HEAD.keywords),
  });
}

/** The files that there still are, by path, and for each segment and file its number among them; -1 for one that is gone. */
function mergeFiles(segments: readonly Segment[], keepGone: boolean): { files: SegmentFile[]; numbers: Int32Array[] } {
  const latest = new Map<string, SegmentFile>();
  const lists = segments.map((segment) => segment.files.all());
  for (const list of lists) for (const file of list) latest.set(file.path, file);
  const files = [...latest.values()].filter((file) => keepGone || file.size >= 0).sort((a, b) => (a.path < b.path ? -1 : 1));
  const places = new Map(files.map((file, i) => [file.path, file.size < 0 ? -1 : i]));
  return { files, numbers: lists.map((list) => Int32Array.from(list, (file) => places.get(file.path) ?? -1)) };
}

interface Order {
  /** By new row the segment it comes from and its row there. */
  readonly parts: Uint32Array;
  readonly rows: Int32Array;
  /** By segment and old row the new one; -1 for none. */
  readonly places: readonly Int32Array[];
}

/** Live rows in the order of SegmentInput. A row whose file is gone is as good as dead. */
function mergeRows(given: readonly SegmentPart[], numbers: readonly Int32Array[]): Order {
  const places = given.map(({ segment }) => new Int32Array(segment.rows));
  let total = 0;
  given.forEach(({ segment, dead }, i) => {
    const place = places[i];
    const files = segment.column('file');
    for (const row of dead) if (place && row >= 0 && row < place.length) place[row] = -1;
    for (let row = 0; row < segment.rows; row++) {
      if (place && (numbers[i]?.[files[row] as number] ?? -1) < 0) place[row] = -1;
      if (place?.[row] === 0) total++;
    }
  });
  const parts = new Uint32Array(total);
  const rows = new Int32Array(total);
  const at = given.map(() => 0);
  const skip = (i: number): void => {
    while (places[i]?.[at[i] as number] === -1) at[i] = (at[i] as number) + 1;
  };
  given.forEach((_, i) => skip(i));
  const keys = given.map(({ segment }, i) => keyOf(segment, numbers[i] ?? new Int32Array(0)));
  for (let next = 0; next < total; next++) {
    let best = -1;
    for (let i = 0; i < given.length; i++) {
      if ((at[i] as number) >= (places[i]?.length ?? 0)) continue;
      if (best < 0 || isBefore(keys[i], at[i] as number, keys[best], at[best] as number)) best = i;
    }
    const row = at[best] as number;
    parts[next] = best;
    rows[next] = row;
    const place = places[best];
    if (place) place[row] = next;
    at[best] = row + 1;
    skip(best);
  }
  return { parts, rows, places };
}

/** Numbers of a row by which rows go, of more weight first. */
type Key = (row: number, which: number) => number;

function keyOf(segment: Segment, numbers: Int32Array): Key {
  const [logged, group, ordinal, file] = [segment.column('logged'), segment.column('group'), segment.column('ordinal'), segment.column('file')];
  return (row, which) => {
    switch (which) {
      case 0: return logged[row] as number;
      case 1: return group[row] as number;
      case 2: return ordinal[row] as number;
      case 3: return numbers[file[row] as number] as number;
      case 4: return segment.record(row).line;
      default: return segment.record(row).part;
    }
  };
}

function isBefore(a: Key | undefined, row: number, b: Key | undefined, other: number): boolean {
  if (!a || !b) return false;
  for (let which = 0; which < 6; which++) {
    const difference = a(row, which) - b(other, which);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** How many fields some live row has. */
function liveFields(segments: readonly Segment[], order: Order): number {
  let fields = 0;
  segments.forEach((segment, i) => {
    if (segment.fields > fields && order.places[i]?.some((place) => place >= 0)) fields = segment.fields;
  });
  return fields;
}

function mergeCites(segments: readonly Segment[], order: Order, number: (id: string) => number): { ids: number[]; rows: number[] } {
  const merged = { ids: [] as number[], rows: [] as number[] };
  segments.forEach((segment, part) => {
    const { ids, rows } = segment.cites();
    for (let i = 0; i < rows.length; i++) {
      const row = order.places[part]?.[rows[i] as number] ?? -1;
      if (row < 0) continue;
      merged.ids.push(number(segment.ids.get(ids[i] as number)));
      merged.rows.push(row);
    }
  });
  return merged;
}

function mergeFacts(segments: readonly Segment[], numbers: readonly Int32Array[], number: (id: string) => number, keepGone: boolean): Map<number, ContentFact> {
  const facts = new Map<number, ContentFact>();
  const decided = new Set<string>();
  for (let part = segments.length - 1; part >= 0; part--) {
    const segment = segments[part];
    if (!segment) continue;
    for (let place = 0; place < segment.ids.count; place++) {
      const fact = segment.factAt(place);
      if (fact === null) continue;
      const id = segment.ids.get(place);
      if (decided.has(id)) continue;
      decided.add(id);
      const file = fact === 'gone' ? -1 : (numbers[part]?.[fact.file] ?? -1);
      if (fact !== 'gone' && file >= 0) facts.set(number(id), { file, offset: fact.offset, line: fact.line });
      else if (keepGone) facts.set(number(id), { file: -1, offset: 0, line: 0 });
    }
  }
  return facts;
}

/** Rows and frequencies of one field while they are brought together. */
interface Scratch {
  rows: Int32Array;
  frequencies: Int32Array;
  count: number;
}

function mergeWords(segments: readonly Segment[], order: Order, section: number, count: number): PackedDictionary {
  const lists = segments.map(({ source }) => ({ entries: entriesOf(source, section, source.count(count)), postings: source.whole(section + DICTIONARY.postings), at: 0, offset: 0 }));
  const fields: Scratch[] = Array.from({ length: MOST_FIELDS }, () => ({ rows: new Int32Array(1024), frequencies: new Int32Array(1024), count: 0 }));
  const draft = createDictionary();
  for (;;) {
    let term: string | null = null;
    for (const { entries, at } of lists) {
      const own: Entry | undefined = entries[at];
      if (own && (term === null || own.term < term)) term = own.term;
    }
    if (term === null) return draft.pack();
    lists.forEach((list, part) => {
      const entry = list.entries[list.at];
      if (entry?.term !== term) return;
      const bytes = list.postings.subarray(list.offset, list.offset + entry.length);
      list.at++;
      list.offset += entry.length;
      for (const { field, rows, frequencies } of takePostings(bytes, segments[part]?.rows ?? 0, 0)) {
        const scratch = fields[field];
        if (!scratch) throw new CorruptSegment('a field that is not there');
        addRows(scratch, rows, frequencies, order.places[part] ?? rows);
      }
    });
    let live = false;
    fields.forEach((scratch, field) => {
      if (scratch.count === 0) return;
      live = true;
      putPosting(draft.postings, field, scratch.rows, scratch.frequencies, scratch.count);
      scratch.count = 0;
    });
    if (live) draft.close(term);
  }
}

/** Brings live rows in by their new numbers, ascending as they are. */
function addRows(scratch: Scratch, rows: Int32Array, frequencies: Uint16Array | null, places: Int32Array): void {
  while (scratch.rows.length < scratch.count + rows.length) {
    scratch.rows = grown(scratch.rows);
    scratch.frequencies = grown(scratch.frequencies);
  }
  const before = scratch.count;
  for (let i = 0; i < rows.length; i++) {
    const place = places[rows[i] as number] as number;
    if (place < 0) continue;
    scratch.rows[scratch.count] = place;
    scratch.frequencies[scratch.count++] = frequencies?.[i] ?? 1;
  }
  if (before === 0 || before === scratch.count || (scratch.rows[before - 1] as number) < (scratch.rows[before] as number)) return;
  const [old, fresh] = [scratch.rows.slice(0, scratch.count), scratch.frequencies.slice(0, scratch.count)];
  let [a, b] = [0, before];
  for (let at = 0; at < scratch.count; at++) {
    const from = b >= scratch.count || (a < before && (old[a] as number) < (old[b] as number)) ? a++ : b++;
    scratch.rows[at] = old[from] as number;
    scratch.frequencies[at] = fresh[from] as number;
  }
}
