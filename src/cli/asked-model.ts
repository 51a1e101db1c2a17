// A model that a person asked for by a flag: it must be trusted and there, else what was asked for is not done.
import { LLMError } from '../llm/errors.ts';
import type { Model } from '../llm/port.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Context } from './context.ts';
import type { ModelChoice } from './model-choice.ts';
import { untrusted } from './model-trust.ts';

const CHECK_SECONDS = 30;

/** Throws `refused`. */
export function mustBeTrusted(context: Context, choice: ModelChoice): void {
  const held = untrusted(context, choice);
  if (held === null) return;
  const keys = held.needs.map(({ key }) => key);
  throw new MemvaultError('refused', `${keys.join(', ')} of this vault ${keys.length === 1 ? 'is' : 'are'} not trusted`, { hint: 'memvault trust shows what this vault asks for, and accepts it' });
}

/** Throws `model`. */
export async function mustAnswer(model: Model, signal: AbortSignal | undefined): Promise<void> {
  const time = AbortSignal.timeout(CHECK_SECONDS * 1000);
  try {
    await model.check(signal === undefined ? time : AbortSignal.any([time, signal]));
  } catch (error) {
    if (error instanceof LLMError || !time.aborted) throw error;
    throw new LLMError(`${model.name} did not answer within ${CHECK_SECONDS} seconds`, { retryable: true });
  }
}
