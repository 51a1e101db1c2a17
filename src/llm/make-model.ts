// Makes the model of an engine's name. One row an engine; what a row needs of packages is loaded when it is first
// asked.
import { createCommand } from './command.ts';
import { createOllama } from './ollama.ts';
import { createOpenAI } from './openai.ts';
import type { Model, ModelOptions } from './port.ts';

export type ModelKind = 'ollama' | 'openai' | 'command';

const MODELS: Readonly<Record<ModelKind, (options: ModelOptions) => Model>> = {
  ollama: createOllama,
  openai: createOpenAI,
  command: createCommand,
};

/**
 * A model that nothing was asked yet: reaches for nothing until `check` or `ask`. Throws `settings` where an address is
 * none. The caller has seen to it that a command, and an address that is not this machine's, are the user's own wish.
 */
export function makeModel(kind: ModelKind, options: ModelOptions): Model {
  return MODELS[kind](options);
}
