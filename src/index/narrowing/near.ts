// What stands beside rows of rare terms and gains by them, told 32 rows at a time: none of these rows is looked at.
import { FARTHEST } from '../ranking/nearby.ts';
import type { View } from '../view.ts';
import { unionOf } from './bits.ts';

/**
 * What may stand beside a row that holds a rare term, told 32 rows at a time. Some of it only looks so, since groups
 * end between them.
 */
export interface Near {
  /** Rows that hold a rare term. */
  readonly rare: Int32Array;
  readonly someAsk: boolean;
  /** Rows that may stand beside a row of a rare term. Made when first asked for. */
  around(): Int32Array;
  /** By rare term a bit whether a row may stand beside it; one more whether what stands there asks. */
  kindOf(row: number): number;
  /** May the row stand beside one of a rare term? */
  has(row: number): boolean;
}

/** `rare`: the rows of each rare term. `reach`: see View. */
export function openNear(rare: readonly Int32Array[], asking: Int32Array, reach: number, words: number): Near {
  const all = rare.length === 1 ? (rare[0] as Int32Array) : unionOf(rare, words);
  const asks = new Int32Array(words);
  let someAsk = false;
  for (let i = 0; i < asking.length; i++) {
    const row = asking[i] as number;
    const bit = (all[row >>> 5] as number) & (1 << (row & 31));
    if (bit === 0) continue;
    (asks[row >>> 5] as number) |= bit;
    someAsk = true;
  }
  const kinds = someAsk ? [...rare, asks] : rare;
  let around: Int32Array | null = null;
  return {
    rare: all,
    someAsk,
    around: () => (around ??= aroundAll(all, reach)),
    kindOf(row) {
      let kind = 0;
      for (let i = 0; i < kinds.length; i++) if (isNear(kinds[i] as Int32Array, row, reach)) kind |= 1 << i;
      return kind;
    },
    has: (row) => isNear(all, row, reach),
  };
}

/** Is a bit set of a row that stands `reach` rows or fewer from this one? */
function isNear(bits: Int32Array, row: number, reach: number): boolean {
  if (reach > 15) return true;
  const from = row < reach ? 0 : row - reach;
  const word = from >>> 5;
  const by = from & 31;
  let rows = (bits[word] as number) >>> by;
  if (by !== 0 && word + 1 < bits.length) rows |= (bits[word + 1] as number) << (32 - by);
  return (rows & ((1 << (2 * reach + 1)) - 1)) !== 0;
}

/** The rows that stand `reach` rows or fewer from one whose bit is set. */
function aroundAll(bits: Int32Array, reach: number): Int32Array {
  const { length } = bits;
  const all = new Int32Array(length);
  if (reach > 15) return all.fill(-1);
  let before = 0;
  let own = bits[0] ?? 0;
  for (let word = 0; word < length; word++) {
    const after = word + 1 < length ? (bits[word + 1] as number) : 0;
    if ((own | before | after) !== 0) {
      let near = own;
      for (let by = 1; by <= reach; by++)
        near |= (own << by) | (own >>> by) | (before >>> (32 - by)) | (after << (32 - by));
      all[word] = near;
    }
    before = own;
    own = after;
  }
  return all;
}

/** Rows, and those beside them that hold a rare term, ascending. */
export function besideThem(view: View, rows: readonly number[], near: Near, isWorth: Int32Array): Int32Array {
  const { rare } = near;
  const groups = view.column('group');
  const ordinals = view.column('ordinal');
  const all = [...rows];
  const seen = isWorth.slice();
  const end = view.rows;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    if (!near.has(row)) continue;
    const group = groups[row];
    const own = ordinals[row] as number;
    for (let step = -1; step <= 1; step += 2) {
      for (let at = row + step; at >= 0 && at < end && groups[at] === group; at += step) {
        const apart = (ordinals[at] as number) - own;
        if (apart > FARTHEST || apart < -FARTHEST) break;
        const bit = (rare[at >>> 5] as number) & (1 << (at & 31));
        if (bit === 0 || ((seen[at >>> 5] as number) & bit) !== 0) continue;
        (seen[at >>> 5] as number) |= bit;
        all.push(at);
      }
    }
  }
  return Int32Array.from(all).sort();
}
