// How much each row of the index is like a question, by vectors: brute force over what the cache has. Says how far a
// row stands out from all others rather than how like it is, since models differ in what is much.
import type { View } from '../view.ts';
import type { Store } from './store.ts';
import { compare, packQuestion } from './whole-numbers.ts';

export interface Likeness {
  /**
   * By row: by how many standard deviations it is more like the question than the mean of all. NaN for one without a
   * vector.
   */
  readonly above: Float32Array;
  /** Rows that have a vector. */
  readonly count: number;
  /** The likeness of the one that is most like it, -1 to 1. */
  readonly most: number;
  /** Numbers in a vector. */
  readonly dimensions: number;
}

/** Vectors that are read at once. */
const PIECE = 4096;

/** Null where no row has a vector, or the question's is of another dimension. Throws `io` as the files do. */
export function likenessTo(question: Float32Array, view: Pick<View, 'rows' | 'column'>, store: Store): Likeness | null {
  if (store.count === 0 || store.dimensions !== question.length) return null;
  const packed = packQuestion(question);
  const likeness = new Float32Array(store.count);
  const hashes = new Uint32Array(store.count);
  let at = 0;
  for (const chunk of store.chunks) {
    hashes.set(chunk.hashes, at);
    for (let from = 0; from < chunk.count; from += PIECE) {
      const to = Math.min(chunk.count, from + PIECE);
      compare(packed, chunk.bytes(from, to), chunk.scales.subarray(from, to), likeness, at + from);
    }
    at += chunk.count;
  }
  return standingOut(byRow(view, hashes, likeness), question.length);
}

/** NaN for rows without a vector. The table is open addressed: a Map of so many costs more than the comparison. */
function byRow(view: Pick<View, 'rows' | 'column'>, hashes: Uint32Array, likeness: Float32Array): Float32Array {
  const bits = Math.ceil(Math.log2(hashes.length + 1)) + 1;
  const mask = 2 ** bits - 1;
  const places = new Int32Array(mask + 1).fill(-1);
  for (let i = 0; i < hashes.length; i++) {
    let place = Math.imul(hashes[i] as number, 0x9e3779b1) >>> (32 - bits);
    while ((places[place] as number) !== -1) place = (place + 1) & mask;
    places[place] = i;
  }
  const rowHashes = view.column('hash');
  const values = new Float32Array(view.rows).fill(Number.NaN);
  for (let row = 0; row < view.rows; row++) {
    const hash = (rowHashes[row] as number) >>> 0;
    let place = Math.imul(hash, 0x9e3779b1) >>> (32 - bits);
    for (; (places[place] as number) !== -1; place = (place + 1) & mask) {
      const i = places[place] as number;
      if (hashes[i] !== hash) continue;
      values[row] = likeness[i] as number;
      break;
    }
  }
  return values;
}

/** Values to how far each is above their mean, in standard deviations. Changes what it is given. */
export function standingOut(values: Float32Array, dimensions: number): Likeness | null {
  let count = 0;
  let sum = 0;
  let most = -1;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    count++;
    if (value > most) most = value;
    sum += value;
  }
  if (count === 0) return null;
  const mean = sum / count;
  // Of those below the mean alone: what is sought is above it, and must not make itself look usual.
  let squares = 0;
  let below = 0;
  for (const value of values) {
    if (!(value < mean)) continue;
    below++;
    squares += (value - mean) ** 2;
  }
  const deviation = Math.sqrt(squares / Math.max(1, below));
  // Where all are alike none stands out; what is NaN stays it.
  const scale = deviation > 1e-6 ? 1 / deviation : 0;
  for (let row = 0; row < values.length; row++) values[row] = ((values[row] as number) - mean) * scale;
  return { above: values, count, most, dimensions };
}
