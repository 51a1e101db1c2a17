// A model server over HTTP, independent of its protocol: address and key, a single call, and the meaning of a refusal
// in memvault's words.
import type { IncomingMessage } from 'node:http';
import { below, ollamaAddress, openaiAddress, shown } from './address.ts';
import { LLMError, refusalOf, Refused, refusedBy, unreachable } from './errors.ts';
import {
  estimateTokens,
  type Model,
  type ModelOptions,
  type ModelReply,
  type ModelRequest,
  withRetries,
} from './port.ts';
import { dropThinking, field } from './prompt.ts';
import { createHearing, type Hearing, isOpenWay, send } from './transport.ts';

export type ServerKind = 'ollama' | 'openai';

const KINDS = {
  ollama: {
    address: ollamaAddress,
    keyName: 'OLLAMA_API_KEY',
    start: 'start it: ollama serve, or set {url}',
    isNot: 'is not Ollama',
    look: 'check the address; for other servers use the engine openai',
  },
  openai: {
    address: openaiAddress,
    keyName: 'OPENAI_API_KEY',
    start: 'start the server, or set {url}: llama.cpp listens on port 8080, LM Studio on 1234, vLLM on 8000',
    isNot: "does not speak OpenAI's protocol",
    look: 'check models.url: most end in /v1',
  },
};

export interface ServerOptions {
  /** Address of the server; null for that of the environment, else this machine. */
  readonly url: string | null;
  /** Source of keys and addresses. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The setting that names the address, for hints. */
  readonly setting: 'models.url' | 'retrieve.embeddings_url';
  /** What is wrong with a server that speaks another protocol, such as `is not Ollama`, and what to do. */
  readonly isNot: string;
  readonly look: string;
}

export type Server = ReturnType<typeof openServer>;

/** Contacts nothing yet. Throws `settings` for an invalid address. */
export function openServer(kind: ServerKind, { url, env, setting, isNot, look }: ServerOptions) {
  const { address: addressOf, keyName, start } = KINDS[kind];
  const address = addressOf(url, env);
  const key = env[keyName]?.trim() || undefined;
  const place = shown(address);
  const hint = start.replace('{url}', setting);
  return {
    /** The address for display. */
    place,
    /** What to do if something else answers there. */
    look,
    /** GET without a body, POST with one. Throws Refused for any status but 2xx, and what `send` throws. */
    call: async (path: string, body: object | null, signal: AbortSignal): Promise<IncomingMessage> => {
      const answer = await send(
        {
          url: below(address, path),
          ...(body !== null && { body: JSON.stringify(body) }),
          key,
          accept: 'application/json, application/x-ndjson, text/event-stream',
        },
        { signal, hint },
      );
      const { statusCode = 0 } = answer;
      if (statusCode < 200 || statusCode > 299) throw await refusalOf(answer);
      return answer;
    },
    /** Explains any error of a call in memvault's words. `known`: a more specific error from the protocol, or null. */
    explain: (error: unknown, known: LLMError | null): unknown => {
      if (error instanceof LLMError) return setting === 'models.url' ? error : inOtherSetting(error, setting);
      if (error instanceof SyntaxError) return new LLMError(`the server at ${place} ${isNot}`, { hint: look });
      if (!(error instanceof Refused)) return unreachable(address, error, hint);
      const sent = key === undefined ? 'none' : isOpenWay(address) ? 'withheld' : 'sent';
      return known ?? refusedBy(address, { keyName, key: sent }, error);
    },
  };
}

const inOtherSetting = (error: LLMError, setting: string): LLMError =>
  new LLMError(error.message, {
    ...error,
    hint: error.hint?.replaceAll('models.url', setting) ?? '',
    cause: error.cause,
  });

/** Throws Refused if a value from a server is an error. */
export function throwIfError(value: unknown): void {
  const error = field(value, 'error');
  if (error !== undefined && error !== null)
    throw new Refused(null, typeof error === 'string' ? error : JSON.stringify(error));
}

// A model behind such a server: one question and its streamed answer, independent of the protocol.

/** The protocol-specific parts. */
export interface Protocol {
  /**
   * Throws if the model cannot be asked; returns the size of its context window in tokens, 0 if the server does not
   * say.
   */
  window(signal: AbortSignal): Promise<number>;
  /** Asks and reads the answer; null if it exceeds the limit. */
  hear(request: ModelRequest, to: Listening): Promise<Heard | null>;
  /** Changes the form of the next question so that this refusal does not recur; false if that is impossible. */
  adapt(refused: Refused): boolean;
  /** The meaning of this refusal if the protocol knows more than its status says. */
  known(refused: Refused, signal: AbortSignal): Promise<LLMError | null>;
}

export interface Listening {
  /** Maximum tokens of question and answer together, and the estimated tokens of the question. */
  readonly context: number;
  readonly estimate: number;
  readonly hearing: Hearing;
  readonly signal: AbortSignal;
}

/** Tokens as counted by the server, 0 if it does not say. */
export interface Heard extends Pick<ModelReply, 'cut'> {
  readonly prompt: number;
  readonly answer: number;
}

export function createServerModel(
  kind: ServerKind,
  options: ModelOptions,
  protocolOf: (server: Server) => Protocol,
): Model {
  const { model, numCtx, url, env } = options;
  const { isNot, look } = KINDS[kind];
  const server = openServer(kind, { url, env, setting: 'models.url', isNot, look });
  const protocol = protocolOf(server);
  let context = numCtx;

  const explained = async (error: unknown, signal: AbortSignal): Promise<unknown> =>
    server.explain(error, error instanceof Refused ? await protocol.known(error, signal) : null);

  async function once(...[request, asking]: Parameters<Model['ask']>): Promise<ModelReply> {
    const ended = new AbortController();
    const hearing = createHearing(context, asking.heard);
    const estimate = estimateTokens(request.system) + estimateTokens(request.prompt);
    try {
      const signal = AbortSignal.any([asking.signal, ended.signal]);
      const heard = await protocol.hear(request, { context, estimate, hearing, signal });
      return {
        text: dropThinking(hearing.text),
        promptTokens: heard?.prompt || estimate,
        answerTokens: heard?.answer || hearing.tokens,
        cut: heard === null ? 'answer' : heard.cut,
      };
    } catch (error) {
      asking.signal.throwIfAborted();
      if (error instanceof Refused && error.isTooLong)
        return { text: '', promptTokens: estimate, answerTokens: 0, cut: 'prompt' };
      if (!(error instanceof Refused && protocol.adapt(error))) throw await explained(error, asking.signal);
      asking.again?.(null, 0);
      return await once(request, asking);
    } finally {
      ended.abort();
    }
  }

  return {
    name: model === null ? kind : `${kind}:${model}`,
    get context() {
      return context;
    },
    check: async (signal) => {
      try {
        const window = await protocol.window(signal);
        if (window > 0) context = Math.min(numCtx, window);
      } catch (error) {
        signal.throwIfAborted();
        throw await explained(error, signal);
      }
    },
    ask: (request, asking) => withRetries(() => once(request, asking), asking, options),
  };
}
