// When a call is tried again: what the network or a busy server did, three times, and never what the server refused.
import { setTimeout as wait } from 'node:timers/promises';
import { LLMError } from './errors.ts';
import type { Asking } from './port.ts';

/** Waits so many milliseconds; throws the signal's reason at once where it is aborted. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

const WAITS_MS = [1000, 2000, 4000];

/** Longer than this a server may not make us wait. */
const LONGEST_MS = 60_000;

const reallySleep: Sleep = async (ms, signal) => {
  try {
    await wait(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
};

/**
 * Calls until it goes well, at most four times: after 1, 2 and 4 seconds, or as much later as the server asked for, up
 * to a minute. Throws the last LLMError, also where it may not ask `again`, any that is not `retryable` at once, and
 * the signal's reason where it aborts.
 */
export async function withRetries<T>(
  call: () => Promise<T>,
  { signal, again }: Pick<Asking, 'signal' | 'again'>,
  sleep: Sleep = reallySleep,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      const pause = WAITS_MS[tries];
      if (!(error instanceof LLMError) || !error.retryable || pause === undefined) throw error;
      const longer = Math.max(pause, Math.min(error.retryAfterMs, LONGEST_MS));
      if (again?.(error, longer) === false) throw error;
      await sleep(longer, signal);
    }
  }
}
