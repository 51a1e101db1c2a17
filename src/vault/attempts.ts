// Results of dream attempts, kept between runs for `status` and for the next night.
import { orElse } from './disk.ts';
import { readState, type RunState, updateState, writeState } from './state.ts';
import type { Vault } from './vault.ts';

export function recordAttempt(vault: Vault, start: Date): void {
  updateState(vault, { lastAttempt: start.toISOString() });
}

/** Number of failures per fact that the fact itself caused. */
export function readFailures(vault: Vault): Map<string, number> {
  return new Map(Object.entries(readState(vault).failedFacts ?? {}));
}

/** Number of local days that each fact has waited for a model. */
export function readWaited(vault: Vault): Map<string, number> {
  return new Map(Object.entries(readState(vault).waited ?? {}).map(([fact, { nights }]) => [fact, nights]));
}

/**
 * Facts that already waited for a model on this local day. Empty after an attempt that failed to start: trying again
 * costs nothing.
 */
export function readWaitingSince(vault: Vault, today: string): Set<string> {
  const state = readState(vault);
  if ((state.failures ?? 0) > 0) return new Set();
  return new Set(
    Object.entries(state.waited ?? {})
      .filter(([, { day }]) => day === today)
      .map(([fact]) => fact),
  );
}

/** Nights that a fact waits for a model before the rules decide. */
export const NIGHTS = 3;

/**
 * Counts another night for the facts in `waiting`, at most once per local day. Drops other facts that are no longer
 * `isPending`.
 */
export function recordWaits(
  vault: Vault,
  day: string,
  waiting: readonly string[],
  isPending: (fact: string) => boolean,
): void {
  const state = readState(vault);
  const before = state.waited ?? {};
  const now = new Set(waiting);
  const waited = Object.fromEntries(
    [...new Set([...Object.keys(before).filter(isPending), ...now])].map((fact) => {
      const { nights, day: last } = before[fact] ?? { nights: 0, day: '' };
      return [fact, now.has(fact) && last !== day ? { nights: nights + 1, day } : { nights, day: last }];
    }),
  );
  if (Object.keys(before).length + now.size === 0) return;
  const { waited: _, ...rest } = state;
  writeState(vault, { ...rest, ...(Object.keys(waited).length > 0 ? { waited } : {}) });
}

/** Records which model was asked and whether it finally answered. */
export function recordModel(vault: Vault, lastModel: NonNullable<RunState['lastModel']>): void {
  updateState(vault, { lastModel });
}

/**
 * Records a finished attempt. One without anything to do is not a success, so that it delays nothing. Neither is an
 * `unfinished` one, whatever it did: the day's dream is still due. `failed`: failures per fact, including this
 * attempt's.
 */
export function recordSuccess(vault: Vault, start: Date, { runs, left, failed, unfinished }: Outcome): void {
  const run = runs.at(-1);
  const result =
    (unfinished === 'stopped' ? 'stopped early' : run === undefined ? 'nothing to do' : 'done') +
    (left === 0 ? '' : `, ${left} left`);
  const { failures: _, failedFacts: __, unfinished: ___, ...state } = readState(vault);
  writeState(vault, {
    ...state,
    ...(failed.size > 0 ? { failedFacts: Object.fromEntries(failed) } : {}),
    lastResult: result,
    ...(run === undefined
      ? {}
      : { lastRun: run, ...(unfinished === null ? { lastSuccess: start.toISOString() } : {}) }),
    ...(unfinished === null ? {} : { unfinished: { at: start.toISOString(), why: unfinished } }),
  });
}

export interface Outcome {
  readonly runs: readonly string[];
  /** Number of facts still pending. */
  readonly left: number;
  readonly failed: ReadonlyMap<string, number>;
  readonly unfinished: Unfinished['why'] | null;
}

export type Unfinished = NonNullable<RunState['unfinished']>;

/** The last dream, if it did not finish. */
export const readUnfinished = (vault: Vault): Unfinished | null => readState(vault).unfinished ?? null;

/** Records that a dream was applied but not committed, and why. */
export function recordNotCommitted(vault: Vault, why: string): void {
  updateState(vault, { lastResult: `done, not committed: ${why}` });
}

/** Records that a run interrupted by a crash has been finished: it counts as a success at its start time. */
export function recordFinished(vault: Vault, start: string, run: string): void {
  if ((readState(vault).lastSuccess ?? '') < start) updateState(vault, { lastSuccess: start, lastRun: run });
}

/**
 * Records a failed attempt; the caller rethrows the error. If the vault is not writable, nothing is recorded. `start`:
 * set if the attempt itself has not been recorded yet.
 */
export function recordFailure(vault: Vault, error: unknown, start?: Date): void {
  // The original error is about to be reported; a failure to record it adds nothing.
  orElse(
    () =>
      updateState(vault, {
        ...(start === undefined ? {} : { lastAttempt: start.toISOString() }),
        failures: (readState(vault).failures ?? 0) + 1,
        lastResult: `failed: ${error instanceof Error ? error.message : String(error)}`,
      }),
    () => undefined,
  );
}
