// How attempts at dreaming went, kept between runs, so that `status` can tell and a night knows of the last.
import { orElse } from './disk.ts';
import { readState, type RunState, updateState, writeState } from './state.ts';
import type { Vault } from './vault.ts';

export function recordAttempt(vault: Vault, start: Date): void {
  updateState(vault, { lastAttempt: start.toISOString() });
}

/** How often facts have failed of themselves so far, by fact. */
export function readFailures(vault: Vault): Map<string, number> {
  return new Map(Object.entries(readState(vault).failedFacts ?? {}));
}

/** How many local days facts have had to wait for a model, by fact. */
export function readWaited(vault: Vault): Map<string, number> {
  return new Map(Object.entries(readState(vault).waited ?? {}).map(([fact, { nights }]) => [fact, nights]));
}

/**
 * Facts that had to wait for a model on this local day already. None after an attempt that could not even begin: that
 * costs nothing to try again.
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

/** Nights that a fact waits for a model; after them the rules decide. */
export const NIGHTS = 3;

/**
 * Another night on which facts had to wait for a model: those of `waiting`, counted once a local day. Others that are
 * not `isPending` any more are dropped.
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

/** The model that was asked, and whether it answered in the end. */
export function recordModel(vault: Vault, lastModel: NonNullable<RunState['lastModel']>): void {
  updateState(vault, { lastModel });
}

/**
 * A run that went well; one that had nothing to do is an attempt and no success, so that it delays nothing. Neither is
 * one that was `unfinished`, whatever it did: the day still has its dream to come.
 * `failed`: how often facts have failed of themselves, this time counted.
 */
export function recordSuccess(vault: Vault, start: Date, { runs, left, failed, unfinished }: Outcome): void {
  const run = runs.at(-1);
  const result =
    (unfinished === 'stopped' ? 'stopped before its end' : run === undefined ? 'nothing to do' : 'done') +
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
  /** Facts that wait. */
  readonly left: number;
  readonly failed: ReadonlyMap<string, number>;
  readonly unfinished: Unfinished['why'] | null;
}

export type Unfinished = NonNullable<RunState['unfinished']>;

/** The last dream, where it did not come to its end. */
export const readUnfinished = (vault: Vault): Unfinished | null => readState(vault).unfinished ?? null;

/** The dream stands, and no commit holds it: why. */
export function recordNotCommitted(vault: Vault, why: string): void {
  updateState(vault, { lastResult: `done, not committed: ${why}` });
}

/**
 * A run that a crash had cut short and that is done now: it went well on the day it began, which had its dream then.
 */
export function recordFinished(vault: Vault, start: string, run: string): void {
  if ((readState(vault).lastSuccess ?? '') < start) updateState(vault, { lastSuccess: start, lastRun: run });
}

/**
 * Records that an attempt failed; the failure itself goes on. A vault that cannot be written keeps no record.
 * `start`: of an attempt that nobody has recorded yet.
 */
export function recordFailure(vault: Vault, error: unknown, start?: Date): void {
  // What went wrong is about to be reported; that it could not be recorded adds nothing.
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
