// The port to a model that turns texts into vectors. What is behind it is a server.
import type { LLMError } from './errors.ts';
import type { Sleep } from './port.ts';

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

// The words that a model wants before a text, by the model's name. They are part of how it was trained: without them it
// finds less. docs/embeddings.md names the source of each row. Pure.

interface Words {
  readonly query: string;
  readonly document: string;
}

const TASK = 'Given a question, retrieve notes that answer it';
const NONE: Words = { query: '', document: '' };
const RELEVANT: Words = { query: 'Represent this sentence for searching relevant passages: ', document: '' };

/**
 * The first row that fits holds. A name may stand below a publisher's, and have a size, a format and a tag behind it.
 */
const ROWS: readonly (readonly [RegExp, Words])[] = [
  [/nomic-embed-code/, { query: 'Represent this query for searching relevant code: ', document: '' }],
  [/nomic-embed/, { query: 'search_query: ', document: 'search_document: ' }],
  [/\be5-mistral|\be5\b.*-instruct|gte-qwen2?.*-instruct/, { query: `Instruct: ${TASK}\nQuery: `, document: '' }],
  [/\be5\b/, { query: 'query: ', document: 'passage: ' }],
  [/qwen3-embedding/, { query: `Instruct: ${TASK}\nQuery:`, document: '' }],
  [/bge-m3/, NONE],
  [/bge-(?:small|base|large)-zh/, { query: '为这个句子生成表示以用于检索相关文章:', document: '' }],
  [/bge-(?:small|base|large)|mxbai-embed/, RELEVANT],
  [/snowflake-arctic-embed(?:2|.*v2)/, { query: 'query: ', document: '' }],
  [/snowflake-arctic-embed/, RELEVANT],
  [/embeddinggemma/, { query: 'task: search result | query: ', document: 'title: none | text: ' }],
  [
    /jina-embeddings-v3/,
    {
      query: 'Represent the query for retrieving evidence documents: ',
      document: 'Represent the document for retrieval: ',
    },
  ],
  [/jina-embeddings-v4/, { query: 'Query: ', document: 'Passage: ' }],
  [/jina-embeddings-v5/, { query: 'Query: ', document: 'Document: ' }],
];

/** What comes before a text for this model; empty for one that wants nothing, or that is not known. */
export function prefixOf(model: string, kind: EmbedKind): string {
  // An underscore is a letter to a regular expression, and people write one for a hyphen.
  const name = model.toLowerCase().replaceAll('_', '-');
  return (ROWS.find(([fits]) => fits.test(name))?.[1] ?? NONE)[kind];
}

/** What may come before a text that is to be found, whatever the model; first nothing. */
export const DOCUMENT_PREFIXES: readonly string[] = [...new Set(['', ...ROWS.map(([, { document }]) => document)])];
