// Asks an Ollama server with its own protocol.
import { nearest } from '../model/text.ts';
import { LLMError, Refused } from './errors.ts';
import type { Model, ModelOptions, ModelReply, ModelRequest } from './port.ts';
import { countOf, field, namesIn, textOf } from './prompt.ts';
import { createServerModel, type Heard, type Listening, type Server, throwIfError } from './server.ts';
import { jsonLines, wholeJson } from './transport.ts';

/** Any constant, so that the same question gets the same answer as far as the server allows. */
const SEED = 1;

/** Minimum room for an answer if the prompt seems to leave none. */
const LEAST_ANSWER = 256;

export function createOllama(options: ModelOptions): Model {
  const { model } = options;
  let silencesThoughts = true;

  return createServerModel('ollama', options, (server) => ({
    window: async (signal) => {
      if (model === null) throw notChosen(await installedAt(server, signal));
      const found = await wholeJson(await server.call('/api/show', { model }, signal));
      const capabilities = field(found, 'capabilities');
      if (Array.isArray(capabilities) && !capabilities.includes('completion'))
        throw new Refused(400, 'does not support completion');
      const info = field(found, 'model_info');
      return countOf(field(info, `${textOf(field(info, 'general.architecture'))}.context_length`));
    },
    hear: async (request, to) => {
      if (model === null) throw notChosen([]);
      const question = { model, ...questionOf(request, to), ...(silencesThoughts && { think: false }) };
      return await hear(await server.call('/api/chat', question, to.signal), request, to);
    },
    adapt: ({ status, said }) => {
      if (!silencesThoughts || status !== 400 || !said.includes('think')) return false;
      silencesThoughts = false;
      return true;
    },
    known: async ({ status, said }, signal) => {
      if (status === 404) return await notThere(server, model ?? '', signal);
      if (!/does not support (?:chat|generate|completion)/.test(said)) return null;
      const hint = 'choose a model that answers, not an embedding model';
      return new LLMError(`${model} is not a chat model`, { status, hint });
    },
  }));
}

async function hear(
  answer: AsyncIterable<unknown>,
  { system, prompt }: ModelRequest,
  { context, hearing }: Listening,
): Promise<Heard | null> {
  let last: unknown;
  for await (const part of jsonLines(answer)) {
    throwIfError(part);
    const message = field(part, 'message');
    if (!hearing.add(textOf(field(message, 'content')), textOf(field(message, 'thinking')))) return null;
    last = part;
  }
  if (last === undefined || field(last, 'done') === false) throw new Error('the stream ended early');
  const counted = { prompt: countOf(field(last, 'prompt_eval_count')), answer: countOf(field(last, 'eval_count')) };
  const full = field(last, 'done_reason') === 'length';
  return { ...counted, cut: cutOf({ ...counted, full }, context, system.length + prompt.length) };
}

function questionOf({ system, prompt, schema }: ModelRequest, { context, estimate }: Listening): object {
  return {
    stream: true,
    format: schema,
    // Makes newer servers refuse a prompt that does not fit; older ones know neither option and truncate silently.
    truncate: false,
    shift: false,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: prompt },
    ],
    options: {
      num_ctx: context,
      num_predict: Math.max(LEAST_ANSWER, context - estimate),
      temperature: 0,
      seed: SEED,
    },
  };
}

async function notThere(server: Server, model: string, signal: AbortSignal): Promise<LLMError> {
  const installed = await installedAt(server, signal).catch(() => null);
  signal.throwIfAborted();
  if (installed === null) return new LLMError(`no Ollama at ${server.place}`, { status: 404, hint: server.look });
  return new LLMError(`Ollama has no model ${model}`, {
    status: 404,
    hint: `ollama pull ${model}${nearNames(model, installed)}`,
  });
}

const installedAt = async (server: Server, signal: AbortSignal): Promise<readonly string[]> =>
  namesIn(field(await wholeJson(await server.call('/api/tags', null, signal)), 'models'), 'name');

interface Counted {
  /** As counted by the server; 0 if it does not say, which happens when the prompt was cached. */
  readonly prompt: number;
  readonly answer: number;
  /** The server says that the answer reached a limit. */
  readonly full: boolean;
}

/**
 * Whether something did not fit. A server that truncates a prompt counts the rest: the whole window, or slightly more
 * than half of it, which is then too few tokens for the number of letters.
 */
export function cutOf({ prompt, answer, full }: Counted, window: number, letters: number): ModelReply['cut'] {
  const half = Math.floor(window / 2);
  if (prompt >= window - 1 || (prompt >= half && prompt <= half + 64 && prompt < letters / 6)) return 'prompt';
  if (!full) return null;
  return prompt > 0 && prompt + answer >= window - 1 ? 'prompt' : 'answer';
}

function notChosen(installed: readonly string[]): LLMError {
  const which = installed.length > 0 ? `; installed: ${installed.slice(0, 5).join(', ')}` : '';
  return new LLMError('no model chosen', { hint: `set one with --model or models.model${which}` });
}

function nearNames(model: string, installed: readonly string[]): string {
  if (installed.length === 0) return '';
  const family = (name: string) => name.split(':')[0] ?? name;
  const meant = nearest(family(model), installed.map(family));
  const kin = installed.filter((name) => family(name) === meant);
  const named = kin.length > 0 ? kin : installed;
  return `, or choose an installed one: ${named.slice(0, 3).join(', ')}`;
}
