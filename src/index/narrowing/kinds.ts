// Kinds of rows, by the terms that they hold and the rare ones that stand beside them, and what a row of a kind comes
// to at most. Looks at no row.
import type { Reached } from '../expand-terms.ts';
import { SHARE } from '../ranking/nearby.ts';
import { bitsIn } from '../segment/bit-posting.ts';
import { SHORT } from './bits.ts';
import type { Near } from './near.ts';

/** What is asked of a term: what one of its postings adds to a score at most, and what terms come to together. */
export interface Bounds {
  readonly posting: (posting: Reached['postings'][number], weight: number) => number;
  /**
   * `held`, `beside`: numbers of the terms that a row holds, and that may stand beside it, `match` what they add,
   * `holding` how many rows hold each.
   */
  readonly score: (
    held: readonly number[],
    beside: readonly number[],
    match: number,
    holding: readonly number[],
  ) => number;
}

/** Of more kinds than these all rows are looked at. */
export const MOST_KINDS = 8;

export interface Kinds {
  /** The bit of a kind whose rows a short posting holds. */
  readonly short: number;
  /**
   * What a row of a kind comes to at most: the terms that it holds, a bit each, then the rare ones that stand beside
   * it, and whether one does that asks.
   */
  bound(kind: number): number;
  /** The kinds of that many terms that may come to `limit`, the second if a rare term stands beside them alone. */
  reaching(level: number, limit: number): { readonly terms: readonly number[]; readonly isNear: boolean }[];
}

/** `rare`: numbers of rare terms. `someAsk`: statements that ask hold one. */
export function boundsOfKinds(
  reached: readonly (readonly Reached[])[],
  rare: readonly number[],
  holding: readonly number[],
  bounds: Bounds,
  someAsk: boolean,
): Kinds {
  const count = reached.length;
  /**
   * By term what its postings add at most: those that are not short, those that are, and all of them to what stands
   * beside.
   */
  const most: number[] = [];
  const more: number[] = [];
  const lent: number[] = [];
  for (let number = 0; number < count; number++) {
    let long = 0;
    let short = 0;
    for (const { weight, postings } of reached[number] ?? []) {
      for (const posting of postings) {
        const adds = bounds.posting(posting, weight);
        if (posting.count > SHORT) long += adds;
        else short += adds;
      }
    }
    most.push(long);
    more.push(short);
    lent.push(SHARE * (long + short));
  }
  const asksBit = 1 << (count + rare.length);
  const shortBit = asksBit << 1;
  const known = new Map<number, number>();
  const nearAll = (((1 << rare.length) - 1) << count) | (someAsk ? asksBit : 0);
  const bound = (kind: number): number => {
    const before = known.get(kind);
    if (before !== undefined) return before;
    const held: number[] = [];
    let match = 0;
    const isShort = (kind & shortBit) !== 0;
    for (let number = 0; number < count; number++) {
      if ((kind & (1 << number)) === 0) continue;
      held.push(number);
      match += (most[number] as number) + (isShort ? (more[number] as number) : 0);
    }
    const beside: number[] = [];
    for (let i = 0; i < rare.length; i++) {
      if ((kind & (1 << (count + i))) === 0) continue;
      const number = rare[i] as number;
      const asks = (kind & asksBit) !== 0;
      if ((kind & (1 << number)) === 0) beside.push(number);
      else if (!asks) {
        // What it holds itself gains only what is missing to the most that there is.
        if (!isShort) match += SHARE * (more[number] as number);
        continue;
      }
      // What asks lends twice as much.
      match += (asks ? 2 : 1) * (lent[number] as number);
    }
    const score = bounds.score(held, beside, match, holding);
    known.set(kind, score);
    return score;
  };
  return {
    short: shortBit,
    bound,
    reaching(level, limit) {
      const found: { terms: number[]; isNear: boolean }[] = [];
      for (let kind = 1; kind < 1 << count && found.length <= MOST_KINDS; kind++) {
        if (bitsIn(kind) !== level) continue;
        const isAny = bound(kind) >= limit;
        if (!isAny && (rare.length === 0 || bound(kind | nearAll) < limit)) continue;
        const terms: number[] = [];
        for (let number = 0; number < count; number++) if ((kind & (1 << number)) !== 0) terms.push(number);
        found.push({ terms, isNear: !isAny });
      }
      return found;
    },
  };
}

/** Of a level the rows of these kinds. */
export function masked(
  level: Int32Array,
  kinds: ReturnType<Kinds['reaching']>,
  terms: readonly Int32Array[],
  near: Near | null,
): Int32Array {
  const mask = new Int32Array(level.length);
  for (const { terms: held, isNear } of kinds) {
    const bits = held.map((number) => terms[number] as Int32Array);
    const first = bits[0] as Int32Array;
    const around = isNear && near !== null ? near.around() : null;
    for (let word = 0; word < mask.length; word++) {
      let all = (level[word] as number) & (first[word] as number);
      for (let i = 1; all !== 0 && i < bits.length; i++) all &= (bits[i] as Int32Array)[word] as number;
      if (all !== 0 && around !== null) all &= around[word] as number;
      if (all !== 0) (mask[word] as number) |= all;
    }
  }
  return mask;
}
