// Makes what turns texts into vectors: in batches, with the words that the model wants, tried again where that is worth
// it. A text that the server makes no vector of costs the others of its batch nothing.
import type { IncomingMessage } from 'node:http';
import { below, ollamaAddress, openaiAddress, shown } from './address.ts';
import { type Embedder, type Embedding, type EmbedKind, type EmbedOptions, prefixOf } from './embed-port.ts';
import { LLMError, refusalOf, Refused, refusedBy, unreachable } from './errors.ts';
import { field } from './fence.ts';
import { withRetries } from './port.ts';
import { isOpenWay, send } from './transport.ts';

// One call for vectors by the protocol of either kind of server, and what went wrong in memvault's words. memvault's
// transport carries it, with the same rules for addresses, keys and proxies as for a model that is asked in words.

export type EmbedServer = 'ollama' | 'openai';

interface Protocol {
  readonly keyName: string;
  readonly path: string;
  readonly start: string;
  address(url: string | null, env: EmbedOptions['env']): URL;
  body(model: string | null, input: readonly string[]): object;
  /** What should be a list of vectors. */
  vectors(answer: unknown): unknown;
  readonly isNot: string;
}

/** So long the model stays loaded, and the next search is quick. */
const KEEP_ALIVE = '15m';

const PROTOCOLS: Readonly<Record<EmbedServer, Protocol>> = {
  ollama: {
    keyName: 'OLLAMA_API_KEY',
    path: '/api/embed',
    start: 'start it: ollama serve, or name its address in OLLAMA_HOST or retrieve.embeddings_url',
    address: ollamaAddress,
    // A vector of the beginning of a long text is better than none.
    body: (model, input) => ({ model, input, truncate: true, keep_alive: KEEP_ALIVE }),
    vectors: (answer) => field(answer, 'embeddings'),
    isNot: 'is not Ollama, or one older than 0.3',
  },
  openai: {
    keyName: 'OPENAI_API_KEY',
    path: '/embeddings',
    start:
      'start the server, or set retrieve.embeddings_url: llama.cpp (--embeddings) listens on port 8080, LM ' +
      'Studio on 1234, vLLM on 8000',
    address: openaiAddress,
    body: (model, input) => ({ ...(model === null ? {} : { model }), input }),
    vectors: (answer) => inOrder(field(answer, 'data')),
    isNot: "makes no vectors by OpenAI's protocol",
  },
};

/**
 * Texts to what the server says are their vectors; throws LLMError, and Refused where the server refused these texts.
 */
export type EmbedCall = (texts: readonly string[], signal: AbortSignal) => Promise<unknown>;

function createCall(kind: EmbedServer, model: string | null, { url, env }: EmbedOptions): EmbedCall {
  const protocol = PROTOCOLS[kind];
  const { keyName } = protocol;
  const address = protocol.address(url, env);
  const key = env[keyName]?.trim() || undefined;
  const server = { address, keyName, hasKey: key !== undefined, keyWithheld: key !== undefined && isOpenWay(address) };

  function explained(error: unknown): unknown {
    if (error instanceof LLMError) return error.hint?.includes('models.url') === true ? renamed(error) : error;
    if (error instanceof SyntaxError)
      return new LLMError(`what answers at ${shown(address)} ${protocol.isNot}`, {
        hint: 'look at retrieve.embeddings and retrieve.embeddings_url',
      });
    if (!(error instanceof Refused)) return unreachable(address, error, protocol.start);
    const { status, said } = error;
    if (isOfTheTexts(error)) return error;
    if (status === 404 && model !== null && said.includes('model')) {
      return new LLMError(`${kind === 'ollama' ? 'Ollama' : 'the server'} has no model ${model}`, {
        status,
        hint: kind === 'ollama' ? `ollama pull ${model}` : 'set retrieve.embeddings_model to one that it has',
      });
    }
    if (status === 404 || status === 405 || status === 501)
      return new LLMError(`what answers at ${shown(address)} ${protocol.isNot} (status ${status})`, {
        status,
        hint: 'look at retrieve.embeddings and retrieve.embeddings_url',
      });
    if (status === 400 && model === null)
      return new LLMError('no model for embeddings is chosen', { status, hint: 'set retrieve.embeddings_model' });
    if (/does not support embed/.test(said))
      return new LLMError(`the model ${model} makes no vectors`, {
        status,
        hint: 'set retrieve.embeddings_model to one for embeddings',
      });
    return refusedBy(server, error);
  }

  return async (texts, signal) => {
    try {
      const answer = await send(
        {
          url: below(address, protocol.path),
          body: JSON.stringify(protocol.body(model, texts)),
          key,
          accept: 'application/json',
        },
        { env, signal, hint: protocol.start },
      );
      if (answer.statusCode === undefined || answer.statusCode < 200 || answer.statusCode > 299)
        throw await refusalOf(answer);
      const value = await readAnswer(answer);
      const error = field(value, 'error');
      if (error !== undefined && error !== null)
        throw new Refused(null, typeof error === 'string' ? error : JSON.stringify(error));
      return protocol.vectors(value);
    } catch (error) {
      signal.throwIfAborted();
      throw explained(error);
    }
  };
}

/**
 * It lies in what was sent: too long, or of a kind that the model comes to no number with. Another try ends in the
 * same.
 */
const isOfTheTexts = (error: Refused): boolean => isTooLong(error) || /unsupported value: ?nan/.test(error.said);

const isTooLong = (error: Refused): boolean =>
  error.isTooLong || /too (?:large|long)|physical batch size|maximum (?:context|input)|input length/.test(error.said);

/** More than any batch of vectors has. */
const MOST_BYTES = 256_000_000;

async function readAnswer(answer: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    const bytes = Buffer.from(part);
    parts.push(bytes);
    length += bytes.length;
    if (length > MOST_BYTES) throw new SyntaxError('too long');
  }
  const value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new SyntaxError('no object');
  return value;
}

/** By their `index`, as far as they have one. */
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

const renamed = (error: LLMError): LLMError =>
  new LLMError(error.message, {
    ...error,
    hint: error.hint?.replaceAll('models.url', 'retrieve.embeddings_url') ?? '',
    cause: error.cause,
  });

// Takes what a server sent as vectors, which may be anything: as many as were asked for, of one length, each of
// numbers. Pure.

/** More numbers than any model has. */
const MOST_DIMENSIONS = 8192;

/**
 * The vectors, each of length 1; null for one with a number that is none, or with nothing but zeros. Throws LLMError
 * for another count than `count`, and for one of another dimension than the rest or than `dimensions`, where that is
 * known.
 */
function readVectors(list: unknown, count: number, dimensions: number | null): (Float32Array | null)[] {
  if (!Array.isArray(list) || list.length !== count)
    throw new LLMError(
      `the server was sent ${count} texts and answered with ${Array.isArray(list) ? list.length : 'no'} vectors`,
      { hint: 'look at retrieve.embeddings_model: it has to be one for embeddings' },
    );
  let known = dimensions;
  return list.map((one: unknown) => {
    if (!Array.isArray(one) || one.length === 0 || one.length > MOST_DIMENSIONS)
      throw new LLMError('the server answered with something else than vectors', {
        hint: 'look at retrieve.embeddings_model: it has to be one for embeddings',
      });
    known ??= one.length;
    if (one.length !== known)
      throw new LLMError(`the server answered with vectors of ${known} numbers and of ${one.length}`, {
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

/** Multilingual, and small enough for a machine without a graphics card; docs/embeddings.md has the numbers. */
const USUAL_MODEL = 'embeddinggemma';

/** Characters: what is further behind changes a vector little, and most models do not read it. */
const MOST_LETTERS = 4000;

/** A text that is too long is halved until it is this short. */
const LEAST_LETTERS = 100;

const modelOf = (kind: EmbedServer, model: string | null): string | null =>
  model ?? (kind === 'ollama' ? USUAL_MODEL : null);

/** What an embedder calls itself: vectors by two names never meet. `model`: as the settings have it. */
export function embedderName(kind: EmbedServer, model: string | null): string {
  const named = modelOf(kind, model);
  return named === null ? 'openai' : `${kind}:${named.replace(/:latest$/, '')}`;
}

/** Reaches for nothing until `embed`. Throws `settings` where an address is none. */
export function createEmbedder(kind: EmbedServer, options: EmbedOptions): Embedder {
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
        await withRetries(() => call(sent, embedding.signal), embedding, options.sleep),
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
      for (let at = 0; at < texts.length; at += options.batch)
        vectors.push(...(await batch(texts.slice(at, at + options.batch), of, embedding, MOST_LETTERS)));
      return vectors;
    },
  };
}

/** Never ends within a letter that takes two units. */
function shortened(text: string, letters: number): string {
  if (text.length <= letters) return text;
  const last = text.charCodeAt(letters - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? letters - 1 : letters);
}
