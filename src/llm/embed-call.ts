// One call for vectors by the protocol of either kind of server, and what went wrong in memvault's words. memvault's
// transport carries it, with the same rules for addresses, keys and proxies as for a model that is asked in words.
import type { IncomingMessage } from 'node:http';
import { below, ollamaAddress, openaiAddress, shown } from './address.ts';
import type { EmbedOptions } from './embed-port.ts';
import { LLMError } from './errors.ts';
import { Refused, refusalOf, refusedBy, unreachable } from './failures.ts';
import { isOpenWay, send } from './transport.ts';
import { field } from './untrusted.ts';

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

export function createCall(kind: EmbedServer, model: string | null, { url, env }: EmbedOptions): EmbedCall {
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

export const isTooLong = (error: Refused): boolean =>
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
