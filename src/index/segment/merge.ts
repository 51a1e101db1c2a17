// Several segments as one, without what is dead or replaced: the bytes that a build of the live content gives.
import { assemble } from './assemble.ts';
import { isWhole } from './checksum.ts';
import { CorruptSegment } from './corrupt.ts';
import { COLUMNS, HEAD, RECORD, RECORD_FIELDS, SECTION } from './format.ts';
import { mergeIds } from './merge-ids.ts';
import { mergeWords } from './merge-words.ts';
import type { Segment } from './open.ts';
import type { SegmentFile } from './row.ts';
import type { SegmentPart } from './tables.ts';

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
