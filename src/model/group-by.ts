// Grouping and ordering of lists.
import { compareText } from './fact.ts';

/** Groups values by key. Values keep their order; keys are in order of first appearance. */
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

// The order of lines in append-only files, independent of their position.

interface Line {
  /** ISO in UTC. */
  readonly at: string;
  readonly run: string;
}

/** Compares by (`at`, `run`). */
export function compareLines(a: Line, b: Line): number {
  // Two lines of one run about one subject should be identical; comparing the text decides the rest.
  return (
    instant(a.at) - instant(b.at) || compareText(a.run, b.run) || compareText(JSON.stringify(a), JSON.stringify(b))
  );
}

/**
 * The start of a run, but at least a millisecond later than these lines, in case a clock was set back or stood still.
 * Lines without a valid time are ignored.
 */
export function laterThan(start: Date, lines: Iterable<Pick<Line, 'at'> | undefined>): Date {
  let latest = start.getTime();
  for (const line of lines) latest = Math.max(latest, instant(line?.at ?? '', -Infinity) + 1);
  return new Date(latest);
}

/** Milliseconds; by default an invalid `at` counts as older than any other. */
function instant(at: string, otherwise = 0): number {
  const parsed = Date.parse(at);
  return Number.isNaN(parsed) ? otherwise : parsed;
}
