// How attempts at dreaming went, kept between runs, so that `status` can tell and a night knows of the last.
import { readState, writeState } from './state.ts';
import type { Vault } from './vault.ts';

export function recordAttempt(vault: Vault, start: Date): void {
  writeState(vault, { ...readState(vault), lastAttempt: start.toISOString() });
}

/** How often facts have failed of themselves so far, by fact. */
export function readFailures(vault: Vault): Map<string, number> {
  const { failedFacts } = readState(vault);
  if (typeof failedFacts !== 'object' || failedFacts === null) return new Map();
  return new Map(Object.entries(failedFacts).filter(([, count]) => Number.isInteger(count) && count > 0));
}

/**
 * A run that went well; one that had nothing to do is an attempt and no success, so that it delays nothing.
 * `failed`: how often facts have failed of themselves, this time counted.
 */
export function recordSuccess(vault: Vault, start: Date, runs: readonly string[], left: number, failed: ReadonlyMap<string, number>): void {
  const run = runs.at(-1);
  const result = `${run === undefined ? 'nothing to do' : 'done'}${left === 0 ? '' : `, ${left} left`}`;
  const { failures: _, failedFacts: __, ...state } = readState(vault);
  writeState(vault, { ...state, ...(failed.size > 0 ? { failedFacts: Object.fromEntries(failed) } : {}), lastResult: result, ...(run === undefined ? {} : { lastSuccess: start.toISOString(), lastRun: run }) });
}

/** The dream stands, and no commit holds it: why. */
export function recordNotCommitted(vault: Vault, why: string): void {
  writeState(vault, { ...readState(vault), lastResult: `done, not committed: ${why}` });
}

/** A run that a crash had cut short and that is done now: it went well on the day it began, which had its dream then. */
export function recordFinished(vault: Vault, start: string, run: string): void {
  const state = readState(vault);
  if (state.lastSuccess === undefined || state.lastSuccess < start) writeState(vault, { ...state, lastSuccess: start, lastRun: run });
}

/**
 * Records that an attempt failed; the failure itself goes on. A vault that cannot be written keeps no record.
 * `start`: of an attempt that nobody has recorded yet.
 */
export function recordFailure(vault: Vault, error: unknown, start?: Date): void {
  try {
    const state = readState(vault);
    const attempt = start === undefined ? {} : { lastAttempt: start.toISOString() };
    writeState(vault, { ...state, ...attempt, failures: (state.failures ?? 0) + 1, lastResult: `failed: ${error instanceof Error ? error.message : String(error)}` });
  } catch {
    // What went wrong is about to be reported; that it could not be recorded adds nothing.
  }
}
