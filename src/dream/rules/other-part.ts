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
