// The only error class. Rooms throw it; the command line alone translates it into words and an exit status.
import type { Cancel } from './ports.ts';

export type ErrorCode =
  | 'usage' // flags or arguments are wrong
  | 'settings' // a configuration file or variable is wrong
  | 'bad-input' // piped or given input is unacceptable
  | 'not-found' // no such id, page, run
  | 'ambiguous' // several match
  | 'refused' // it would violate a guarantee
  | 'conflict' // a file changed meanwhile
  | 'io' // the file system failed
  | 'no-vault'
  | 'locked'
  | 'model' // a language model is not available
  | 'git' // git is missing or failed
  | 'interrupted';

export interface ErrorDetails {
  /** What to do next, in one short sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
  /** Data for `--json`, such as the matching ids. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** An expected failure, with a code for programs and a hint for people. Knows no exit status. */
export class MemvaultError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'MemvaultError';
    this.code = code;
    this.hint = details.hint;
    this.data = details.data;
  }
}

/** Rethrows anything but a MemvaultError, or one with other codes if codes are given. */
export function mustBeExpected(error: unknown, ...codes: readonly ErrorCode[]): asserts error is MemvaultError {
  if (!(error instanceof MemvaultError) || (codes.length > 0 && !codes.includes(error.code))) throw error;
}

/** The `code` of a Node system error such as ENOENT, or null for anything else. */
export function systemCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

// Signals are delivered by the event loop, so long synchronous work must yield now and then.

/** Yields to the event loop, so that pending signals are delivered. */
export const breath = async (): Promise<void> => await new Promise((resolve) => void setImmediate(resolve));

/** True if cancellation was requested. Yields first, so that a Ctrl-C sent meanwhile counts. */
export async function isCancelled(cancel: Cancel): Promise<boolean> {
  await breath();
  return cancel.requested;
}
