// Several segments as one, without what is dead or replaced: the bytes that a build of the live content gives.
import { assemble, type FactColumns, UNKNOWN } from './assemble.ts';
import { grown } from './build.ts';
import { createDictionary, entriesOf, type Entry, type PackedDictionary } from './dictionary.ts';
import {
  COLUMNS,
  CorruptSegment,
  DICTIONARY,
  FACT_ROW,
  GONE_FACT,
  HEAD,
  MOST_FIELDS,
  NO_FACT,
  type Numbers,
  RECORD,
  RECORD_FIELDS,
  SECTION,
} from './format.ts';
import { countOf, placeOf, type SortedIds, sortIds } from './ids.ts';
import type { Segment } from './open.ts';
import { putPosting, takePostings } from './postings.ts';
import type { SegmentFile } from './row.ts';
import { isWhole } from './source.ts';
import type { SegmentPart } from './tables.ts';

// The ids of several segments as one list: those that a live row, a fact or a citation still names.

interface MergedIds {
  readonly ids: SortedIds;
  /** By segment and place there the new place; -1 for an id that nothing names any more. */
  readonly places: readonly Int32Array[];
  readonly facts: FactColumns;
  readonly cites: { readonly ids: number[]; readonly rows: number[] };
}

/** `files`: by segment and file the new number, -1 for one that is gone. `keepGone` as mergeSegments has it. */
function mergeIds(
  segments: readonly Segment[],
  order: Order,
  files: readonly Int32Array[],
  keepGone: boolean,
): MergedIds {
  const lists = segments.map((segment) => segment.ids.all());
  const all = unite(lists);
  const total = countOf(all);
  const places = lists.map(({ numbers, others }) => {
    const own = new Int32Array(numbers.length + others.length);
    for (let i = 0; i < numbers.length; i++) own[i] = placeOf(all.numbers, numbers[i] as number);
    for (let i = 0; i < others.length; i++) own[numbers.length + i] = all.placeOfText(others[i] ?? '');
    return own;
  });
  const facts = uniteFacts(segments, places, files, total, keepGone);
  const used = Uint8Array.from(facts.files, (file) => (file === UNKNOWN ? 0 : 1));
  const cites = { ids: [] as number[], rows: [] as number[] };
  segments.forEach((segment, part) => {
    const [own, rows] = [places[part] ?? [], order.places[part] ?? []];
    const ids = segment.recordColumn(RECORD.id);
    for (let row = 0; row < rows.length; row++)
      if ((rows[row] as number) >= 0) used[own[ids[row] as number] as number] = 1;
    const held = segment.cites();
    for (let i = 0; i < held.rows.length; i++) {
      const [id, row] = [own[held.ids[i] as number] ?? -1, rows[held.rows[i] as number] ?? -1];
      if (row < 0 || id < 0) continue;
      used[id] = 1;
      cites.ids.push(id);
      cites.rows.push(row);
    }
  });
  const kept = new Int32Array(total);
  let count = 0;
  for (let place = 0; place < total; place++) kept[place] = used[place] === 1 ? count++ : -1;
  const isKept = (_: unknown, place: number): boolean => used[place] === 1;
  return {
    ids: {
      numbers: all.numbers.filter(isKept),
      others: all.others.filter((_, i) => used[all.numbers.length + i] === 1),
    },
    places: places.map((own) => own.map((place) => kept[place] as number)),
    facts: {
      files: facts.files.filter(isKept),
      offsets: facts.offsets.filter(isKept),
      lines: facts.lines.filter(isKept),
    },
    cites: { ids: cites.ids.map((id) => kept[id] as number), rows: cites.rows },
  };
}

function unite(lists: readonly SortedIds[]): ReturnType<typeof sortIds> {
  const numbers = new Float64Array(lists.reduce((sum, list) => sum + list.numbers.length, 0));
  let at = 0;
  for (const list of lists) {
    numbers.set(list.numbers, at);
    at += list.numbers.length;
  }
  return sortIds(
    numbers,
    lists.flatMap((list) => list.others),
  );
}

interface Facts {
  readonly files: Int32Array<ArrayBuffer>;
  readonly offsets: Float64Array;
  readonly lines: Float64Array;
}

/** What the latest segment says of each id, by its place among all; a fact whose file is gone is gone. */
function uniteFacts(
  segments: readonly Segment[],
  places: readonly Int32Array[],
  files: readonly Int32Array[],
  total: number,
  keepGone: boolean,
): Facts {
  const facts: Facts = {
    files: new Int32Array(total).fill(UNKNOWN),
    offsets: new Float64Array(total),
    lines: new Float64Array(total),
  };
  for (let part = segments.length - 1; part >= 0; part--) {
    const segment = segments[part];
    if (!segment) continue;
    const [refs, fileOf, extras] = [segment.factRefs(), segment.column('file'), segment.extraFacts()];
    const [offsets, lines] = [segment.recordColumn(RECORD.offset), segment.recordColumn(RECORD.line)];
    const put = (
      place: number,
      from: { files: Numbers; offsets: ArrayLike<number>; lines: ArrayLike<number> },
      i: number,
    ): void => {
      if (i >= from.files.length) throw new CorruptSegment('a fact that is not there');
      const file = files[part]?.[from.files[i] as number] ?? -1;
      facts.files[place] = file;
      if (file < 0) return;
      facts.offsets[place] = from.offsets[i] as number;
      facts.lines[place] = from.lines[i] as number;
    };
    for (let i = 0; i < refs.length; i++) {
      const [ref, place] = [refs[i] as number, places[part]?.[i] ?? 0];
      if (ref === NO_FACT || facts.files[place] !== UNKNOWN) continue;
      if (ref === GONE_FACT) facts.files[place] = -1;
      else if (ref < segment.rows + FACT_ROW) put(place, { files: fileOf, offsets, lines }, ref - FACT_ROW);
      else put(place, extras, ref - FACT_ROW - segment.rows);
    }
  }
  // They were needed to hide what earlier segments say.
  if (!keepGone)
    for (let place = 0; place < total; place++) if (facts.files[place] === -1) facts.files[place] = UNKNOWN;
  return facts;
}

// The words of several segments as one dictionary, read and written in order.

/** Rows and frequencies of one field while they are brought together. */
interface Scratch {
  rows: Int32Array;
  frequencies: Int32Array;
  count: number;
}

/**
 * The words of all segments that a live row holds, with the rows by their new numbers. `section` and `count` as
 * openDictionary takes them.
 */
function mergeWords(segments: readonly Segment[], order: Order, section: number, count: number): PackedDictionary {
  const lists = segments.map(({ source }) => ({
    entries: entriesOf(source, section, source.count(count)),
    postings: source.whole(section + DICTIONARY.postings),
    at: 0,
    offset: 0,
  }));
  const fields: Scratch[] = Array.from({ length: MOST_FIELDS }, () => ({
    rows: new Int32Array(1024),
    frequencies: new Int32Array(1024),
    count: 0,
  }));
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
      putPosting(draft.postings, field, scratch.rows, scratch.frequencies, scratch.count, order.count);
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
  if (
    before === 0 ||
    before === scratch.count ||
    (scratch.rows[before - 1] as number) < (scratch.rows[before] as number)
  )
    return;
  const [old, fresh] = [scratch.rows.slice(0, scratch.count), scratch.frequencies.slice(0, scratch.count)];
  let [a, b] = [0, before];
  for (let at = 0; at < scratch.count; at++) {
    const from = b >= scratch.count || (a < before && (old[a] as number) < (old[b] as number)) ? a++ : b++;
    scratch.rows[at] = old[from] as number;
    scratch.frequencies[at] = fresh[from] as number;
  }
}

/**
 * Bytes of one segment that says what all of them say, the oldest first. Files, facts and words of which nothing is
 * left are left out. `keepGone`: there are segments before these, so that files and facts that are gone stay known to
 * be. Throws CorruptSegment where a single byte of them is not as it was written: what is damaged must not get a new
 * checksum.
 */
export function mergeSegments(given: readonly SegmentPart[], { keepGone = false } = {}): Uint8Array {
  const segments = given.map((part) => part.segment);
  if (!segments.every((segment) => isWhole(segment.source.file)))
    throw new CorruptSegment('a byte of it is not as it was written');
  const { files, numbers } = mergeFiles(segments, keepGone);
  const order = mergeRows(given, numbers);
  const columnOf = (read: (segment: Segment, part: number) => ArrayLike<number>): Float64Array => {
    const merged = new Float64Array(order.count);
    segments.forEach((segment, part) => {
      const [values, places] = [read(segment, part), order.places[part] ?? []];
      for (let row = 0; row < places.length; row++)
        if ((places[row] as number) >= 0) merged[places[row] as number] = values[row] ?? 0;
    });
    return merged;
  };
  const through = (values: ArrayLike<number>, places: ArrayLike<number> = []): Float64Array =>
    Float64Array.from(values, (value) => places[value] ?? -1);
  const names = mergeIds(segments, order, numbers, keepGone);
  return assemble({
    files,
    rows: order.count,
    columns: COLUMNS.map((name) =>
      columnOf((segment, part) =>
        name === 'file' ? through(segment.column(name), numbers[part]) : segment.column(name),
      ),
    ),
    lengths: Array.from({ length: liveFields(segments, order) }, (_, field) =>
      columnOf((segment) => (field < segment.fields ? segment.lengths(field) : [])),
    ),
    records: Array.from({ length: RECORD_FIELDS }, (_, which) =>
      columnOf((segment, part) =>
        which === RECORD.id ? through(segment.recordColumn(which), names.places[part]) : segment.recordColumn(which),
      ),
    ),
    cites: names.cites,
    facts: names.facts,
    ids: names.ids,
    terms: mergeWords(segments, order, SECTION.terms, HEAD.terms),
    keywords: mergeWords(segments, order, SECTION.keywords, HEAD.keywords),
  });
}

/**
 * The files that there still are, by path, and for each segment and file its number among them; -1 for one that is
 * gone.
 */
function mergeFiles(segments: readonly Segment[], keepGone: boolean): { files: SegmentFile[]; numbers: Int32Array[] } {
  const latest = new Map<string, SegmentFile>();
  const lists = segments.map((segment) => segment.files.all());
  for (const list of lists) for (const file of list) latest.set(file.path, file);
  const files = [...latest.values()]
    .filter((file) => keepGone || file.size >= 0)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const places = new Map(files.map((file, i) => [file.path, file.size < 0 ? -1 : i]));
  return { files, numbers: lists.map((list) => Int32Array.from(list, (file) => places.get(file.path) ?? -1)) };
}

export interface Order {
  /** Live rows. */
  readonly count: number;
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
    const place = places[best];
    if (place) place[row] = next;
    at[best] = row + 1;
    skip(best);
  }
  return { count: total, places };
}

/** Numbers of a row by which rows go, of more weight first. */
type Key = (row: number, which: number) => number;

function keyOf(segment: Segment, numbers: Int32Array): Key {
  const [logged, group, ordinal, file] = [
    segment.column('logged'),
    segment.column('group'),
    segment.column('ordinal'),
    segment.column('file'),
  ];
  return (row, which) => {
    switch (which) {
      case 0:
        return logged[row] as number;
      case 1:
        return group[row] as number;
      case 2:
        return ordinal[row] as number;
      case 3:
        return numbers[file[row] as number] as number;
      case 4:
        return segment.record(row).line;
      default:
        return segment.record(row).part;
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
