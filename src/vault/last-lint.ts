// When a night last looked at the health of the vault, and what it found: as this clone remembers it, or as log.md
// says, which also tells what another clone did.
import { lastNightlyLint, type LintCounts } from '../markdown/lint-entry.ts';
import { dayOf, daysBetween } from '../model/day.ts';
import { readRunLog } from './run-log.ts';
import { readState, writeState } from './state.ts';
import type { Vault } from './vault.ts';

export type LastLint = { readonly at: string } & (LintCounts | { readonly failed: string });

export function recordLint(vault: Vault, lastLint: LastLint): void {
  writeState(vault, { ...readState(vault), lastLint });
}

/** The later of the two; null where no night ever did. `at` of another clone's is its day. */
export function readLastLint(vault: Vault, today: string): LastLint | null {
  const own = readState(vault).lastLint ?? null;
  const logged = lastNightlyLint(readRunLog(vault), today);
  const since = own === null ? '' : dayOf(new Date(own.at));
  // Where it was written and could not be remembered, it did not fail.
  if (logged === null || (own !== null && ('failed' in own ? since > logged.day : since >= logged.day))) return own;
  const { day, errors, warnings, notes, health } = logged;
  return { at: day, errors, warnings, notes, health };
}

/**
 * Whether a night is to look again: `everyDays` after the last time, or after the first run of a vault that it never
 * looked at. One that failed is tried again on the next day.
 */
export function isLintDue(vault: Vault, everyDays: number, start: Date): boolean {
  if (everyDays === 0) return false;
  const today = dayOf(start);
  const isPast = (day: string): boolean => day <= today && daysBetween(day, today) < everyDays;
  const own = readState(vault).lastLint ?? null;
  const since = own === null ? null : dayOf(new Date(own.at));
  if (own !== null && !('failed' in own) && since !== null && isPast(since)) return false;
  const entries = readRunLog(vault);
  const logged = lastNightlyLint(entries, today)?.day;
  if (logged !== undefined && isPast(logged)) return false;
  if (own !== null && 'failed' in own) return since !== today;
  const first = entries
    .filter(({ kind, day, run }) => kind === 'ingest' && run !== null && day <= today)
    .map(({ day }) => day)
    .sort()[0];
  return logged !== undefined || since !== null || (first !== undefined && !isPast(first));
}
