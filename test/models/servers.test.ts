// The test equipment itself: do the scripted servers speak as the real ones do?
import { afterEach, expect, it } from 'vitest';
import { startOllama } from '../support/model-server/ollama.ts';
import { startOpenAI } from '../support/model-server/openai.ts';
import type { ModelServer } from '../support/model-server/script.ts';

const schema = {
  type: 'object',
  properties: { word: { type: 'string' } },
  required: ['word'],
  additionalProperties: false,
};
const messages = [
  { role: 'system', content: 'Say a word.' },
  { role: 'user', content: 'Which?' },
];
const servers: ModelServer[] = [];
const started = async (server: Promise<ModelServer>): Promise<ModelServer> => {
  servers.push(await server);
  return await server;
};
afterEach(
  async () =>
    void (await Promise.all(servers.splice(0).map(async (server) => await server.close().catch(() => undefined)))),
);

const post = async (url: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
    redirect: 'manual',
  });
const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
const eventsOf = (text: string): string[] =>
  text
    .split('\n\n')
    .filter((part) => part.startsWith('data: '))
    .map((part) => part.slice(6));

it('Ollama streams lines of JSON, the last with reason and counts', async () => {
  const server = await started(startOllama(() => ({ says: { word: 'grüße, 世界' }, thinking: 'Hm, well.' })));
  const answer = await post(`${server.url}/api/chat`, {
    model: 'm',
    messages,
    format: schema,
    options: { num_ctx: 2048 },
  });
  const lines = linesOf(await answer.text());
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
  expect(lines.map(({ message }) => (message as { content: string }).content).join('')).toBe('{"word":"grüße, 世界"}');
  expect(lines.map(({ message }) => (message as { thinking?: string }).thinking ?? '').join('')).toBe('Hm, well.');
  expect(lines.filter(({ done }) => done === true)).toHaveLength(1);
  expect(lines.at(-1)).toMatchObject({ done: true, done_reason: 'stop', prompt_eval_count: 5, eval_count: 8 });
  expect(server.calls).toMatchObject([
    { number: 1, model: 'm', system: 'Say a word.', prompt: 'Which?', schema, window: 2048 },
  ]);
  expect(server.requests).toEqual(['POST /api/chat']);
});

it('Ollama ends at num_predict and at the end of the window, and says so', async () => {
  const server = await started(startOllama(() => ({ says: 'abcd'.repeat(100) })));
  const predict = linesOf(
    await (await post(`${server.url}/api/chat`, { model: 'm', messages, options: { num_predict: 3 } })).text(),
  );
  expect(predict).toHaveLength(4);
  expect(predict.at(-1)).toMatchObject({ done_reason: 'length', eval_count: 3 });
  const window = linesOf(
    await (
      await post(`${server.url}/api/chat`, {
        model: 'm',
        messages: [{ role: 'user', content: 'x'.repeat(4000) }],
        options: { num_ctx: 1010 },
      })
    ).text(),
  );
  expect(window.at(-1)).toMatchObject({ done_reason: 'length', prompt_eval_count: 1000, eval_count: 10 });
  const cut = linesOf(
    await (
      await post(`${server.url}/api/chat`, {
        model: 'm',
        messages: [{ role: 'user', content: 'x'.repeat(9000) }],
        options: { num_ctx: 1000 },
      })
    ).text(),
  );
  expect(cut.at(-1)).toMatchObject({ done_reason: 'length', prompt_eval_count: 1000 });
  const whole = await post(`${server.url}/api/chat`, {
    model: 'm',
    messages: [{ role: 'user', content: 'x'.repeat(9000) }],
    options: { num_ctx: 1000 },
    truncate: false,
  });
  expect(whole.status).toBe(400);
});

it('Ollama has models, a version, and does not find others', async () => {
  const server = await started(startOllama(() => ({ says: 'never' }), { models: ['qwen3:8b', 'm'] }));
  expect(await (await fetch(`${server.url}/api/version`)).json()).toHaveProperty('version');
  expect(await (await fetch(`${server.url}/api/tags`)).json()).toMatchObject({
    models: [{ name: 'qwen3:8b' }, { name: 'm:latest' }],
  });
  expect((await post(`${server.url}/api/show`, { model: 'm:latest' })).status).toBe(200);
  expect((await post(`${server.url}/api/show`, { model: 'x' })).status).toBe(404);
  const none = await post(`${server.url}/api/chat`, { model: 'x', messages });
  expect([none.status, await none.json()]).toEqual([404, { error: 'model "x" not found, try pulling it first' }]);
});

it('a value against the schema is a fault of the script, a text is not', async () => {
  const wrong = await started(startOllama(() => ({ says: { word: 7 } })));
  await expect(post(`${wrong.url}/api/chat`, { model: 'm', messages, format: schema })).rejects.toThrow(
    /failed|terminated/,
  );
  await expect(wrong.close()).rejects.toThrow(/against the schema/);
  const text = await started(startOllama(() => ({ says: '{"word":7}' })));
  expect((await post(`${text.url}/api/chat`, { model: 'm', messages, format: schema })).status).toBe(200);
});

it('servers refuse, redirect, break off, go silent', async () => {
  const acts = [
    { status: 429, error: 'slow down', headers: { 'retry-after': '1' } },
    { redirect: 'http://127.0.0.2/' },
    { does: 'drop' },
    { says: 'abcdefgh', halfway: 'drop' },
    { says: 'abcdefgh', halfway: { error: 'out of memory' } },
  ] as const;
  const server = await started(startOllama(({ number }) => acts[number - 1] ?? { does: 'stall' }));
  const ask = async (): Promise<Response> => await post(`${server.url}/api/chat`, { model: 'm', messages });
  const refused = await ask();
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '1',
    { error: 'slow down' },
  ]);
  const redirected = await ask();
  expect([redirected.status, redirected.headers.get('location')]).toEqual([307, 'http://127.0.0.2/']);
  await expect(ask()).rejects.toThrow(/failed|terminated/);
  await expect(ask().then(async (answer) => await answer.text())).rejects.toThrow(/failed|terminated/);
  expect(linesOf(await (await ask()).text()).at(-1)).toEqual({ error: 'out of memory' });
  await expect(
    fetch(`${server.url}/api/chat`, {
      method: 'POST',
      body: JSON.stringify({ model: 'm', messages }),
      signal: AbortSignal.timeout(200),
    }),
  ).rejects.toThrow(/timeout/i);
});

it("OpenAI's streams events up to [DONE], with usage where it is asked for", async () => {
  const server = await started(startOpenAI(() => ({ says: { word: 'grüße' } })));
  const body = {
    model: 'm',
    stream: true,
    messages,
    response_format: { type: 'json_schema', json_schema: { name: 'word-1', strict: true, schema } },
  };
  const events = eventsOf(
    await (await post(`${server.url}/chat/completions`, { ...body, stream_options: { include_usage: true } })).text(),
  );
  expect(events.at(-1)).toBe('[DONE]');
  const chunks = events.slice(0, -1).map(
    (event) =>
      JSON.parse(event) as {
        choices: { delta: { content?: string }; finish_reason: string | null }[];
        usage?: object;
      },
  );
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('{"word":"grüße"}');
  expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
  expect(chunks.at(-1)).toMatchObject({
    choices: [],
    usage: { prompt_tokens: 5, completion_tokens: 4, total_tokens: 9 },
  });
  expect(
    eventsOf(await (await post(`${server.url}/chat/completions`, { ...body, stream: true })).text()).join(''),
  ).not.toContain('usage');
  expect(server.calls[0]).toMatchObject({ system: 'Say a word.', prompt: 'Which?', schema });
});

it("OpenAI's wants its key, knows its models, and a schema that is strict", async () => {
  const server = await started(startOpenAI(() => ({ says: { word: 'w' } }), { key: 'secret-key' }));
  const ask = async (more: object, authorization = 'Bearer secret-key'): Promise<[number, unknown]> => {
    const answer = await post(`${server.url}/chat/completions`, { model: 'm', messages, ...more }, { authorization });
    return [answer.status, await answer.json()];
  };
  expect(await ask({}, 'Bearer wrong-key')).toEqual([
    401,
    {
      error: {
        message: 'Incorrect API key provided: rong-key.',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
    },
  ]);
  expect((await fetch(`${server.url}/models`)).status).toBe(401);
  expect(await ask({ model: 'x' })).toMatchObject([404, { error: { code: 'model_not_found' } }]);
  expect(
    await ask({
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'w', strict: true, schema: { ...schema, required: [] } },
      },
    }),
  ).toMatchObject([400, {}]);
  expect(
    await ask({ response_format: { type: 'json_schema', json_schema: { name: 'w', strict: true, schema } } }),
  ).toMatchObject([200, { choices: [{ finish_reason: 'stop', message: { content: '{"word":"w"}' } }] }]);
  const old = await started(startOpenAI(() => ({ says: '{}' }), { withoutSchema: true }));
  expect(
    (
      await post(`${old.url}/chat/completions`, {
        model: 'm',
        messages,
        response_format: { type: 'json_schema', json_schema: { name: 'w', schema } },
      })
    ).status,
  ).toBe(400);
});
