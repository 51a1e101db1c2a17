// Which places of a note a link can name, and whether one names them.
import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { makeHasAnchor, parseNoteAnchors } from '../../src/note/link-map.ts';
import { cpuTime } from '../support/cpu-time.ts';

const headings = (text: string): string[] =>
  parseNoteAnchors(text).headings.map(({ text: title, level, line }) => `${line} ${'#'.repeat(level)} ${title}`);

describe('headings', () => {
  it.each([
    ['# One\n\n###### Six ##\n', '1 # One', '3 ###### Six'],
    ['One\n===\nTwo\nlines\n---\n', '1 # One', '3 ## Two lines'],
    ['> ## Quoted\n- # In an item', '1 ## Quoted', '2 # In an item'],
    ['---\ntitle: x\n---\n# One', '4 # One'],
    ['# C#\n# A [[b|c]] `d`\r\n', '1 # C#', '2 # A [[b|c]] `d`'],
    ['#\ttab', '1 # tab'],
    ['One\n- \n', '1 ## One'],
    ['> one\ntwo\n\nThree\n===\n', '4 # Three'],
  ])('%j', (text, ...expected) => expect(headings(text)).toEqual(expected));

  it.each([
    '#tag',
    '####### seven',
    '```\n# code\n```',
    '    # code',
    '%%\n# comment\n%%',
    '<!--\n# comment\n-->',
    '\\# no',
    'text\n\n---\n',
    '- item\n---\n',
    '| a |\n| --- |',
    '---\n===\n',
    '- - -\n---\n',
    '> one\n===\n',
    'x\n    # no\n',
    '$$\n# math\n$$',
    '<div>\n# html\n</div>',
  ])('%j has none', (text) => expect(headings(text)).toEqual([]));
});

describe('blocks', () => {
  it.each([
    ['text ^one', 'one'],
    ['- item ^a-1\n  more ^B2', 'a-1', 'b2'],
    ['> quote\n\n^quoted\n', 'quoted'],
    ['![[a.png]]^shown', 'shown'],
    ['# Heading ^head\r\n', 'head'],
    ['| a |\n^table', 'table'],
  ])('%j', (text, ...expected) => expect(parseNoteAnchors(text).blocks).toEqual(expected));

  it.each(['x^2', 'text ^a b', 'text ^a_b', '```\nx ^code\n```', '[^note]'])('%j has none', (text) =>
    expect(parseNoteAnchors(text).blocks).toEqual([]),
  );
});

const hasAnchor = makeHasAnchor(
  parseNoteAnchors(
    '# Guide\n## At work: *today*\nx ^k3v9\n### Tea\n## At home\n### Tea\n## C# & co.\n## Guide\n## 你好 世界\n## a_b\n',
  ),
);

test.each([
  ['Guide', true, true],
  ['guide', true, true],
  ['At work today', true, true],
  ['At work: *today*', true, true],
  ['  At   home ', true, true],
  ['At home#Tea', true, true],
  ['Guide#At home#Tea', true, true],
  ['C# & co.', false, false],
  ['C  & co', true, true],
  ['^k3v9', true, true],
  ['^K3V9', true, true],
  ['At work#^k3v9', true, true],
  ['你好 世界', true, true],
  ['Tea#At home', false, false],
  ['Tea#Tea', false, false],
  ['At', false, false],
  ['^k3v', false, false],
  ['k3v9', false, false],
  ['Coffee', false, false],
  ['at-work-today', false, true],
  ['guide-1', false, true],
  ['c--co', false, true],
  ['你好-世界', false, true],
  ['a_b', true, true],
  ['at-work', false, false],
])('%s: found as Obsidian does %s, as GitHub does %s', (anchor, asObsidian, asGitHub) => {
  expect([hasAnchor(anchor, false), hasAnchor(anchor, true)]).toEqual([asObsidian, asGitHub]);
});

const rich = parseNoteAnchors(
  '# Dup\n## Dup\n## [Docs](https://x.y) of [[a|b]] <b>c</b>\n## Tag #foo here\n## 1. A_b: `c`\n',
);

test.each([
  ['dup', true],
  ['dup-1', true],
  ['dup-2', false],
  ['dup-01', false],
  ['docs-of-b-c', true],
  ['docshttpsxy-of-ab-bcb', false],
  ['tag-foo-here', true],
  ['1-a_b-c', true],
])('GitHub calls a heading #%s: %s', (anchor, is) => expect(makeHasAnchor(rich)(anchor, true)).toBe(is));

test('a heading is found by what is written', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[A-Za-z0-9 .,:!?*'"()&-]{1,20}$/).filter((text) => /[a-z]/i.test(text)),
      (title) => {
        expect(makeHasAnchor(parseNoteAnchors(`# ${title}\n`))(title, false)).toBe(true);
      },
    ),
  );
});

test('a long note of headings takes a moment', () => {
  for (const piece of ['# a\n', '#', '# ', '^', ' ^a', 'a\n===\n', '> # ', '- ', '* '])
    expect(cpuTime(() => void parseNoteAnchors(piece.repeat(500_000 / piece.length)))).toBeLessThan(1000);
});

test('a long note that links to each of its headings takes a moment', () => {
  const has = makeHasAnchor(
    parseNoteAnchors(Array.from({ length: 20_000 }, (_, index) => `## Part ${index}\n`).join('')),
  );
  expect(
    cpuTime(() => {
      for (let index = 0; index < 20_000; index++)
        expect([has(`part ${index}`, false), has(`part ${index}x`, true)]).toEqual([true, false]);
    }),
  ).toBeLessThan(2000);
});
