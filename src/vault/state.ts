// What this clone remembers between runs: attempts and their results. Untracked; losing it loses no memory.
import { isObject, isText } from '../model/json.ts';
import { readCached, writeInVault } from './confine.ts';
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
  readonly unfinished?: { readonly at: string; readonly why: 'stopped' | 'model' };
  /** The result of the last attempt, in words. */
  readonly lastResult?: string;
  /** Number of failed attempts since the last success. */
  readonly failures?: number;
  /** Digest of the tombstones already applied to this clone's local files. */
  readonly scrubbed?: string;
  /** Number of failures per fact that the fact itself caused. */
  readonly failedFacts?: Readonly<Record<string, number>>;
  /** Facts that had to wait for a model: on how many local days, and the last of them. */
  readonly waited?: Readonly<Record<string, { readonly nights: number; readonly day: string }>>;
  /** The model asked last, when (ISO), and whether it answered. */
  readonly lastModel?: { readonly name: string; readonly at: string; readonly answered: boolean };
}

const isTime = (value: unknown): boolean => isText(value) && !Number.isNaN(Date.parse(value));
const isCount = (value: unknown): boolean => Number.isInteger(value) && (value as number) > 0;
/** The valid entries of an object; undefined for anything else. */
const only = (value: unknown, isRight: (one: unknown) => boolean): object | undefined =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, one]) => isRight(one))) : undefined;
const when = (isRight: (value: unknown) => boolean) => (value: unknown) => (isRight(value) ? value : undefined);

/** Validates each value: anyone may have edited the file. */
const READ: { readonly [Key in keyof RunState]-?: (value: unknown) => unknown } = {
  lastAttempt: when(isTime),
  lastSuccess: when(isTime),
  lastRun: when(isText),
  unfinished: when((value) => isObject(value) && isTime(value['at'])),
  lastResult: when(isText),
  failures: when(isCount),
  scrubbed: when(isText),
  failedFacts: (value) => only(value, isCount),
  waited: (value) => only(value, (wait) => isObject(wait) && isCount(wait['nights']) && isText(wait['day'])),
  lastModel: when(
    (value) =>
      isObject(value) && isText(value['name']) && isTime(value['at']) && typeof value['answered'] === 'boolean',
  ),
};

/** Ignores invalid values. */
export function readState(vault: Vault): RunState {
  const value = readCached(vault, STATE_FILE);
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(READ)
      .map(([key, read]) => [key, read(value[key])])
      .filter(([, one]) => one !== undefined),
  );
}

export const updateState = (vault: Vault, change: RunState): void =>
  writeState(vault, { ...readState(vault), ...change });

export function writeState(vault: Vault, state: RunState): void {
  writeInVault(vault, STATE_FILE, `${JSON.stringify(state, null, 2)}\n`);
}
