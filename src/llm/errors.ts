// How a model fails. Words of a server never stand in it: they could be stored or taken for what somebody said.
import { MemvaultError } from '../model/errors.ts';

export interface LLMErrorDetails {
  /** The HTTP status, or null where none came. */
  readonly status?: number | null;
  /** May the same call go well a little later? */
  readonly retryable?: boolean;
  readonly hint?: string;
  readonly cause?: unknown;
}

/** A model that cannot be asked, or did not answer. */
export class LLMError extends MemvaultError {
  readonly status: number | null;
  readonly retryable: boolean;

  constructor(message: string, { status = null, retryable = false, hint, cause }: LLMErrorDetails = {}) {
    super('model', message, { ...(hint === undefined ? {} : { hint }), cause });
    this.name = 'LLMError';
    this.status = status;
    this.retryable = retryable;
  }
}
