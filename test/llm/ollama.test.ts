// What Ollama servers of all ages do, and what becomes of it.
import type { ServerResponse } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { LLMError } from '../../src/llm/errors.ts';
import { makeModel } from '../../src/tasks/model-engine.ts';
import { cutOf } from '../../src/llm/ollama.ts';
import { asking, json, noSleep, optionsOf, REQUEST, type TinyServer, tinyServer } from './tiny-server.ts';

const part = (content: string, more: object = {}): string =>
  `${JSON.stringify({ model: 'm', message: { role: 'assistant', content }, done: false, ...more })}\n`;
const END = part('', { done: true, done_reason: 'stop', prompt_eval_count: 30, eval_count: 5 });
const GOOD = part('{"a"') + part(':1}') + END;

const lines = (response: ServerResponse, text: string): void => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(text);
};
const modelAt = ({ url }: TinyServer, more: Parameters<typeof optionsOf>[0] = {}) =>
  makeModel('ollama', optionsOf({ url, ...more }));
const failure = async (promise: Promise<unknown>): Promise<LLMError> => {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof LLMError)) throw new Error('it did not fail as a model does', { cause: thrown });
  return thrown;
};

// The package prints what it does not understand. Nothing may reach it.
const printed = (['log', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
afterEach(() => {
  for (const spy of printed) expect(spy).not.toHaveBeenCalled();
});

test('a question as the server gets it, and its answer', async () => {
  await using server = await tinyServer((response) => lines(response, GOOD));
  const heard: number[] = [];
  const model = modelAt(server, { env: { OLLAMA_API_KEY: 'k' } });
  expect(
    await model.ask(
      REQUEST,
      asking(undefined, (tokens) => heard.push(tokens)),
    ),
  ).toEqual({ text: '{"a":1}', promptTokens: 30, answerTokens: 5, cut: null });
  expect(model.name).toBe('ollama:m');
  expect(heard).toEqual([1, 2, 2]);
  expect(server.asked[0]).toMatchObject({ method: 'POST', path: '/api/chat', headers: { authorization: 'Bearer k' } });
  expect(server.asked[0]?.body).toMatchObject({
    model: 'm',
    stream: true,
    think: false,
    truncate: false,
    shift: false,
    format: REQUEST.schema,
    messages: [
      { role: 'system', content: REQUEST.system },
      { role: 'user', content: REQUEST.prompt },
    ],
    options: { num_ctx: 4096, seed: 1, num_predict: expect.closeTo(4080, -2) as number },
  });
});

test('letters that are split between two pieces of the stream arrive whole', async () => {
  const bytes = Buffer.from(part('{"a":"日本🎉é"}') + END);
  await using server = await tinyServer((response) => {
    response.writeHead(200);
    let at = 0;
    const next = (): void => {
      if (at < bytes.length) response.write(bytes.subarray(at, ++at), () => setImmediate(next));
      else response.end();
    };
    next();
  });
  expect((await modelAt(server).ask(REQUEST, asking())).text).toBe('{"a":"日本🎉é"}');
});

test('what it thinks is a sign of life, and no answer', async () => {
  await using server = await tinyServer((response) =>
    lines(
      response,
      part('', { message: { role: 'assistant', content: '', thinking: 'Hm, {"a":2}?' } }) +
        part('<think>or 3</think>{"a":1}') +
        END,
    ),
  );
  const heard: number[] = [];
  expect(
    (
      await modelAt(server).ask(
        REQUEST,
        asking(undefined, (tokens) => heard.push(tokens)),
      )
    ).text,
  ).toBe('{"a":1}');
  expect(heard[0]).toBeGreaterThan(0);
});

test('a server that takes no word on thinking is asked again without it, and the next time at once', async () => {
  await using server = await tinyServer((response, { body }) =>
    'think' in body ? json(response, { error: '"m" does not support thinking' }, 400) : lines(response, GOOD),
  );
  const model = modelAt(server);
  await model.ask(REQUEST, asking());
  await model.ask(REQUEST, asking());
  expect(server.asked.map(({ body }) => 'think' in body)).toEqual([true, false, false]);
});

test.each<[what: string, first: (response: ServerResponse) => void, waited?: number]>([
  [
    'an error within the answer',
    (response) => lines(response, `${part('{"a"')}{"error":"llama runner process has terminated"}\n`),
  ],
  ['a stream without its end', (response) => lines(response, part('{"a"'))],
  ['a stream that ends within a line', (response) => lines(response, part('{"a"') + part('x').slice(0, 20))],
  [
    'a broken connection',
    (response) => {
      response.writeHead(200).write(part('{"a"'));
      setTimeout(() => response.destroy(), 20);
    },
  ],
  ['no answer but a closed door', (response) => void response.destroy()],
  ['status 500', (response) => json(response, { error: 'out of memory' }, 500)],
  ['status 503', (response) => void response.writeHead(503, { 'retry-after': '3' }).end('busy'), 3000],
  ['status 429', (response) => json(response, { error: 'slow down' }, 429, { 'retry-after': '3' }), 3000],
])('%s is tried again', async (_what, first, waited = 1000) => {
  await using server = await tinyServer((response, _, number) =>
    number === 1 ? first(response) : lines(response, GOOD),
  );
  const { waits, sleep } = noSleep();
  expect((await modelAt(server, { sleep }).ask(REQUEST, asking())).text).toBe('{"a":1}');
  expect(server.asked).toHaveLength(2);
  expect(waits).toEqual([waited]);
});

test.each([
  [401, {}, 'wants a key', 'set OLLAMA_API_KEY'],
  [
    403,
    { OLLAMA_API_KEY: 'sk-123' },
    'does not accept the key in OLLAMA_API_KEY',
    'set OLLAMA_API_KEY to a key of this server',
  ],
  [400, {}, 'refused the call (status 400)', "see the server's log"],
])('status %i fails at once, without the words of the server', async (status, env, message, hint) => {
  await using server = await tinyServer((response) => json(response, { error: 'SECRET words sk-123' }, status));
  const error = await failure(modelAt(server, { env }).ask(REQUEST, asking()));
  expect(error).toMatchObject({ code: 'model', status, retryable: false, hint });
  expect(error.message).toContain(message);
  expect(`${error.message} ${error.hint} ${JSON.stringify(error)} ${String(error.cause)}`).not.toMatch(/SECRET|sk-123/);
  expect(server.asked).toHaveLength(1);
});

test('a server that goes on failing is given up after four times', async () => {
  await using server = await tinyServer((response) => json(response, { error: 'SECRET' }, 500));
  expect(await failure(modelAt(server).ask(REQUEST, asking()))).toMatchObject({
    status: 500,
    message: `${server.url} failed (status 500)`,
  });
  expect(server.asked).toHaveLength(4);
});

test('nobody is there', async () => {
  const server = await tinyServer(() => {});
  await server[Symbol.asyncDispose]();
  const model = modelAt(server);
  for (const doing of [() => model.check(asking().signal), () => model.ask(REQUEST, asking())]) {
    expect(await failure(doing())).toMatchObject({
      message: `no server at ${server.url}`,
      retryable: true,
      hint: expect.stringContaining('ollama serve') as string,
    });
  }
});

const INSTALLED = {
  models: [{ name: 'qwen3:4b' }, { name: 'qwen3:14b' }, { name: 'llama3.2:latest' }, { name: 'evil\u001b[31m; rm' }],
};

test.each([
  ['qwen3:8b', 'ollama pull qwen3:8b, or choose an installed one: qwen3:4b, qwen3:14b'],
  ['lama3.2', 'ollama pull lama3.2, or choose an installed one: llama3.2:latest'],
  ['phi4', 'ollama pull phi4, or choose an installed one: qwen3:4b, qwen3:14b, llama3.2:latest'],
])('the model %s is not there', async (model, hint) => {
  await using server = await tinyServer((response, { path }) =>
    path === '/api/tags' ? json(response, INSTALLED) : json(response, { error: `model '${model}' not found` }, 404),
  );
  const asked = modelAt(server, { model });
  for (const doing of [() => asked.check(asking().signal), () => asked.ask(REQUEST, asking())]) {
    expect(await failure(doing())).toMatchObject({
      message: `Ollama has no model ${model}`,
      status: 404,
      retryable: false,
      hint,
    });
  }
});

test('no model chosen', async () => {
  await using server = await tinyServer((response) => json(response, INSTALLED));
  expect(await failure(modelAt(server, { model: null }).check(asking().signal))).toMatchObject({
    message: 'no model chosen',
    hint: 'set one with --model or models.model; installed: qwen3:4b, qwen3:14b, llama3.2:latest',
  });
});

test('a good check learns how much the model can hold at most', async () => {
  await using server = await tinyServer((response) =>
    json(response, {
      capabilities: ['completion'],
      model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 2048 },
    }),
  );
  const model = modelAt(server);
  expect(model.context).toBe(4096);
  await model.check(asking().signal);
  expect(model.context).toBe(2048);
  expect(server.asked[0]).toMatchObject({ path: '/api/show', body: { model: 'm' } });
});

test('a model for embeddings is none to ask', async () => {
  await using server = await tinyServer((response) => json(response, { capabilities: ['embedding'] }));
  expect((await failure(modelAt(server).check(asking().signal))).message).toBe('m is not a chat model');
});

test.each<[what: string, answer: (response: ServerResponse) => void, message: RegExp]>([
  [
    'a page',
    (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>SECRET</html>'),
    /is not Ollama$/,
  ],
  ['another server', (response) => void response.writeHead(404).end('SECRET'), /^no Ollama at/],
  ['null', (response) => json(response, null), /is not Ollama$/],
])('what answers is %s', async (_what, answer, message) => {
  await using server = await tinyServer(answer);
  const error = await failure(modelAt(server).ask(REQUEST, asking()));
  expect(error.message).toMatch(message);
  expect(error.retryable).toBe(false);
});

test.each([
  [
    'a newer server refuses it',
    (response: ServerResponse) => json(response, { error: 'the input length exceeds the context length' }, 400),
  ],
  [
    'an error within the stream says so',
    (response: ServerResponse) => lines(response, '{"error":"Context size has been exceeded."}\n'),
  ],
  [
    'the whole window is prompt',
    (response: ServerResponse) =>
      lines(
        response,
        part('{"a":1}') + part('', { done: true, done_reason: 'stop', prompt_eval_count: 4096, eval_count: 3 }),
      ),
  ],
])('a prompt that does not fit: %s', async (_what, answer) => {
  await using server = await tinyServer(answer);
  expect((await modelAt(server).ask(REQUEST, asking())).cut).toBe('prompt');
  expect(server.asked).toHaveLength(1);
});

test.each<[what: string, ...counted: Parameters<typeof cutOf>, cut: string | null]>([
  ['all fits', { prompt: 3000, answer: 200, full: false }, 8192, 12_000, null],
  ['the answer reached its limit', { prompt: 3000, answer: 200, full: true }, 8192, 12_000, 'answer'],
  ['both filled the window', { prompt: 6000, answer: 2192, full: true }, 8192, 24_000, 'prompt'],
  ['older servers cut to the window', { prompt: 8192, answer: 10, full: false }, 8192, 40_000, 'prompt'],
  ['older servers cut to half of it', { prompt: 4099, answer: 10, full: false }, 8192, 40_000, 'prompt'],
  ['a prompt of half a window', { prompt: 4099, answer: 10, full: false }, 8192, 16_000, null],
  ['a prompt that the server had already', { prompt: 0, answer: 10, full: false }, 8192, 40_000, null],
  ['the same, and a long answer', { prompt: 0, answer: 8192, full: true }, 8192, 40_000, 'answer'],
])('%s', (_what, counted, window, letters, cut) => {
  expect(cutOf(counted, window, letters)).toBe(cut);
});

test('an answer without end is left off', async () => {
  await using server = await tinyServer((response) => {
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && response.write(part('\t').repeat(100)));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  const reply = await modelAt(server, { numCtx: 2048 }).ask(REQUEST, asking());
  expect(reply.cut).toBe('answer');
});

test('an abort ends a call that is silent, with its own reason, and nothing is tried again', async () => {
  const [abort, over] = [new AbortController(), new AbortController()];
  await using server = await tinyServer((response, _, number) => {
    if (number === 1) response.writeHead(200).write(part('{'));
    else over.abort(new Error('the time is over'));
  });
  const running = modelAt(server).ask(
    REQUEST,
    asking(abort.signal, () => abort.abort(new Error('stop'))),
  );
  await expect(running).rejects.toThrow('stop');
  await expect(modelAt(server).check(over.signal)).rejects.toThrow('the time is over');
  expect(server.asked.map(({ path }) => path)).toEqual(['/api/chat', '/api/show']);
});
