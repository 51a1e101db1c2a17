// One step past each limit of the table, through the real command line: what is too large is named, and the rest is
// read.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { selecting } from '../src/search/request.ts';
import { createTokenizer } from '../src/index/tokenizer.ts';
import type { Tables } from '../src/index/view.ts';
import { LIMITS } from '../src/model/limits.ts';
import { cpuTime } from './support/cpu-time.ts';
import { type Ended, makePlace, memvault, type Place } from './support/memvault.ts';

let place: Place;
let vault: string;
const run = async (args: readonly string[], input = ''): Promise<Ended> =>
  await memvault(place, args, { cwd: existsSync(vault) ? vault : place.root, input });
const must = async (...args: string[]): Promise<string> => {
  const { status, stdout, stderr } = await run(args);
  expect({ args, status, stderr }).toMatchObject({ args, status: 0 });
  return stdout + stderr;
};
const write = (path: string, text: string): void => {
  mkdirSync(join(vault, path, '..'), { recursive: true });
  writeFileSync(join(vault, path), text);
};
const read = (path: string): string => readFileSync(join(vault, path), 'utf8');
const aLog = (...facts: readonly string[]): string =>
  `# Daily Log - 2026-06-28\n\n## 14:05 — abc12345\n\n${facts.map((fact) => `- [work] ${fact}\n`).join('')}`;
const page = (head: string): string =>
  `---\ntype: note\ntitle: Odd\n${head}\n---\n\n- User likes tea[^k3v9x2ab4q]\n\n[^k3v9x2ab4q]: [2026-06-28](../daily/2026-06-28.md#^k3v9x2ab4q)\n`;

beforeEach(async () => {
  place = makePlace();
  vault = join(place.root, 'vault');
  await must('init', '--no-git', vault, '-q');
});
afterEach(() => place.remove());

const past: Readonly<Record<keyof typeof LIMITS, () => Promise<void>>> = {
  word: async () => {
    const begin = 'w'.repeat(LIMITS.word);
    write('daily/2026-06-28.md', aLog(`${begin}abc`, 'User likes tea'));
    expect(await must('search', `${begin}xyz`)).toContain('daily/2026-06-28.md:5');
    expect(await must('search', 'tea')).toContain('User likes tea');
  },
  line: async () => {
    writeFileSync(
      join(place.root, 'talk.txt'),
      `User: I live in Oslo.\nAssistant: ok\nUser: I live in ${'Bergen '.repeat(LIMITS.line / 7 + 1)}\nAssistant: ok\n`,
    );
    expect(await must('import', '../talk.txt')).toContain('User lives in Oslo');
  },
  fact: async () => {
    const text = 'w'.repeat(LIMITS.fact + 1);
    for (const args of [
      ['log', text],
      ['log', '-'],
      ['log', '--jsonl'],
    ]) {
      const { status, stderr } = await run(
        args,
        args.includes('--jsonl')
          ? `${JSON.stringify({ content: 'one' })}\n${JSON.stringify({ content: text })}\n`
          : `one\n${text}\n`,
      );
      expect(status).toBe(2);
      expect(stderr).toContain('a fact has at most 64 kB');
      expect(stderr).toContain(`not saved:\n  ${text}\n`);
      if (args[1] !== text) expect(stderr).toContain('line 2: ');
    }
    expect(existsSync(join(vault, 'daily'))).toBe(false);
    write('daily/2026-06-28.md', aLog('User likes tea', text, `${text}x`, 'User works at Google'));
    const before = read('daily/2026-06-28.md');
    expect(await must('dream', '--batch', '--force')).toContain('4 placed');
    expect(read('3_Personal/Work.md')).toContain(`\n- ${text}[^`);
    expect(read('3_Personal/Work.md')).toContain(`\n- ${text}x[^`);
    expect(read('daily/2026-06-28.md')).toBe(before);
    expect(await must('lint')).toContain('0 errors');
    expect(await must('dream', '--batch', '--force')).toContain('Nothing to do');
  },
  tag: async () => {
    expect((await run(['tags', 'add', 'a'.repeat(LIMITS.tag + 1), 'b'])).status).toBe(2);
    write('daily/2026-06-28.md', aLog(`User likes tea \`${'t'.repeat(LIMITS.tag + 1)}\``));
    expect(await must('dream', '--batch', '--force')).toContain('1 placed');
  },
  page: async () => {
    write('2_Wiki/Large.md', 'Mountains are high.\n');
    await must('search', 'mountains');
    truncateSync(join(vault, '2_Wiki/Large.md'), LIMITS.page + 1);
    write('2_Wiki/Small.md', 'Valleys are low.\n');
    for (let time = 0; time < 2; time++) {
      const said = await must('search', 'valleys mountains');
      expect(said).toContain('2_Wiki/Small.md');
      expect(said).not.toMatch(/^2_Wiki\/Large\.md:/m);
      expect(said).toMatch(
        /skipped .*2_Wiki\/Large\.md: too large \(8\.0 MB, limit 8 MB\); its content is not searched/,
      );
    }
    expect(await must('lint')).toMatch(/2_Wiki\/Large\.md:1 +warning +not read: too large \(8\.0 MB/);
    expect(await must('dream', '--batch', '--force')).toContain('Nothing to do');
  },
  log: async () => {
    write('daily/2026-07-01.md', aLog('User likes tea'));
    truncateSync(join(vault, 'daily/2026-07-01.md'), LIMITS.log - 1);
    const { status, stderr } = await run(['log', 'User likes coffee']);
    expect({ status, stderr }).toMatchObject({ status: 2 });
    expect(stderr).toMatch(/limit 64 MB[^]*not saved:\n {2}User likes coffee/);
    truncateSync(join(vault, 'daily/2026-07-01.md'), LIMITS.log + 1);
    write('2_Wiki/Small.md', 'Valleys are low.\n');
    expect(await must('search', 'valleys')).toMatch(/2_Wiki\/Small\.md[^]*skipped .*daily\/2026-07-01\.md/);
  },
  file: async () => {
    writeFileSync(join(place.root, 'large.txt'), '');
    truncateSync(join(place.root, 'large.txt'), LIMITS.file + 1);
    writeFileSync(join(place.root, 'talk.txt'), 'User: I live in Oslo.\nAssistant: ok\n');
    const extracted = await run(['import', '../large.txt', '../talk.txt']);
    expect({ status: extracted.status, said: extracted.stdout + extracted.stderr }).toMatchObject({
      status: 3,
      said: expect.stringMatching(
        /User lives in Oslo[^]*large\.txt was left out: too large \(256\.0 MB, limit 256 MB\)/,
      ) as string,
    });
    const imported = await run(['import', '../large.txt']);
    expect(imported.stdout + imported.stderr).toContain('limit 256 MB');
  },
  list: async () => {
    write('daily/2026-06-28.md', aLog('one two three four'));
    const said = await must('search', `${'"two three" '.repeat(LIMITS.list)}"four five"`);
    expect(said).toContain('one two three four');
    expect(said).toContain('1 more were ignored: "four five"');
  },
  nesting: async () => {
    const deep = (depth: number): string => `odd: ${'['.repeat(depth)}${']'.repeat(depth)}`;
    write('daily/2026-06-28.md', aLog('User likes tea ^k3v9x2ab4q'));
    write('2_Wiki/Odd.md', page(deep(LIMITS.nesting)));
    expect(await must('lint')).not.toContain('nested');
    write('2_Wiki/Odd.md', page(deep(LIMITS.nesting + 1)));
    write('2_Wiki/Keys.md', `---\n${'? '.repeat(30_000)}\n---\nText\n`);
    const { status, stdout } = await run(['lint']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/2_Wiki\/Odd\.md:1 +error +the front matter cannot be read: nested deeper than 64 levels/);
    writeFileSync(join(place.root, 'deep.json'), `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    writeFileSync(join(place.root, 'talk.txt'), 'User: I live in Oslo.\nAssistant: ok\n');
    const extracted = await run(['import', '../deep.json', '../talk.txt']);
    expect({ status: extracted.status, said: extracted.stdout + extracted.stderr }).toMatchObject({
      status: 3,
      said: expect.stringMatching(/User lives in Oslo[^]*deep\.json was left out: unknown format/) as string,
    });
  },
  yaml: async () => {
    write('daily/2026-06-28.md', aLog('User likes tea ^k3v9x2ab4q'));
    write('2_Wiki/Odd.md', page(`odd: ${'x'.repeat(LIMITS.yaml)}`));
    expect((await run(['lint'])).stdout).toMatch(
      /2_Wiki\/Odd\.md:1 +error +the front matter cannot be read: longer than 64 kB/,
    );
  },
};

describe('one past the limit', () => {
  test.each(Object.entries(past))('%s', { timeout: 60_000 }, async (_, check) => {
    await expect(check()).resolves.toBeUndefined();
  });
});

test('an alias within what it names breaks the front matter of its page alone', async () => {
  write('daily/2026-06-28.md', aLog('User likes tea ^k3v9x2ab4q'));
  write('2_Wiki/Odd.md', page('tags: &x [*x]'));
  const { status, stdout, stderr } = await run(['lint']);
  expect({ status, stderr }).toMatchObject({ status: 1 });
  expect(stdout).toMatch(/2_Wiki\/Odd\.md:1 +error +the front matter cannot be read: an alias refers to its own node/);
  expect(await must('dream', '--batch', '--force')).not.toContain('defect');
});

test('a word of 40 kB that is said elsewhere is forgotten and purged like any other', async () => {
  const word = 'w'.repeat(40_000);
  await must('log', word, '--date', '2026-06-28');
  await must('log', 'User likes tea', '--date', '2026-06-28');
  await must('dream', '--batch', '--force');
  const path = '3_Personal/General.md';
  write(path, `${read(path)}\n${word}\n`);
  const id = /\^([a-z0-9]{10})$/m.exec(read('daily/2026-06-28.md'))?.[1] ?? '';
  // The copy that a person made stands still, and is named.
  const { status, stdout, stderr } = await run(['forget', id, '--purge', '--yes']);
  expect({ status, stderr }).toMatchObject({ status: 3 });
  expect(stdout).toContain('gone from daily/2026-06-28.md: 1 line');
  expect(read('daily/2026-06-28.md')).not.toContain('wwww');
  await must('dream', '--batch', '--force');
});

test(
  'a fact that is one word of 5 MB keeps no other from being dreamt, forgotten or undone',
  { timeout: 120_000 },
  async () => {
    write('daily/2026-06-28.md', aLog('User likes tea', 'w'.repeat(5_000_000), 'User works at Google'));
    const digest = createHash('sha256').update(read('daily/2026-06-28.md')).digest('hex');
    expect(await must('dream', '--batch', '--force')).toContain('3 placed');
    expect(await must('lint')).toContain('0 errors');
    expect(await must('dream', '--undo')).toContain('3 facts');
    expect(createHash('sha256').update(read('daily/2026-06-28.md')).digest('hex')).toBe(digest);
  },
);

test('phrases against a line of 5 MB cost one reading of it', () => {
  const text = 'some words that go on '.repeat(250_000);
  const view = {
    rows: 1,
    postings: () => [{ field: 0, rows: Uint32Array.of(0) }],
    column: () => new Uint8Array(1),
    isLive: () => true,
  } as unknown as Tables;
  const admission = {
    every: [],
    none: [],
    folder: null,
    project: null,
    projectFolder: '',
    since: null,
    until: null,
    all: true,
  };
  let readings = 0;
  const place = {
    view,
    tokenizer: createTokenizer(),
    textOf: () => {
      readings++;
      return text;
    },
  };
  const cost = cpuTime(() => {
    const selects = selecting(
      admission,
      { phrases: Array.from({ length: LIMITS.list }, () => 'words that go'), without: [] },
      place,
    );
    for (let time = 0; time < 10; time++) expect(selects(0)).toBe(true);
  });
  expect(readings).toBe(1);
  expect(cost).toBeLessThan(5000);
});
