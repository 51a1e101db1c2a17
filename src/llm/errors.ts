// How a model fails. Words of a server never stand in it: they could be stored or taken for what somebody said.
import { MemvaultError } from '../model/errors.ts';

export interface LLMErrorDetails {
  /** The HTTP status, or null where none came. */
  readonly status?: number | null;
  /** May the same call go well a little later? */
  readonly retryable?: boolean;
  /** As the server asked for, in milliseconds. */
  readonly retryAfterMs?: number;
  readonly hint?: string;
  readonly cause?: unknown;
}

/** A model that cannot be asked, or did not answer. */
export class LLMError extends MemvaultError {
  readonly status: number | null;
  readonly retryable: boolean;
  /** How long the server wants to be left alone, in milliseconds; 0 where it said nothing. */
  readonly retryAfterMs: number;

  constructor(
    message: string,
    { status = null, retryable = false, retryAfterMs = 0, hint, cause }: LLMErrorDetails = {},
  ) {
    super('model', message, { ...(hint === undefined ? {} : { hint }), cause });
    this.name = 'LLMError';
    this.status = status;
    this.retryable = retryable;
    this.retryAfterMs = retryAfterMs;
  }
}
