// The one error class. Rooms throw it; only the command line turns it into words and an exit status.
import type { Cancel } from './ports.ts';

export type ErrorCode =
  | 'usage' // flags or arguments are wrong
  | 'settings' // a configuration file or variable is wrong
  | 'bad-input' // what was piped or given cannot be taken
  | 'not-found' // no such id, page, run
  | 'ambiguous' // several match
  | 'refused' // doing it would break a promise
  | 'conflict' // a file moved in between
  | 'io' // the file system said no
  | 'no-vault'
  | 'locked'
  | 'model' // a language model is not available
  | 'git' // git is not there, or said no
  | 'interrupted';

export interface ErrorDetails {
  /** What to do next, one short sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
  /** Data for `--json`, such as the list of ids that matched. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** An expected failure, with a code for programs and a hint for people. Knows no exit numbers. */
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

/** Throws on every error but an expected failure, of one of these codes where some are named. */
export function mustBeExpected(error: unknown, ...codes: readonly ErrorCode[]): asserts error is MemvaultError {
  if (!(error instanceof MemvaultError) || (codes.length > 0 && !codes.includes(error.code))) throw error;
}

/** The `code` of a Node system error such as ENOENT, or null for anything else. */
export function systemCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

// Signals wait for the event loop: work that goes on and on in one go lets them be heard now and then.

/** Lets a signal in that came while work was done in one go. */
export const breath = async (): Promise<void> => await new Promise((resolve) => void setImmediate(resolve));

/** Was it asked to stop? A Ctrl-C that came meanwhile is heard first. */
export async function isCancelled(cancel: Cancel): Promise<boolean> {
  await breath();
  return cancel.requested;
}
