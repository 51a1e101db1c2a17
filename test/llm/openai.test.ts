// What servers with OpenAI's protocol do, which agree on little, and what becomes of it.
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { LLMError } from '../../src/llm/errors.ts';
import { makeModel } from '../../src/tasks/model-engine.ts';
import { asking, json, noSleep, optionsOf, REQUEST, type TinyServer, tinyServer } from './tiny-server.ts';

const frame = (value: unknown): string => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`;
const piece = (content: unknown, reason: string | null = null, more: object = {}): string =>
  frame({ choices: [{ index: 0, delta: { content, ...more }, finish_reason: reason }] });
const usage = (prompt: number, answer: number): string =>
  frame({ choices: [], usage: { prompt_tokens: prompt, completion_tokens: answer } });
const GOOD = `: waiting\n\n${piece('')}${piece('{"a"')}${piece(':1}')}${piece(null, 'stop')}${usage(30, 5)}${frame('[DONE]')}`;

const events = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' }).end(text);
};
const modelAt = ({ url }: Pick<TinyServer, 'url'>, more: Parameters<typeof optionsOf>[0] = {}) =>
  makeModel('openai', optionsOf({ url, ...more }));
const failure = async (promise: Promise<unknown>): Promise<LLMError> => {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof LLMError)) throw new Error('it did not fail as a model does', { cause: thrown });
  return thrown;
};

test('a question as the server gets it, and its answer', async () => {
  await using server = await tinyServer((response) => events(response, GOOD));
  const heard: number[] = [];
  const model = modelAt(server, { env: { OPENAI_API_KEY: ' sk-1 ' } });
  expect(
    await model.ask(
      REQUEST,
      asking(undefined, (tokens) => heard.push(tokens)),
    ),
  ).toEqual({ text: '{"a":1}', promptTokens: 30, answerTokens: 5, cut: null });
  expect(model.name).toBe('openai:m');
  expect(heard.at(-1)).toBe(2);
  expect(server.asked[0]).toMatchObject({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer sk-1' },
  });
  expect(server.asked[0]?.body).toEqual({
    model: 'm',
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0,
    messages: [
      { role: 'system', content: REQUEST.system },
      { role: 'user', content: REQUEST.prompt },
    ],
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: REQUEST.schema, strict: true } },
  });
});

test.each<[what: string, text: string]>([
  ['a stream that ends with a reason and no more', piece('{"a":1}', 'stop')],
  ['a stream that ends with no reason', piece('{"a":1}') + frame('[DONE]')],
  ['lines that end in the other way', GOOD.replaceAll('\n', '\r\n')],
  [
    'what it thinks apart',
    piece('', null, { reasoning_content: 'Hm, {"a":2}?' }) + piece('', null, { reasoning: 'or 3' }) + GOOD,
  ],
  ['what it thinks within', piece('<think>{"a":2}?</think>') + GOOD],
  [
    'parts',
    piece(
      [
        { type: 'thinking', thinking: [{ type: 'text', text: '{"a":2}' }] },
        { type: 'text', text: '{"a":1}' },
      ],
      'stop',
    ),
  ],
  [
    'no choices but the usage, as null',
    piece('{"a":1}', 'stop') + frame({ choices: null, usage: { prompt_tokens: 1 } }) + frame('[DONE]'),
  ],
])('an answer as %s', async (_what, text) => {
  await using server = await tinyServer((response) => events(response, text));
  expect(await modelAt(server).ask(REQUEST, asking())).toMatchObject({ text: '{"a":1}', cut: null });
});

test('an answer that is not streamed', async () => {
  await using server = await tinyServer((response) =>
    json(response, {
      choices: [{ message: { content: '{"a":1}' }, finish_reason: 'length' }],
      usage: { prompt_tokens: 7, completion_tokens: 3 },
    }),
  );
  expect(await modelAt(server).ask(REQUEST, asking())).toEqual({
    text: '{"a":1}',
    promptTokens: 7,
    answerTokens: 3,
    cut: 'answer',
  });
});

test('without a count the tokens are estimated', async () => {
  await using server = await tinyServer((response) => events(response, piece('{"a":1}', 'stop')));
  const { promptTokens, answerTokens } = await modelAt(server).ask(REQUEST, asking());
  expect(promptTokens).toBeGreaterThan(5);
  expect(answerTokens).toBe(2);
});

test('letters that are split between two pieces of the stream arrive whole', async () => {
  const bytes = Buffer.from(piece('{"a":"日本🎉é"}', 'stop'));
  await using server = await tinyServer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let at = 0;
    const next = (): void => {
      if (at < bytes.length) response.write(bytes.subarray(at, ++at), () => setImmediate(next));
      else response.end();
    };
    next();
  });
  expect((await modelAt(server).ask(REQUEST, asking())).text).toBe('{"a":"日本🎉é"}');
});

test.each<[what: string, status: number, words: string, left: string]>([
  ['no schema', 400, "'response_format.type' must be 'text'", 'response_format'],
  ['a schema it cannot hold to', 500, 'failed to parse grammar', 'response_format'],
  ['something it does not say', 400, 'bad request', 'response_format'],
  ['no usage', 422, 'extra_forbidden: stream_options', 'stream_options'],
  ['no temperature but its own', 400, "'temperature' does not support 0 with this model", 'temperature'],
])('a server that takes %s is asked without, also the next time', async (_what, status, words, left) => {
  await using server = await tinyServer((response, { body }) =>
    left in body ? json(response, { error: { message: words } }, status) : events(response, GOOD),
  );
  const { waits, sleep } = noSleep();
  const model = modelAt(server, { sleep });
  expect((await model.ask(REQUEST, asking())).text).toBe('{"a":1}');
  await model.ask(REQUEST, asking());
  expect(server.asked.map(({ body }) => left in body)).toEqual([true, false, false]);
  expect(waits).toEqual([]);
  const others = ['response_format', 'stream_options', 'temperature'].filter((name) => name !== left);
  expect(Object.keys(server.asked[1]?.body ?? {})).toEqual(expect.arrayContaining(others));
  const system = JSON.stringify(server.asked[1]?.body['messages']);
  expect(system.includes('additionalProperties')).toBe(left === 'response_format');
});

test('a server that refuses everything is asked only as often as there is something to leave out', async () => {
  await using server = await tinyServer((response) =>
    json(response, { error: 'temperature, schema, stream_options: SECRET' }, 400),
  );
  const error = await failure(modelAt(server).ask(REQUEST, asking()));
  expect(error).toMatchObject({
    status: 400,
    retryable: false,
    message: `${server.url}/v1 refused the call (status 400)`,
  });
  expect(server.asked).toHaveLength(4);
});

test.each<[what: string, answer: (response: ServerResponse) => void]>([
  [
    'llama.cpp',
    (response) =>
      json(
        response,
        {
          error: {
            code: 400,
            message: 'request (4390 tokens) exceeds the available context size (4096 tokens)',
            type: 'exceed_context_size_error',
          },
        },
        400,
      ),
  ],
  [
    'llama.cpp within an answer',
    (response) => events(response, frame({ error: { code: 500, message: 'Context size has been exceeded.' } })),
  ],
  [
    'vLLM',
    (response) => json(response, { error: { message: "This model's maximum context length is 1024 tokens." } }, 400),
  ],
  ['a hosted one', (response) => json(response, { error: { code: 'context_length_exceeded' } }, 400)],
  ['a proxy', (response) => void response.writeHead(413).end()],
  [
    'one that says it with status 200',
    (response) => json(response, { error: { code: 400, type: 'exceed_context_size_error' } }),
  ],
])('a prompt that does not fit, as %s says it', async (_what, answer) => {
  await using server = await tinyServer(answer);
  expect(await modelAt(server).ask(REQUEST, asking())).toMatchObject({ text: '', cut: 'prompt', answerTokens: 0 });
  expect(server.asked).toHaveLength(1);
});

test('an answer that reached its limit', async () => {
  await using server = await tinyServer((response) => events(response, piece('{"a', 'length')));
  expect((await modelAt(server).ask(REQUEST, asking())).cut).toBe('answer');
});

test.each<[what: string, first: (response: ServerResponse) => void]>([
  [
    'an error within the answer',
    (response) => events(response, piece('{"a"') + frame({ error: { message: 'SECRET' } })),
  ],
  ['a stream that just ends', (response) => events(response, piece('{"a"'))],
  ['a stream that ends within an event', (response) => events(response, `${piece('{"a"')}data: {"choi`)],
  [
    'a broken connection',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(piece('{"a"'));
      setTimeout(() => response.destroy(), 20);
    },
  ],
  ['status 500', (response) => json(response, {}, 500)],
  ['status 429', (response) => json(response, {}, 429)],
])('%s is tried again', async (_what, first) => {
  await using server = await tinyServer((response, _, number) =>
    number === 1 ? first(response) : events(response, GOOD),
  );
  const { waits, sleep } = noSleep();
  expect((await modelAt(server, { sleep }).ask(REQUEST, asking())).text).toBe('{"a":1}');
  expect(waits).toEqual([1000]);
});

test.each<
  [
    what: string,
    status: number,
    body: unknown,
    env: Record<string, string>,
    model: string | null,
    message: RegExp,
    hint: RegExp,
  ]
>([
  ['without a key', 401, { error: 'SECRET' }, {}, 'm', /wants a key$/, /^set OPENAI_API_KEY$/],
  [
    'with a wrong key',
    401,
    { error: 'no such key: sk-1' },
    { OPENAI_API_KEY: 'sk-1' },
    'm',
    /does not accept the key in OPENAI_API_KEY$/,
    /to a key of this server$/,
  ],
  [
    'for a model it has not',
    404,
    { error: { message: 'The model `m` does not exist' } },
    {},
    'm',
    /^the server has no model m$/,
    /^set models\.model/,
  ],
  ['at a wrong address', 404, { detail: 'Not Found' }, {}, 'm', /^no model at .* \(status 404\)$/, /v1$/],
  ['without a model', 400, { error: 'you must provide a model parameter' }, {}, null, /^no model chosen$/, /--model/],
])(
  'a question %s fails at once, without the words of the server',
  async (_what, status, body, env, model, message, hint) => {
    await using server = await tinyServer((response) => json(response, body, status));
    const error = await failure(modelAt(server, { env, model }).ask(REQUEST, asking()));
    expect(error).toMatchObject({
      status,
      retryable: false,
      message: expect.stringMatching(message) as string,
      hint: expect.stringMatching(hint) as string,
    });
    expect(`${error.message} ${error.hint} ${JSON.stringify(error)} ${String(error.cause)}`).not.toMatch(/SECRET|sk-1/);
  },
);

test('a model it has not names those it has', async () => {
  await using server = await tinyServer((response, { path }) =>
    path === '/v1/models'
      ? json(response, { data: [{ id: 'gemma-3' }, { id: '\u001b]0;x' }, { id: 'openai/gpt-oss-20b' }] })
      : json(response, { error: 'model not found' }, 404),
  );
  expect(await failure(modelAt(server).ask(REQUEST, asking()))).toMatchObject({
    hint: 'it has gemma-3, openai/gpt-oss-20b',
  });
});

test('a page is no model', async () => {
  await using server = await tinyServer(
    (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>SECRET'),
  );
  expect(await failure(modelAt(server).ask(REQUEST, asking()))).toMatchObject({
    retryable: false,
    message: `the server at ${server.url}/v1 does not speak OpenAI's protocol`,
  });
  expect((await failure(modelAt(server).check(asking().signal))).message).toContain("does not speak OpenAI's protocol");
});

test.each<[what: string, list: unknown, status: number, context: number]>([
  ['has none', {}, 404, 4096],
  ['says no more than names', { data: [{ id: 'm' }, { id: 'n' }] }, 200, 4096],
  [
    'is vLLM',
    {
      data: [
        { id: 'x', max_model_len: 9 },
        { id: 'm', max_model_len: 2048 },
      ],
    },
    200,
    2048,
  ],
  [
    'is llama.cpp, which calls its one model something else',
    { data: [{ id: '/models/x.gguf', meta: { n_ctx: 1024, n_ctx_train: 40_960 } }] },
    200,
    1024,
  ],
  ['holds more than is wanted', { data: [{ id: 'm', max_model_len: 40_960 }] }, 200, 4096],
])('a check of the list of models, where the server %s', async (_what, list, status, context) => {
  await using server = await tinyServer((response) => json(response, list, status));
  const model = modelAt(server);
  await model.check(asking().signal);
  expect(model.context).toBe(context);
  expect(server.asked.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/models']);
});

test('a check fails where the key is refused and where nobody is', async () => {
  const server = await tinyServer((response) => json(response, {}, 401));
  expect((await failure(modelAt(server).check(asking().signal))).status).toBe(401);
  await server[Symbol.asyncDispose]();
  expect(await failure(modelAt(server).check(asking().signal))).toMatchObject({
    message: `no server at ${server.url}`,
    hint: expect.stringContaining('models.url') as string,
  });
});

test('an answer without end is left off', async () => {
  await using server = await tinyServer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const more = (): void => {
      while (!response.destroyed && response.write(piece('\t').repeat(100)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  expect((await modelAt(server, { numCtx: 2048 }).ask(REQUEST, asking())).cut).toBe('answer');
});

test('an abort ends a call that is silent, with its own reason', async () => {
  await using server = await tinyServer(
    (response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(piece('{')),
  );
  const abort = new AbortController();
  await expect(
    modelAt(server).ask(
      REQUEST,
      asking(abort.signal, () => abort.abort(new Error('stop'))),
    ),
  ).rejects.toThrow('stop');
  expect(server.asked).toHaveLength(1);
});
