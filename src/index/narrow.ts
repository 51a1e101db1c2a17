// Which of very many rows that a question found are worth scoring: at first some of those that hold the most of it,
// later all that may still be better than what these came to. Goes through bits of rows, 32 at a time, and looks at few
// rows one by one: code that no compiler has seen yet.
import type { Reached } from './expand-terms.ts';
import { keepNamed, keepSplitGroups, LEVELS, levelsOf, openSet, shortRows, unite } from './narrowing/bits.ts';
import { type Bounds, boundsOfKinds, masked, MOST_KINDS } from './narrowing/kinds.ts';
import { besideThem, openNear } from './narrowing/near.ts';
import { COMMON } from './ranking/nearby.ts';
import { bitCount, wordsFor } from './segment/bit-posting.ts';
import type { View } from './view.ts';

/** What is to be scored. */
export interface Narrowed {
  /** Ascending: those that are worth it, and what stands beside them and adds to their scores. */
  readonly rows: Int32Array;
  /** By row a bit: is it worth it? The scores of others are less than what they come to. */
  readonly isWorth: Int32Array;
  /** By term how many rows hold it. */
  readonly holding: readonly number[];
}

export interface Narrowing {
  /** How many rows hold a term. */
  readonly total: number;
  /** By row a bit: does it hold a term? */
  readonly holding: Int32Array;
  /**
   * Of the rows that hold the most about `least`, if there are as many, asked whether they may be shown; and all that
   * must be.
   */
  first(least: number): Narrowed;
  /** All that were not given yet and may come to `limit`, dates and recency aside. Null where there are none. */
  others(limit: number): Narrowed | null;
}

export interface Wishes {
  /** Rows of statements that ask. */
  readonly asking: Int32Array;
  /** Does the question name a row's day? Null where it names none. */
  readonly isNamed: ((row: number) => boolean) | null;
  readonly admits: (row: number) => boolean;
  /** Called before anything is gone through, where the rows are very many and not all are to be scored. */
  readonly onMany?: (() => void) | undefined;
}

/** From so many postings on it pays. */
const MANY = 4000;
const MOST_TERMS = 10;
/** From so many rows on what is told before costs less than it saves. */
const VERY_MANY = 1 << 16;
/** So many rows at most are looked at for each that is wanted. */
const PATIENCE = 4;

/** Null where all are to be scored. */
export function narrow(
  view: View,
  reached: readonly (readonly Reached[])[],
  bounds: Bounds,
  { asking, isNamed, admits, onMany }: Wishes,
): Narrowing | null {
  let postings = 0;
  for (const terms of reached) for (const term of terms) for (const { count } of term.postings) postings += count;
  if (postings < MANY || reached.length < 2 || reached.length > MOST_TERMS) return null;
  if (view.rows >= VERY_MANY) onMany?.();
  const words = wordsFor(view.rows);
  const terms: Int32Array[] = [];
  const holding: number[] = [];
  for (const one of reached) {
    const { bits, count } = unite(one, words);
    terms.push(bits);
    holding.push(count);
  }
  const rare: number[] = [];
  for (let number = 0; number < terms.length; number++)
    if ((holding[number] as number) > 0 && (holding[number] as number) <= COMMON) rare.push(number);
  const levels = levelsOf(terms, words);
  const one = levels[1] as Int32Array;
  const must = openSet(words);
  keepSplitGroups(view, one, must);
  if (isNamed !== null) keepNamed(one, isNamed, must);
  const short = shortRows(reached, words);
  const near =
    rare.length === 0
      ? null
      : openNear(
          rare.map((number) => terms[number] as Int32Array),
          asking,
          view.reach,
          words,
        );
  const kinds = boundsOfKinds(reached, rare, holding, bounds, near !== null && near.someAsk);
  const given = new Int32Array(words);
  /** `isNear`: with what stands beside it. */
  const kindOf = (row: number, isNear: boolean): number => {
    const word = row >>> 5;
    const bit = 1 << (row & 31);
    let kind = 0;
    for (let number = 0; number < terms.length; number++)
      if ((((terms[number] as Int32Array)[word] as number) & bit) !== 0) kind |= 1 << number;
    if (((short.bits[word] as number) & bit) !== 0) kind |= kinds.short;
    return isNear && near !== null ? kind | (near.kindOf(row) << terms.length) : kind;
  };
  const withBeside = (rows: readonly number[]): Narrowed => {
    const isWorth = new Int32Array(words);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      const bit = 1 << (row & 31);
      (isWorth[row >>> 5] as number) |= bit;
      (given[row >>> 5] as number) |= bit;
    }
    return {
      rows: near === null ? Int32Array.from(rows).sort() : besideThem(view, rows, near, isWorth),
      isWorth,
      holding,
    };
  };
  return {
    total: bitCount(one),
    holding: one,
    first(least) {
      const rows = must.rows.filter(admits);
      const found: number[] = [];
      const scores: number[] = [];
      const { bits: sure } = must;
      const look = (row: number): void => {
        if (!admits(row)) return;
        found.push(row);
        scores.push(kinds.bound(kindOf(row, false)));
      };
      for (let i = 0; i < short.rows.length; i++) {
        const row = short.rows[i] as number;
        if ((((sure[row >>> 5] as number) >>> (row & 31)) & 1) === 0) look(row);
      }
      for (let level = Math.min(LEVELS, terms.length); level > 0 && found.length < 2 * least; level--) {
        const held = levels[level] as Int32Array;
        const more = levels[level + 1] ?? sure;
        // The last are the newest, mostly.
        for (let word = words - 1; word >= 0 && found.length < PATIENCE * least; word--) {
          let left = held[word] as number;
          if (left === 0) continue;
          left &= ~((more[word] as number) | (sure[word] as number) | (short.bits[word] as number));
          for (; left !== 0; left &= left - 1) look(word * 32 + 31 - Math.clz32(left & -left));
        }
      }
      const limit = limitOf(scores, least);
      for (let i = 0; i < found.length; i++) if ((scores[i] as number) >= limit) rows.push(found[i] as number);
      return withBeside(rows);
    },
    others(limit) {
      const rows: number[] = [];
      const take = (row: number): void => {
        if (kinds.bound(kindOf(row, true)) >= limit && admits(row)) rows.push(row);
      };
      for (let i = 0; i < short.rows.length; i++) {
        const row = short.rows[i] as number;
        if ((((given[row >>> 5] as number) >>> (row & 31)) & 1) === 0) take(row);
      }
      for (let level = 1; level <= Math.min(LEVELS, terms.length); level++) {
        const wanted = level < LEVELS || level === terms.length ? kinds.reaching(level, limit) : null;
        if (wanted?.length === 0) continue;
        const held = levels[level] as Int32Array;
        const mask = wanted === null || wanted.length > MOST_KINDS ? held : masked(held, wanted, terms, near);
        const more = levels[level + 1] ?? given;
        for (let word = 0; word < words; word++) {
          let left = mask[word] as number;
          if (left === 0) continue;
          left &= ~((more[word] as number) | (given[word] as number) | (short.bits[word] as number));
          for (; left !== 0; left &= left - 1) take(word * 32 + 31 - Math.clz32(left & -left));
        }
      }
      return rows.length === 0 ? null : withBeside(rows);
    },
  };
}

/** The score that `least` of these reach. */
function limitOf(scores: readonly number[], least: number): number {
  if (scores.length <= least) return 0;
  const order = Float64Array.from(scores).sort();
  return order[order.length - least] as number;
}
