// Embeddings through the real program: what `index` and `search` send, say and end with, and what a vault has to be
// trusted for.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbedScript, type EmbedServer, startEmbedServer, wordsVector } from '../support/embed-server.ts';
import { type Ended, makePlace, type Place } from '../support/memvault.ts';
import { makeRunner } from '../support/runner.ts';

const memvault = makeRunner();
let place: Place;
let vault: string;
const servers: EmbedServer[] = [];
beforeEach(() => void (place = makePlace()));
afterEach(async () => {
  place.remove();
  await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

const SAME = { cello: 'instrument' };
async function start(script?: EmbedScript): Promise<EmbedServer> {
  const server = await startEmbedServer(script, {
    vectorOf: (text) =>
      wordsVector(text.replace(/^(?:task: search result \| query|title: none \| text): /, ''), 256, SAME),
  });
  servers.push(server);
  return server;
}

const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  await memvault(place, [...args], { cwd: vault, env: { ...place.env, ...env } });

/** A vault with some facts, and the settings of its config and of the user's. */
async function begin({
  own = {},
  user = {},
}: {
  readonly own?: Readonly<Record<string, string>>;
  readonly user?: Readonly<Record<string, string>>;
}): Promise<void> {
  vault = join(place.root, 'vault');
  await memvault(place, ['init', '--no-git', vault, '-q']);
  mkdirSync(join(vault, 'daily'), { recursive: true });
  const lines = [
    'User owns a cello',
    ...Array.from({ length: 60 }, (_, n) => `Thing ${n} stands in row ${n * 7} of the shelf`),
  ];
  writeFileSync(
    join(vault, 'daily/2026-06-28.md'),
    `# Daily Log - 2026-06-28\n\n## 14:05 — abc12345\n\n${lines.map((line) => `- [note] ${line}\n`).join('')}`,
  );
  settings(join(vault, '.memvault/config.yaml'), own);
  const folder = join(place.env['XDG_CONFIG_HOME'] ?? '', 'memvault');
  mkdirSync(folder, { recursive: true });
  settings(join(folder, 'config.yaml'), user);
}

const settings = (path: string, lines: Readonly<Record<string, string>>): void => {
  if (Object.keys(lines).length > 0)
    writeFileSync(
      path,
      `retrieve:\n${Object.entries(lines)
        .map(([key, value]) => `  ${key}: ${value}\n`)
        .join('')}`,
    );
};
const vectorFiles = (): string[] =>
  readdirSync(join(vault, '.memvault/cache/search')).filter((name) => name.startsWith('vectors-'));
const firstOf = ({ stdout }: Ended): unknown => (JSON.parse(stdout) as { hits: { text: string }[] }).hits[0]?.text;

test('off: nobody is asked, and a mode that needs a model says so', async () => {
  const server = await start();
  await begin({});
  const env = { OLLAMA_HOST: server.url, OPENAI_BASE_URL: `${server.url}/v1` };
  expect(await run(['index', '-q'], env)).toMatchObject({ status: 0, stderr: '' });
  expect(await run(['search', 'instrument', '--json'], env)).toMatchObject({ status: 0, stderr: '' });
  const hybrid = await run(['search', 'cello', '--mode', 'hybrid'], env);
  expect(hybrid).toMatchObject({ status: 0 });
  expect(hybrid.stderr).toContain('no embeddings are set up: searched by words only.');
  const semantic = await run(['search', 'cello', '--mode', 'semantic'], env);
  expect([semantic.status, semantic.stdout]).toEqual([12, '']);
  expect(semantic.stderr).toContain('memvault config set retrieve.embeddings ollama');
  expect(server.calls).toEqual([]);
});

test('index makes vectors once, search finds by meaning, --mode chooses', async () => {
  const server = await start();
  await begin({ user: { embeddings: 'ollama', embeddings_url: server.url } });
  expect(await run(['index'])).toMatchObject({ status: 0 });
  expect(server.calls.flatMap(({ texts }) => texts)).toHaveLength(61);
  const calls = server.calls.length;
  expect(await run(['index'])).toMatchObject({ status: 0 });
  expect(await run(['reindex'])).toMatchObject({ status: 0 });
  expect(server.calls).toHaveLength(calls);
  expect(firstOf(await run(['search', 'instrument', '--json']))).toBe('User owns a cello');
  expect(firstOf(await run(['search', 'instrument', '--json', '--mode', 'semantic']))).toBe('User owns a cello');
  expect(firstOf(await run(['search', 'instrument', '--json', '--mode', 'lexical']))).toBe(undefined);
  expect((await run(['context', 'instrument'])).stdout).toContain('User owns a cello');
  expect(server.calls.slice(calls).map(({ texts }) => texts)).toEqual(
    Array.from({ length: 3 }, () => ['task: search result | query: instrument']),
  );
});

// A search by vectors alone that found nothing counted what is elsewhere by words, and took it for superseded.
test('what there is elsewhere is counted as the search was asked: by vectors', async () => {
  const server = await start(({ texts }) => ({ vectors: texts.map(() => Array.from({ length: 256 }, () => 1)) }));
  await begin({ user: { embeddings: 'ollama', embeddings_url: server.url } });
  expect(await run(['index', '-q'])).toMatchObject({ status: 0 });
  const none = JSON.parse((await run(['search', 'cello', '--json', '--mode', 'semantic'])).stdout) as unknown;
  expect(none).toMatchObject({ total: 0, near: { without: [], superseded: 0 } });
});

test('status says by which model, and how many statements have a vector; it calls no server', async () => {
  const server = await start();
  const told = async () => {
    const { stdout } = await run(['status']);
    return [
      (JSON.parse((await run(['status', '--json'])).stdout) as { embeddings: unknown }).embeddings,
      stdout.split('\n').filter((line) => line.startsWith('vectors')),
    ];
  };
  await begin({});
  expect(await told()).toEqual([null, []]);
  place.remove();
  place = makePlace();
  await begin({ user: { embeddings: 'ollama', embeddings_url: server.url } });
  expect(await told()).toEqual([
    { name: 'ollama:embeddinggemma', problem: null, statements: 61, vectors: 0 },
    ['vectors   ollama:embeddinggemma: 0 of 61 statements have one; memvault index makes those that are missing'],
  ]);
  expect(server.calls).toEqual([]);
  await run(['index']);
  const calls = server.calls.length;
  expect(await told()).toEqual([
    { name: 'ollama:embeddinggemma', problem: null, statements: 61, vectors: 61 },
    ['vectors   ollama:embeddinggemma: 61 of 61 statements have one'],
  ]);
  await run(['log', 'User sold the cello', '-q']);
  expect(await told()).toEqual([
    { name: 'ollama:embeddinggemma', problem: null, statements: 62, vectors: 61 },
    [expect.stringContaining('61 of 62 statements have one; ')],
  ]);
  expect(server.calls).toHaveLength(calls);
});

test('what looks like a secret is sent to no server', async () => {
  const server = await start();
  await begin({ user: { embeddings: 'ollama', embeddings_url: server.url } });
  const token = `ghp_${'abcdefghij0123456789'.repeat(2).slice(0, 36)}`;
  writeFileSync(
    join(vault, 'daily/2026-06-29.md'),
    `# Daily Log - 2026-06-29\n\n## 14:05 — abc12345\n\n- [work] Deploy key is ${token} now\n- [work] Deploys happen on Fridays\n`,
  );
  writeFileSync(join(vault, 'notes.md'), `The key of the mirror is ${token}.\n`);
  expect(await run(['index', '-q'])).toMatchObject({ status: 0, stderr: '' });
  const sent = JSON.stringify(server.calls);
  expect(sent).toContain('Deploys happen on Fridays');
  expect(sent).not.toContain(token);
  expect(firstOf(await run(['search', 'deploy key', '--mode', 'lexical', '--json']))).toContain(token);
});

test('a server that is away: search goes by words and says so in one line, index ends well, --mode semantic does not', async () => {
  const server = await start();
  await begin({ user: { embeddings: 'ollama', embeddings_url: server.url } });
  await run(['index']);
  await server.close();
  const found = await run(['search', 'cello']);
  expect(found.status).toBe(0);
  expect(found.stdout).toContain('User owns a cello');
  expect(found.stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^no server at .*: searched by words only\./),
  ]);
  expect(JSON.parse((await run(['search', 'cello', '--json'])).stdout)).toMatchObject({
    notice: expect.stringMatching(/^no server at .*: searched by words only\./),
    hits: [{ text: 'User owns a cello' }],
  });
  expect(JSON.parse((await run(['search', 'cello', '--json', '--mode', 'lexical'])).stdout)).not.toHaveProperty(
    'notice',
  );
  const bundle = await run(['context', 'cello']);
  expect([bundle.status, bundle.stdout, bundle.stderr.trimEnd().split('\n')]).toEqual([
    0,
    expect.stringContaining('User owns a cello'),
    [expect.stringMatching(/^no server at .*: searched by words only\./)],
  ]);
  expect(JSON.parse((await run(['context', 'cello', '--json'])).stdout)).toMatchObject({
    notice: expect.stringContaining('by words'),
  });
  expect(await run(['search', 'cello', '--mode', 'semantic'])).toMatchObject({ status: 12, stdout: '' });
  writeFileSync(
    join(vault, 'daily/2026-06-29.md'),
    '# Daily Log - 2026-06-29\n\n## 14:05 — abc12345\n\n- [note] One more\n',
  );
  const indexed = await run(['index']);
  expect(indexed.status).toBe(0);
  expect(indexed.stderr).toMatch(/no server at .*not all vectors are made/);
});

test('a server elsewhere that only the vault names is not called before it is trusted', async () => {
  await begin({ own: { embeddings: 'openai', embeddings_url: 'http://192.0.2.1:9/v1' } });
  const indexed = await run(['index']);
  expect([indexed.status, indexed.stderr]).toEqual([
    0,
    expect.stringContaining('of this vault are not trusted: no vectors are made'),
  ]);
  const found = await run(['search', 'cello']);
  expect([found.status, found.stdout]).toEqual([0, expect.stringContaining('User owns a cello')]);
  expect(found.stderr).toContain('not trusted: searched by words only.');
  expect((await run(['status'])).stdout).toMatch(
    /^vectors +openai: .*retrieve\.embeddings_url of this vault are not trusted: memvault config trust$/m,
  );
  expect(await run(['search', 'cello', '--mode', 'semantic'])).toMatchObject({ status: 2, stdout: '' });
  const asks = await run(['config', 'trust']);
  expect(asks.stderr + asks.stdout).toContain('trust asks for confirmation');
  const trusted = await run(['config', 'trust', '--yes']);
  expect(trusted.stdout).toContain('retrieve.embeddings_url');
  expect(trusted.status).toBe(0);
});

test('what is forgotten has no vector any more, be the server away', async () => {
  const server = await start();
  await begin({ user: { embeddings: 'ollama', embeddings_url: server.url } });
  const { stdout } = await run(['log', 'The key lies under the mat', '--date', '2026-06-28', '--json']);
  const id = (JSON.parse(stdout) as { facts: { id: string }[] }).facts[0]?.id ?? '';
  await run(['index']);
  const before = vectorFiles();
  await server.close();
  expect(await run(['forget', id, '--yes', '-q'])).toMatchObject({ status: 0 });
  expect(vectorFiles().filter((name) => before.includes(name))).toEqual([]);
  expect(vectorFiles()).toHaveLength(1);
});

test('a dream ends with vectors for what it wrote; claims in the words of their facts keep theirs', async () => {
  const server = await start();
  await begin({ user: { embeddings: 'ollama', embeddings_url: server.url } });
  expect(await run(['dream', '--batch', '--force', '--engine', 'rules'])).toMatchObject({ status: 0 });
  expect(server.calls.flatMap(({ texts }) => texts)).toContain('title: none | text: User owns a cello');
  const calls = server.calls.length;
  expect(firstOf(await run(['search', 'instrument', '--json']))).toBe('User owns a cello');
  expect(server.calls).toHaveLength(calls + 1);
  writeFileSync(
    join(vault, 'daily/2026-06-29.md'),
    '# Daily Log - 2026-06-29\n\n## 14:05 — abc12345\n\n- [note] One more\n',
  );
  await run(['index']);
  expect(await run(['dream', '--batch', '--force', '--engine', 'rules'])).toMatchObject({ status: 0 });
  expect(server.calls.slice(calls + 1).flatMap(({ texts }) => texts)).toEqual(['title: none | text: One more']);
  await server.close();
  writeFileSync(
    join(vault, 'daily/2026-06-30.md'),
    '# Daily Log - 2026-06-30\n\n## 14:05 — abc12345\n\n- [note] And another\n',
  );
  const away = await run(['dream', '--batch', '--force', '--engine', 'rules']);
  expect(away.status).toBe(0);
  expect(away.stderr).toMatch(/no server at .*not all vectors are made/);
});
