// How the rows of a term are written: for each field its number, whether they are bits and whether a frequency is over
// 1, how many rows, then either a bit for each row of the segment, or the gaps between them (less one; after a gap of
// nothing how many rows follow without one, so that a run is nearly free), then the frequencies over 1 with the gaps
// between their places, of bits between their rows.
import { bitCount, createBitPosting, wordsFor } from '../row-bits.ts';
import type { Posting } from '../view.ts';
import { bytesOf, CorruptSegment, putBytes, putVarint, type Sink, takeVarint, wordsOf } from './format.ts';

// The rows of a term one by one, as they are where few documents hold it.

/** `rows` ascending; `frequencies` beside them, null where all are 1. */
export function createListPosting(field: number, rows: Int32Array, frequencies: Uint16Array | null): Posting {
  let most = 1;
  if (frequencies !== null)
    for (let i = 0; i < frequencies.length; i++) if ((frequencies[i] as number) > most) most = frequencies[i] as number;
  return { field, count: rows.length, most, bits: null, often: once, rows, frequencies };
}

const once = (): number => 1;

/** Frequencies have sixteen bits. */
const MOST = 65535;
/**
 * Where at least one of so many rows holds a term, and it is worth it, they are bits: a question goes through those in
 * a fraction of the time.
 */
const DENSE = 64;
const FEWEST = 512;

/** Writes the first `count` rows, ascending, of a field, and their frequencies. `size`: rows of the segment. */
export function putPosting(
  sink: Sink,
  field: number,
  rows: Int32Array,
  frequencies: Int32Array,
  count: number,
  size: number,
): void {
  let often = 0;
  for (let i = 0; i < count; i++) if ((frequencies[i] as number) > 1) often++;
  const isDense = count >= FEWEST && count * DENSE >= size;
  putVarint(sink, field * 4 + (isDense ? 2 : 0) + (often > 0 ? 1 : 0));
  putVarint(sink, count);
  if (isDense) putBits(sink, rows, count, size);
  else putGaps(sink, rows, count);
  if (often === 0) return;
  putVarint(sink, often);
  let last = -1;
  for (let i = 0; i < count; i++) {
    const frequency = Math.min(frequencies[i] as number, MOST);
    if (frequency < 2) continue;
    const place = isDense ? (rows[i] as number) : i;
    putVarint(sink, place - last - 1);
    putVarint(sink, frequency - 2);
    last = place;
  }
}

function putBits(sink: Sink, rows: Int32Array, count: number, size: number): void {
  const bits = new Int32Array(wordsFor(size));
  for (let i = 0; i < count; i++) (bits[(rows[i] as number) >>> 5] as number) |= 1 << ((rows[i] as number) & 31);
  putBytes(sink, bytesOf(bits));
}

function putGaps(sink: Sink, rows: Int32Array, count: number): void {
  let last = -1;
  for (let i = 0; i < count;) {
    const row = rows[i++] as number;
    putVarint(sink, row - last - 1);
    const start = last + 1;
    last = row;
    if (row !== start) continue;
    let run = 0;
    while (i < count && rows[i] === last + 1) {
      run++;
      last++;
      i++;
    }
    putVarint(sink, run);
  }
}

/**
 * The postings of a term in a segment of `size` rows, which begin at `base`: all of `bytes`. Runs cold in every
 * search: one plain loop, checked at its end.
 */
export function takePostings(bytes: Uint8Array, size: number, base: number): Posting[] {
  const postings: Posting[] = [];
  const spring = { bytes, at: 0 };
  while (spring.at < bytes.length) {
    const head = takeVarint(spring);
    const count = takeVarint(spring);
    if (count === 0 || count > size) throw new CorruptSegment('more rows of a term than rows');
    if ((head & 2) !== 0) {
      postings.push(takeBits(spring, head, count, size, base));
      continue;
    }
    const rows = new Int32Array(count);
    let at = spring.at;
    let row = base - 1;
    for (let i = 0; i < count;) {
      let gap = bytes[at++] as number;
      if (gap > 127) {
        gap -= 128;
        for (let scale = 128, more = 128; more > 127; scale *= 128) {
          more = bytes[at++] as number;
          gap += (more & 127) * scale;
        }
      }
      row += gap + 1;
      rows[i++] = row;
      if (gap !== 0) continue;
      spring.at = at;
      const run = takeVarint(spring);
      at = spring.at;
      if (run > count - i) throw new CorruptSegment('a run of rows is too long');
      for (const end = i + run; i < end;) rows[i++] = ++row;
    }
    // A byte that is not there makes the row no number.
    if (!(row < base + size)) throw new CorruptSegment('a row that is not there');
    spring.at = at;
    postings.push(createListPosting(head >>> 2, rows, (head & 1) === 0 ? null : takeFrequencies(spring, count)));
  }
  return postings;
}

function takeFrequencies(spring: { bytes: Uint8Array; at: number }, count: number): Uint16Array {
  const frequencies = new Uint16Array(count).fill(1);
  let place = -1;
  for (let left = takeVarint(spring); left > 0; left--) {
    place += takeVarint(spring) + 1;
    if (place >= count) throw new CorruptSegment('a frequency of no row');
    frequencies[place] = takeVarint(spring) + 2;
  }
  return frequencies;
}

/** Only a segment's first rows begin at 0: those of the others, which are small, are listed. */
function takeBits(
  spring: { bytes: Uint8Array; at: number },
  head: number,
  count: number,
  size: number,
  base: number,
): Posting {
  const words = wordsFor(size);
  const end = spring.at + words * 4;
  if (end > spring.bytes.length) throw new CorruptSegment('bits of a term are missing');
  const { buffer, byteOffset } = wordsOf(spring.bytes.subarray(spring.at, end));
  // With a sign they are small whole numbers, which code that is not compiled yet makes no objects of.
  const bits = new Int32Array(buffer, byteOffset, words);
  spring.at = end;
  if ((size & 31) !== 0 && (bits[words - 1] as number) >>> (size & 31) !== 0)
    throw new CorruptSegment('a row that is not there');
  const [often, counts]: [number[], number[]] = [[], []];
  let row = -1;
  for (let left = (head & 1) === 0 ? 0 : takeVarint(spring); left > 0; left--) {
    row += takeVarint(spring) + 1;
    if (row >= size) throw new CorruptSegment('a frequency of no row');
    often.push(row);
    counts.push(takeVarint(spring) + 2);
  }
  const posting = createBitPosting({ field: head >>> 2, count, bits, often, counts });
  if (base === 0) return posting;
  if (bitCount(bits) !== count) throw new CorruptSegment('another number of rows of a term');
  return createListPosting(
    posting.field,
    posting.rows.map((own) => own + base),
    posting.frequencies,
  );
}

// A row within the ascending rows that a keyword or a posting gives.

/** Is a row in an ascending list? */
export function isAmong(rows: Int32Array, row: number): boolean {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle] as number) < row) low = middle + 1;
    else high = middle;
  }
  return rows[low] === row;
}
