import fc from 'fast-check';
import { expect, test } from 'vitest';
import { painter, widthOf, wrap } from '../../../src/cli/terminal/face.ts';
import { toTerminal } from '../../../src/model/controls.ts';
import { renderWays } from '../../../src/cli/render/explain.ts';
import { renderTags } from '../../../src/cli/commands/tags.ts';
import type { ListedTag } from '../../../src/curate/tags/use.ts';

const paint = painter(true);

test.each<readonly [what: string, text: string, columns: number, lines: readonly string[]]>([
  ['what fits', 'User likes tea', 30, ['  1  User likes tea']],
  ['between words', 'User likes tea from the hills of Uva', 30, ['  1  User likes tea from the', '     hills of Uva']],
  [
    'a word that is longer than a line',
    'https://example.com/a/very/long/address',
    30,
    ['  1  https://example.com/a/ve', '     ry/long/address'],
  ],
  ['wide signs count twice', '用户住在里斯本并且喜欢喝茶', 26, ['  1  用户住在里斯本并且喜', '     欢喝茶']],
  ['no terminal', 'User likes tea '.repeat(20).trim(), Infinity, [`  1  ${'User likes tea '.repeat(20).trim()}`]],
  ['no words', '', 30, ['  1  ']],
  [
    'colour takes no column',
    paint('yellow', 'User likes tea from the hills of Uva'),
    30,
    ['  1  \u001B[33mUser likes tea from the', '     hills of Uva\u001B[39m'],
  ],
  [
    'a change of colour stays in one piece',
    `${paint('yellow', 'x'.repeat(24))}${'y'.repeat(3)}`,
    30,
    [`  1  \u001B[33m${'x'.repeat(24)}\u001B[39m`, '     yyy'],
  ],
])('%s', (_what, text, columns, lines) => {
  expect(wrap(text, columns, '  1  ').map(toTerminal)).toEqual(lines);
});

test.each([80, Infinity])('a text of 300,000 words is one pass over it, at %s columns', (columns) => {
  const start = performance.now();
  expect(wrap('word '.repeat(300_000).trim(), columns).join(' ').length).toBe(1_499_999);
  expect(performance.now() - start).toBeLessThan(5000);
});

test('a first line that begins farther in is no wider than the others', () => {
  expect(wrap('User likes tea from the hills of Uva', 28, 'note: ', '  ')).toEqual([
    'note: User likes tea from',
    '  the hills of Uva',
  ]);
});

test('no line is longer than the terminal, and nothing is lost', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ unit: 'grapheme-ascii', maxLength: 40 }).map((word) => word.replaceAll(' ', '')),
        { maxLength: 20 },
      ),
      fc.integer({ min: 30, max: 120 }),
      (words, columns) => {
        const lines = wrap(words.join(' '), columns, '   ');
        expect(lines.every((line) => line.length < columns)).toBe(true);
        expect(
          lines
            .map((line) => line.slice(3))
            .join('')
            .replaceAll(' ', ''),
        ).toBe(words.join(''));
      },
    ),
  );
});

test('columns stand below each other where a tag or a page is written in wide signs', () => {
  const tag = (name: string): ListedTag => ({ tag: name, aliases: [], facts: 7, pages: 0 });
  const starts = (lines: readonly string[], behind: string): number[] =>
    lines.map((line) => widthOf(line.slice(0, line.indexOf(behind))));
  expect(
    starts(
      renderTags([tag('日本語'), tag('home-lab'), tag('müsli')], { columns: Infinity, paint: painter(false) }).split(
        '\n',
      ),
      '7 facts',
    ),
  ).toEqual([10, 10, 10]);
  expect(
    starts(
      renderWays(
        [
          ['memvault open 茶', 'the page'],
          ['memvault diff', 'the page'],
        ],
        { columns: 80 },
      ),
      'the page',
    ),
  ).toEqual([20, 20]);
});
