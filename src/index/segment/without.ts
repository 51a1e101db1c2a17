// A posting without the rows that are dead.
import type { Posting } from '../view.ts';
import { type BitPosting, createBitPosting, isBits } from './bit-posting.ts';
import { createListPosting } from './list-posting.ts';

/** `dead` ascending. The posting itself where it has none of them. */
export function without(posting: Posting, dead: Int32Array): Posting {
  if (isBits(posting)) return withoutBits(posting, dead);
  const { field, rows, frequencies } = posting;
  const places: number[] = [];
  let low = 0;
  for (let i = 0; i < dead.length && low < rows.length; i++) {
    const row = dead[i] as number;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((rows[middle] as number) < row) low = middle + 1;
      else high = middle;
    }
    if (rows[low] === row) places.push(low++);
  }
  if (places.length === 0) return posting;
  const left = rows.length - places.length;
  const [kept, often] = [new Int32Array(left), frequencies && new Uint16Array(left)];
  let at = 0;
  let from = 0;
  for (const place of [...places, rows.length]) {
    kept.set(rows.subarray(from, place), at);
    if (often && frequencies) often.set(frequencies.subarray(from, place), at);
    at += place - from;
    from = place + 1;
  }
  return createListPosting(field, kept, often?.some((frequency) => frequency > 1) ? often : null);
}

function withoutBits(posting: BitPosting, dead: Int32Array): Posting {
  const { given } = posting;
  let bits: Int32Array | null = null;
  let count = given.count;
  for (let i = 0; i < dead.length; i++) {
    const row = dead[i] as number;
    if (row >>> 5 >= given.bits.length || (((given.bits[row >>> 5] as number) >>> (row & 31)) & 1) === 0) continue;
    bits ??= given.bits.slice();
    (bits[row >>> 5] as number) &= ~(1 << (row & 31));
    count--;
  }
  return bits === null ? posting : createBitPosting({ ...given, bits, count });
}
