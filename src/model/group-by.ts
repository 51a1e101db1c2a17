// A list in groups.
import { compareText } from './fact.ts';

/** The values by key, in the order in which they came; the keys in the order of their first. */
export function groupBy<T, K>(list: Iterable<T>, keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

// The order of lines in append-only files, by what they say of their time and run: the same wherever they stand.

interface Line {
  /** ISO in UTC. */
  readonly at: string;
  readonly run: string;
}

/** By (`at`, `run`). */
export function compareLines(a: Line, b: Line): number {
  // Two lines of one run about one subject can only be the same line twice; the greater text settles it anyway.
  return (
    instant(a.at) - instant(b.at) || compareText(a.run, b.run) || compareText(JSON.stringify(a), JSON.stringify(b))
  );
}

/**
 * The start of a run; later by a millisecond than these lines, if a clock went back or stood still. One without a time
 * counts for nothing.
 */
export function laterThan(start: Date, lines: Iterable<Pick<Line, 'at'> | undefined>): Date {
  let latest = start.getTime();
  for (const line of lines) latest = Math.max(latest, instant(line?.at ?? '', -Infinity) + 1);
  return new Date(latest);
}

/** Milliseconds; an `at` that is no time is older than every other. */
function instant(at: string, otherwise = 0): number {
  const parsed = Date.parse(at);
  return Number.isNaN(parsed) ? otherwise : parsed;
}
