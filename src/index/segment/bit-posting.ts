// The rows of a term as a bit for each row, as they are where many documents hold it: to know that a row does, and how
// many do, none of the others is looked at.
import type { Posting } from '../view.ts';

/** Words of 32 bits for so many rows. */
export const wordsFor = (rows: number): number => (rows + 31) >>> 5;

/** How many bits are set. As `bitsIn`, which would be called for each of thousands of words. */
export function bitCount(bits: Int32Array): number {
  let count = 0;
  const { length } = bits;
  for (let i = 0; i < length; i++) {
    let word = bits[i] as number;
    if (word === 0) continue;
    word -= (word >>> 1) & 0x55555555;
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
    word = (word + (word >>> 4)) & 0x0f0f0f0f;
    word += word >>> 8;
    count += (word + (word >>> 16)) & 63;
  }
  return count;
}

/** The same of one word. */
export function bitsIn(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** What such a posting is made of. */
export interface Given {
  readonly field: number;
  /** Of bits that are set. */
  readonly count: number;
  readonly bits: Int32Array;
  /** Rows that hold it more than once, ascending, and how often each does. Some may have no bit. */
  readonly often: readonly number[];
  readonly counts: readonly number[];
}

export interface BitPosting extends Posting {
  readonly bits: Int32Array;
  readonly given: Given;
}

export function isBits(posting: Posting): posting is BitPosting {
  return posting.bits !== null;
}

export function createBitPosting({ field, count, bits, often, counts }: Given): BitPosting {
  let most = 1;
  for (let i = 0; i < counts.length; i++) if ((counts[i] as number) > most) most = counts[i] as number;
  let rows: Int32Array | null = null;
  let frequencies: Uint16Array | null | undefined;
  const frequencyOf = (row: number): number => {
    let low = 0;
    for (let high = often.length; low < high;) {
      const middle = (low + high) >>> 1;
      if ((often[middle] as number) < row) low = middle + 1;
      else high = middle;
    }
    return often[low] === row ? (counts[low] as number) : 1;
  };
  return {
    field,
    count,
    most,
    bits,
    given: { field, count, bits, often, counts },
    often: frequencyOf,
    get rows() {
      return (rows ??= rowsIn(bits, count));
    },
    get frequencies() {
      if (frequencies !== undefined) return frequencies;
      const all = Uint16Array.from(this.rows, frequencyOf);
      return (frequencies = all.some((one) => one > 1) ? all : null);
    },
  };
}

/** The rows whose bits are set, `count` at most. */
export function rowsIn(bits: Int32Array, count: number): Int32Array {
  const rows = new Int32Array(count);
  let at = 0;
  for (let word = 0; word < bits.length && at < count; word++) {
    for (let left = bits[word] as number; left !== 0; left &= left - 1)
      rows[at++] = word * 32 + 31 - Math.clz32(left & -left);
  }
  return rows.subarray(0, at);
}

/**
 * Of postings of one field, the rows of each behind those of the one before, one posting with a bit for each of `rows`.
 */
export function joinBits(postings: readonly Posting[], rows: number): BitPosting {
  const bits = new Int32Array(wordsFor(rows));
  const [often, counts]: [number[], number[]] = [[], []];
  let count = 0;
  for (const posting of postings) {
    count += posting.count;
    if (isBits(posting)) {
      // Those of the first segment, whose rows begin at 0.
      bits.set(posting.bits);
      often.push(...posting.given.often);
      counts.push(...posting.given.counts);
      continue;
    }
    const { rows: listed, frequencies } = posting;
    for (let i = 0; i < listed.length; i++) {
      const row = listed[i] as number;
      (bits[row >>> 5] as number) |= 1 << (row & 31);
      if (frequencies === null || frequencies[i] === 1) continue;
      often.push(row);
      counts.push(frequencies[i] as number);
    }
  }
  return createBitPosting({ field: postings[0]?.field ?? 0, count, bits, often, counts });
}
