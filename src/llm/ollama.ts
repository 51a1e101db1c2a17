// The engine `ollama`, not written yet: it cannot be asked.
import { LLMError } from './errors.ts';
import type { ModelOptions } from './options.ts';
import type { Model } from './port.ts';

export function createOllama({ model, numCtx }: ModelOptions): Model {
  const not = () => Promise.reject(new LLMError('the engine ollama cannot be asked yet'));
  return { name: model === null ? 'ollama' : `ollama:${model}`, context: numCtx, check: not, ask: not };
}
