// `memvault import` as a whole: a look first, the vault after it, the same again, what grew, what moved, what is left.
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { NOTE_FORMATS } from '../../src/import/format.ts';
import { parseSource } from '../../src/import/exports/offers.ts';
import { parseDailyLog } from '../../src/page/daily-log.ts';
import type { Fact } from '../../src/model/fact.ts';
import { hashFolder } from '../support/folder-hash.ts';
import { memvaultHere } from '../support/in-process.ts';
import { type Ended, makePlace, type Place } from '../support/memvault.ts';

const SAMPLES = join(import.meta.dirname, '../../fixtures/imports');
const NEVER = /(?!)/;

let place: Place;
let vault: string;
beforeEach(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  await memvaultHere(place, ['init', '--no-git', '-q', vault]);
});
afterEach(() => place.remove());

const run = async (...args: string[]): Promise<Ended> =>
  await memvaultHere(place, ['import', '--vault', vault, ...args]);
const put = (path: string, text: string): string => {
  mkdirSync(join(place.root, path, '..'), { recursive: true });
  writeFileSync(join(place.root, path), text);
  return path;
};

function facts(): Fact[] {
  const taken = new Set<string>();
  if (!existsSync(join(vault, 'daily'))) return [];
  return readdirSync(join(vault, 'daily'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .flatMap((name) =>
      parseDailyLog(
        { day: name.slice(0, -3), path: `daily/${name}`, text: readFileSync(join(vault, 'daily', name), 'utf8') },
        taken,
      ),
    );
}
const texts = (): string[] => facts().map(({ text }) => text);

test.each(NOTE_FORMATS)(
  '%s: a look writes nothing, an import logs it with its source, the same again writes no byte',
  async (format) => {
    const sample = join(SAMPLES, format);
    const [samples, empty] = [hashFolder(sample), hashFolder(vault, NEVER)];
    const look = await run(sample, '--dry-run');
    expect(look).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Would log \d+ facts /) });
    expect(hashFolder(vault, NEVER)).toEqual(empty);
    const first = await run(sample, '--yes');
    expect(first).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Logged \d+ facts /) });
    const logged = facts();
    expect(look.stdout).toContain(` ${logged.length} facts `);
    expect(logged.map(({ fields }) => parseSource(fields.source ?? '')?.format)).toEqual(logged.map(() => format));
    const before = hashFolder(vault, NEVER);
    expect(await run(sample, '--yes')).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Nothing to import: \d+ known already/),
    });
    expect(await run(join(sample, '..', format, '.'), '--yes')).toMatchObject({ status: 0 });
    expect(hashFolder(vault, NEVER)).toEqual(before);
    expect(hashFolder(sample)).toEqual(samples);
    expect((await memvaultHere(place, ['lint', '--vault', vault, '--rule', 'conservation'])).status).toBe(0);
  },
);

test('what was imported is dreamt, and nothing of it is lost', async () => {
  await run(...NOTE_FORMATS.map((format) => join(SAMPLES, format)), '--yes');
  const before = hashFolder(join(vault, 'daily'));
  const later = { env: { ...place.env, MEMVAULT_NOW: '2026-07-02T12:00:00Z' } };
  expect((await memvaultHere(place, ['dream', '--vault', vault, '--batch', '--force'], later)).status).toBe(0);
  expect(hashFolder(join(vault, 'daily'))).toEqual(before);
  expect(await memvaultHere(place, ['lint', '--vault', vault], later)).toMatchObject({ status: 0 });
  expect(await run(join(SAMPLES, 'basic-memory'), '--yes')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Nothing to import'),
  });
});

test('the samples in one folder, which is named from further up the second time', async () => {
  cpSync(SAMPLES, join(place.root, 'all/imports'), { recursive: true });
  expect((await run('all/imports', '--yes')).status).toBe(0);
  const count = facts().length;
  expect(texts()).toContain('Jonna likes the window seat');
  expect(texts()).not.toContain('Jonna has a bad knee');
  expect(await run('all', '--yes')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`Nothing to import: ${count} known already`),
  });
});

test('a file that grew adds what is new; what moved a line is known; what was reworded is new', async () => {
  put('CLAUDE.md', '# Rules\n\n- Use pnpm\n- Deploy on Fridays\n');
  await run('CLAUDE.md', '--yes');
  put('CLAUDE.md', '# Rules\n\n- Use Node 22\n\n- **use pnpm**.\n- Deploy on Mondays\n');
  expect((await run('CLAUDE.md', '--yes')).stdout).toMatch(/^Logged 2 facts .*1 known already/);
  expect(texts()).toEqual(['Use pnpm', 'Deploy on Fridays', 'Use Node 22', 'Deploy on Mondays']);
});

test('two entries of a day that say the same are one; the same on another day is another', async () => {
  for (const path of ['2026/05/01', '2026/06/01']) put(`notes/${path}.md`, '- Went running\n- Went running\n');
  await run('notes', '--yes');
  expect(facts().map(({ day, text }) => `${day} ${text}`)).toEqual([
    '2026-05-01 Went running',
    '2026-06-01 Went running',
  ]);
});

test('two files of one name are one row, and their facts are counted once', async () => {
  for (const folder of ['a', 'b']) put(`${folder}/CLAUDE.md`, `- Use pnpm\n- Only in ${folder}\n`);
  expect((await run('a', 'b', '--yes')).stdout).toBe(
    'Logged 3 facts under 2026-07-01; 1 known already.\n     3  CLAUDE.md claude-md\n',
  );
});

test('a day that has not come yet is left until it has', async () => {
  put('2026-07-04.md', '- Picnic\n');
  expect(await run('2026-07-04.md', '--yes')).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('2026-07-04.md:1 was left out: its day, 2026-07-04, has not come yet'),
  });
  expect(facts()).toEqual([]);
});

test('a memory of an export that was changed is a fact of its own, and each is logged once', async () => {
  const memory = (id: string, text: string): string => JSON.stringify([{ id, memory: text, updated_at: '2026-05-01' }]);
  put('a.json', memory('m#1', 'Works at Acme'));
  put('b.json', memory('m#1', 'Works at Brill'));
  for (const name of ['a.json', 'b.json', 'b.json', 'a.json']) await run(name, '--yes');
  expect(texts()).toEqual(['Works at Acme', 'Works at Brill']);
});

test('older vaults: what a fact supersedes there it supersedes here', async () => {
  await run(join(SAMPLES, 'older-vault'), '--yes');
  const [old] = facts().filter(({ text }) => text.includes('line 3'));
  const [now] = facts().filter(({ text }) => text.includes('line 5'));
  expect(now?.fields).toMatchObject({ supersedes: old?.id, origin: 'chat-9', project: 'ferries' });
  expect(texts()).not.toContain('Jonna has a bad knee');
});

test('older vaults: what is forgotten there stays so also where the folder of its logs is named', async () => {
  await run(join(SAMPLES, 'older-vault/daily'), '--yes');
  expect(texts()).not.toContain('Jonna has a bad knee');
  expect(texts()).toHaveLength(3);
});

test('what was forgotten is not brought back, by the same source or another', async () => {
  put('CLAUDE.md', '- Jonna is afraid of heights\n- Use pnpm\n');
  await run('CLAUDE.md', '--yes');
  const id = facts().find(({ text }) => text.includes('heights'))?.id ?? '';
  expect((await memvaultHere(place, ['forget', id, '--purge', '--yes', '--vault', vault])).status).toBe(0);
  put('AGENTS.md', '- jonna is afraid of  heights\n');
  const { stdout } = await run('CLAUDE.md', 'AGENTS.md', '--yes');
  expect(stdout).toBe('Nothing to import: 1 known already, 2 forgotten, and left so.\n');
  expect(texts()).toEqual(['Use pnpm']);
});

test('what looks like a secret is named and not logged, until somebody says so', async () => {
  put('CLAUDE.md', '- Use pnpm\n- The password of the router is: hunter2Hunter9x\n');
  const { status, stderr } = await run('CLAUDE.md', '--yes');
  expect(status).toBe(3);
  expect(stderr).toContain('CLAUDE.md:2 was left out: it looks like a secret: ');
  expect(stderr).not.toContain('hunter2Hunter9x');
  expect(texts()).toEqual(['Use pnpm']);
  const before = hashFolder(vault, NEVER);
  expect((await run('CLAUDE.md', '--yes')).status).toBe(3);
  expect(hashFolder(vault, NEVER)).toEqual(before);
  expect((await run('CLAUDE.md', '--yes', '--allow-secret')).status).toBe(0);
  expect(texts()).toHaveLength(2);
});

test('a bad file among good ones is named, the others are logged, and it is exit 3', async () => {
  put('in/CLAUDE.md', '- Use pnpm\n');
  put('in/mem0.json', '{"results": [{"memory": ');
  writeFileSync(join(place.root, 'in/AGENTS.md'), Buffer.from([0x2d, 0x20, 0xe4, 0xf6, 0x0a]));
  put('in/GEMINI.md', `- ${'long '.repeat(1000)}\n- Short\n`);
  put('in/notes.txt', 'Buy milk');
  put('secret.txt', '[2026-01-01]. elsewhere\n');
  symlinkSync(join(place.root, 'secret.txt'), join(place.root, 'in/link.txt'));
  symlinkSync(place.root, join(place.root, 'in/up'));
  const { status, stderr } = await run('in', '--yes');
  expect({ status, texts: texts().toSorted() }).toEqual({ status: 3, texts: ['Short', 'Use pnpm'] });
  expect(stderr.split('\n').filter((line) => line.includes(' was left out: '))).toEqual([
    'link.txt was left out: it is a symlink; name it directly if you want it',
    'up was left out: it is a symlink; name it directly if you want it',
    'AGENTS.md was left out: it is not UTF-8',
    expect.stringMatching(/^GEMINI.md:1 was left out: it has 4999 characters, too many/),
    'mem0.json was left out: not valid JSON',
  ]);
  expect(stderr).toContain('1 file in no known format: notes.txt');
  expect((await run('in/link.txt', '--yes')).status).toBe(0);
  expect(texts()).toContain('elsewhere');
});

test.each([
  [['nowhere'], 2, 'no such file or folder: nowhere'],
  [['--format', 'mem0'], 2, '--format needs PATH'],
  [['x.txt', '--format', 'mem'], 2, 'did you mean mem0?'],
  [['x.txt'], 2, 'x.txt: unknown format'],
  [['x.txt', '--format', 'mem0'], 2, 'x.txt: it is not a JSON list of memories'],
  [['-'], 2, 'there is nothing to read'],
  [['x.txt', '--format', 'chatgpt'], 2, 'there is no terminal to ask'],
  [['x.txt', '--format', 'chatgpt', '--json'], 2, 'there is no terminal to ask'],
])('%j ends with %i: %s', async (args, status, words) => {
  put('x.txt', 'Buy milk\n');
  const before = hashFolder(vault);
  const ended = await run(...args);
  expect({ status: ended.status, stdout: ended.stdout }).toEqual({ status, stdout: '' });
  expect(ended.stderr).toContain(words);
  expect(hashFolder(vault)).toEqual(before);
});

test('what is typed stands for what a file does not say', async () => {
  put(
    'x.json',
    JSON.stringify([
      { id: 'a', memory: 'Likes tea', metadata: { category: 'preference', project: 'kitchen' }, categories: ['food'] },
      { id: 'b', memory: 'Works by the sea' },
    ]),
  );
  await run('x.json', '-c', 'work', '-t', 'old', '--project', 'ferries', '--yes');
  expect(facts().map(({ category, tags, fields }) => [category, tags, fields.project])).toEqual([
    ['preference', ['food', 'old'], 'kitchen'],
    ['work', ['old'], 'ferries'],
  ]);
});

test('a pipe, and what --json says', async () => {
  const piped = async (...args: string[]): Promise<Ended> =>
    await memvaultHere(place, ['import', '-', '--format', 'chatgpt', '--vault', vault, '--json', ...args], {
      input: '[2026-05-01]. User keeps bees.\n',
    });
  const document = JSON.parse((await piped('--dry-run')).stdout) as Record<string, unknown>;
  expect(document).toEqual({
    type: 'memvault/import',
    version: 1,
    dryRun: true,
    files: [{ path: 'stdin', format: 'chatgpt', statements: 1, new: 1 }],
    facts: [
      {
        id: null,
        date: '2026-05-01',
        time: null,
        content: 'User keeps bees.',
        category: 'general',
        tags: [],
        fields: {},
        source: 'chatgpt:stdin#1',
      },
    ],
    known: 0,
    forgotten: 0,
    left: [],
    unknown: [],
  });
  const { facts: logged } = JSON.parse((await piped('--yes')).stdout) as { facts: { id: string }[] };
  expect(logged.map(({ id }) => id)).toEqual(facts().map(({ id }) => id));
});

test('the vault’s own logs, pages and summary are never read as somebody’s words', async () => {
  await memvaultHere(place, ['log', 'User likes tea', '-c', 'preference', '--date', 'yesterday', '--vault', vault]);
  await memvaultHere(place, ['dream', '--batch', '--force', '--vault', vault]);
  const before = texts();
  put('vault/3_Personal/2026-06-03.md', '- Swam in the lake\n');
  const { stdout } = await run(vault, '--yes');
  expect(stdout).toMatch(/^Logged 1 fact under 2026-06-03/);
  expect(texts().toSorted()).toEqual(['Swam in the lake', ...before].toSorted());
  expect((await run(join(vault, 'daily', '2026-06-30.md'), '--yes')).stderr).toContain('it belongs to this vault');
});

test('of another vault only its facts are read, not what it says of them', async () => {
  const other = join(place.root, 'other');
  const there = async (...args: string[]): Promise<Ended> => await memvaultHere(place, [...args, '--vault', other]);
  await memvaultHere(place, ['init', '--no-git', '-q', other]);
  await there('log', 'User likes tea', '-c', 'preference', '--date', 'yesterday');
  await there('dream', '--batch', '--force');
  appendFileSync(join(other, 'MEMORY.md'), '\n- Written by hand\n');
  expect((await run(other, '--yes')).status).toBe(0);
  expect(texts().toSorted()).toEqual(['User likes tea', 'Written by hand']);
});

test('lines that end with CR alone are lines, and a first mark is none', async () => {
  put('CLAUDE.md', '\uFEFF- Use pnpm\r- Use Node 22\r');
  expect((await run('CLAUDE.md', '--yes')).status).toBe(0);
  expect(texts()).toEqual(['Use pnpm', 'Use Node 22']);
});

test('an entry of an export that is left is named by its id', async () => {
  put(
    'x.json',
    JSON.stringify([
      { id: 'm-7', memory: 'Picnic', created_at: '2027-01-01' },
      { id: 'm-8', memory: 'Tea' },
    ]),
  );
  expect((await run('x.json', '--dry-run')).stderr).toContain(
    'x.json#m-7 was left out: its day, 2027-01-01, has not come yet',
  );
});

test('a day that cannot be written: those before it stand and are told of, and the same command logs the rest', async () => {
  for (const day of ['2026-06-01', '2026-06-02', '2026-06-03']) put(`in/${day}.md`, `- On ${day}\n`);
  mkdirSync(join(vault, 'daily'), { recursive: true });
  symlinkSync('nowhere/else.md', join(vault, 'daily/2026-06-02.md'));
  const { status, stdout, stderr } = await run('in', '--yes', '--json');
  expect(status).toBe(3);
  expect((JSON.parse(stdout) as { facts: { content: string }[] }).facts.map(({ content }) => content)).toEqual([
    'On 2026-06-01',
  ]);
  expect(stderr).toMatch(/2026-06-02\.md.*; what was logged stands\n {2}\S/);
  expect(stderr).not.toContain('On 2026');
  expect(await run('in', '--yes')).toMatchObject({ status: 2, stdout: '' });
  rmSync(join(vault, 'daily/2026-06-02.md'));
  expect((await run('in', '--yes')).stdout).toMatch(/^Logged 2 facts .*1 known already/);
});

test.runIf(process.platform === 'linux')(
  'a file whose name is not UTF-8 is named, and the others are logged',
  async () => {
    put('in/CLAUDE.md', '- Use pnpm\n');
    writeFileSync(
      Buffer.concat([Buffer.from(`${join(place.root, 'in')}/2026-05-01 `), Buffer.from([0xff]), Buffer.from('.md')]),
      '- Lost\n',
    );
    const { status, stderr } = await run('in', '--yes');
    expect({ status, texts: texts() }).toEqual({ status: 3, texts: ['Use pnpm'] });
    expect(stderr).toMatch(/2026-05-01 .*\.md was left out: it is gone, or its name is not UTF-8/);
  },
);

test('files of a known format in which nothing was found are counted', async () => {
  put('in/CLAUDE.md', '- Use pnpm\n');
  put('in/2026-05-01.md', 'A grey morning.\n');
  const { status, stderr } = await run('in', '--yes');
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: '1 file with no statements: 2026-05-01.md\nmemvault dream puts them on pages.\n',
  });
});

test('it is disabled in programs started by a dream', async () => {
  put('CLAUDE.md', '- Use pnpm\n');
  expect(
    await memvaultHere(place, ['import', 'CLAUDE.md', '--yes', '--vault', vault], {
      env: { ...place.env, MEMVAULT_DREAM: '1' },
    }),
  ).toMatchObject({ status: 2 });
  expect(facts()).toEqual([]);
});

test('any text of any memory comes back as it was, once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          id: fc.string({ minLength: 1 }),
          memory: fc.oneof(
            fc.string({ unit: 'binary' }),
            fc.constantFrom(
              '- [work] x ^p0d4mm1z5k',
              '## 14:05 — me',
              '```',
              '<!-- memvault:memory -->',
              'a `b`',
              'x [source:: y#1]',
              '\n\n',
            ),
          ),
          user_id: fc.string(),
        }),
        { maxLength: 6 },
      ),
      async (memories) => {
        rmSync(join(vault, 'daily'), { recursive: true, force: true });
        mkdirSync(join(vault, 'daily'));
        put('x.json', JSON.stringify([{ id: 'first', memory: 'Likes tea' }, ...memories]));
        await run('x.json', '--yes', '--allow-secret');
        const wanted = new Set(
          memories.map(({ memory }) => memory.trim().toWellFormed()).filter((text) => text !== ''),
        );
        const got = texts();
        expect(got.filter((text) => text !== 'Likes tea' && !wanted.has(text))).toEqual([]);
        const before = hashFolder(vault, NEVER);
        await run('x.json', '--yes', '--allow-secret');
        expect(hashFolder(vault, NEVER)).toEqual(before);
        appendFileSync(join(place.root, 'x.json'), ' ');
      },
    ),
    { numRuns: 40 },
  );
});
