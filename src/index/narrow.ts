// Which of very many rows that a question found are worth scoring: rows by kind, the terms that they hold and what
// stands beside them, each kind with a bound on what a row of it can be worth.
import type { Reached } from './expand-terms.ts';
import { COMMON, FARTHEST, SHARE } from './ranking/factors.ts';
import {
  bitCount,
  keepNamed,
  keepSplitGroups,
  LEVELS,
  levelsOf,
  openSet,
  type RowSet,
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
  /** By term how many rows hold it, words that are used like it aside. */
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

/**
 * Null where all are to be scored. It pays from about 100,000 facts on: there a search takes a quarter less of the
 * processor, at 10,000 facts as much as without it.
 */
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
  const candidates = openCandidates(view, reached, bounds, asking, isNamed);
  const one = candidates.levels[1] as Int32Array;
  return {
    total: bitCount(one),
    holding: one,
    first: (least) => firstOf(candidates, least, admits),
    others: (limit) => othersOf(candidates, limit, admits),
  };
}

interface Candidates {
  readonly view: View;
  /** By term a bit for each row that holds it, and how many there are. */
  readonly terms: readonly Int32Array[];
  readonly holding: readonly number[];
  /** By number, from 1 on, the rows that hold so many terms or more. */
  readonly levels: readonly Int32Array[];
  /** Rows that are scored whatever they may come to. */
  readonly must: RowSet;
  readonly short: RowSet;
  /** Null where no term is rare. */
  readonly near: Near | null;
  readonly kinds: Kinds;
  /** Rows that were given already. */
  readonly given: Int32Array;
}

function openCandidates(
  view: View,
  reached: readonly (readonly Reached[])[],
  bounds: Bounds,
  asking: Int32Array,
  isNamed: Wishes['isNamed'],
): Candidates {
  const words = wordsFor(view.rows);
  const united = reached.map((one) => unite(one, words));
  const terms = united.map(({ bits }) => bits);
  const holding = reached.map((one, number) => {
    const own = one.filter(({ isNear }) => !isNear);
    return own.length === one.length ? (united[number]?.count ?? 0) : own.length === 0 ? 0 : unite(own, words).count;
  });
  const rare = [...terms.keys()].filter((number) => {
    const count = holding[number] as number;
    return count > 0 && count <= COMMON;
  });
  const levels = levelsOf(terms, words);
  const must = openSet(words);
  keepSplitGroups(view, levels[1] as Int32Array, must);
  if (isNamed !== null) keepNamed(levels[1] as Int32Array, isNamed, must);
  const rows = rare.map((number) => terms[number] as Int32Array);
  return {
    view,
    terms,
    holding,
    levels,
    must,
    short: shortRows(reached, words),
    near: rare.length === 0 ? null : openNear(rows, asking, view.reach, words),
    kinds: boundsOfKinds(reached, rare, holding, bounds),
    given: new Int32Array(words),
  };
}

const hasBit = (bits: Int32Array, row: number): boolean => (((bits[row >>> 5] as number) >>> (row & 31)) & 1) === 1;

/** `isNear`: with what stands beside it. */
function kindOf({ terms, short, kinds, near }: Candidates, row: number, isNear: boolean): number {
  const word = row >>> 5;
  const bit = 1 << (row & 31);
  let kind = 0;
  for (let number = 0; number < terms.length; number++)
    if ((((terms[number] as Int32Array)[word] as number) & bit) !== 0) kind |= 1 << number;
  if (((short.bits[word] as number) & bit) !== 0) kind |= kinds.short;
  return isNear && near !== null ? kind | (near.kindOf(row) << terms.length) : kind;
}

function firstOf(candidates: Candidates, least: number, admits: Wishes['admits']): Narrowed {
  const { terms, levels, must, short, kinds } = candidates;
  const rows = must.rows.filter(admits);
  const found: number[] = [];
  const scores: number[] = [];
  const look = (row: number): void => {
    if (!admits(row)) return;
    found.push(row);
    scores.push(kinds.bound(kindOf(candidates, row, false)));
  };
  for (const row of short.rows) if (!hasBit(must.bits, row)) look(row);
  for (let level = Math.min(LEVELS, terms.length); level > 0 && found.length < 2 * least; level--) {
    const held = levels[level] as Int32Array;
    const more = levels[level + 1] ?? must.bits;
    // The last are the newest, mostly.
    for (let word = held.length - 1; word >= 0 && found.length < PATIENCE * least; word--) {
      let left = held[word] as number;
      if (left === 0) continue;
      left &= ~((more[word] as number) | (must.bits[word] as number) | (short.bits[word] as number));
      for (; left !== 0; left &= left - 1) look(word * 32 + 31 - Math.clz32(left & -left));
    }
  }
  const limit = limitOf(scores, least);
  for (let i = 0; i < found.length; i++) if ((scores[i] as number) >= limit) rows.push(found[i] as number);
  return withBeside(candidates, rows);
}

function othersOf(candidates: Candidates, limit: number, admits: Wishes['admits']): Narrowed | null {
  const { levels, short, kinds, given } = candidates;
  const rows: number[] = [];
  const take = (row: number): void => {
    if (kinds.bound(kindOf(candidates, row, true)) >= limit && admits(row)) rows.push(row);
  };
  for (const row of short.rows) if (!hasBit(given, row)) take(row);
  const held = levels[1] as Int32Array;
  for (let word = 0; word < held.length; word++) {
    let left = (held[word] as number) & ~((given[word] as number) | (short.bits[word] as number));
    for (; left !== 0; left &= left - 1) take(word * 32 + 31 - Math.clz32(left & -left));
  }
  return rows.length === 0 ? null : withBeside(candidates, rows);
}

function withBeside({ view, near, given, holding }: Candidates, rows: readonly number[]): Narrowed {
  const isWorth = new Int32Array(given.length);
  for (const row of rows) {
    const bit = 1 << (row & 31);
    (isWorth[row >>> 5] as number) |= bit;
    (given[row >>> 5] as number) |= bit;
  }
  return {
    rows: near === null ? Int32Array.from(rows).sort() : besideThem(view, rows, near, isWorth),
    isWorth,
    holding,
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

export interface Kinds {
  /** The bit of a kind whose rows a short posting holds. */
  readonly short: number;
  /**
   * What a row of a kind comes to at most: the terms that it holds, a bit each, then the rare ones that stand beside
   * it, and whether one does that asks.
   */
  bound(kind: number): number;
}

/** `rare`: numbers of rare terms. */
function boundsOfKinds(
  reached: readonly (readonly Reached[])[],
  rare: readonly number[],
  holding: readonly number[],
  bounds: Bounds,
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
  return { short: shortBit, bound };
}

/**
 * What may stand beside a row that holds a rare term, told 32 rows at a time. Some of it only looks so, since groups
 * end between them.
 */
interface Near {
  /** Rows that hold a rare term. */
  readonly rare: Int32Array;
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
  return {
    rare: all,
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
