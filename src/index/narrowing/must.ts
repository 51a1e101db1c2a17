// Rows that are dealt with by themselves: those that are scored whatever they may come to, since it would be hard to
// tell, and those of which more is to be expected than of others that hold the same terms.
import type { Reached } from '../reach.ts';
import type { View } from '../view.ts';

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
