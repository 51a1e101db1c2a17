// The engine `command`, not written yet: it cannot be asked.
import { LLMError } from './errors.ts';
import type { ModelOptions } from './options.ts';
import type { Model } from './port.ts';

export function createCommand({ model, numCtx }: ModelOptions): Model {
  const not = () => Promise.reject(new LLMError('the engine command cannot be asked yet'));
  return { name: model === null ? 'command' : `command:${model}`, context: numCtx, check: not, ask: not };
}
