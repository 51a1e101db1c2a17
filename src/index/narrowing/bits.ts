// Rows that hold terms of a question, as a bit for each row: of one term, of any of them, of several at once.
import type { Reached } from '../expand-terms.ts';
import { bitsIn } from '../segment/bit-posting.ts';
import type { View } from '../view.ts';

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
  const levels = Array.from({ length: Math.min(LEVELS, terms.length) + 1 }, () => new Int32Array(words));
  // Most questions are of few terms: without a loop within the loop they take half as long.
  if (terms.length === 2)
    levelsOfTwo(terms as readonly [Int32Array, Int32Array], levels as [Int32Array, Int32Array, Int32Array], words);
  else if (terms.length === 3)
    levelsOfThree(
      terms as readonly [Int32Array, Int32Array, Int32Array],
      levels as [Int32Array, Int32Array, Int32Array, Int32Array],
      words,
    );
  else levelsOfMany(terms, levels, words);
  return levels;
}

function levelsOfTwo(
  [a, b]: readonly [Int32Array, Int32Array],
  [, first, second]: readonly [Int32Array, Int32Array, Int32Array],
  words: number,
): void {
  for (let word = 0; word < words; word++) {
    const one = a[word] as number;
    const two = b[word] as number;
    first[word] = one | two;
    second[word] = one & two;
  }
}

function levelsOfThree(
  [a, b, c]: readonly [Int32Array, Int32Array, Int32Array],
  [, first, second, third]: readonly [Int32Array, Int32Array, Int32Array, Int32Array],
  words: number,
): void {
  for (let word = 0; word < words; word++) {
    const one = a[word] as number;
    const two = b[word] as number;
    const three = c[word] as number;
    const both = one & two;
    const either = one | two;
    first[word] = either | three;
    second[word] = both | (either & three);
    third[word] = both & three;
  }
}

function levelsOfMany(terms: readonly Int32Array[], levels: readonly Int32Array[], words: number): void {
  const [, first, second, third, fourth] = levels;
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
    (first as Int32Array)[word] = one;
    if (two === 0) continue;
    (second as Int32Array)[word] = two;
    if (three === 0) continue;
    (third as Int32Array)[word] = three;
    if (four !== 0) (fourth as Int32Array)[word] = four;
  }
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
