// Asks a server with OpenAI's protocol: llama.cpp, LM Studio, vLLM, hosted ones. They agree on little beyond question
// and answer, so an option that one rejects is omitted from then on.
import { LLMError, Refused } from './errors.ts';
import type { Model, ModelOptions, ModelRequest } from './port.ts';
import { askForSchema, countOf, field, namesIn, textOf } from './prompt.ts';
import { createServerModel, type Heard, type Server, throwIfError } from './server.ts';
import { eventData, type Hearing, wholeJson } from './transport.ts';

/** Optional parameters, and words of a server that rejects them. */
const EXTRAS = {
  response_format: /response_format|json_?schema|schema|grammar|structured|guided/,
  stream_options: /stream_options|include_usage/,
  temperature: /temperature/,
};
type Extra = keyof typeof EXTRAS;

export function createOpenAI(options: ModelOptions): Model {
  const { model } = options;
  const unknown = new Set<Extra>();

  return createServerModel('openai', options, (server) => ({
    window: async (signal) => {
      // Many servers have no model list but answer anyway.
      const list = await modelsAt(server, signal).catch((error: unknown) => {
        if (error instanceof Refused && [404, 405, 501].includes(error.status ?? 0)) return [];
        throw error;
      });
      const entries = Array.isArray(list) ? list : [];
      const own = entries.length === 1 ? entries[0] : entries.find((entry) => field(entry, 'id') === model);
      return (
        countOf(field(own, 'max_model_len')) ||
        countOf(field(field(own, 'meta'), 'n_ctx')) ||
        countOf(field(own, 'context_length'))
      );
    },
    hear: async (request, { context, hearing, signal }) => {
      const answer = await server.call('/chat/completions', questionOf(request, model, unknown), signal);
      const type = answer.headers['content-type'] ?? '';
      if (type.includes('html')) throw new SyntaxError('a page');
      const heard = type.includes('json')
        ? readWhole(await wholeJson(answer), hearing)
        : await readEvents(eventData(answer), hearing);
      return heard !== null && heard.prompt >= context ? { ...heard, cut: 'prompt' } : heard;
    },
    adapt: (refused) => {
      const extra = superfluous(refused, unknown);
      if (extra !== undefined) unknown.add(extra);
      return extra !== undefined;
    },
    known: async ({ status, said }, signal) => {
      if (status === 404 && model !== null && said.includes('model')) return await noSuchModel(server, model, signal);
      if (status === 400 && model === null)
        return new LLMError('no model chosen', { status, hint: 'set one with --model or models.model' });
      return status === 404 || status === 405
        ? new LLMError(`no model at ${server.place} (status ${status})`, { status, hint: server.look })
        : null;
    },
  }));
}

const modelsAt = async (server: Server, signal: AbortSignal): Promise<unknown> =>
  field(await wholeJson(await server.call('/models', null, signal)), 'data');

async function noSuchModel(server: Server, name: string, signal: AbortSignal): Promise<LLMError> {
  const known = await modelsAt(server, signal).then(
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

/** The parameter to omit next, given why the server refused; undefined if none would help. */
function superfluous({ status, said }: Refused, unknown: ReadonlySet<Extra>): Extra | undefined {
  const names: readonly Extra[] = ['stream_options', 'temperature', 'response_format'];
  const left = names.filter((name) => !unknown.has(name));
  const named = left.find((name) => EXTRAS[name].test(said));
  if (status === 400 || status === 422) return named ?? left.find((name) => name === 'response_format');
  return status === 500 || status === 501 ? named : undefined;
}

function questionOf(
  { system, prompt, name, schema }: ModelRequest,
  model: string | null,
  unknown: ReadonlySet<Extra>,
): object {
  const told = unknown.has('response_format') ? `${system}\n\n${askForSchema(schema)}` : system;
  return {
    ...(model !== null && { model }),
    stream: true,
    messages: [
      { role: 'system', content: told },
      { role: 'user', content: prompt },
    ],
    ...(!unknown.has('response_format') && {
      response_format: { type: 'json_schema', json_schema: { name, schema, strict: true } },
    }),
    ...(!unknown.has('stream_options') && { stream_options: { include_usage: true } }),
    ...(!unknown.has('temperature') && { temperature: 0 }),
  };
}

/** Returns null if the answer exceeds the limit. Throws if it ends prematurely. */
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

/** For a server that does not stream. */
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
  cut: reason === 'length' || reason === 'max_tokens' ? 'answer' : null,
  prompt: countOf(field(usage, 'prompt_tokens')),
  answer: countOf(field(usage, 'completion_tokens')),
});

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

/** A text or its parts, some of which are reasoning. */
const wordsOf = (content: unknown): string =>
  Array.isArray(content) ? content.map((part) => textOf(field(part, 'text'))).join('') : textOf(content);
