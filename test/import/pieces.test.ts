// Statements that stand alone: what real notes of agents and days hold, and what was once lost or turned round in them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detectFormat, formatNamed } from '../../src/import/formats.ts';
import { type Given, NOTE_FORMATS, type Reading } from '../../src/import/format.ts';

const given = (path: string, text: string, beside: readonly string[] = [path]): Given => ({
  path,
  text,
  beside: new Set(beside),
  today: '2026-07-01',
});
function read(path: string, text: string, beside?: readonly string[]): Reading {
  const one = given(path, text, beside);
  const format = detectFormat(one);
  if (format === null) throw new Error(`${path} is of no format`);
  return format.read(one);
}
const textsIn = (path: string, text: string): string[] => read(path, text).facts.map((fact) => fact.text);
const told = (text: string): string[] => textsIn('CLAUDE.md', text);
const ofDay = (text: string): string[] =>
  read('2026-06-01.md', text).facts.map((fact) =>
    `${fact.category ?? ''}${fact.time === null ? '' : ` ${fact.time}`} ${fact.text}`.trim(),
  );

test.each([
  [
    'bold words that end with a colon lead to their list',
    '**Always:**\n\n- Run the tests\n\n**Never:**\n- Push to main\n',
    ['**Always:** Run the tests', '**Never:** Push to main'],
  ],
  [
    'bold words alone lead to their list',
    '**Stay silent when**\n- Others talk\n',
    ['**Stay silent when**: Others talk'],
  ],
  [
    'bold words alone without a list are a statement',
    '**Never push to main**\n\nWe deploy on Mondays.\n',
    ['**Never push to main**', 'We deploy on Mondays.'],
  ],
  [
    'a heading that turns what stands below it is told with it',
    '# Rules\n\n## 🚫 Do NOT\n\n- Skip the hooks\n\n## What to avoid\n- Long sentences\n\n## Before a release\n- Bump the version\n',
    ['Do NOT: Skip the hooks', 'What to avoid: Long sentences', 'Before a release: Bump the version'],
  ],
  [
    'other headings are not',
    '# Rules\n\n## Notes on style\n- Tabs\n\n## When to verify\n- Rarely\n\n## The tests are not optional\n- Run them\n',
    ['Tabs', 'Rarely', 'Run them'],
  ],
  [
    'what a long paragraph says before its last sentence stays',
    'The site is built once an hour, in Husum. It needs:\n\n- Node 22\n- pnpm\n',
    ['The site is built once an hour, in Husum.', 'It needs: Node 22', 'It needs: pnpm'],
  ],
  [
    'a name of a file or e.g. ends no sentence',
    'See e.g. the file AGENTS.md which needs:\n- Node\n',
    ['See e.g. the file AGENTS.md which needs: Node'],
  ],
  [
    'a sentence too long to be told with each item is told with all of them',
    `${'very '.repeat(60)}long:\n\n- one\n- two\n`,
    [`${'very '.repeat(60)}long: one; two`],
  ],
  [
    'words that lead to a paragraph are told with it, and with no other',
    'Exceptions:\n\nNever on Fridays.\n\nAnd it rains.\n',
    ['Exceptions: Never on Fridays.', 'And it rains.'],
  ],
  [
    'a link is its words, also where they are code',
    'See [`docs/a.md`](docs/a.md), [`uv`](https://uv.example.org) and `[x](y)`.\n',
    ['See `docs/a.md`, `uv` (https://uv.example.org) and `[x](y)`.'],
  ],
  [
    'what only leads elsewhere says nothing',
    '- [Rules](#rules)\n- [docs/a.md](docs/a.md)\n- [[Note]]\n- [Tides](https://tides.example.org)\n',
    ['Tides (https://tides.example.org)'],
  ],
  [
    'a short code block goes with the words that lead to it',
    '- Run all tests:\n  ```bash\n  # slow\n  make test\n  ```\n\nBuild it:\n\n```\n$ make\n```\n',
    ['Run all tests: `make test`', 'Build it: `make`'],
  ],
  [
    'words that lead to code that is not taken say nothing',
    '- The layout:\n  ```\n  a\n  b\n  c\n  d\n  ```\n- Use tabs\n',
    ['Use tabs'],
  ],
  [
    'what stands deep in a list keeps all that it stands below',
    '- Robots\n  - Hardware\n    - Cables go out at the side\n    - The lid is glued\n  - Names\n    - inside: mike\n',
    ['Robots: Hardware: Cables go out at the side; The lid is glued', 'Robots: Names: inside: mike'],
  ],
  [
    'a list that is indented as a whole is one list',
    'Rules:\n\n  - Use tabs\n  - Use pnpm\n',
    ['Rules: Use tabs', 'Rules: Use pnpm'],
  ],
  ['what is struck out was taken back', '- ~~Use npm~~\n- Use ~~npm~~ pnpm\n', ['Use ~~npm~~ pnpm']],
  [
    'the line that begins each such file is nobody’s rule',
    '# CLAUDE.md\n\nThis file provides guidance to Claude Code (claude.ai/code) when working with code in this repository.\n\n- Use pnpm\n',
    ['Use pnpm'],
  ],
  [
    'tags on lines of their own and where links lead are no words',
    '<details>\n<summary>More</summary>\n\n<rule>\nUse pnpm, see [the docs][1] and [b](http://b.example/a_(b))\n</rule>\n\n[1]: https://a.example "A"\n',
    ['Use pnpm, see the docs and b (http://b.example/a_(b))'],
  ],
  ['an underlined line is a heading', 'Do not\n------\n\n- Skip the hooks\n', ['Do not: Skip the hooks']],
  ['an empty item is none', '- Rules\n  - Use tabs\n  -\n-\n', ['Rules: Use tabs']],
])('%s', (_what, text, wanted) => {
  expect(told(text)).toEqual(wanted);
});

test('several headings of the first level are parts, one alone is the title', () => {
  const topics = (text: string): (string | undefined)[] =>
    read('AGENTS.md', text).facts.map(({ fields }) => fields.topic);
  expect(topics('# Style\n- Tabs\n\n# Tests\n- Fast\n')).toEqual(['Style', 'Tests']);
  expect(topics('# Style\n- Tabs\n')).toEqual([undefined]);
  expect(topics('Style\n=====\n\n- Tabs\n\nTests\n===\n- Fast\n')).toEqual(['Style', 'Tests']);
});

test('an open task is no statement, wherever it stands; what was done below one is', () => {
  expect(
    ofDay(
      '- Talked to Bo\n  - [ ] call him back\n- [ ] Boat\n  - [x] sand the hull\n  - paint is red\n- [x] Shop\n  - milk\n  - [ ] bread\n',
    ),
  ).toEqual(['Talked to Bo', 'done Boat: sand the hull', 'done Shop: milk']);
});

test('checkboxes that mark a kind of note are notes; those that were dropped or moved are open', () => {
  expect(ofDay('- [!] The bridge is closed\n- [i] A boat of tin\n- [-] dropped\n- [>] moved\n- [/] half\n')).toEqual([
    'The bridge is closed',
    'A boat of tin',
  ]);
});

test('a time at the beginning is one also below words that lead to it', () => {
  expect(ofDay('Morning:\n\n- 08:15 Met Ilse\n\n## Ideas\n\n- 09:00 A shop #work\n')).toEqual([
    '08:15 Morning: Met Ilse',
    '09:00 Ideas: A shop',
  ]);
});

test('basic-memory: an observation names what it is about, and relations may be quoted', () => {
  const note = (lines: string): string[] =>
    textsIn('ada.md', `---\ntitle: Ada Lovelace\npermalink: ada\n---\n${lines}`);
  expect(note("- [born] 1815\n- [fact] ADA LOVELACE wrote notes\n- 'in response to' [[Menabrea]]\n")).toEqual([
    'Ada Lovelace: 1815',
    'ADA LOVELACE wrote notes',
    'Ada Lovelace in response to Menabrea',
  ]);
});

test('basic-memory: the summary of a memvault is nobody’s note', () => {
  expect(
    detectFormat(
      given('elsewhere/SUMMARY.md', '<!-- memvault:memory -->\n- [work] She works there\n<!-- /memvault:memory -->\n'),
    ),
  ).toBe(null);
});

test('agent-memory-folder: the kind of a memory under metadata', () => {
  const text =
    '---\nname: tests\ndescription: about tests\nmetadata:\n  node_type: memory\n  type: feedback\n---\n\nData is invented.\n\n**Why:** lists were public.\n\n**How to apply:**\n- write a factory\n';
  expect(read('feedback_tests.md', text).facts).toEqual([
    expect.objectContaining({
      category: 'preference',
      text: 'Data is invented. **Why:** lists were public. **How to apply:** write a factory',
    }),
  ]);
  expect(detectFormat(given('x.md', '---\nname: a\ndescription: b\ntype: constructor\n---\nc\n'))).toBe(null);
});

test('chatgpt: lists as other assistants ask for them', () => {
  const text =
    'Here are your memories:\n\n**Personal:**\n\n```text\n[2026-01-02] - User lives in Husum.\n[unknown] - User keeps bees.\n[2026-02-03]. User sails\n```\n';
  expect(read('memories.txt', text).facts.map(({ day, text: words, place }) => [day, words, place])).toEqual([
    ['2026-01-02', 'User lives in Husum.', '6'],
    [null, 'User keeps bees.', '7'],
    ['2026-02-03', 'User sails', '8'],
  ]);
});

test.each([
  ['words.json', '["tea","milk"]', null],
  ['i18n.json', '[{"value":"Save"}]', null],
  ['comments.json', '[{"id":1,"content":"Nice"}]', null],
  ['texts.json', '[{"text":"Nice"}]', null],
  ['memories.json', '["tea"]', 'chatgpt'],
  ['x.json', '["User keeps bees"]', 'chatgpt'],
  ['x.json', '[{"content":"Sails","enabled":true}]', 'chatgpt'],
  ['my_memory.json', '[{"text":"Sails"}]', 'chatgpt'],
])('chatgpt: is %s with %s one?', (path, text, wanted) => {
  expect(detectFormat(given(path, text))?.name ?? null).toBe(wanted);
});

test('chatgpt: what is not in use any more is left', () => {
  const { facts, left } = read(
    'm.json',
    '[{"id":"a","content":"Sails","state":"active"},{"id":"b","content":"Rows","state":"deleted"}]',
  );
  expect({ facts: facts.map(({ text }) => text), left: left.map(({ line }) => line) }).toEqual({
    facts: ['Sails'],
    left: [2],
  });
});

test('mem0: what has expired is left, and no time is not 1970', () => {
  const { facts, left } = read(
    'm.json',
    '[{"id":"a","memory":"Old","expiration_date":"2026-06-30"},{"id":"b","memory":"Till today","expiration_date":"2026-07-01"},{"id":"c","memory":"No time","created_at":0,"expiration_date":null}]',
  );
  expect(facts.map(({ text, day }) => [text, day])).toEqual([
    ['Till today', null],
    ['No time', null],
  ]);
  expect(left).toEqual([{ line: 1, why: 'it expired on 2026-06-30', isBad: false }]);
});

const N = 60_000;
test.each([
  ['a tag without an end', `- #${'a'.repeat(N)}!`],
  ['spaces', `- [aa] a${' '.repeat(N)}b`],
  ['tags', `- [aa] x${' #a'.repeat(N / 3)} (`],
  ['comments', `- ${'<!--'.repeat(N / 4)}`],
  ['a list as deep as it gets', Array.from({ length: 3000 }, (_, at) => `${' '.repeat(at)}- a${at}:`).join('\n')],
  ['a clock that never ends', ' :LOGBOOK:\n'.repeat(N / 4)],
  ['marks that never end', '<!-- memvault:x -->\n'.repeat(N / 4)],
  ['summaries', `${'<summary></summary>'.repeat(N / 20)}x`],
  ['links', `- ${'[a]('.repeat(N / 4)}`],
  ['bold', `${'**a*'.repeat(N / 4)}:`],
])('%s: read in no time', (_what, text) => {
  const begin = process.cpuUsage();
  for (const format of NOTE_FORMATS) formatNamed(format)?.read(given('2026-06-01.md', text));
  expect(process.cpuUsage(begin).user / 1000).toBeLessThan(2000);
});

test('any note: each statement has words of the line that it names', () => {
  const line = fc.constantFrom(
    '- a one',
    '  - b two',
    '\t\t- c three',
    '1. d four',
    'e five:',
    '**f six**',
    '# g seven',
    '## h never',
    '```bash',
    'i # eight',
    '```',
    '',
    '> j',
    '| k |',
    '- [x] l',
    '- [ ] m',
    '    n',
    '- o:',
    '<!-- p',
    '-->',
    '- [q](r)',
    '~~s~~',
    '---',
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      for (const { text, place } of read('CLAUDE.md', lines.join('\n')).facts) {
        const word = /[a-z]+/.exec((lines[Number(place) - 1] ?? '').replace(/^\s*- \[[ x]\] /, ''))?.[0] ?? '';
        expect(text).toContain(word);
      }
    }),
    { numRuns: 400 },
  );
});
