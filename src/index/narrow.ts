// Which of very many rows that a question found are worth scoring: rows by kind, the terms that they hold and what
// stands beside them, each kind with a bound on what a row of it can be worth.
import type { Reached } from './expand-terms.ts';
import { COMMON, FARTHEST, SHARE } from './ranking/factors.ts';
import {
  bitCount,
  bitsIn,
  keepNamed,
  keepSplitGroups,
  LEVELS,
  levelsOf,
  openSet,
  SHORT,
  shortRows,
  unionOf,
  unite,
  wordsFor,
} from './row-bits.ts';
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
const MOST_KINDS = 8;

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
function boundsOfKinds(
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
function masked(
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

/**
 * What may stand beside a row that holds a rare term, told 32 rows at a time. Some of it only looks so, since groups
 * end between them.
 */
interface Near {
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
function openNear(rare: readonly Int32Array[], asking: Int32Array, reach: number, words: number): Near {
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
function besideThem(view: View, rows: readonly number[], near: Near, isWorth: Int32Array): Int32Array {
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
