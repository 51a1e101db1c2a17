// Asks a server that speaks OpenAI's protocol: llama.cpp, LM Studio, vLLM, hosted ones. They agree on little beyond the
// question and the answer, so what one does not know is left out from then on.
import { below, openaiAddress, shown } from './address.ts';
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
import { createHearing, eventData, type Hearing, isOpenWay, send, wholeJson } from './transport.ts';

const KEY = 'OPENAI_API_KEY';
const START = 'start the server, or set models.url: llama.cpp listens on port 8080, LM Studio on 1234, vLLM on 8000';
const LOOK = { hint: 'look at models.url: most end in /v1' };

/** What a question can do without, and the words of a server that does not take it. */
const EXTRAS = {
  response_format: /response_format|json_?schema|schema|grammar|structured|guided/,
  stream_options: /stream_options|include_usage/,
  temperature: /temperature/,
};
type Extra = keyof typeof EXTRAS;

interface Heard {
  readonly prompt: number;
  readonly answer: number;
  /** As the server says why it ended. */
  readonly reason: string;
}

export function createOpenAI(options: ModelOptions): Model {
  const { model, env } = options;
  const address = openaiAddress(options.url, env);
  const key = env[KEY]?.trim() || undefined;
  const server = {
    address,
    keyName: KEY,
    hasKey: key !== undefined,
    keyWithheld: key !== undefined && isOpenWay(address),
  };
  const unknown = new Set<Extra>();
  let context = options.numCtx;

  /** The answer to one call; throws Refused where it is none. */
  async function call(path: string, body: object | null, signal: AbortSignal) {
    const answer = await send(
      {
        url: below(address, path),
        ...(body === null ? {} : { body: JSON.stringify(body) }),
        key,
        accept: 'application/json, text/event-stream',
      },
      { env, signal, hint: START },
    );
    if (answer.statusCode === undefined || answer.statusCode < 200 || answer.statusCode > 299)
      throw await refusalOf(answer);
    return answer;
  }

  async function models(signal: AbortSignal): Promise<unknown> {
    return field(await wholeJson(await call('/models', null, signal)), 'data');
  }

  async function explained(error: unknown, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    if (error instanceof LLMError) return error;
    if (error instanceof SyntaxError)
      return new LLMError(`what answers at ${shown(address)} does not speak OpenAI's protocol`, LOOK);
    if (!(error instanceof Refused)) return unreachable(address, error, START);
    const { status, said } = error;
    if (status === 400 && model === null)
      return new LLMError('no model is chosen', { status, hint: 'name one with --model or models.model' });
    if (status === 404 && model !== null && said.includes('model')) return await noSuchModel(model, signal);
    if (status === 404 || status === 405)
      return new LLMError(`there is no model to ask at ${shown(address)} (status ${status})`, { status, ...LOOK });
    return refusedBy(server, error);
  }

  async function noSuchModel(name: string, signal: AbortSignal): Promise<LLMError> {
    const known = await models(signal).then(
      (list) => namesIn(list, 'id'),
      () => [],
    );
    signal.throwIfAborted();
    return new LLMError(`the server has no model ${name}`, {
      status: 404,
      hint:
        known.length === 0
          ? 'set models.model to one that it has'
          : `it has ${known.slice(0, 5).join(', ')}${known.length > 5 ? ' and more' : ''}`,
    });
  }

  async function check(signal: AbortSignal): Promise<void> {
    try {
      const list = await models(signal);
      const entries = Array.isArray(list) ? list : [];
      const own = entries.length === 1 ? entries[0] : entries.find((entry) => field(entry, 'id') === model);
      const window =
        countOf(field(own, 'max_model_len')) ||
        countOf(field(field(own, 'meta'), 'n_ctx')) ||
        countOf(field(own, 'context_length'));
      if (window > 0) context = Math.min(options.numCtx, window);
    } catch (error) {
      // Many servers have no list, and answer all the same.
      if (error instanceof Refused && (error.status === 404 || error.status === 405 || error.status === 501)) return;
      throw await explained(error, signal);
    }
  }

  async function once(request: ModelRequest, asking: Asking): Promise<ModelReply> {
    const ended = new AbortController();
    const hearing = createHearing(context, asking.heard);
    const estimate = estimateTokens(request.system) + estimateTokens(request.prompt);
    const reply = (cut: ModelReply['cut'], heard?: Heard): ModelReply => ({
      text: dropThinking(hearing.text),
      promptTokens: heard?.prompt || estimate,
      answerTokens: heard?.answer || hearing.tokens,
      cut,
    });
    try {
      const answer = await call(
        '/chat/completions',
        questionOf(request),
        AbortSignal.any([asking.signal, ended.signal]),
      );
      const type = answer.headers['content-type'] ?? '';
      if (type.includes('html')) throw new SyntaxError('a page');
      const heard = type.includes('json')
        ? readWhole(await wholeJson(answer), hearing)
        : await readEvents(eventData(answer), hearing);
      if (heard === null) return reply('answer');
      const isFull = heard.reason === 'length' || heard.reason === 'max_tokens';
      return reply(heard.prompt >= context ? 'prompt' : isFull ? 'answer' : null, heard);
    } catch (error) {
      asking.signal.throwIfAborted();
      if (error instanceof Refused && error.isTooLong)
        return { text: '', promptTokens: estimate, answerTokens: 0, cut: 'prompt' };
      const extra = error instanceof Refused ? superfluous(error) : undefined;
      if (extra === undefined) throw await explained(error, asking.signal);
      unknown.add(extra);
      asking.again?.(null, 0);
      return await once(request, asking);
    } finally {
      ended.abort();
    }
  }

  /** What to leave out next, given why the server refused; undefined where that would not help. */
  function superfluous({ status, said }: Refused): Extra | undefined {
    const names: readonly Extra[] = ['stream_options', 'temperature', 'response_format'];
    const left = names.filter((name) => !unknown.has(name));
    const named = left.find((name) => EXTRAS[name].test(said));
    if (status === 400 || status === 422) return named ?? left.find((name) => name === 'response_format');
    return status === 500 || status === 501 ? named : undefined;
  }

  function questionOf({ system, prompt, name, schema }: ModelRequest): object {
    const told = unknown.has('response_format')
      ? `${system}\n\nAnswer with one JSON object of this schema, and nothing else:\n${JSON.stringify(schema)}`
      : system;
    const extras: Readonly<Record<Extra, unknown>> = {
      response_format: { type: 'json_schema', json_schema: { name, schema, strict: true } },
      stream_options: { include_usage: true },
      temperature: 0,
    };
    return {
      ...(model === null ? {} : { model }),
      stream: true,
      messages: [
        { role: 'system', content: told },
        { role: 'user', content: prompt },
      ],
      ...Object.fromEntries(Object.entries(extras).filter(([extra]) => ![...unknown].some((left) => left === extra))),
    };
  }

  return {
    name: model === null ? 'openai' : `openai:${model}`,
    get context() {
      return context;
    },
    check,
    ask: (request, asking) => withRetries(() => once(request, asking), asking, options),
  };
}

/** Null where the answer is more than any may be. Throws where it ends before the server said so. */
async function readEvents(events: AsyncIterable<string>, hearing: Hearing): Promise<Heard | null> {
  let reason = '';
  let usage: unknown;
  for await (const data of events) {
    if (data.trim() === '[DONE]') return heardOf(reason || 'stop', usage);
    const value: unknown = JSON.parse(data);
    throwIfError(value);
    const choice = firstOf(field(value, 'choices'));
    const delta = field(choice, 'delta');
    usage = field(value, 'usage') ?? usage;
    reason = textOf(field(choice, 'finish_reason')) || reason;
    if (
      delta !== undefined &&
      !hearing.add(
        wordsOf(field(delta, 'content')),
        textOf(field(delta, 'reasoning_content')) || textOf(field(delta, 'reasoning')),
      )
    )
      return null;
  }
  if (reason === '') throw new Error('the stream ended early');
  return heardOf(reason, usage);
}

/** Of a server that does not stream. */
function readWhole(value: unknown, hearing: Hearing): Heard | null {
  throwIfError(value);
  const choice = firstOf(field(value, 'choices'));
  if (choice === undefined) throw new SyntaxError('no choices');
  const reason = textOf(field(choice, 'finish_reason')) || 'stop';
  return hearing.add(wordsOf(field(field(choice, 'message'), 'content')))
    ? heardOf(reason, field(value, 'usage'))
    : null;
}

const heardOf = (reason: string, usage: unknown): Heard => ({
  reason,
  prompt: countOf(field(usage, 'prompt_tokens')),
  answer: countOf(field(usage, 'completion_tokens')),
});

function throwIfError(value: unknown): void {
  const error = field(value, 'error');
  if (error !== undefined && error !== null)
    throw new Refused(null, typeof error === 'string' ? error : JSON.stringify(error));
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

/** Text, or the parts of it, of which some are what the model thought. */
const wordsOf = (content: unknown): string =>
  Array.isArray(content) ? content.map((part) => textOf(field(part, 'text'))).join('') : textOf(content);
