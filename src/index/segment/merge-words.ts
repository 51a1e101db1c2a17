// The words of several segments as one dictionary, read and written in order.
import { grown } from './collect.ts';
import { CorruptSegment } from './corrupt.ts';
import { type Entry, entriesOf } from './dictionary.ts';
import { DICTIONARY, MOST_FIELDS } from './format.ts';
import type { Order } from './merge.ts';
import type { Segment } from './open.ts';
import { createDictionary, type PackedDictionary } from './pack-dictionary.ts';
import { putPosting, takePostings } from './postings.ts';

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
export function mergeWords(
  segments: readonly Segment[],
  order: Order,
  section: number,
  count: number,
): PackedDictionary {
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
