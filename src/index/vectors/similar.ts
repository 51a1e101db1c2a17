// Computes the similarity of each row to a question by vectors, and fuses it with the word hits.
import type { Tables } from '../view.ts';
import type { Store } from './store.ts';

// Vectors quantised to one byte per number: a quarter of the model's output, with an error of some thousandths in
// similarity, less than the difference between two runs of a model.

/** The largest signed byte; -128 is excluded, so that a vector and its negative are symmetric. */
const MOST = 127;

/**
 * The question is compared with many vectors and gets a finer scale. 2,047 × 127 × 8,000 dimensions still fits in 31
 * bits.
 */
const MOST_OF_QUESTION = 2047;

/**
 * Quantises a vector of length 1 into `numbers` from index `from`, with `most` as the largest value; returns the factor
 * that restores length 1.
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
 * Writes the similarity (-1 to 1) of a question to each of the vectors concatenated in `bytes`, with their `scales`,
 * into `likeness` from index `to`.
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
    // Four independent sums, for instruction-level parallelism.
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
  /** For each row, by how many standard deviations it exceeds the mean similarity. NaN for a row without a vector. */
  readonly above: Float32Array;
  /** Number of rows with a vector. */
  readonly count: number;
  /** The greatest similarity, -1 to 1. */
  readonly most: number;
  /** Length of a vector. */
  readonly dimensions: number;
}

/** Number of vectors read at once. */
const PIECE = 4096;

/** Returns null if no row has a vector or the question's dimension differs. Throws `io` from the files. */
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

/** NaN for rows without a vector. Uses an open-addressing table: a Map of this size costs more than the comparison. */
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

/** Converts similarities to standard deviations above their mean, in place. */
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
  // Uses only values below the mean: the relevant rows are above it and must not inflate the deviation.
  let squares = 0;
  let below = 0;
  for (const value of values) {
    if (!(value < mean)) continue;
    below++;
    squares += (value - mean) ** 2;
  }
  const deviation = Math.sqrt(squares / Math.max(1, below));
  // If all are equal, none stands out; NaN stays NaN.
  const scale = deviation > 1e-6 ? 1 / deviation : 0;
  for (let row = 0; row < values.length; row++) values[row] = ((values[row] as number) - mean) * scale;
  return { above: values, count, most, dimensions };
}

export interface Scored {
  readonly row: number;
  readonly score: number;
}

export interface Fused extends Scored {
  /** The word and vector scores, 0 to 1, before weighting. */
  readonly words: number;
  readonly vectors: number;
}

export interface Fusing {
  /** Weight of vectors against words, 0 to 1. */
  readonly weight: number;
  readonly allows: Allows;
}

/**
 * Whether a row without any of the words may be a hit: it is live and passes the filters. Called in ascending order.
 */
type Allows = (row: number) => boolean;

/** Standard deviations above the mean from which a row gets a vector score. */
const LEAST = 1;
/** From here on a row is a hit without any of the words; among a few rows none is that far above. */
const LEAST_ALONE = 2;
/** Maximum number of such hits. */
const MOST_ALONE = 100;
/** How many word hits are tested for agreement with the vectors. */
const ASKED = 20;
/** The deviation that chance reaches in one of thirty thousand questions. */
const RARE = 4;

/**
 * Best first. `lexical`: scores above 0, in any order; returned with their own scores if the vectors do not stand out.
 * Fused scores are on the scale of the word scores; without word hits they are 0 to 1.
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

/** Ranks by vectors alone: rows above the mean, best first. Scores are standard deviations. */
export function byLikeness(likeness: Likeness, allows: Allows, most: number): Scored[] {
  return best(likeness, allows, 0, most).map((row) => ({ row, score: likeness.above[row] ?? 0 }));
}

/**
 * Whether the vectors are informative for the question. They are if the word hits are more similar than chance
 * explains, or if some rows stand out as random vectors would in one of thirty thousand questions (in one of twenty if
 * there are no word hits). A few rows form no distribution: there, one row must be more similar than random vectors of
 * this dimension ever are.
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
/** In standard deviations of the similarity of random vectors, each of which is 1 / sqrt(dimensions). */
const FAR = 6;
/** This share of a normal distribution is above TAIL. */
const TAIL = 2.5;
const OF_TAIL = 0.00621;

/**
 * The value that the largest of `count` normal values exceeds with probability `part`: by the tail bound, φ(z) / z = p.
 */
function rarest(count: number, part: number): number {
  const p = part / count;
  let z = 3;
  for (let turn = 0; turn < 20; turn++) z = Math.sqrt(-2 * Math.log(p * z * Math.sqrt(2 * Math.PI)));
  return z;
}

/** The rows with the greatest values above `least`. */
function best({ above }: Likeness, allows: Allows, least: number, most: number): number[] {
  const rows: number[] = [];
  for (let row = 0; row < above.length; row++) if ((above[row] as number) > least && allows(row)) rows.push(row);
  return rows.sort((a, b) => (above[b] as number) - (above[a] as number) || a - b).slice(0, most);
}
