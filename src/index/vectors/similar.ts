// How much each row of the index is like a question, by vectors, and one list of that and the hits by words.
import type { Tables } from '../view.ts';
import type { Store } from './store.ts';

// Vectors as whole numbers, a byte each: a quarter of the size of what a model gives, and a difference of some
// thousandths in likeness, which is less than two runs of a model differ.

/** The largest number of a byte with a sign; -128 is left out, so that a vector and its contrary are alike. */
const MOST = 127;

/**
 * A question is compared with many, so it is kept finer. 2,047 × 127 × 8,000 numbers still are a whole number of 31
 * bits.
 */
const MOST_OF_QUESTION = 2047;

/**
 * A vector of length 1 into whole numbers at `from`, `most` the largest; gives what they are to be multiplied by to
 * have length 1 again.
 */
export function pack(vector: Float32Array, numbers: Int8Array | Int16Array, from: number, most = MOST): number {
  const top = largest(vector);
  let sum = 0;
  for (let at = 0; at < vector.length; at++) {
    const number = Math.round(((vector[at] as number) / top) * most);
    numbers[from + at] = number;
    sum += number * number;
  }
  return 1 / Math.sqrt(sum);
}

export interface Question {
  readonly numbers: Int16Array;
  readonly scale: number;
}

export function packQuestion(vector: Float32Array): Question {
  const numbers = new Int16Array(vector.length);
  return { numbers, scale: pack(vector, numbers, 0, MOST_OF_QUESTION) };
}

/**
 * The likeness, -1 to 1, of a question to each of the vectors that stand one behind the other in `bytes`; `scales` are
 * theirs. Into `likeness` from `to` on.
 */
export function compare(
  { numbers, scale }: Question,
  bytes: Int8Array,
  scales: ArrayLike<number>,
  likeness: Float32Array,
  to: number,
): void {
  const { length } = numbers;
  for (let one = 0, at = 0; one < scales.length; one++) {
    // Four sums that do not wait for each other.
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let of = 0;
    for (; of + 3 < length; of += 4, at += 4) {
      a = (a + (numbers[of] as number) * (bytes[at] as number)) | 0;
      b = (b + (numbers[of + 1] as number) * (bytes[at + 1] as number)) | 0;
      c = (c + (numbers[of + 2] as number) * (bytes[at + 2] as number)) | 0;
      d = (d + (numbers[of + 3] as number) * (bytes[at + 3] as number)) | 0;
    }
    for (; of < length; of++, at++) a = (a + (numbers[of] as number) * (bytes[at] as number)) | 0;
    likeness[to + one] = (a + b + c + d) * scale * (scales[one] as number);
  }
}

function largest(vector: Float32Array): number {
  let most = 0;
  for (const number of vector) most = Math.max(most, Math.abs(number));
  return most;
}

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
export function likenessTo(
  question: Float32Array,
  view: Pick<Tables, 'rows' | 'column'>,
  store: Store,
): Likeness | null {
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
function byRow(view: Pick<Tables, 'rows' | 'column'>, hashes: Uint32Array, likeness: Float32Array): Float32Array {
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

export interface Scored {
  readonly row: number;
  readonly score: number;
}

export interface Fused extends Scored {
  /** What words and vectors gave, 0 to 1, before they are weighted. */
  readonly words: number;
  readonly vectors: number;
}

export interface Fusing {
  /** What vectors count beside words, 0 to 1. */
  readonly weight: number;
  readonly allows: Allows;
}

/**
 * May a row that has none of the words be a hit: is it live, and does it pass the filters? Asked in ascending order.
 */
type Allows = (row: number) => boolean;

/** Standard deviations above the mean from which a row counts for something. */
const LEAST = 1;
/** From here on it is a hit though it has none of the words; among a few rows none is that far above. */
const LEAST_ALONE = 2;
/** Of those, so many at most. */
const MOST_ALONE = 100;
/** Hits by words that are asked whether the vectors agree with them. */
const ASKED = 20;
/** What chance does in one question of thirty thousand, in standard deviations. */
const RARE = 4;

/**
 * Best first. `lexical`: scores above 0, in any order. Where vectors do not stand out, these as they are. The scores of
 * the sum are on the scale of the words'; without a hit by words from 0 to 1.
 */
export function fuse(lexical: readonly Scored[], likeness: Likeness | null, { weight, allows }: Fusing): Fused[] {
  const top = lexical.reduce((most, { score }) => Math.max(most, score), 0);
  const scale = top > 0 ? top : 1;
  const counts = likeness !== null && weight > 0 && standsOut(lexical, likeness);
  const above = (row: number): number => (likeness === null ? 0 : likeness.above[row] || 0);
  const found = new Set(lexical.map(({ row }) => row));
  const alone = counts
    ? best(likeness, (row) => !found.has(row) && allows(row), likeness.count < FEW ? LEAST : LEAST_ALONE, MOST_ALONE)
    : [];
  const rows: readonly Scored[] = [...lexical, ...alone.map((row) => ({ row, score: 0 }))];
  const most = rows.reduce((value, { row }) => Math.max(value, above(row)), LEAST + 2);
  return rows
    .map(({ row, score }): Fused => {
      const words = score / scale;
      const vectors = counts ? Math.max(0, (above(row) - LEAST) / (most - LEAST)) : 0;
      return { row, words, vectors, score: counts ? scale * ((1 - weight) * words + weight * vectors) : score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.row - b.row);
}

/** By vectors alone: what is more like the question than the mean, best first. Scores are standard deviations. */
export function byLikeness(likeness: Likeness, allows: Allows, most: number): Scored[] {
  return best(likeness, allows, 0, most).map((row) => ({ row, score: likeness.above[row] ?? 0 }));
}

/**
 * Do the vectors know something of the question? They do where what words find is more like it than chance would have
 * it, or where some rows stand out as they would among random vectors in one question of thirty thousand; where words
 * find nothing, in one of twenty. A few rows have no distribution to stand out from: there they do where one is more
 * alike than random vectors of the dimension ever are.
 */
export function standsOut(lexical: readonly Scored[], likeness: Likeness): boolean {
  const { above, count, most, dimensions } = likeness;
  if (count < FEW) return most * Math.sqrt(dimensions) > FAR;
  const asked = lexical
    .filter(({ row }) => !Number.isNaN(above[row] ?? Number.NaN))
    .toSorted((a, b) => b.score - a.score || a.row - b.row)
    .slice(0, ASKED);
  const sum = asked.reduce((total, { row }) => total + (above[row] ?? 0), 0);
  if (asked.length > 0 && sum / Math.sqrt(asked.length) > RARE) return true;
  let largest = 0;
  let tail = 0;
  for (const value of above) {
    if (value > largest) largest = value;
    if (value > TAIL) tail++;
  }
  const expected = count * OF_TAIL;
  return largest > rarest(count, lexical.length > 0 ? 0.00003 : 0.05) || tail > expected + 5 * Math.sqrt(expected) + 3;
}

const FEW = 50;
/** Standard deviations of the likeness of random vectors, which is one through the root of the dimension. */
const FAR = 6;
/** Of a normal distribution, this part is further above than TAIL. */
const TAIL = 2.5;
const OF_TAIL = 0.00621;

/**
 * What the largest of so many values of a normal distribution exceeds in this part of all cases: by the tail's bound,
 * φ(z) / z = p.
 */
function rarest(count: number, part: number): number {
  const p = part / count;
  let z = 3;
  for (let turn = 0; turn < 20; turn++) z = Math.sqrt(-2 * Math.log(p * z * Math.sqrt(2 * Math.PI)));
  return z;
}

/** The rows that are furthest above, and more than `least`. */
function best({ above }: Likeness, allows: Allows, least: number, most: number): number[] {
  const rows: number[] = [];
  for (let row = 0; row < above.length; row++) if ((above[row] as number) > least && allows(row)) rows.push(row);
  return rows.sort((a, b) => (above[b] as number) - (above[a] as number) || a - b).slice(0, most);
}
