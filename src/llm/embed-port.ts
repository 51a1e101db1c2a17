// The port to a model that turns texts into vectors. What is behind it is a server.
import type { LLMError } from './errors.ts';
import type { Sleep } from './retry.ts';

/** Many models want to know which of the two a text is. */
export type EmbedKind = 'document' | 'query';

export interface Embedding {
  /** Aborts the call. */
  readonly signal: AbortSignal;
  /**
   * Told before the same is asked again: what went wrong, and how long it waits before, in milliseconds. False where it
   * may not be.
   */
  readonly again?: (cause: LLMError | null, pauseMs: number) => boolean;
}

export interface Embedder {
  /** Server's kind and model, such as `ollama:embeddinggemma`. Vectors of different names do not compare. */
  readonly name: string;
  /** Numbers in a vector; null before the first answer. */
  readonly dimensions: number | null;
  /**
   * What is sent for a text: with the words that the model wants before it, and cut where it is longer than any model
   * takes.
   */
  wording(text: string, kind: EmbedKind): string;
  /**
   * One vector of length 1 for each text, in their order; null for a text of which the server makes none, alone
   * neither. All are of one dimension, that of all earlier answers. Throws LLMError, after what is worth it was tried
   * again; the signal's reason where that aborts.
   */
  embed(texts: readonly string[], kind: EmbedKind, embedding: Embedding): Promise<(Float32Array | null)[]>;
}

export interface EmbedOptions {
  /** As its server names it; null for the usual one. */
  readonly model: string | null;
  /** Address of the server; null for that of the environment, else of this machine. */
  readonly url: string | null;
  /** Texts in one call, at most. */
  readonly batch: number;
  /** Keys, addresses and proxies are read from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How long it waits between two tries; a test waits less. */
  readonly sleep?: Sleep;
}
