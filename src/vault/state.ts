// What this clone remembers between runs: attempts, their results, and which facts failed or wait. Untracked; losing it
// loses no memory.
import { isObject } from '../model/json.ts';
import { readCached, writeInVault } from './confine.ts';
import { orNull } from './disk.ts';
import { STATE_FILE, type Vault } from './vault.ts';

export interface RunState {
  /** Start of the last attempt, ISO. */
  readonly lastAttempt?: string;
  /** Start of the last successful run, ISO. */
  readonly lastSuccess?: string;
  /** Its run id. */
  readonly lastRun?: string;
  /**
   * A later dream that did not finish: when it started (ISO), and whether it was stopped or facts had to wait for a
   * model.
   */
  readonly unfinished?: { readonly at: string; readonly why: 'stopped' | 'model' } | undefined;
  /** The result of the last attempt, in words. */
  readonly lastResult?: string | undefined;
  /** Number of failed attempts since the last success. */
  readonly failures?: number | undefined;
  /** Digest of the tombstones already applied to this clone's local files. */
  readonly scrubbed?: string;
  /** Number of failures per fact that the fact itself caused. */
  readonly failedFacts?: Readonly<Record<string, number>> | undefined;
  /** Facts that had to wait for a model: on how many local days, and the last of them. */
  readonly waited?: Readonly<Record<string, { readonly nights: number; readonly day: string }>> | undefined;
  /** The model asked last, when (ISO), and whether it answered. */
  readonly lastModel?: { readonly name: string; readonly at: string; readonly answered: boolean };
}

/** Empty if there is no readable file. */
export function readState(vault: Vault): RunState {
  const value = readCached(vault, STATE_FILE);
  return isObject(value) ? value : {};
}

/** A value of undefined removes its key. */
export function updateState(vault: Vault, change: RunState): void {
  writeInVault(vault, STATE_FILE, `${JSON.stringify({ ...readState(vault), ...change }, null, 2)}\n`);
}

/** Number of local days that each fact has waited for a model. Anyone may have edited the file. */
export function readWaited(vault: Vault): Map<string, number> {
  const waited: [string, { readonly nights?: number } | null][] = Object.entries(readState(vault).waited ?? {});
  return new Map(waited.flatMap(([fact, wait]) => (Number(wait?.nights) > 0 ? [[fact, wait?.nights ?? 0]] : [])));
}

/**
 * Facts that already waited for a model on this local day. Empty after an attempt that failed to start: trying again
 * costs nothing.
 */
export function readWaitingSince(vault: Vault, today: string): Set<string> {
  const { failures = 0, waited = {} } = readState(vault);
  return new Set(Object.keys(waited).filter((fact) => failures === 0 && waited[fact]?.day === today));
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
  const before = readState(vault).waited ?? {};
  const left = Object.entries(before).filter(([fact]) => isPending(fact));
  const now = waiting.map((fact) => {
    const { nights, day: last } = before[fact] ?? { nights: 0, day: '' };
    return [fact, { nights: last === day ? nights : nights + 1, day }] as const;
  });
  const waited = Object.fromEntries([...left, ...now]);
  if (Object.keys(before).length + now.length > 0)
    updateState(vault, { waited: Object.keys(waited).length > 0 ? waited : undefined });
}

export interface Outcome {
  readonly runs: readonly string[];
  /** Number of facts still pending. */
  readonly left: number;
  /** Failures per fact, including this attempt's. */
  readonly failed: ReadonlyMap<string, number>;
  readonly unfinished: 'stopped' | 'model' | null;
}

/**
 * Records a finished attempt. One without anything to do is not a success, so that it delays nothing. Neither is an
 * `unfinished` one, whatever it did: the day's dream is still due.
 */
export function recordSuccess(vault: Vault, start: Date, { runs, left, failed, unfinished }: Outcome): void {
  const run = runs.at(-1);
  const result = unfinished === 'stopped' ? 'stopped early' : run === undefined ? 'nothing to do' : 'done';
  const at = start.toISOString();
  updateState(vault, {
    failures: undefined,
    failedFacts: failed.size > 0 ? Object.fromEntries(failed) : undefined,
    lastResult: result + (left === 0 ? '' : `, ${left} left`),
    ...(run !== undefined && { lastRun: run }),
    ...(run !== undefined && unfinished === null && { lastSuccess: at }),
    unfinished: unfinished === null ? undefined : { at, why: unfinished },
  });
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
  orNull(() =>
    updateState(vault, {
      ...(start !== undefined && { lastAttempt: start.toISOString() }),
      failures: (readState(vault).failures ?? 0) + 1,
      lastResult: `failed: ${error instanceof Error ? error.message : String(error)}`,
    }),
  );
}
