// The rows that hold any term of a question: by what node has compiled already where they are listed, by their bits
// where some are not.
import { unite } from '../narrowing/bits.ts';
import type { Reached } from '../reach.ts';
import { rowsIn, wordsFor } from '../segment/bit-posting.ts';
import type { View } from '../view.ts';

/** The rows of all these postings, ascending. */
export function holdingAny(view: View, reached: readonly (readonly Reached[])[]): Int32Array {
  let length = 0;
  for (const terms of reached) {
    for (const { postings } of terms) {
      for (const { bits, rows } of postings) {
        if (bits !== null) return holdingInBits(view, reached);
        length += rows.length;
      }
    }
  }
  // Sorted by what is compiled already, and looked at once.
  const all = new Int32Array(length);
  let end = 0;
  for (const terms of reached) {
    for (const { postings } of terms) {
      for (const { rows } of postings) {
        all.set(rows, end);
        end += rows.length;
      }
    }
  }
  all.sort();
  let count = 0;
  let before = -1;
  for (let i = 0; i < length; i++) {
    const row = all[i] as number;
    if (row !== before) all[count++] = row;
    before = row;
  }
  return all.subarray(0, count);
}

function holdingInBits(view: View, reached: readonly (readonly Reached[])[]): Int32Array {
  const { bits, count } = unite(reached.flat(), wordsFor(view.rows));
  return rowsIn(bits, count);
}
