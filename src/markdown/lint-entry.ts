// What the entry of a nightly lint in log.md says: counts and health, never what was found. Pure.
import { type RunEntry, undoneRuns } from './run-log.ts';

/** For the header of the entry. */
export const NIGHTLY_LINT = 'by night';

/** How many findings of which severity, and the health of the vault, 0 to 100. */
export interface LintCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly notes: number;
  readonly health: number;
}

const NUMBERS = /^(\d+) errors?, (\d+) warnings?, (\d+) notes?; health (\d+)\b/;

/** `0 errors, 2 warnings, 1 note; health 93: orphans 2, long-pages 1`. `rules`: how many findings each has. */
export function renderLintCounts(
  { errors, warnings, notes, health }: LintCounts,
  rules: ReadonlyMap<string, number> = new Map(),
): string {
  const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
  const found = [...rules]
    .sort(([, a], [, b]) => b - a)
    .map(([rule, count]) => `${rule} ${count}`)
    .join(', ');
  return (
    `${plural(errors, 'error')}, ${plural(warnings, 'warning')}, ${plural(notes, 'note')}; health ${health}` +
    (found === '' ? '' : `: ${found}`)
  );
}

/** What the newest entry of a nightly lint says, of days up to `today`; null without one. */
export function lastNightlyLint(
  entries: readonly RunEntry[],
  today: string,
): (LintCounts & { readonly day: string; readonly run: string }) | null {
  const undone = undoneRuns(entries);
  let last: (LintCounts & { readonly day: string; readonly run: string }) | null = null;
  for (const { kind, day, run, summary } of entries) {
    // The words below tell it, since a merge may fold equal headers of two clones.
    const match = kind === 'lint' && run !== null && day <= today && !undone.has(run) ? NUMBERS.exec(summary) : null;
    if (match === null || run === null || (last !== null && day < last.day)) continue;
    const [errors = 0, warnings = 0, notes = 0, health = 0] = match.slice(1).map(Number);
    last = { day, run, errors, warnings, notes, health };
  }
  return last;
}
