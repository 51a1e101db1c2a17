// The rows of a term as a bit for each row, where many documents hold it, and sets of such rows united and counted.
import type { Reached } from './expand-terms.ts';
import type { Posting, View } from './view.ts';

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
function bitsIn(word: number): number {
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

/** How many levels there are: rows of the last hold as many terms or more. */
export const LEVELS = 4;

/** The rows of all postings of a term, and how many there are. What is given may be a posting's own bits. */
export function unite(reached: readonly Reached[], words: number): { bits: Int32Array; count: number } {
  let bits: Int32Array | null = null;
  let count = 0;
  let isOwn = false;
  for (const { postings } of reached) {
    for (const posting of postings) {
      if (posting.bits === null) continue;
      if (bits === null) {
        bits = posting.bits;
        count = posting.count;
        continue;
      }
      if (!isOwn) bits = bits.slice();
      isOwn = true;
      const more = posting.bits;
      count = 0;
      for (let word = 0; word < words; word++) {
        const both = (bits[word] as number) | (more[word] as number);
        bits[word] = both;
        count += bitsIn(both);
      }
    }
  }
  for (const { postings } of reached) {
    for (const posting of postings) {
      if (posting.bits !== null) continue;
      if (!isOwn) bits = bits === null ? new Int32Array(words) : bits.slice();
      isOwn = true;
      const all = bits as Int32Array;
      const { rows } = posting;
      for (let i = 0; i < rows.length; i++) {
        const row = rows[i] as number;
        const before = all[row >>> 5] as number;
        const bit = 1 << (row & 31);
        if ((before & bit) !== 0) continue;
        all[row >>> 5] = before | bit;
        count++;
      }
    }
  }
  return { bits: bits ?? new Int32Array(words), count };
}

/** By number, from 1 on, the rows that hold so many terms or more. */
export function levelsOf(terms: readonly Int32Array[], words: number): Int32Array[] {
  const levels = Array.from({ length: LEVELS + 1 }, () => new Int32Array(words));
  const [, first, second, third, fourth] = levels as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array];
  for (let word = 0; word < words; word++) {
    let one = 0;
    let two = 0;
    let three = 0;
    let four = 0;
    for (let number = 0; number < terms.length; number++) {
      const held = (terms[number] as Int32Array)[word] as number;
      four |= three & held;
      three |= two & held;
      two |= one & held;
      one |= held;
    }
    if (one === 0) continue;
    first[word] = one;
    second[word] = two;
    third[word] = three;
    fourth[word] = four;
  }
  return levels;
}

/** The rows of any of these. */
export function unionOf(all: readonly Int32Array[], words: number): Int32Array {
  const union = new Int32Array(words);
  for (const bits of all)
    for (let word = 0; word < words; word++) if (bits[word] !== 0) (union[word] as number) |= bits[word] as number;
  return union;
}

/** The rows of `bits`, ascending. */
export function each(bits: Int32Array, take: (row: number) => void): void {
  for (let word = 0; word < bits.length; word++) {
    for (let left = bits[word] as number; left !== 0; left &= left - 1) take(word * 32 + 31 - Math.clz32(left & -left));
  }
}

// Rows that are dealt with by themselves: those that are scored whatever they may come to, since it would be hard to
// tell, and those of which more is to be expected than of others that hold the same terms.

/** Postings of no more rows are short. */
export const SHORT = 300;

/** Rows, each once. */
export interface RowSet {
  readonly bits: Int32Array;
  readonly rows: number[];
}

export const openSet = (words: number): RowSet => ({ bits: new Int32Array(words), rows: [] });

/** Adds a row, once. */
function keep({ bits, rows }: RowSet, row: number): void {
  const before = bits[row >>> 5] as number;
  const bit = 1 << (row & 31);
  if ((before & bit) !== 0) return;
  bits[row >>> 5] = before | bit;
  rows.push(row);
}

/** All rows of later segments, and those of the first whose group such a one is of. */
export function keepSplitGroups(view: View, held: Int32Array, must: RowSet): void {
  const second = view.starts[1];
  if (second === undefined) return;
  const [logged, groups] = [view.column('logged'), view.column('group')];
  const seen = new Set<number>();
  for (let row = second; row < view.rows; row++) {
    if ((((held[row >>> 5] as number) >>> (row & 31)) & 1) === 0) continue;
    keep(must, row);
    const group = groups[row] as number;
    if (seen.has(group)) continue;
    seen.add(group);
    // Rows of a segment go by the day of their log, then by group.
    const day = logged[row] as number;
    let low = 0;
    let high: number = second;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((logged[middle] as number) < day || (logged[middle] === day && (groups[middle] as number) < group))
        low = middle + 1;
      else high = middle;
    }
    for (; low < second && groups[low] === group && logged[low] === day; low++)
      if ((((held[low >>> 5] as number) >>> (low & 31)) & 1) === 1) keep(must, low);
  }
}

/**
 * Rows of short postings: what these add is much, and it is not to be thought of as added to all that holds the term.
 */
export function shortRows(reached: readonly (readonly Reached[])[], words: number): RowSet {
  const short = openSet(words);
  for (const terms of reached) {
    for (const { postings } of terms) {
      for (const posting of postings) {
        if (posting.count > SHORT) continue;
        const { rows } = posting;
        for (let i = 0; i < rows.length; i++) keep(short, rows[i] as number);
      }
    }
  }
  return short;
}

/** Rows on days that the question names. */
export function keepNamed(held: Int32Array, isNamed: (row: number) => boolean, must: RowSet): void {
  for (let word = 0; word < held.length; word++) {
    for (let left = held[word] as number; left !== 0; left &= left - 1) {
      const row = word * 32 + 31 - Math.clz32(left & -left);
      if (isNamed(row)) keep(must, row);
    }
  }
}
