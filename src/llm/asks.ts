// What a room that asks a model a few questions needs of the way to it. Types alone.
import type { Usage } from '../model/plan.ts';
import type { ModelRequest } from './port.ts';

/** The way to a model, within its limits. Throws nothing. */
export interface Asks {
  /** Does a prompt fit, with so many tokens left for its answer? */
  fits(request: Pick<ModelRequest, 'system' | 'prompt' | 'schema'>, answerTokens: number): boolean;
  /** `label`: what is being done, for the progress line. */
  ask(
    request: ModelRequest,
    about: { readonly label: string; readonly answerTokens: number },
  ): Promise<
    | { readonly kind: 'answer'; readonly value: unknown }
    | { readonly kind: 'cut' }
    | { readonly kind: 'failed' | 'limit'; readonly reason: string }
    | { readonly kind: 'stopped' }
  >;
}

/** What reads a text for a room. */
export interface ModelReader {
  /** Such as `ollama:qwen3:8b/inbox-1`. */
  readonly name: string;
  /** The text of the prompt file. */
  readonly system: string;
  readonly asks: Asks;
  /** What it cost so far. */
  readonly usage: () => Usage;
}
