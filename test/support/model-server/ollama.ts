// A scripted server that speaks Ollama's protocol: /api/chat in streamed lines of JSON with `format`, and what
// clients ask before. It is as strange as the real one: a prompt that does not fit is cut in silence, unless the client
// forbids that.
import { type ModelServer, countTokens, piecesOf, type Script, type ServerOptions } from './script.ts';
import { isRecord, type Protocol, type Reply, type Said, serve, wordsOf } from './serve.ts';

/** What a real one takes where nobody says another. */
const WINDOW = 4096;

export async function startOllama(script: Script, options: ServerOptions = {}): Promise<ModelServer> {
  return await serve(protocol(options.models ?? ['m'], options.window), script, options);
}

const protocol = (models: readonly string[], trained = 40_960): Protocol => ({
  base: '',
  streamType: 'application/x-ndjson',
  streamsUnasked: true,
  answer: ({ method, path, body }) => {
    if (path === '/') return { status: 200, body: 'Ollama is running' };
    if (method === 'GET' && path === '/api/version') return { status: 200, body: { version: '0.12.6' } };
    if (method === 'GET' && path === '/api/tags') return { status: 200, body: { models: models.map(tagOf) } };
    if (method === 'POST' && path === '/api/show') return showOf(models, body, trained);
    return { status: 404, body: '404 page not found' };
  },
  readCall: (path, body) => {
    if (path !== '/api/chat') return null;
    const { messages, model, format, options } = body;
    const isSystem = (role: unknown): boolean => role === 'system';
    const window = isRecord(options) && typeof options['num_ctx'] === 'number' ? options['num_ctx'] : WINDOW;
    return {
      model: String(model),
      system: wordsOf(messages, isSystem),
      prompt: wordsOf(messages, (role) => !isSystem(role)),
      schema: isRecord(format) ? format : null,
      window,
    };
  },
  refuses: ({ model, body, system, prompt, window }) => {
    if (body['truncate'] === false && countTokens(system + prompt) > (window ?? WINDOW))
      return { status: 400, body: { error: 'the input length exceeds the context length' } };
    if (!has(models, model))
      return { status: 404, body: { error: `model ${JSON.stringify(model)} not found, try pulling it first` } };
    const { format } = body;
    return format === undefined || format === null || format === '' || format === 'json' || isRecord(format)
      ? null
      : { status: 400, body: { error: 'invalid format' } };
  },
  refusal: (_, words) => ({ error: words }),
  stream: (call, whole) => {
    const said = limited(whole, call.body, call.window);
    const line = (message: object, more: object = {}): string =>
      `${JSON.stringify({ model: call.model, created_at: '2026-07-01T12:00:00.123456Z', message: { role: 'assistant', content: '', ...message }, done: false, ...more })}\n`;
    return {
      open: piecesOf(said.thinking)
        .map((piece) => line({ thinking: piece }))
        .join(''),
      pieces: piecesOf(said.text).map((piece) => line({ content: piece })),
      end: line({}, endOf(said)),
      error: (words) => `${JSON.stringify({ error: words })}\n`,
    };
  },
  whole: (call, whole) => {
    const said = limited(whole, call.body, call.window);
    const thinking = said.thinking === '' ? {} : { thinking: said.thinking };
    return {
      model: call.model,
      created_at: '2026-07-01T12:00:00.123456Z',
      message: { role: 'assistant', content: said.text, ...thinking },
      ...endOf(said),
    };
  },
});

/** Generation ends at `num_predict` and at the end of the window, and says so. */
function limited(said: Said, { options }: Readonly<Record<string, unknown>>, window: number | null): Said {
  const most =
    isRecord(options) && typeof options['num_predict'] === 'number' && options['num_predict'] > 0
      ? options['num_predict']
      : Number.POSITIVE_INFINITY;
  const room =
    Math.min(most, (window ?? WINDOW) - Math.min(said.promptTokens, (window ?? WINDOW) - 1)) -
    piecesOf(said.thinking).length;
  const pieces = piecesOf(said.text);
  if (pieces.length <= room) return said;
  const text = pieces.slice(0, Math.max(0, room)).join('');
  return { ...said, text, answerTokens: countTokens(said.thinking) + Math.max(0, room), cut: true };
}

const endOf = ({ promptTokens, answerTokens, cut }: Said): object => ({
  done: true,
  done_reason: cut ? 'length' : 'stop',
  total_duration: 2_000_000,
  load_duration: 1_000_000,
  prompt_eval_count: promptTokens,
  prompt_eval_duration: 500_000,
  eval_count: answerTokens,
  eval_duration: 500_000,
});

/** A name without a tag is that of `latest`. */
const has = (models: readonly string[], model: string): boolean => models.some((one) => full(one) === full(model));
const full = (model: string): string => (model.includes(':') ? model : `${model}:latest`);

const details = {
  parent_model: '',
  format: 'gguf',
  family: 'qwen3',
  families: ['qwen3'],
  parameter_size: '8.2B',
  quantization_level: 'Q4_K_M',
};
const tagOf = (model: string): object => ({
  name: full(model),
  model: full(model),
  modified_at: '2026-06-01T10:00:00Z',
  size: 5_200_000_000,
  digest: 'a'.repeat(64),
  details,
});

function showOf(models: readonly string[], body: unknown, trained: number): Reply {
  const name = isRecord(body) ? (body['model'] ?? body['name']) : undefined;
  if (typeof name !== 'string' || !has(models, name))
    return { status: 404, body: { error: `model '${String(name)}' not found` } };
  return {
    status: 200,
    body: {
      license: '',
      modelfile: '',
      parameters: '',
      template: '{{ .Prompt }}',
      details,
      model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': trained },
      capabilities: ['completion'],
    },
  };
}
