// Hits by words and likeness by vectors to one list: a weighted sum of normalised scores. Vectors count only where they
// show that they know something of this question: noise has no say, however much it is weighted. Pure.
import type { Likeness } from './similar.ts';

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
