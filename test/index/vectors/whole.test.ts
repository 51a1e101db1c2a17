// From notes to hits by meaning: a real index in a real folder, settings in real files, a server over real HTTP.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type EmbedContext, embedIndex, vectorsFor } from '../../../src/tasks/embed.ts';
import { refresh } from '../../../src/index/refresh.ts';
import { openStore, pruneVectors } from '../../../src/index/vectors/store.ts';
import { DEFAULT_FADING } from '../../../src/model/confidence.ts';
import type { Cancel } from '../../../src/model/ports.ts';
import { find } from '../../../src/search/find.ts';
import type { SearchMode } from '../../../src/search/request.ts';
import {
  type EmbedScript,
  type EmbedServer,
  type EmbedServerOptions,
  startEmbedServer,
  wordsVector,
} from '../../support/embed-server.ts';
import { type VaultFolder, withFolder } from '../vault-folder.ts';

const ZONES = {
  inbox: '0_Inbox',
  projects: '1_Projects',
  wiki: '2_Wiki',
  personal: '3_Personal',
  assets: '4_Assets',
  archives: '5_Archives',
};
const OPTIONS = {
  forgotten: new Set<string>(),
  look: 'all',
  write: 'always',
  today: '2026-07-15',
  languages: ['en'],
} as const;
const servers: EmbedServer[] = [];
afterEach(async () => void (await Promise.all(servers.splice(0).map(async (server) => await server.close()))));

/** To this model these are the same; the words that it wants before a text are none of it. */
const SAME = { cello: 'instrument', plays: 'instrument', physician: 'doctor' };
const vectorOf = (text: string): number[] =>
  wordsVector(text.replace(/^(?:task: search result \| query|title: none \| text): /, ''), 256, SAME);

async function start(script?: EmbedScript, options: EmbedServerOptions = {}): Promise<EmbedServer> {
  const server = await startEmbedServer(script, { vectorOf, ...options });
  servers.push(server);
  return server;
}

interface Place {
  readonly folder: VaultFolder;
  readonly remarks: string[];
  /** Of the vault's own config, or of the user's. */
  settings(lines: Readonly<Record<string, string>>, whose?: 'vault' | 'user'): void;
  index(options?: { readonly forgotten?: ReadonlySet<string> }, cancel?: Cancel): Promise<number>;
  search(query: string, mode?: SearchMode | null, category?: string): Promise<string[]>;
}

async function inVault(
  files: Readonly<Record<string, string>>,
  run: (place: Place) => Promise<void>,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  await withFolder(files, async (folder) => {
    const home = `${folder.root}-home`;
    mkdirSync(join(home, 'memvault'), { recursive: true });
    const remarks: string[] = [];
    const world = {
      env: { XDG_CONFIG_HOME: home, ...env },
      platform: 'linux',
      home,
      execPath: process.execPath,
      stderr: { isTerminal: false, columns: 80, rows: 24, write: () => undefined },
    };
    const progress = { update: () => undefined, end: () => undefined };
    const answer = {
      quiet: false,
      json: false,
      remark: (text: string) => void remarks.push(text),
      progress: async () => await Promise.resolve(progress),
    };
    const context = {
      world,
      vault: { root: folder.root, dailyDir: 'daily', zones: ZONES, fading: DEFAULT_FADING },
      flags: [],
      answer,
    } as unknown as EmbedContext;
    const place: Place = {
      folder,
      remarks,
      settings: (lines, whose = 'user') =>
        writeFileSync(
          whose === 'user' ? join(home, 'memvault/config.yaml') : join(folder.root, '.memvault/config.yaml'),
          `retrieve:\n${Object.entries(lines)
            .map(([key, value]) => `  ${key}: ${value}\n`)
            .join('')}`,
        ),
      index: async (options = {}, cancel = { requested: false }) => {
        const index = await refresh(folder, { ...OPTIONS, ...options });
        try {
          return await embedIndex(context, {
            files: folder,
            index,
            cancel,
            options: { ...OPTIONS, ...options },
          });
        } finally {
          index.close();
        }
      },
      search: async (query, mode = null, category) => {
        const { vectorsOf: vectors, notice } = await vectorsFor(context, { files: folder, mode, query });
        if (notice !== null) remarks.push(notice);
        const asked = {
          query,
          limit: 50,
          categories: category === undefined ? [] : [category],
          tags: [],
          zone: null,
          project: null,
          since: null,
          until: null,
          all: false,
          mode: vectors === null ? 'lexical' : (mode ?? 'hybrid'),
          explain: false,
        } as const;
        const memory = {
          today: '2026-07-15',
          fading: { ...DEFAULT_FADING, fade: 'off' as const },
          marks: new Map(),
          lastRecall: () => null,
        };
        const answered = await find(
          asked,
          await refresh(folder, OPTIONS),
          { dailyDir: 'daily', zones: ZONES },
          memory,
          vectors,
        );
        answered.index.close();
        return answered.result.hits.map(({ text }) => text);
      },
    };
    try {
      await run(place);
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });
}

const notes = (...lines: readonly string[]): Record<string, string> => ({
  'daily/2026-07-01.md': `# Daily Log - 2026-07-01\n\n## 14:05 — abc12345\n\n${lines.map((line, at) => `- [${at === 0 ? 'hobby' : 'note'}] ${line} ^aaaaaaaa${String(at).padStart(2, '0')}\n`).join('')}`,
});
const FILLED = notes(
  'User owns a cello',
  ...Array.from({ length: 60 }, (_, n) => `Thing ${n} stands in row ${n * 7} of the shelf`),
);
const vectorFiles = ({ root }: VaultFolder): string[] =>
  readdirSync(join(root, '.memvault/cache/search')).filter((name) => name.startsWith('vectors-'));

test('off by default: nobody is asked, nothing is written, nothing is said', async () => {
  const server = await start();
  await inVault(
    FILLED,
    async ({ index, search, folder, remarks }) => {
      expect(await index()).toBe(0);
      expect(await search('which instrument')).toEqual([]);
      await expect(search('which instrument', 'semantic')).rejects.toMatchObject({
        code: 'model',
        message: 'no embeddings are set up',
      });
      expect(remarks).toEqual([]);
      expect(await search('which instrument', 'hybrid')).toEqual([]);
      expect(remarks).toEqual([expect.stringContaining('no embeddings are set up: searched by words only.')]);
      expect(vectorFiles(folder)).toEqual([]);
    },
    { OLLAMA_HOST: server.url },
  );
  expect(server.calls).toEqual([]);
});

test('found by its meaning, with the words that the model wants; a search sends its question alone', async () => {
  const server = await start();
  await inVault(
    FILLED,
    async ({ settings, index, search, remarks }) => {
      settings({ embeddings: 'ollama' });
      expect(await search('which instrument')).toEqual([]);
      expect(await index()).toBe(61);
      expect(server.calls[0]?.texts[0]).toBe('title: none | text: User owns a cello');
      const before = server.calls.length;
      expect((await search('which instrument'))[0]).toBe('User owns a cello');
      expect((await search('which instrument', 'semantic'))[0]).toBe('User owns a cello');
      expect(await search('which instrument', 'semantic', 'note')).not.toContain('User owns a cello');
      expect(server.calls.slice(before).map(({ texts, model }) => [model, ...texts])).toEqual(
        Array.from({ length: 3 }, () => ['embeddinggemma', 'task: search result | query: which instrument']),
      );
      expect(await search('which instrument', 'lexical')).toEqual([]);
      expect(await search('shelf', 'lexical')).toHaveLength(50);
      expect(remarks).toEqual([]);
    },
    { OLLAMA_HOST: server.url },
  );
});

test('only new facts are sent; what is gone and what is forgotten has no vector', async () => {
  const server = await start();
  await inVault(FILLED, async ({ settings, index, search, folder }) => {
    settings({
      embeddings: 'openai:m',
      embeddings_url: `${server.url}/v1`,
    });
    await index();
    const daily = FILLED['daily/2026-07-01.md'] ?? '';
    folder.write('daily/2026-07-01.md', `${daily}- [note] User saw a physician ^bbbbbbbb01\n`);
    const before = server.calls.length;
    expect(await index()).toBe(1);
    expect(server.calls.slice(before).flatMap(({ texts }) => texts)).toEqual(['User saw a physician']);
    expect((await search('doctor'))[0]).toBe('User saw a physician');
    const count = (): number => {
      const store = openStore(folder, 'openai:m');
      store.close();
      return store.count;
    };
    expect(count()).toBe(62);
    const forgotten = await refresh(folder, { ...OPTIONS, forgotten: new Set(['bbbbbbbb01']) });
    pruneVectors(folder, forgotten.tables);
    forgotten.close();
    expect(count()).toBe(61);
    folder.write('daily/2026-07-01.md', daily.replace(/^- \[hobby\].*\n/m, ''));
    await index({ forgotten: new Set(['bbbbbbbb01']) });
    expect(count()).toBe(60);
    expect(server.calls.flatMap(({ texts }) => texts).filter((text) => text.includes('Thing 3 '))).toHaveLength(1);
  });
});

test('a server that is away costs one line; with --mode semantic it is an error', async () => {
  const server = await start();
  await inVault(FILLED, async ({ settings, index, search, remarks }) => {
    settings({ embeddings: 'ollama', embeddings_url: server.url });
    await index();
    await server.close();
    expect(await search('cello')).toEqual(['User owns a cello']);
    expect(remarks).toEqual([expect.stringMatching(/^no server at .*: searched by words only\. \(start it: .*\)$/)]);
    await expect(search('cello', 'semantic')).rejects.toMatchObject({ code: 'model' });
  });
});

test('an index is brought up to date without its server, with one line', async () => {
  await inVault(FILLED, async ({ settings, index, search, remarks }) => {
    settings({ embeddings: 'ollama', embeddings_url: 'http://127.0.0.1:9' });
    expect(await index()).toBe(0);
    expect(remarks).toHaveLength(1);
    expect(remarks[0]).toMatch(/no server at .*not all vectors are made/);
    // Without a vector there is nothing to ask for.
    expect(await search('cello')).toEqual(['User owns a cello']);
    expect(remarks).toHaveLength(1);
  });
});

test('Ctrl-C ends it, with what was made kept', async () => {
  const ended = new AbortController();
  const server = await start(({ number }) => {
    if (number !== 2) return null;
    ended.abort();
    return { does: 'stall' };
  });
  await inVault(FILLED, async ({ settings, index, remarks }) => {
    settings({ embeddings: 'ollama', embeddings_url: server.url });
    await expect(
      index(
        {},
        {
          get requested() {
            return ended.signal.aborted;
          },
          signal: ended.signal,
        },
      ),
    ).rejects.toMatchObject({ code: 'interrupted' });
    expect(remarks).toEqual([]);
    expect(await index()).toBe(29);
  });
});

test('another dimension than that of the vectors: said, and made anew', async () => {
  let dimensions = 256;
  const server = await start(undefined, { vectorOf: (text) => wordsVector(text, dimensions, SAME) });
  await inVault(FILLED, async ({ settings, index, search, remarks, folder }) => {
    settings({ embeddings: 'ollama:m', embeddings_url: server.url });
    await index();
    dimensions = 128;
    expect(await search('cello')).toEqual(['User owns a cello']);
    expect(remarks).toEqual([expect.stringContaining('is not the model that made the vectors')]);
    expect(vectorFiles(folder)).toEqual([]);
    expect(await index()).toBe(61);
    expect((await search('which instrument'))[0]).toBe('User owns a cello');
  });
});

test('nothing in a vault makes memvault call a server, elsewhere or here, before it is trusted', async () => {
  const server = await start();
  const AWAY = 'http://192.0.2.1:9/v1';
  await inVault(
    FILLED,
    async ({ settings, index, search, remarks, folder }) => {
      settings({ embeddings: 'openai', embeddings_url: AWAY }, 'vault');
      expect(await index()).toBe(0);
      expect(remarks.splice(0)).toEqual([
        expect.stringMatching(
          /^retrieve\.embeddings, retrieve\.embeddings_url of this vault are not trusted: no vectors are made\. \(memvault config trust/,
        ),
      ]);
      expect(await search('cello')).toEqual(['User owns a cello']);
      expect(remarks.splice(0)).toEqual([expect.stringContaining('not trusted: searched by words only.')]);
      await expect(search('cello', 'semantic')).rejects.toMatchObject({ code: 'refused' });
      // Nor what listens on this machine: it need not be a server for embeddings at all.
      settings({ embeddings: 'openai', embeddings_url: `${server.url}/v1` }, 'vault');
      expect(await index()).toBe(0);
      await search('cello');
      expect(server.calls).toEqual([]);
      settings({ embeddings: 'openai', embeddings_url: `${server.url}/v1` }, 'user');
      writeFileSync(join(folder.root, '.memvault/config.yaml'), '');
      await index();
      expect(server.calls.at(-1)?.headers.authorization).toBe('Bearer sesame');
    },
    { OPENAI_API_KEY: 'sesame' },
  );
});
