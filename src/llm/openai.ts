// The engine `openai`, not written yet: it cannot be asked.
import { LLMError } from './errors.ts';
import type { ModelOptions } from './options.ts';
import type { Model } from './port.ts';

export function createOpenAI({ model, numCtx }: ModelOptions): Model {
  const not = () => Promise.reject(new LLMError('the engine openai cannot be asked yet'));
  return { name: model === null ? 'openai' : `openai:${model}`, context: numCtx, check: not, ask: not };
}
