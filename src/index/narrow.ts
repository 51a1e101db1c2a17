// Which of very many rows that a question found are worth scoring: those that hold more of it than most, and all about which
// less is known beforehand. Says beside it what the others could be worth at most, so that it can be told that none was missed.
// Goes through rows in whole numbers alone: code that no compiler has seen yet makes an object of each fraction.
import type { Reached } from './reach.ts';
import { COMMON, SHARE } from './ranking/nearby.ts';
import { FARTHEST } from './ranking/vicinity.ts';
import type { View } from './view.ts';

export interface Narrowed {
  /** To be scored, ascending. */
  readonly rows: Int32Array;
  /** All others that hold a term, ascending. */
  readonly rest: Int32Array;
  /** By row its place among `rows`, and one more; 0 for the others. */
  readonly slots: Int32Array;
  /** By term how many rows hold it. */
  readonly holding: readonly number[];
  /** No score of the rest is more, dates aside. */
  readonly bound: number;
}

/** What is asked of a term: what one of its postings adds to a score at most, and what terms come to together. */
export interface Bounds {
  readonly posting: (posting: Reached['postings'][number], weight: number) => number;
  /** `held`, `beside`: numbers of the terms that a row holds, and that may stand beside it, `match` what they add, `holding` how many rows hold each. */
  readonly score: (held: readonly number[], beside: readonly number[], match: number, holding: readonly number[]) => number;
}

/** From so many postings on it pays, measured: 40 ms of 59 at 16,000 rows. */
const MANY = 4000;
const MOST_TERMS = 10;
/** Rows of shorter postings are scored without asking. */
const SHORT = 300;
/** So many times as many rows as there must be are scored: some may not be shown, and some come to less than others. */
const ENOUGH = 3;
/** Groups that two segments hold rows of are known by so many bits. */
const GROUPS = 0xffff;
/** Marks of a row, beside a bit for each term that it holds: it asks; a rare term stands beside it; it is to be scored. */
const [ASKS, BESIDE, KEEP] = [1 << 13, 1 << 14, 1 << 15];

/** How rows are to be narrowed. */
export interface Narrowing {
  /** So many at least are to be scored. */
  readonly least: number;
  /** Rows of statements that ask. */
  readonly asking: Int32Array;
  /** Does the question name a row's day? Null where it names none. */
  readonly isNamed: ((row: number) => boolean) | null;
}

/** Null where all are to be scored. */
export function narrow(view: View, reached: readonly (readonly Reached[])[], bounds: Bounds, { least, asking, isNamed }: Narrowing): Narrowed | null {
  let total = 0;
  for (const terms of reached) for (const { postings } of terms) for (const { rows } of postings) total += rows.length;
  if (total < MANY || reached.length < 2 || reached.length > MOST_TERMS) return null;
  // An even number of rows: they are looked at two by two.
  const marks = new Uint16Array((view.rows + 1) & ~1);
  mark(marks, asking, ASKS, 0);
  /** By term what its postings add at most: those that are not short, and all of them where it is rare. */
  const most: number[] = [];
  const spread: number[] = [];
  const holding: number[] = [];
  for (let number = 0; number < reached.length; number++) {
    const terms = reached[number] ?? [];
    let [long, short] = [0, 0];
    holding[number] = 0;
    for (const { weight, postings } of terms) {
      for (const posting of postings) {
        const isShort = posting.rows.length <= SHORT;
        (holding[number] as number) += mark(marks, posting.rows, 1 << number, isShort ? KEEP : 0);
        if (isShort) short += bounds.posting(posting, weight);
        else long += bounds.posting(posting, weight);
      }
    }
    most[number] = long;
    spread[number] = 0;
    if ((holding[number] as number) > COMMON) continue;
    spread[number] = SHARE * (long + short);
    for (const { postings } of terms) for (const { rows } of postings) markAround(view, marks, rows);
  }
  keepSplitGroups(view, marks);
  const { all, kinds, counts } = found(marks, total, reached.length);
  const scores = new Float64Array(counts.length);
  for (let kind = 1; kind < counts.length; kind++) if ((counts[kind] as number) > 0) scores[kind] = boundOf(kind, most, spread, holding, bounds);
  const limit = limitOf(scores, counts, ENOUGH * least);
  if (limit === 0) return null;
  const parts = split(all, kinds, scores, limit, view.rows, isNamed);
  // What is not worth it, and most often turns out to have been in vain.
  return 2 * parts.rest.length < all.length ? null : { ...parts, holding };
}

/** Marks rows; gives how many of them had not that mark. */
function mark(marks: Uint16Array, rows: Int32Array, bit: number, keep: number): number {
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    const before = marks[row] as number;
    if ((before & bit) === 0) count++;
    marks[row] = before | bit | keep;
  }
  return count;
}

/** What stands beside rows of a rare term gains by them, most where they ask: so they are scored. */
function markAround(view: View, marks: Uint16Array, rows: Int32Array): void {
  const groups = view.column('group');
  const ordinals = view.column('ordinal');
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    const group = groups[row];
    const own = ordinals[row] as number;
    const bit = ((marks[row] as number) & ASKS) === 0 ? BESIDE : KEEP;
    (marks[row] as number) |= KEEP;
    for (let at = row - 1; at >= 0 && groups[at] === group && own - (ordinals[at] as number) <= FARTHEST; at--) (marks[at] as number) |= bit;
    for (let at = row + 1; at < view.rows && groups[at] === group && (ordinals[at] as number) - own <= FARTHEST; at++) (marks[at] as number) |= bit;
  }
}

/** All rows of groups that a later segment has rows of. */
function keepSplitGroups(view: View, marks: Uint16Array): void {
  const second = view.starts[1];
  if (second === undefined) return;
  const groups = view.column('group');
  const isSplit = new Uint8Array(GROUPS + 1);
  for (let row = second; row < view.rows; row++) {
    isSplit[(groups[row] as number) & GROUPS] = 1;
    (marks[row] as number) |= KEEP;
  }
  for (let row = 0; row < second; row++) if (marks[row] !== 0 && isSplit[(groups[row] as number) & GROUPS] === 1) (marks[row] as number) |= KEEP;
}

/** All rows that hold a term, with the terms of each; those to be kept are of kind 0. `counts`: how many are of each kind. */
function found(marks: Uint16Array, total: number, terms: number): { all: Int32Array; kinds: Uint16Array; counts: Int32Array } {
  const isBeside = 1 << terms;
  const ofTerms = isBeside - 1;
  const all = new Int32Array(Math.min(total, marks.length));
  const kinds = new Uint16Array(all.length);
  const counts = new Int32Array(2 * isBeside);
  const pairs = new Int32Array(marks.buffer);
  let count = 0;
  for (let pair = 0; pair < pairs.length; pair++) {
    if (pairs[pair] === 0) continue;
    for (let row = pair * 2; row < pair * 2 + 2; row++) {
      const held = marks[row] as number;
      if ((held & ofTerms) === 0) continue;
      const kind = held >= KEEP ? 0 : (held & ofTerms) | ((held & BESIDE) === 0 ? 0 : isBeside);
      (counts[kind] as number)++;
      kinds[count] = kind;
      all[count++] = row;
    }
  }
  return { all: all.subarray(0, count), kinds, counts };
}

function boundOf(kind: number, most: readonly number[], spread: readonly number[], holding: readonly number[], bounds: Bounds): number {
  const held: number[] = [];
  const beside: number[] = [];
  let match = 0;
  for (let number = 0; number < most.length; number++) {
    if ((kind & (1 << number)) !== 0) {
      held.push(number);
      match += most[number] as number;
    }
    if (kind >= 1 << most.length && (spread[number] as number) > 0) {
      beside.push(number);
      match += spread[number] as number;
    }
  }
  return bounds.score(held, beside, match, holding);
}

/** The least score that a kind may reach whose rows are scored, so that there are enough of them; 0 for all kinds. */
function limitOf(scores: Float64Array, counts: Int32Array, least: number): number {
  const order = [...scores.keys()].filter((kind) => kind > 0 && (counts[kind] as number) > 0).sort((a, b) => (scores[b] as number) - (scores[a] as number));
  let left = least;
  for (const [i, kind] of order.entries()) {
    left -= counts[kind] as number;
    if (left <= 0) return i + 1 === order.length ? 0 : (scores[kind] as number);
  }
  return 0;
}

function split(all: Int32Array, kinds: Uint16Array, scores: Float64Array, limit: number, most: number, isNamed: ((row: number) => boolean) | null): Omit<Narrowed, 'holding'> {
  const isIn = new Uint8Array(scores.length);
  let bound = 0;
  for (let kind = 0; kind < scores.length; kind++) {
    if (kind === 0 || (scores[kind] as number) >= limit) isIn[kind] = 1;
    else if ((scores[kind] as number) > bound) bound = scores[kind] as number;
  }
  const slots = new Int32Array(most);
  const rows = new Int32Array(all.length);
  const rest = new Int32Array(all.length);
  let count = 0;
  let others = 0;
  for (let i = 0; i < all.length; i++) {
    const row = all[i] as number;
    if (isIn[kinds[i] as number] === 1 || (isNamed !== null && isNamed(row))) {
      rows[count++] = row;
      slots[row] = count;
    } else rest[others++] = row;
  }
  return { rows: rows.subarray(0, count), rest: rest.subarray(0, others), slots, bound };
}
