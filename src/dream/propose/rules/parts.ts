// A page that is full keeps its name as a hub and gets parts that new claims fill: `Work - 2025-03.md`,
// named by the month of the first fact that goes there.
import { eventDay, type Fact } from '../../../model/fact.ts';

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
