// The vectors in the cache, through real files and a real server: what is sent, what is kept, what is dropped.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { embedMissing, type VectorSource } from '../../../src/index/vectors/embed-missing.ts';
import { likenessTo, compare, pack, packQuestion } from '../../../src/index/vectors/similar.ts';
import { hasVectors, openStore, pruneVectors } from '../../../src/index/vectors/store.ts';
import { createEmbedder } from '../../../src/llm/embed.ts';
import type { IndexFiles } from '../../../src/model/ports.ts';
import { indexFiles } from '../../../src/vault/read-index-files.ts';
import {
  digest,
  type EmbedScript,
  type EmbedServer,
  randomVector,
  startEmbedServer,
  wordsVector,
} from '../../support/embed-server.ts';

let root: string;
let files: IndexFiles;
const servers: EmbedServer[] = [];
const zones = { inbox: '0', projects: '1', wiki: '2', personal: '3', assets: '4', archives: '5' };
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'memvault-vectors-'));
  mkdirSync(join(root, '.memvault'));
  files = indexFiles({
    root,
    dailyDir: 'daily',
    zones,
  });
});
afterEach(async () => {
  rmSync(root, { recursive: true, force: true });
  await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

interface Row {
  readonly text: string | null;
  readonly path?: string;
  readonly superseded?: boolean;
  /** Else of the text. */
  readonly hash?: number;
}

/** An index as far as vectors know it. */
function tablesOf(rows: readonly Row[]) {
  const paths = [...new Set(rows.map(({ path = 'a.md' }) => path))];
  return {
    rows: rows.length,
    files: () => paths.map((path) => ({ path, size: 1, mtimeMs: 1, digest: '', title: '', tags: [], note: null })),
    rowsOf: (path: string) => rows.flatMap((row, at) => ((row.path ?? 'a.md') === path ? [at] : [])),
    column: (name: string) =>
      rows.map(({ text, hash, superseded }) =>
        name === 'hash' ? (hash ?? digest(text ?? '')) : name === 'superseded' ? Number(superseded ?? false) : 0,
      ),
  };
}

async function start(script?: EmbedScript, dimensions = 32): Promise<EmbedServer> {
  const server = await startEmbedServer(script, { dimensions });
  servers.push(server);
  return server;
}

const sourceOf = (server: EmbedServer, model = 'm'): VectorSource => {
  const embedder = createEmbedder('ollama', {
    model,
    url: server.url,
    batch: 4,
    env: {},
    sleep: async () => undefined,
  });
  return {
    name: embedder.name,
    wording: (text) => embedder.wording(text, 'document'),
    embed: async (texts) =>
      await embedder.embed(texts, 'document', { signal: new AbortController().signal, again: () => false }),
  };
};

const embed = async (rows: readonly Row[], server: EmbedServer, model?: string) =>
  await embedMissing({
    tables: tablesOf(rows),
    files,
    source: sourceOf(server, model),
    batch: 4,
    textOf: (row) => rows[row]?.text ?? null,
    heard: () => undefined,
  });

const texts = (count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, n) => ({ text: `fact number ${from + n}` }));
const sent = (server: EmbedServer): string[] => server.calls.flatMap((call) => call.texts);
const cached = (): string[] =>
  readdirSync(join(root, '.memvault/cache/search')).filter((name) => name.endsWith('.vec'));

/** By row what it is like; null without a vector. */
function likeness(rows: readonly Row[], question: string, model = 'm', dimensions = 32): (number | null)[] | null {
  const store = openStore(files, `ollama:${model}`);
  try {
    const found = likenessTo(Float32Array.from(wordsVector(question, dimensions)), tablesOf(rows), store);
    return found === null ? null : Array.from(found.above, (value) => (Number.isNaN(value) ? null : value));
  } finally {
    store.close();
  }
}
const vectors = (rows: readonly Row[], model = 'm'): boolean[] =>
  (likeness(rows, 'fact', model) ?? rows.map(() => null)).map((value) => value !== null);

test('each text is sent once, and what is the nearest to a question stands out', async () => {
  const server = await start();
  const rows = [...texts(9), { text: 'User plays the cello' }];
  expect(await embed(rows, server)).toEqual({ made: 10, taken: 0, refused: 0 });
  expect(server.calls.map((call) => call.texts.length)).toEqual([4, 4, 2]);
  expect(await embed(rows, server)).toEqual({ made: 0, taken: 0, refused: 0 });
  expect(server.calls).toHaveLength(3);
  const above = likeness(rows, 'who plays the cello') ?? [];
  expect(Math.max(...above.map(Number))).toBe(above[9]);
});

test('only new text is sent; words that another row had are not', async () => {
  const server = await start();
  const rows = texts(6);
  await embed(rows, server);
  const moved: Row[] = [
    ...rows.slice(1),
    { text: 'fact number 0', hash: 77 },
    { text: 'quite new' },
    { text: 'quite new', hash: 78 },
  ];
  expect(await embed(moved, server)).toEqual({ made: 2, taken: 1, refused: 0 });
  expect(sent(server).slice(6)).toEqual(['quite new']);
  expect(vectors(moved)).toEqual(moved.map(() => true));
});

test('superseded, changed and removed rows have no vector, and none is left in the cache', async () => {
  const server = await start();
  await embed(texts(6), server);
  const next: Row[] = texts(6)
    .map((row, at) => ({ ...row, superseded: at === 0 }))
    .filter((_, at) => at !== 3);
  await embed(next, server);
  expect(vectors(next)).toEqual([false, true, true, true, true]);
  expect(vectors(texts(6))).toEqual([false, true, true, false, true, true]);
  expect(openStore(files, 'ollama:m').count).toBe(4);
});

test('what is forgotten goes without a model, from the stores of all models; an empty index leaves no file', async () => {
  const server = await start();
  await embed(texts(5), server);
  await embed(texts(5), server, 'other');
  expect(cached()).toHaveLength(1);
  const kept = cached().map((name) => readFileSync(join(root, '.memvault/cache/search', name)));
  await embed(texts(5), server);
  writeFileSync(join(root, '.memvault/cache/search', 'vectors-00000000deadbeef-1.vec'), kept[0] ?? '');
  pruneVectors(files, tablesOf(texts(4)));
  expect(vectors(texts(5))).toEqual([true, true, true, true, false]);
  expect(cached()).toHaveLength(1);
  pruneVectors(files, tablesOf([]));
  expect(cached()).toEqual([]);
  expect(hasVectors(files)).toBe(false);
});

test('a server that fails in between: the batches before it are kept, and the next run goes on from there', async () => {
  const server = await start(({ number }) => (number === 3 ? { status: 500 } : null));
  const rows = texts(12);
  await expect(embed(rows, server)).rejects.toThrow(/status 500/);
  expect(vectors(rows).filter(Boolean)).toHaveLength(8);
  expect(await embed(rows, server)).toEqual({ made: 4, taken: 0, refused: 0 });
  expect(sent(server).slice(12)).toEqual(rows.slice(8).map(({ text }) => text));
});

test('until all is made, nothing that was there is dropped', async () => {
  const server = await start(({ number }) => (number === 3 ? { status: 500 } : null));
  await embed(texts(4), server);
  await expect(embed(texts(8, 4), server)).rejects.toThrow(/status 500/);
  expect(vectors(texts(4))).toEqual([true, true, true, true]);
  await embed(texts(8, 4), server);
  expect(likeness(texts(4), 'fact')).toBe(null);
});

test('another model is another store; the former goes once that is whole', async () => {
  const server = await start(({ number }) => (number === 4 ? { status: 500 } : null));
  const rows = texts(6);
  await embed(rows, server);
  await expect(embed(rows, server, 'other')).rejects.toThrow(/status 500/);
  expect(vectors(rows)).toEqual(rows.map(() => true));
  await embed(rows, server, 'other');
  expect([vectors(rows), vectors(rows, 'other')]).toEqual([rows.map(() => false), rows.map(() => true)]);
});

test('another dimension by the same name: all is made anew', async () => {
  const rows = texts(6);
  await embed(rows, await start());
  const wide = await start(undefined, 48);
  expect(await embed([...rows, { text: 'one more' }], wide)).toEqual({ made: 7, taken: 0, refused: 0 });
  const store = openStore(files, 'ollama:m');
  expect([store.dimensions, store.count]).toEqual([48, 7]);
  expect(likeness(rows, 'fact', 'm', 32)).toBe(null);
  expect(likeness(rows, 'fact', 'm', 48)).toHaveLength(6);
});

test('a dimension that changes within a run ends it, and what was before is kept', async () => {
  const server = await start(({ number, texts: asked }) =>
    number === 2 ? { vectors: asked.map(() => [1, 2, 3]) } : null,
  );
  await expect(embed(texts(8), server)).rejects.toThrow(/vectors of 32 and of 3 numbers/);
  expect(vectors(texts(8)).filter(Boolean)).toHaveLength(4);
});

test('a text of which the server makes no vector has none, and is tried again the next time', async () => {
  const server = await start(
    ({ texts: asked }) =>
      asked.includes('fact number 2')
        ? { vectors: asked.map((text) => (text === 'fact number 2' ? [0, 0, 0] : wordsVector(text, 3))) }
        : null,
    3,
  );
  expect(await embed(texts(4), server)).toEqual({ made: 3, taken: 0, refused: 1 });
  expect((likeness(texts(4), 'fact', 'm', 3) ?? []).map((value) => value !== null)).toEqual([true, true, false, true]);
  await embed(texts(4), server);
  expect(sent(server).slice(4)).toEqual(['fact number 2']);
});

test('a file that changed since the index was made is left for the next time', async () => {
  const server = await start();
  expect(await embed([{ text: 'here' }, { text: null, hash: 3 }, { text: '  ', hash: 4 }], server)).toEqual({
    made: 1,
    taken: 0,
    refused: 0,
  });
});

test('a damaged file does not count, and is made anew', async () => {
  const server = await start();
  const rows = texts(6);
  await embed(rows, server);
  const path = join(root, '.memvault/cache/search', cached()[0] ?? '');
  const whole = readFileSync(path);
  for (const damage of [
    whole.subarray(0, 40),
    Buffer.alloc(0),
    Buffer.from(whole).fill(7, whole.length - 9, whole.length - 5),
    Buffer.concat([whole, Buffer.alloc(4)]),
    Buffer.from(whole).fill(0, 0, 4),
    Buffer.from(whole).fill(255, 12, 20),
  ]) {
    writeFileSync(path, damage);
    const before = sent(server).length;
    await embed(rows, server);
    expect(sent(server).length - before).toBe(6);
    expect(vectors(rows)).toEqual(rows.map(() => true));
    for (const name of cached()) rmSync(join(root, '.memvault/cache/search', name));
    writeFileSync(path, whole);
  }
});

test('many small runs leave few files, and lose nothing', async () => {
  const server = await start();
  for (let count = 1; count <= 14; count++) await embed(texts(count), server);
  expect(cached().length).toBeLessThanOrEqual(5);
  expect(vectors(texts(14))).toEqual(texts(14).map(() => true));
  expect(sent(server)).toHaveLength(14);
});

test('bytes for numbers change a likeness by some thousandths at most', () => {
  fc.assert(
    fc.property(
      fc.nat(1e6),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 5 }),
      (seed, dimensions, count) => {
        const exact = Array.from({ length: count }, (_, n) => Float32Array.from(randomVector(seed + n, dimensions)));
        const question = Float32Array.from(randomVector(seed + 99, dimensions));
        const bytes = new Int8Array(count * dimensions);
        const scales = Float32Array.from(exact, (vector, n) => pack(vector, bytes, n * dimensions));
        const found = new Float32Array(count + 1);
        compare(packQuestion(question), bytes, scales, found, 1);
        exact.forEach((vector, n) => {
          const wanted = vector.reduce((sum, value, at) => sum + value * (question[at] ?? 0), 0);
          expect(Math.abs((found[n + 1] ?? 9) - wanted)).toBeLessThan(0.01);
        });
        expect(found[0]).toBe(0);
      },
    ),
  );
});
