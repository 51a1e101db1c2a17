// A scripted server that speaks OpenAI's protocol as hosted and local servers do: /v1/chat/completions in
// server-sent events with `response_format`, /v1/models, and the bodies of its errors.
import { type ModelServer, piecesOf, type Script, type ServerOptions } from './script.ts';
import { isRecord, type Protocol, type Reply, type Said, serve, wordsOf } from './serve.ts';

export interface OpenAIOptions extends ServerOptions {
  /** It knows no `json_schema`, as older servers. */
  readonly withoutSchema?: boolean;
  /** It has no list of models, as proxies. */
  readonly withoutModels?: boolean;
}

export async function startOpenAI(script: Script, options: OpenAIOptions = {}): Promise<ModelServer> {
  return await serve(protocol(options), script, options);
}

const protocol = ({ models = ['m'], key, withoutSchema = false, withoutModels = false }: OpenAIOptions): Protocol => ({
  base: '/v1',
  streamType: 'text/event-stream; charset=utf-8',
  streamsUnasked: false,
  answer: ({ method, path, headers }) => {
    const locked = withoutKey(headers.authorization, key);
    if (method !== 'GET' || path !== '/v1/models' || withoutModels)
      return { status: 404, body: errorOf(404, `Unknown request URL: ${method} ${path}.`) };
    return (
      locked ?? {
        status: 200,
        body: {
          object: 'list',
          data: models.map((id) => ({ id, object: 'model', created: 1_751_328_000, owned_by: 'system' })),
        },
      }
    );
  },
  readCall: (path, body) => {
    if (path !== '/v1/chat/completions') return null;
    const { messages, model, response_format: format } = body;
    const isSystem = (role: unknown): boolean => role === 'system' || role === 'developer';
    const wrapped = isRecord(format) && isRecord(format['json_schema']) ? format['json_schema'] : {};
    return {
      model: String(model),
      system: wordsOf(messages, isSystem),
      prompt: wordsOf(messages, (role) => !isSystem(role)),
      schema: isRecord(wrapped['schema']) ? wrapped['schema'] : null,
      window: null,
    };
  },
  refuses: ({ model, headers, body }) => {
    const locked = withoutKey(headers.authorization, key);
    if (locked !== null) return locked;
    if (!models.includes(model))
      return {
        status: 404,
        body: errorOf(404, `The model \`${model}\` does not exist or you do not have access to it.`, 'model_not_found'),
      };
    const { response_format: format } = body;
    if (!isRecord(format) || format['type'] !== 'json_schema') return null;
    const fault = withoutSchema
      ? "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."
      : faultOf(format['json_schema']);
    return fault === null ? null : { status: 400, body: errorOf(400, fault) };
  },
  refusal: errorOf,
  stream: (call, said) => {
    const { model } = call;
    const frame = (more: object): string =>
      `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_782_907_200, model, ...more })}\n\n`;
    const delta = (content: object, reason: string | null = null): string =>
      frame({ choices: [{ index: 0, delta: content, logprobs: null, finish_reason: reason }] });
    const wants = isRecord(call.body['stream_options']) && call.body['stream_options']['include_usage'] === true;
    return {
      open: `: processing\n\n${delta({ role: 'assistant', content: '' })}${piecesOf(said.thinking)
        .map((piece) => delta({ reasoning_content: piece }))
        .join('')}`,
      pieces: piecesOf(said.text).map((piece) => delta({ content: piece })),
      end: `${delta({}, reasonOf(said))}${wants ? frame({ choices: [], usage: usageOf(said) }) : ''}data: [DONE]\n\n`,
      error: (words) => `data: ${JSON.stringify(errorOf(500, words))}\n\n`,
    };
  },
  whole: ({ model }, said) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_782_907_200,
    model,
    usage: usageOf(said),
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: said.text, refusal: null },
        logprobs: null,
        finish_reason: reasonOf(said),
      },
    ],
  }),
});

const reasonOf = ({ cut }: Said): string => (cut ? 'length' : 'stop');
const usageOf = ({ promptTokens, answerTokens }: Said): object => ({
  prompt_tokens: promptTokens,
  completion_tokens: answerTokens,
  total_tokens: promptTokens + answerTokens,
});

function withoutKey(authorization: string | undefined, key: string | undefined): Reply | null {
  if (key === undefined || authorization === `Bearer ${key}`) return null;
  const words =
    authorization === undefined
      ? "You didn't provide an API key."
      : `Incorrect API key provided: ${authorization.slice(-8)}.`;
  return { status: 401, body: errorOf(401, words, authorization === undefined ? null : 'invalid_api_key') };
}

function errorOf(status: number, message: string, code: string | null = null): object {
  const type = status === 429 ? 'rate_limit_error' : status >= 500 ? 'server_error' : 'invalid_request_error';
  return { error: { message, type, param: null, code: code ?? (status === 429 ? 'rate_limit_exceeded' : null) } };
}

/** What a strict server has against a schema; null for nothing. */
function faultOf(format: unknown): string | null {
  if (!isRecord(format) || typeof format['name'] !== 'string' || !/^[\w-]{1,64}$/.test(format['name']))
    return "Invalid 'response_format.json_schema.name'.";
  if (!isRecord(format['schema'])) return "Missing required parameter: 'response_format.json_schema.schema'.";
  return format['strict'] === true && !isStrict(format['schema'])
    ? `Invalid schema for response_format '${format['name']}': 'additionalProperties' is required to be supplied and to be false, and 'required' to name every property.`
    : null;
}

function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (!isRecord(schema)) return true;
  const { properties, required } = schema;
  const isClosed =
    !isRecord(properties) ||
    (schema['additionalProperties'] === false &&
      Array.isArray(required) &&
      Object.keys(properties).every((name) => required.includes(name)));
  return isClosed && Object.values(schema).every(isStrict);
}
