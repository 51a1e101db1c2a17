// The port to a language model: one prompt, one structured answer. What is behind it may be a server or a program.

import type { LLMError } from './errors.ts';

export interface ModelRequest {
  /** What the model is to do. Never holds what was logged. */
  readonly system: string;
  /** What it is about; what was logged stands in it as data. */
  readonly prompt: string;
  /** What the answer is called where a protocol wants a name. */
  readonly name: string;
  /** JSON schema of the answer. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ModelReply {
  /** The answer without what the model thought aloud. Untrusted: it may be anything, also nothing. */
  readonly text: string;
  /** As the server counted them, else estimated from the characters. */
  readonly promptTokens: number;
  readonly answerTokens: number;
  /** `prompt`: it did not fit and the model saw a part of it. `answer`: it ended at a limit. */
  readonly cut: 'prompt' | 'answer' | null;
}

export interface Asking {
  /** Aborts the call. */
  readonly signal: AbortSignal;
  /** Hears of each sign of life, with the tokens of the answer so far. */
  readonly heard: (tokens: number) => void;
  /**
   * Told before the same is asked again: what went wrong, and how long it waits before, in milliseconds; null where the
   * question alone is put in another form. False where it may not be.
   */
  readonly again?: (cause: LLMError | null, pauseMs: number) => boolean;
}

export interface Model {
  /** Engine and model, such as `ollama:qwen3:8b`. */
  readonly name: string;
  /** Tokens that prompt and answer may have together. */
  readonly context: number;
  /** Throws `LLMError` where it cannot be asked now: nobody answers, no such model, no key. */
  check(signal: AbortSignal): Promise<void>;
  /** Throws `LLMError`, after what is worth it was tried again; the signal's reason where that aborted it. */
  ask(request: ModelRequest, asking: Asking): Promise<ModelReply>;
}
