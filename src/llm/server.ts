// A model's server over HTTP, whatever its protocol: its address and key, one call, and what a refusal means in
// memvault's words.
import type { IncomingMessage } from 'node:http';
import { below, ollamaAddress, openaiAddress, shown } from './address.ts';
import { LLMError, refusalOf, Refused, refusedBy, unreachable } from './errors.ts';
import { field } from './prompt.ts';
import { isOpenWay, send } from './transport.ts';

export type ServerKind = 'ollama' | 'openai';

const KINDS = {
  ollama: { address: ollamaAddress, keyName: 'OLLAMA_API_KEY', start: 'start it: ollama serve, or set {url}' },
  openai: {
    address: openaiAddress,
    keyName: 'OPENAI_API_KEY',
    start: 'start the server, or set {url}: llama.cpp listens on port 8080, LM Studio on 1234, vLLM on 8000',
  },
};

export interface ServerOptions {
  /** Address of the server; null for that of the environment, else of this machine. */
  readonly url: string | null;
  /** Keys, addresses and proxies are read from it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The setting that names the address, for hints. */
  readonly setting: 'models.url' | 'retrieve.embeddings_url';
  /** What is wrong with a server that speaks otherwise, such as `is not Ollama`, and what to do. */
  readonly isNot: string;
  readonly look: string;
}

export interface Server {
  /** The address as a person may see it. */
  readonly place: string;
  /** Gets without a body, posts with one. Throws Refused for any status but 2xx, and what `send` throws. */
  call(path: string, body: object | null, signal: AbortSignal): Promise<IncomingMessage>;
  /** In memvault's words, whatever a call threw. `refused`: what this protocol knows better; null for nothing. */
  explain(error: unknown, refused: (error: Refused) => LLMError | null): unknown;
}

/** Reaches for nothing yet. Throws `settings` where the address is none. */
export function openServer(kind: ServerKind, { url, env, setting, isNot, look }: ServerOptions): Server {
  const { address: addressOf, keyName, start } = KINDS[kind];
  const address = addressOf(url, env);
  const key = env[keyName]?.trim() || undefined;
  const place = shown(address);
  const hint = start.replace('{url}', setting);
  return {
    place,
    call: async (path, body, signal) => {
      const answer = await send(
        {
          url: below(address, path),
          ...(body !== null && { body: JSON.stringify(body) }),
          key,
          accept: 'application/json, application/x-ndjson, text/event-stream',
        },
        { env, signal, hint },
      );
      const { statusCode = 0 } = answer;
      if (statusCode < 200 || statusCode > 299) throw await refusalOf(answer);
      return answer;
    },
    explain: (error, refused) => {
      if (error instanceof LLMError) return setting === 'models.url' ? error : inOtherSetting(error, setting);
      if (error instanceof SyntaxError) return new LLMError(`what answers at ${place} ${isNot}`, { hint: look });
      if (!(error instanceof Refused)) return unreachable(address, error, hint);
      const hasKey = key !== undefined;
      return (
        refused(error) ?? refusedBy({ address, keyName, hasKey, keyWithheld: hasKey && isOpenWay(address) }, error)
      );
    },
  };
}

const inOtherSetting = (error: LLMError, setting: string): LLMError =>
  new LLMError(error.message, {
    ...error,
    hint: error.hint?.replaceAll('models.url', setting) ?? '',
    cause: error.cause,
  });

/** Throws Refused where a value from a server is an error. */
export function throwIfError(value: unknown): void {
  const error = field(value, 'error');
  if (error !== undefined && error !== null)
    throw new Refused(null, typeof error === 'string' ? error : JSON.stringify(error));
}
