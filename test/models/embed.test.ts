// What turns texts into vectors, over real HTTP: both protocols, and whatever a server answers instead.
import fc from 'fast-check';
import { afterEach, describe, expect, it, test } from 'vitest';
import { createEmbedder, type Embedder, type EmbedOptions } from '../../src/llm/embed.ts';
import { LLMError } from '../../src/llm/errors.ts';
import type { ServerKind as Kind } from '../../src/llm/server.ts';
import {
  type EmbedScript,
  type EmbedServer,
  type EmbedServerOptions,
  startEmbedServer,
} from '../support/embed-server.ts';

const servers: EmbedServer[] = [];
afterEach(async () => void (await Promise.all(servers.splice(0).map(async (server) => await server.close()))));

async function start(script?: EmbedScript, options?: EmbedServerOptions): Promise<EmbedServer> {
  const server = await startEmbedServer(script, options);
  servers.push(server);
  return server;
}

const waits: number[] = [];
afterEach(() => void waits.splice(0));

function embedder(server: EmbedServer, kind: Kind = 'ollama', options: Partial<EmbedOptions> = {}): Embedder {
  return createEmbedder(kind, {
    model: 'm',
    url: kind === 'openai' ? `${server.url}/v1` : server.url,
    batch: 4,
    env: {},
    sleep: async (ms) => void waits.push(ms),
    ...options,
  });
}

const never = new AbortController().signal;
const embed = async (one: Embedder, texts: readonly string[], signal = never) =>
  await one.embed(texts, 'document', { signal });
const lengthOf = (vector: Float32Array | null | undefined): number => Math.hypot(...(vector ?? []));
const failing = async (one: Embedder, texts: readonly string[] = ['a']): Promise<LLMError> => {
  const error: unknown = await embed(one, texts).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof LLMError)) throw new Error(`no LLMError but ${String(error)}`);
  return error;
};

describe.each<Kind>(['ollama', 'openai'])('%s', (kind) => {
  test('one vector of length 1 for each text, in their order, in batches; the dimension is known after the first', async () => {
    const server = await start();
    const one = embedder(server, kind);
    expect([one.name, one.dimensions]).toEqual([`${kind}:m`, null]);
    const texts = Array.from({ length: 10 }, (_, n) => `word${n}`);
    const vectors = await embed(one, texts);
    expect(vectors.map(lengthOf).every((length) => Math.abs(length - 1) < 1e-6)).toBe(true);
    expect(vectors).toEqual((await Promise.all(texts.map(async (text) => await embed(one, [text])))).flat());
    expect(one.dimensions).toBe(32);
    expect(server.calls.slice(0, 3).map((call) => call.texts)).toEqual([
      texts.slice(0, 4),
      texts.slice(4, 8),
      texts.slice(8),
    ]);
    expect(server.calls[0]).toMatchObject({ model: 'm', path: kind === 'ollama' ? '/api/embed' : '/v1/embeddings' });
    if (kind === 'ollama')
      expect(server.calls[0]?.body).toMatchObject({ truncate: true, keep_alive: expect.stringMatching(/^\d+m$/) });
  });

  test('nothing to embed is no call', async () => {
    const server = await start();
    expect(await embed(embedder(server, kind), [])).toEqual([]);
    expect(server.calls).toEqual([]);
  });

  test('busy, failing and broken off: tried again, as late as the server says', async () => {
    const acts = [{ status: 429, headers: { 'retry-after': '7' } }, { status: 503 }, { does: 'drop' }, null] as const;
    const server = await start(({ number }) => acts[number - 1] ?? null);
    expect(await embed(embedder(server, kind), ['a'])).toHaveLength(1);
    expect(waits).toEqual([7000, 2000, 4000]);
    expect(server.calls.map(({ texts }) => texts)).toEqual([['a'], ['a'], ['a'], ['a']]);
  });

  test('three times and no more; not at all where it may not', async () => {
    const server = await start(() => ({ status: 500 }));
    expect(await failing(embedder(server, kind))).toMatchObject({ code: 'model', status: 500, retryable: true });
    expect(server.calls).toHaveLength(4);
    await expect(embedder(server, kind).embed(['a'], 'query', { signal: never, again: () => false })).rejects.toThrow(
      /status 500/,
    );
    expect(server.calls).toHaveLength(5);
  });

  test.each([
    ['fewer vectors', { vectors: [[1, 0]] }, /returned 1 vectors for 2 texts/],
    [
      'more vectors',
      {
        vectors: [
          [1, 0],
          [1, 0],
          [1, 0],
        ],
      },
      /returned 3 vectors for 2 texts/,
    ],
    ['none', { sends: '{}' }, /no vectors/],
    ['an empty list', { vectors: [] }, /returned 0 vectors/],
    [
      'vectors of two lengths',
      {
        vectors: [
          [1, 0],
          [1, 0, 0],
        ],
      },
      /vectors of 2 and of 3 numbers/,
    ],
    ['an empty vector', { vectors: [[1, 0], []] }, /did not return vectors/],
    ['words', { vectors: ['a', 'b'] }, /did not return vectors/],
    ['no JSON', { sends: 'hello' }, /the server at/],
    ['a number', { sends: '3' }, /the server at/],
  ] as const)('%s: refused, and not tried again', async (_, act, message) => {
    const server = await start(() => act);
    const error = await failing(embedder(server, kind), ['a', 'b']);
    expect(error.message).toMatch(message);
    expect(server.calls).toHaveLength(1);
  });

  test.each([
    ['a zero vector', [0, 0]],
    ['one too large to have a length', [1e200, 1]],
    ['NaN, as JSON has it', [null, 1]],
    ['text for a number', ['1', 0]],
    ['a vector too small to have a direction', [1e-30, 0]],
  ])('%s is none, and the others are taken', async (_, odd) => {
    const server = await start(() => ({ vectors: [[3, 4], odd, [0, 2]] }));
    const vectors = await embed(embedder(server, kind), ['a', 'b', 'c']);
    expect(vectors.map((vector) => vector && Array.from(vector))).toEqual([
      [expect.closeTo(0.6), expect.closeTo(0.8)],
      null,
      [0, 1],
    ]);
  });

  test('a dimension that changes between two calls', async () => {
    const server = await start(({ number }) => ({ vectors: [number === 1 ? [1, 0] : [1, 0, 0]] }));
    const one = embedder(server, kind);
    await embed(one, ['a']);
    expect((await failing(one)).message).toMatch(/vectors of 2 and of 3 numbers/);
    expect(one.dimensions).toBe(2);
  });

  test('a text that the model comes to no number with costs the others nothing', async () => {
    const server = await start(({ texts }) =>
      texts.includes('bad') ? { status: 500, error: 'failed to encode response: json: unsupported value: NaN' } : null,
    );
    const vectors = await embed(embedder(server, kind), ['a', 'b', 'bad', 'd', 'e']);
    expect(vectors.map((vector) => vector !== null)).toEqual([true, true, false, true, true]);
    expect(waits).toEqual([]);
  });

  test('a text that is too long is halved until it fits; what never fits has none', async () => {
    const server = await start(({ texts }) =>
      texts.some((text) => text.length > 1500)
        ? {
            status: kind === 'ollama' ? 400 : 500,
            error: 'input (3000 tokens) is too large to process. increase the physical batch size',
          }
        : null,
    );
    expect((await embed(embedder(server, kind), ['short', 'x'.repeat(9000)])).every((vector) => vector !== null)).toBe(
      true,
    );
    expect(Math.max(...server.calls.flatMap(({ texts }) => texts.map((text) => text.length)))).toBe(4000);
    expect(server.calls.at(-1)?.texts[0]).toHaveLength(1000);
    const strict = await start(() => ({ status: 400, error: 'the input length exceeds the context length' }));
    expect(await embed(embedder(strict, kind), ['x'.repeat(5000)])).toEqual([null]);
    expect(strict.calls.length).toBeLessThan(10);
  });

  test('no key: it says which variable; a key that is wrong is never said', async () => {
    const server = await start(undefined, { key: 'sesame' });
    const name = kind === 'ollama' ? 'OLLAMA_API_KEY' : 'OPENAI_API_KEY';
    expect((await failing(embedder(server, kind))).hint).toContain(name);
    const wrong = await failing(embedder(server, kind, { env: { [name]: 'wrong-key' } }));
    expect(`${wrong.message} ${wrong.hint}`).toContain(name);
    expect(`${wrong.message} ${wrong.hint}`).not.toContain('wrong-key');
    expect(await embed(embedder(server, kind, { env: { [name]: 'sesame' } }), ['a'])).toHaveLength(1);
    expect(server.calls).toHaveLength(1);
  });

  test('a model that is not there, a server that is another, nobody at all', async () => {
    const server = await start(undefined, { models: ['other'] });
    expect((await failing(embedder(server, kind))).message).toMatch(/no model m/);
    if (kind === 'ollama') expect((await failing(embedder(server, kind))).hint).toBe('ollama pull m');
    expect((await failing(embedder(server, kind, { url: `${server.url}/elsewhere` }))).message).toMatch(/404/);
    await server.close();
    const away = await failing(embedder(server, kind));
    expect(away.message).toMatch(/no server at/);
    expect(away.hint).toContain('retrieve.embeddings_url');
  });

  test('a redirection elsewhere is not followed, and it says what to set', async () => {
    const server = await start(() => ({ redirect: 'http://127.0.0.2:9/api/embed' }));
    const error = await failing(embedder(server, kind));
    expect(error.message).toMatch(/redirects to/);
    expect(error.hint).toContain('retrieve.embeddings_url');
    expect(error.hint).not.toContain('models.url');
  });

  test('a server that says nothing: the signal ends it', async () => {
    const server = await start(() => ({ does: 'stall' }));
    await expect(embed(embedder(server, kind), ['a'], AbortSignal.timeout(100))).rejects.toThrow(/timeout/i);
    const half = await start(({ number }) => (number === 1 ? { does: 'halfway' } : null));
    expect(await embed(embedder(half, kind), ['a'])).toHaveLength(1);
  });
});

it('the usual model of Ollama is embeddinggemma; of another server, what it has', async () => {
  const server = await start();
  const usual = embedder(server, 'ollama', { model: null });
  await embed(usual, ['User plays the cello']);
  expect([usual.name, server.calls[0]?.model, server.calls[0]?.texts]).toEqual([
    'ollama:embeddinggemma',
    'embeddinggemma',
    ['title: none | text: User plays the cello'],
  ]);
  const other = embedder(server, 'openai', { model: null });
  await embed(other, ['User plays the cello']);
  expect([other.name, server.calls[1]?.model, server.calls[1]?.texts]).toEqual([
    'openai',
    undefined,
    ['User plays the cello'],
  ]);
  expect(embedder(server, 'ollama', { model: 'm:latest' }).name).toBe('ollama:m');
});

it.each<[string, string, string]>([
  ['nomic-embed-text', 'search_query: x', 'search_document: x'],
  ['nomic-embed-text:v1.5', 'search_query: x', 'search_document: x'],
  ['hf.co/nomic-ai/nomic-embed-text-v2-moe-GGUF:Q8_0', 'search_query: x', 'search_document: x'],
  ['nomic-embed-code', 'Represent this query for searching relevant code: x', 'x'],
  ['intfloat/multilingual-e5-large', 'query: x', 'passage: x'],
  ['jeffh/intfloat-e5-base-v2:q8_0', 'query: x', 'passage: x'],
  ['multilingual_e5_small', 'query: x', 'passage: x'],
  [
    'intfloat/multilingual-e5-large-instruct',
    'Instruct: Given a question, retrieve notes that answer it\nQuery: x',
    'x',
  ],
  ['e5-mistral-7b-instruct', 'Instruct: Given a question, retrieve notes that answer it\nQuery: x', 'x'],
  ['qwen3-embedding:0.6b', 'Instruct: Given a question, retrieve notes that answer it\nQuery:x', 'x'],
  ['Qwen/Qwen3-Embedding-4B', 'Instruct: Given a question, retrieve notes that answer it\nQuery:x', 'x'],
  ['bge-m3', 'x', 'x'],
  ['BAAI/bge-m3', 'x', 'x'],
  ['bge-large', 'Represent this sentence for searching relevant passages: x', 'x'],
  ['BAAI/bge-small-en-v1.5', 'Represent this sentence for searching relevant passages: x', 'x'],
  ['bge-base-zh-v1.5', '为这个句子生成表示以用于检索相关文章:x', 'x'],
  ['mxbai-embed-large', 'Represent this sentence for searching relevant passages: x', 'x'],
  ['snowflake-arctic-embed', 'Represent this sentence for searching relevant passages: x', 'x'],
  ['snowflake-arctic-embed2', 'query: x', 'x'],
  ['Snowflake/snowflake-arctic-embed-l-v2.0', 'query: x', 'x'],
  ['embeddinggemma', 'task: search result | query: x', 'title: none | text: x'],
  ['google/embeddinggemma-300m', 'task: search result | query: x', 'title: none | text: x'],
  [
    'jina-embeddings-v3',
    'Represent the query for retrieving evidence documents: x',
    'Represent the document for retrieval: x',
  ],
  ['jina-embeddings-v5-text-small', 'Query: x', 'Document: x'],
  ['jina-embeddings-v2-base-de', 'x', 'x'],
  ['all-minilm', 'x', 'x'],
  ['text-embedding-3-small', 'x', 'x'],
  ['granite-embedding:278m', 'x', 'x'],
  ['some-e5x', 'x', 'x'],
])('%s wants its words before a text', async (model, query, document) => {
  const one = createEmbedder('ollama', { model, url: null, batch: 1, env: {} });
  expect([one.wording('x', 'query'), one.wording('x', 'document')]).toEqual([query, document]);
});

it('no text is cut within a letter', () => {
  const one = createEmbedder('openai', { model: 'm', url: null, batch: 1, env: {} });
  fc.assert(
    fc.property(fc.nat(3), (before) => {
      const sent = one.wording('x'.repeat(before) + '😀'.repeat(3000), 'document');
      expect(sent.isWellFormed()).toBe(true);
      expect(sent.length).toBeGreaterThanOrEqual(3999);
      expect(sent.length).toBeLessThanOrEqual(4000);
    }),
  );
});
