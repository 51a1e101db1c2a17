// What a new fact and a claim are to each other, by the words of both. Pure; which of them is the later one is given.
import { judge, judgeSlots } from '../../../language/slots/slots.ts';
import type { Slot, Verdict } from '../../../language/slots/types.ts';
import { eventDay, type Fact } from '../../../model/fact.ts';
import type { KnownClaim, Sense } from './known-claims.ts';
import type { Relation } from './timeline.ts';

export interface Newcomer {
  /** Equal statements share it. */
  readonly key: string;
  readonly sense: Sense;
}

export function relationTo(
  { keys, sense }: Pick<KnownClaim, 'keys' | 'sense'>,
  newcomer: Newcomer,
  { later, sameDay }: { readonly later: boolean; readonly sameDay: boolean },
): Relation {
  if (keys.includes(newcomer.key)) return 'duplicate';
  const [older, newer] = later ? [sense, newcomer.sense] : [newcomer.sense, sense];
  const as =
    older.lent || newer.lent
      ? relationOfSlots(older, newer, sameDay)
      : judge(older.judged, newer.judged, { sameDay, explicit: false }).as;
  if (as === 'corrects') return 'none';
  // A denial contradicts what was said; what is said again on another day after a denial is how it is now.
  return as === 'conflict' && !sameDay && isDenial(older) && !isDenial(newer) ? 'update' : as;
}

/** Where the words of one do not say what it is about, the slots do. */
function relationOfSlots(older: Sense, newer: Sense, sameDay: boolean): Verdict['as'] {
  const [was, is] = [ownSlot(older), ownSlot(newer)];
  if (was === null || is === null || was.key !== is.key) return 'none';
  // What it names as left is over, also where one may have several of the kind.
  if (newer.leaves === was.held && !was.negated) return 'update';
  return judgeSlots(was, is, { sameDay }).as;
}

/** A lent slot has nothing but the value from the words of its own statement. */
const ownSlot = ({ slot, lent }: Sense): Slot | null =>
  slot !== null && lent ? { ...slot, beside: '', labelled: null } : slot;

const isDenial = ({ slot, denies }: Sense): boolean => slot?.negated ?? denies;

// A page that is full keeps its name as a hub and gets parts that new claims fill: `Work - 2025-03.md`,
// named by the month of the first fact that goes there.

export interface Fill {
  claimsOn(page: string): number;
  /** The parts that a hub has, those that this batch creates included. */
  partsOf(hub: string): readonly string[];
  /** How many claims a page may hold. */
  readonly limit: number;
}

/** The page itself while it has room, else a part with room, the latest first, else a new part. */
export function pageWithRoom(page: string, fact: Fact, fill: Fill): string {
  const hasRoom = (path: string): boolean => fill.claimsOn(path) < fill.limit;
  if (hasRoom(page)) return page;
  const parts = fill.partsOf(page);
  const open = [...parts].sort().reverse().find(hasRoom);
  if (open !== undefined) return open;
  const stem = `${page.slice(0, -'.md'.length)} - ${eventDay(fact).slice(0, 7)}`;
  for (let number = 1; ; number++) {
    const part = `${stem}${number === 1 ? '' : ` (${number})`}.md`;
    if (!parts.includes(part)) return part;
  }
}

/** The hub that a part belongs to, or null for a page that is no part. */
export function hubOf(page: string): string | null {
  const match = /^(.+) - \d{4}-\d{2}(?: \(\d+\))?\.md$/.exec(page);
  return match?.[1] === undefined ? null : `${match[1]}.md`;
}

// What differs between two sentences that are otherwise the same, word by word. Pure; knows no language.

export interface OtherPart {
  /** In lower case, as `tail`. */
  readonly head: readonly string[];
  /** As written. */
  readonly was: readonly string[];
  readonly is: readonly string[];
  readonly tail: readonly string[];
}

const LONGEST_VALUE = 4;

/** Null where more differs than a short part of each, or less than three fifths of the longer stay. */
export function otherPart(older: readonly string[], newer: readonly string[]): OtherPart | null {
  const isEqual = (one = '', other = ''): boolean => one.toLowerCase() === other.toLowerCase();
  const shorter = Math.min(older.length, newer.length);
  let start = 0;
  while (start < shorter && isEqual(older[start], newer[start])) start++;
  let end = 0;
  while (end < shorter - start && isEqual(older[older.length - 1 - end], newer[newer.length - 1 - end])) end++;
  const [was, is] = [older.slice(start, older.length - end), newer.slice(start, newer.length - end)];
  const isShort = [was, is].every(({ length }) => length > 0 && length <= LONGEST_VALUE);
  if (!isShort || (start + end) * 5 < Math.max(older.length, newer.length) * 3) return null;
  return { head: older.slice(0, start).map(lower), was, is, tail: older.slice(older.length - end).map(lower) };
}

const lower = (word: string): string => word.toLowerCase().replaceAll('’', "'");
