// What each format makes of its sample, and of what its files may also hold.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { detectFormat, formatNamed } from '../../src/import/formats.ts';
import { type Found, type Given, NOTE_FORMATS, type Reading } from '../../src/import/format.ts';
import { ROOT } from '../docs/pages.ts';

const given = (path: string, text: string, beside: readonly string[] = [path]): Given => ({
  path,
  text,
  beside: new Set(beside),
  today: '2026-07-01',
});

function samplesOf(format: string): Given[] {
  const folder = join(ROOT, 'fixtures/imports', format);
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.\w+$/.test(path) && !path.includes('.state'))
    .sort();
  return paths.map((path) => given(path, readFileSync(join(folder, path), 'utf8'), paths));
}

function read(one: Given, format?: string): Reading {
  const found = format === undefined ? detectFormat(one) : formatNamed(format);
  if (found === null) throw new Error(`${one.path} is of no format`);
  return found.read(one);
}

/** `place [category] text {fields} #tags day time`, as far as there are. */
const line = ({ place, category, text, fields, tags, day, time }: Found): string =>
  [
    place,
    `[${category ?? ''}]`,
    text,
    ...Object.entries(fields).map(([name, value]) => `{${name} ${value}}`),
    ...tags.map((tag) => `#${tag}`),
    ...(day === null ? [] : [day]),
    ...(time === null ? [] : [time]),
  ].join(' ');

const linesOf = (format: string): string[] =>
  samplesOf(format).flatMap((sample) => (detectFormat(sample)?.name === format ? read(sample).facts.map(line) : []));

test.each(NOTE_FORMATS)('the sample of %s is known as that', (format) => {
  const known = samplesOf(format).map((sample) => detectFormat(sample)?.name ?? null);
  expect(known).toContain(format);
  expect(known.filter((one) => one !== format && one !== null)).toEqual([]);
});

test('claude-md: items and paragraphs, each told with what leads to it; no code, quote, table, comment or open task', () => {
  expect(linesOf('claude-md')).toEqual([
    '3 [] The site shows the ferries of three harbours. It is built once an hour.',
    '9 [] `pnpm build` builds the site, `pnpm check` runs before every commit {topic Commands}',
    '19 [] Before a release: Bump the version in `package.json` {topic Conventions}',
    '20 [] Before a release: Ask Ilse for a second look {topic Conventions}',
    '23 [] Times are stored in UTC: shown in local time {topic Conventions}',
    '24 [] Times are stored in UTC: never as text {topic Conventions}',
    '25 [] Prefer Temporal (https://tc39.es/proposal-temporal/) over `Date` {topic Conventions}',
    '30 [] **Sunday timetables** are separate files {topic Conventions}',
  ]);
});

test('agent-memory-folder: topics with their kind; what leads to a file that is read is not said twice', () => {
  expect(linesOf('agent-memory-folder')).toEqual([
    '5 [] The staging server is rebuilt every Monday',
    '7 [preference] Test data is invented, never copied from production. **Why:** passenger lists were once in a public repository. **How to apply:** write a factory beside the test. {topic Test data}',
    '3 [reference] Tide tables are at https://tides.example.org/husum {topic Tide tables} 2026-05-20',
    '7 [identity] Jonna plans ferry timetables in Husum and has written Python for ten years. {topic Who the user is}',
    '9 [identity] New to TypeScript: explain types by examples {topic Who the user is}',
  ]);
  const alone = read(given('MEMORY.md', '- [Test data](feedback_test-data.md) — never copy from production\n'));
  expect(alone.facts.map(({ text }) => text)).toEqual(['Test data — never copy from production']);
});

test('basic-memory: observations and relations; no prose, no checkbox', () => {
  expect(linesOf('basic-memory')).toEqual([
    '14 [method] Sourdough: A cold proof of 14 hours gives the best crust {topic Sourdough} {entities Sourdough} #bread #fridge #baking',
    '15 [preference] Sourdough: Ilse likes it with caraway (said at Easter) {topic Sourdough} {entities Sourdough} #spice #baking',
    '16 [tech note] Sourdough: Steam for the first 12 minutes at 240 °C {topic Sourdough} {entities Sourdough} #baking',
    '21 [relation] Sourdough requires Starter {topic Sourdough} {entities Sourdough, Starter} #baking',
    '22 [relation] Sourdough pairs with Caraway soup (in winter) {topic Sourdough} {entities Sourdough, Caraway soup} #baking',
    '23 [relation] Sourdough links to Bread knives {topic Sourdough} {entities Sourdough, Bread knives} #baking',
  ]);
  const odd = read(
    given(
      'Odd.md',
      '- [decision] Use #jwt for sessions\n- [a link](x.md) to a note\n- [one](two) three\n- [[Note]] and more words\n',
    ),
  );
  expect(odd.facts.map(line)).toEqual(['1 [decision] Odd: Use #jwt for sessions {topic Odd} {entities Odd} #jwt']);
});

test('mem0: each memory on the day of its last change, in local time', () => {
  expect(
    read(
      given(
        'export.json',
        JSON.stringify({
          results: [
            { id: 7, memory: 'Likes tea', updated_at: '2026-04-01', metadata: { category: 'x', type: 'preference' } },
          ],
        }),
      ),
    ).facts.map(line),
  ).toEqual(['7 [preference] Likes tea 2026-04-01']);
  const [first] = samplesOf('mem0');
  const facts = first === undefined ? [] : read(first).facts;
  expect(facts.map(({ text, category, tags, fields }) => ({ text, category, tags, fields }))).toEqual([
    {
      text: 'Jonna is allergic to hazelnuts',
      category: 'constraint',
      tags: ['health', 'food'],
      fields: { persons: 'jonna' },
    },
    {
      text: 'Works at the harbour office of Husum',
      category: null,
      tags: [],
      fields: { project: 'ferries', persons: 'jonna' },
    },
    { text: 'Plays the accordion on Thursdays', category: null, tags: [], fields: {} },
  ]);
  expect(facts[0]?.place).toBe('0f9c1c1e-6d1b-4b0e-9a55-0c9b3e0d1a01');
});

test.each([
  ['a list alone', '[{"id":"a","memory":"Likes tea"}]'],
  ['under memories', '{"memories":[{"id":"a","memory":"Likes tea"}]}'],
  ['JSON lines', '{"id":"a","memory":"Likes tea"}\n{"id":"b","memory":"Likes cake"}\n'],
])('mem0: %s', (_what, text) => {
  const one = given('x.json', text);
  expect(detectFormat(one)?.name).toBe('mem0');
  expect(read(one).facts[0]?.text).toBe('Likes tea');
});

test('mem0: damaged lines and entries are named, the others taken', () => {
  const { facts, left } = read(given('x.jsonl', '{"id":"a","memory":"Likes tea"}\n{"id":\n{"id":"c"}\n'), 'mem0');
  expect(facts.map(({ text }) => text)).toEqual(['Likes tea']);
  expect(left.map(({ line: at, why, isBad }) => [at, why, isBad])).toEqual([
    [2, 'it is not a JSON object', true],
    [3, 'it has no "memory"', true],
  ]);
});

test('chatgpt: the copied list, the export, and no conversation', () => {
  const of = (path: string): Reading =>
    read(samplesOf('chatgpt').find((sample) => sample.path === path) ?? given('', ''), 'chatgpt');
  expect(of('memories.txt').facts.map(line)).toEqual([
    '3 [] User has two children, Bo and Mai. 2026-02-14',
    '4 [] User prefers the train to the plane. 2026-03-01',
    '5 [] User keeps bees.',
  ]);
  expect(of('memory.json').facts.map(({ place, text }) => [place, text])).toEqual([
    ['m-1', 'User plans ferry timetables in Husum.'],
    ['m-2', 'User wants answers without emoji.'],
  ]);
  expect(of('memory.json').left).toEqual([{ line: 3, why: 'it is switched off', isBad: false }]);
  expect(of('conversations.json')).toEqual({
    facts: [],
    left: [{ line: null, why: 'it contains conversations, not memories', isBad: false }],
  });
  expect(read(given('stdin', '["User keeps bees.", "User sails."]'), 'chatgpt').facts.map(({ text }) => text)).toEqual([
    'User keeps bees.',
    'User sails.',
  ]);
});

test.each([
  ['messages', '[{"role":"user","content":"Hello"}]'],
  ['a package', '{"name":"x","files":["a"]}'],
  ['a plain text', 'Buy milk\n'],
  ['nothing', ''],
  ['numbers', '[1,2,3]'],
])('%s are no memories of any kind', (_what, text) => {
  expect(detectFormat(given('x.json', text))?.name ?? null).toBe(null);
  expect(detectFormat(given('x.txt', text))?.name ?? null).toBe(null);
});

test('obsidian-daily: items and done tasks, with times, tags and topics; no prose, no open task', () => {
  expect(linesOf('obsidian-daily')).toEqual([
    '1 [] Ropes ordered from the chandler (https://ropes.example.org), 120 € 2026-06-02',
    '2 [] `git log` is not what it was 2026-06-02',
    '11 [] Met Ilse at the harbour 2026-06-01 08:15',
    '12 [] Talked to Bo about school: he wants to change class; the head teacher calls on Friday 2026-06-01 14:05',
    "15 [] Read half of *The Pilot's Wife* #books #novel 2026-06-01",
    '19 [] Line 3 starts at 6:40 from now on {topic Ferries} #timetable 2026-06-01',
    '23 [done] Order new ropes 2026-06-02',
  ]);
});

test('older-vault: each fact as it stands, under the id that it has there', () => {
  expect(linesOf('older-vault').map((one) => one.replace(/^\w+ /, ''))).toEqual([
    '[work] Jonna takes over line 3 #ferries 2025-12-01 09:30',
    '[preference] Jonna likes the window seat 2025-12-01 09:30',
    '[health] Jonna has a bad knee 2025-12-01 09:30',
    expect.stringMatching(
      /^\[work\] Jonna takes over line 5 \{project ferries\} \{supersedes \w{10}\} \{origin chat-9\} #ferries 2026-01-15 18:05$/,
    ),
  ]);
  expect(detectFormat(given('2026-06-01.md', '- bread\n- milk\n- [idea] a shop\n- tea\n'))?.name).toBe(
    'obsidian-daily',
  );
});

test.each([
  [
    'a page of memvault',
    'Work.md',
    '## Key Facts\n- [work] She works there.[^p0d4mm1z5k]\n\n[^p0d4mm1z5k]: [2026-07-01 14:05](../daily/2026-07-01.md#^p0d4mm1z5k)\n',
  ],
])('%s is nobody’s memory', (_what, path, text) => {
  expect(detectFormat(given(path, text))).toBe(null);
});

test('what memvault wrote into a file of somebody else is not read', () => {
  const text = 'Before.\n\n<!-- memvault:memory -->\n- User likes tea\n<!-- /memvault:memory -->\n\n- After\n';
  expect(read(given('AGENTS.md', text)).facts.map(line)).toEqual(['1 [] Before.', '7 [] After']);
});

test('words that look like front matter, markers or fences are words, and lines keep their numbers', () => {
  const text = '- ends with `tag`\r\n- [project:: x] ^abcdefghjk\r\n- ## 14:05 — me\r\n- a <br> b &#10; c\r\n';
  expect(read(given('CLAUDE.md', text)).facts.map(({ text: words, place }) => [place, words])).toEqual([
    ['1', 'ends with `tag`'],
    ['2', '[project:: x]'],
    ['3', '14:05 — me'],
    ['4', 'a <br> b &#10; c'],
  ]);
});
