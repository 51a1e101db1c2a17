// Asks an Ollama server, by its own protocol: the package speaks it, memvault's transport carries it. The package is
// given nothing that it would print: a refusal and a line that is no JSON end before they reach it.
import type { IncomingMessage } from 'node:http';
import type { ChatRequest, Ollama } from 'ollama/browser';
import { nearest } from '../model/text.ts';
import { ollamaAddress, shown } from './address.ts';
import { LLMError, refusalOf, Refused, refusedBy, unreachable } from './errors.ts';
import {
  type Asking,
  estimateTokens,
  type Model,
  type ModelOptions,
  type ModelReply,
  type ModelRequest,
  withRetries,
} from './port.ts';
import { countOf, dropThinking, field, namesIn, textOf } from './prompt.ts';
import { createHearing, isOpenWay, jsonLines, send } from './transport.ts';

const KEY = 'OLLAMA_API_KEY';
const START = 'start it: ollama serve, or name its address in OLLAMA_HOST or models.url';

/** Any; the same each time, so that the same question has the same answer as far as the server can. */
const SEED = 1;

/** Room for an answer where the prompt seems to leave none. */
const LEAST_ANSWER = 256;

export function createOllama(options: ModelOptions): Model {
  const { model, env } = options;
  const address = ollamaAddress(options.url, env);
  const key = env[KEY]?.trim() || undefined;
  const server = {
    address,
    keyName: KEY,
    hasKey: key !== undefined,
    keyWithheld: key !== undefined && isOpenWay(address),
  };
  let context = options.numCtx;
  let silencesThoughts = true;

  async function client(signal: AbortSignal): Promise<Ollama> {
    const { Ollama: Client } = await import('ollama/browser');
    return new Client({
      host: address.href,
      fetch: async (input, init) => {
        const url = new URL(input instanceof Request ? input.url : input);
        const body = typeof init?.body === 'string' ? { body: init.body } : {};
        const answer = await send(
          { url, ...body, key, accept: 'application/json, application/x-ndjson' },
          { env, signal, hint: START },
        );
        if (answer.statusCode !== 200) throw await refusalOf(answer);
        return new Response(url.pathname.endsWith('/chat') ? checkedLines(answer) : checkedWhole(answer));
      },
    });
  }

  /** In memvault's words, whatever was thrown. */
  async function explained(error: unknown, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    if (error instanceof LLMError) return error;
    if (error instanceof SyntaxError)
      return new LLMError(`what answers at ${shown(address)} is not Ollama`, {
        hint: 'look at the address; for other servers there is the engine openai',
      });
    if (!(error instanceof Refused)) return unreachable(address, error, START);
    if (/does not support (?:chat|generate|completion)/.test(error.said))
      return new LLMError(`the model ${model} cannot be asked in words`, {
        status: error.status,
        hint: 'choose one that answers, not one for embeddings',
      });
    if (error.status !== 404) return refusedBy(server, error);
    const installed = await names(signal);
    if (installed === null)
      return new LLMError(`there is no Ollama at ${shown(address)}`, {
        status: 404,
        hint: 'look at the address; for other servers there is the engine openai',
      });
    return new LLMError(`Ollama has no model ${model}`, {
      status: 404,
      hint: `ollama pull ${model}${nearNames(model ?? '', installed)}`,
    });
  }

  async function names(signal: AbortSignal): Promise<readonly string[] | null> {
    try {
      return await installedAt(await client(signal));
    } catch {
      signal.throwIfAborted();
      return null;
    }
  }

  async function check(signal: AbortSignal): Promise<void> {
    try {
      const ollama = await client(signal);
      if (model === null) throw notChosen(await installedAt(ollama));
      const found: unknown = await ollama.show({ model });
      const capabilities = field(found, 'capabilities');
      if (Array.isArray(capabilities) && !capabilities.includes('completion'))
        throw new Refused(400, 'does not support completion');
      const info = field(found, 'model_info');
      const trained = countOf(field(info, `${textOf(field(info, 'general.architecture'))}.context_length`));
      if (trained > 0) context = Math.min(options.numCtx, trained);
    } catch (error) {
      throw await explained(error, signal);
    }
  }

  async function once(request: ModelRequest, asking: Asking): Promise<ModelReply> {
    if (model === null) throw notChosen([]);
    const ended = new AbortController();
    const hearing = createHearing(context, asking.heard);
    const estimate = estimateTokens(request.system) + estimateTokens(request.prompt);
    try {
      const ollama = await client(AbortSignal.any([asking.signal, ended.signal]));
      let last: unknown;
      for await (const part of await ollama.chat(chatOf(request, estimate, model))) {
        const message: unknown = field(part, 'message');
        if (!hearing.add(textOf(field(message, 'content')), textOf(field(message, 'thinking'))))
          return reply(hearing.text, estimate, hearing.tokens, 'answer');
        last = part;
      }
      const prompt = countOf(field(last, 'prompt_eval_count'));
      const answer = countOf(field(last, 'eval_count'));
      const cut = cutOf(
        { prompt, answer, full: field(last, 'done_reason') === 'length' },
        context,
        request.system.length + request.prompt.length,
      );
      return reply(hearing.text, prompt || estimate, answer || hearing.tokens, cut);
    } catch (error) {
      asking.signal.throwIfAborted();
      if (!(error instanceof Refused)) throw await explained(error, asking.signal);
      if (error.isTooLong) return reply('', estimate, 0, 'prompt');
      if (silencesThoughts && error.status === 400 && error.said.includes('think')) {
        silencesThoughts = false;
        asking.again?.(null, 0);
        return await once(request, asking);
      }
      throw await explained(error, asking.signal);
    } finally {
      ended.abort();
    }
  }

  const chatOf = (
    { system, prompt, schema }: ModelRequest,
    estimate: number,
    name: string,
  ): ChatRequest & { stream: true } => {
    const room = Math.max(LEAST_ANSWER, context - estimate);
    // Newer servers then refuse a prompt that does not fit; older ones know neither word and cut it in silence.
    const whole = { truncate: false, shift: false };
    return {
      model: name,
      stream: true,
      format: schema,
      ...whole,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: prompt },
      ],
      options: { num_ctx: context, num_predict: room, temperature: 0, seed: SEED },
      // Without it a model that can think does; to those that cannot, and to older servers, it means nothing.
      ...(silencesThoughts ? { think: false } : {}),
    };
  };

  return {
    name: model === null ? 'ollama' : `ollama:${model}`,
    get context() {
      return context;
    },
    check,
    ask: (request, asking) => withRetries(() => once(request, asking), asking, options),
  };
}

const installedAt = async (ollama: Ollama): Promise<readonly string[]> =>
  namesIn(field(await ollama.list(), 'models'), 'name');

const reply = (text: string, promptTokens: number, answerTokens: number, cut: ModelReply['cut']): ModelReply => ({
  text: dropThinking(text),
  promptTokens,
  answerTokens,
  cut,
});

interface Counted {
  /** As the server counted them; 0 where it does not say, which it may not where it had the prompt already. */
  readonly prompt: number;
  readonly answer: number;
  /** The server says that the answer reached a limit. */
  readonly full: boolean;
}

/**
 * Whether something did not fit. A server that cuts a prompt counts what is left of it: the whole window, or a few
 * tokens more than half of it, which then are too few for so many letters.
 */
export function cutOf({ prompt, answer, full }: Counted, window: number, letters: number): ModelReply['cut'] {
  const half = Math.floor(window / 2);
  if (prompt >= window - 1 || (prompt >= half && prompt <= half + 64 && prompt < letters / 6)) return 'prompt';
  if (!full) return null;
  return prompt > 0 && prompt + answer >= window - 1 ? 'prompt' : 'answer';
}

function notChosen(installed: readonly string[]): LLMError {
  const which = installed.length > 0 ? `; installed: ${installed.slice(0, 5).join(', ')}` : '';
  return new LLMError('no model is chosen', { hint: `name one with --model or models.model${which}` });
}

function nearNames(model: string, installed: readonly string[]): string {
  if (installed.length === 0) return '';
  const family = (name: string) => name.split(':')[0] ?? name;
  const meant = nearest(family(model), installed.map(family));
  const kin = installed.filter((name) => family(name) === meant);
  const named = kin.length > 0 ? kin : installed;
  return `, or choose what is installed: ${named.slice(0, 3).join(', ')}`;
}

/** A body for the package, in which each line is an object, and an error within the answer is one for memvault. */
function checkedLines(answer: IncomingMessage): ReadableStream<Uint8Array> {
  const lines = jsonLines(answer);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done === true) return controller.close();
      const error = field(value, 'error');
      if (error !== undefined) throw new Refused(null, typeof error === 'string' ? error : JSON.stringify(error));
      controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    cancel: () => void answer.destroy(),
  });
}

/** A whole answer that is not too long; the package reads it as JSON. */
function checkedWhole(answer: IncomingMessage): ReadableStream<Uint8Array> {
  const parts: AsyncIterator<unknown> = answer[Symbol.asyncIterator]();
  let length = 0;
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done === true || !(value instanceof Uint8Array)) return controller.close();
      length += value.length;
      if (length > MOST_WHOLE) throw new SyntaxError('too long');
      controller.enqueue(value);
    },
    cancel: () => void answer.destroy(),
  });
}

/** The licence of a model comes along with what is known of it. */
const MOST_WHOLE = 32_000_000;
