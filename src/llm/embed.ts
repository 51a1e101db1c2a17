// Embeds texts as vectors: the interface and the servers behind it, called in batches, with the prefixes that the model
// requires.

import { LLMError, Refused } from './errors.ts';
import { type Sleep, withRetries } from './port.ts';
import { field } from './prompt.ts';
import { openServer, type ServerKind, throwIfError } from './server.ts';
import { wholeJson } from './transport.ts';

interface Protocol {
  readonly path: string;
  body(model: string | null, input: readonly string[]): object;
  /** Expected to be a list of vectors. */
  vectors(answer: unknown): unknown;
  readonly isNot: string;
}

/** How long the model stays loaded, so that the next search is fast. */
const KEEP_ALIVE = '15m';

const PROTOCOLS: Readonly<Record<ServerKind, Protocol>> = {
  ollama: {
    path: '/api/embed',
    // A vector of the beginning of a long text is better than none.
    body: (model, input) => ({ model, input, truncate: true, keep_alive: KEEP_ALIVE }),
    vectors: (answer) => field(answer, 'embeddings'),
    isNot: 'is not Ollama, or is older than 0.3',
  },
  openai: {
    path: '/embeddings',
    body: (model, input) => ({ ...(model !== null && { model }), input }),
    vectors: (answer) => inOrder(field(answer, 'data')),
    isNot: "does not offer OpenAI's embeddings API",
  },
};

const LOOK = 'set retrieve.embeddings to an embedding model that the server has, such as openai:NAME';

/**
 * Sends texts and returns what the server calls their vectors; throws LLMError, or Refused if the server rejected these
 * texts.
 */
function createCall(kind: ServerKind, model: string | null, { url, env }: EmbedOptions) {
  const { path, body, vectors, isNot } = PROTOCOLS[kind];
  const look = 'check retrieve.embeddings and retrieve.embeddings_url';
  const server = openServer(kind, { url, env, setting: 'retrieve.embeddings_url', isNot, look });

  function refused({ status, said }: Refused): LLMError | null {
    if (status === 404 && model !== null && said.includes('model'))
      return new LLMError(`${kind === 'ollama' ? 'Ollama' : 'the server'} has no model ${model}`, {
        status,
        hint: kind === 'ollama' ? `ollama pull ${model}` : LOOK,
      });
    if (status === 404 || status === 405 || status === 501)
      return new LLMError(`the server at ${server.place} ${isNot} (status ${status})`, { status, hint: look });
    if (status === 400 && model === null) return new LLMError('no embedding model configured', { status, hint: LOOK });
    return /does not support embed/.test(said)
      ? new LLMError(`${model} is not an embedding model`, { status, hint: LOOK })
      : null;
  }

  return async (texts: readonly string[], signal: AbortSignal): Promise<unknown> => {
    try {
      const value = await wholeJson(await server.call(path, body(model, texts), signal), MOST_LETTERS_OF_VECTORS);
      if (typeof value !== 'object' || value === null) throw new SyntaxError('no object');
      throwIfError(value);
      return vectors(value);
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof Refused && isOfTheTexts(error)
        ? error
        : server.explain(error, error instanceof Refused ? refused(error) : null);
    }
  };
}

/** The texts are to blame: too long, or of a kind for which the model computes NaN. Retrying is useless. */
const isOfTheTexts = (error: Refused): boolean => isTooLong(error) || /unsupported value: ?nan/.test(error.said);

const isTooLong = (error: Refused): boolean =>
  error.isTooLong || /too (?:large|long)|physical batch size|maximum (?:context|input)|input length/.test(error.said);

/** More than any batch of vectors needs. */
const MOST_LETTERS_OF_VECTORS = 256_000_000;

/** Sorts by `index`, as far as present. */
function inOrder(data: unknown): unknown {
  if (!Array.isArray(data)) return data;
  const list: unknown[] = Array.from({ length: data.length });
  data.forEach((one: unknown, at) => {
    const index = field(one, 'index');
    list[typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < data.length ? index : at] =
      field(one, 'embedding');
  });
  return list;
}

// Validates what a server sent as vectors, which may be anything: the requested number, equal lengths, only numbers.

/** More than any model has. */
const MOST_DIMENSIONS = 8192;

/**
 * The vectors, each normalised to length 1; null for one with an invalid number or only zeros. Throws LLMError if there
 * are not `count` of them, or if dimensions differ from each other or from `dimensions`, if known.
 */
function readVectors(list: unknown, count: number, dimensions: number | null): (Float32Array | null)[] {
  if (!Array.isArray(list) || list.length !== count)
    throw new LLMError(`the server returned ${Array.isArray(list) ? list.length : 'no'} vectors for ${count} texts`, {
      hint: LOOK,
    });
  let known = dimensions;
  return list.map((one: unknown) => {
    if (!Array.isArray(one) || one.length === 0 || one.length > MOST_DIMENSIONS)
      throw new LLMError('the server did not return vectors', { hint: LOOK });
    known ??= one.length;
    if (one.length !== known)
      throw new LLMError(`the server returned vectors of ${known} and of ${one.length} numbers`, {
        hint: 'does it have two models of that name?',
      });
    return normalised(one);
  });
}

function normalised(numbers: readonly unknown[]): Float32Array | null {
  const vector = new Float32Array(numbers.length);
  let sum = 0;
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at];
    if (typeof number !== 'number' || !Number.isFinite(number)) return null;
    vector[at] = number;
    sum += number * number;
  }
  const length = Math.sqrt(sum);
  if (!(length > 1e-20) || !Number.isFinite(length)) return null;
  for (let at = 0; at < vector.length; at++) vector[at] = Number(numbers[at]) / length;
  return vector;
}

/** Multilingual, and small enough for a machine without a graphics card; docs/search.md has the measurements. */
const USUAL_MODEL = 'embeddinggemma';

/** In characters: text beyond this changes a vector little, and most models do not read it. */
const MOST_LETTERS = 4000;

/** A text that is too long is halved down to this length. */
const LEAST_LETTERS = 100;

const modelOf = (kind: ServerKind, model: string | null): string | null =>
  model ?? (kind === 'ollama' ? USUAL_MODEL : null);

/** The name of an embedder: vectors with different names are never compared. `model`: as in the settings. */
export function embedderName(kind: ServerKind, model: string | null): string {
  const named = modelOf(kind, model);
  return named === null ? 'openai' : `${kind}:${named.replace(/:latest$/, '')}`;
}

/** Contacts nothing until `embed`. Throws `settings` for an invalid address. */
export function createEmbedder(kind: ServerKind, options: EmbedOptions): Embedder {
  const model = modelOf(kind, options.model);
  const call = createCall(kind, model, options);
  let dimensions: number | null = null;

  const wording = (text: string, of: EmbedKind): string => prefixOf(model ?? '', of) + shortened(text, MOST_LETTERS);

  /** `letters`: how much of a text is sent. */
  async function batch(
    texts: readonly string[],
    of: EmbedKind,
    embedding: Embedding,
    letters: number,
  ): Promise<(Float32Array | null)[]> {
    try {
      const sent = texts.map((text) => wording(shortened(text, letters), of));
      const vectors = readVectors(
        await withRetries(() => call(sent, embedding.signal), embedding, options),
        texts.length,
        dimensions,
      );
      dimensions ??= vectors.find((vector) => vector !== null)?.length ?? null;
      return vectors;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (texts.length > 1) {
        const half = Math.ceil(texts.length / 2);
        return [
          ...(await batch(texts.slice(0, half), of, embedding, letters)),
          ...(await batch(texts.slice(half), of, embedding, letters)),
        ];
      }
      const shorter = Math.floor(Math.min(letters, texts[0]?.length ?? 0) / 2);
      return isTooLong(error) && shorter >= LEAST_LETTERS ? await batch(texts, of, embedding, shorter) : [null];
    }
  }

  return {
    name: embedderName(kind, options.model),
    get dimensions() {
      return dimensions;
    },
    wording,
    embed: async (texts, of, embedding) => {
      const vectors: (Float32Array | null)[] = [];
      const { batch: size = EMBED_BATCH } = options;
      for (let at = 0; at < texts.length; at += size)
        vectors.push(...(await batch(texts.slice(at, at + size), of, embedding, MOST_LETTERS)));
      return vectors;
    },
  };
}

/** Never splits a surrogate pair. */
function shortened(text: string, letters: number): string {
  if (text.length <= letters) return text;
  const last = text.charCodeAt(letters - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? letters - 1 : letters);
}

/** Many models distinguish the two. */
type EmbedKind = 'document' | 'query';

interface Embedding {
  /** Aborts the call. */
  readonly signal: AbortSignal;
  /** Called before a retry with the error and the pause in milliseconds. Returns false to prevent it. */
  readonly again?: (cause: LLMError | null, pauseMs: number) => boolean;
}

export interface Embedder {
  /** Kind of server and model, such as `ollama:embeddinggemma`. Vectors of different names are not comparable. */
  readonly name: string;
  /** Length of a vector; null before the first answer. */
  readonly dimensions: number | null;
  /** The exact text to be sent: with the prefix that the model requires, and truncated to what models accept. */
  wording(text: string, kind: EmbedKind): string;
  /**
   * One vector of length 1 for each text, in order; null for a text that the server rejects even on its own. All have
   * one dimension, that of all earlier answers. Throws LLMError after retries, and the signal's reason if it aborts.
   */
  embed(texts: readonly string[], kind: EmbedKind, embedding: Embedding): Promise<(Float32Array | null)[]>;
}

/** Texts per call. */
export const EMBED_BATCH = 32;

export interface EmbedOptions {
  /** As named by its server; null for the default. */
  readonly model: string | null;
  /** Address of the server; null for that of the environment, else this machine. */
  readonly url: string | null;
  /** Maximum number of texts per call. */
  readonly batch?: number;
  /** Source of keys and addresses. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Waits between two tries; replaced in tests. */
  readonly sleep?: Sleep;
}

// The prefixes that a model requires before a text, by model name. They are part of its training: without them it finds
// less. docs/search.md#embeddings names the source of each row.

interface Words {
  readonly query: string;
  readonly document: string;
}

const TASK = 'Given a question, retrieve notes that answer it';
const NONE: Words = { query: '', document: '' };
const RELEVANT: Words = { query: 'Represent this sentence for searching relevant passages: ', document: '' };

/** The first match wins. A name may be preceded by a publisher and followed by size, format and tag. */
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

/** The prefix for this model; empty if it needs none or is unknown. */
function prefixOf(model: string, kind: EmbedKind): string {
  // An underscore counts as a letter in regular expressions, and people use it for a hyphen.
  const name = model.toLowerCase().replaceAll('_', '-');
  return (ROWS.find(([fits]) => fits.test(name))?.[1] ?? NONE)[kind];
}
