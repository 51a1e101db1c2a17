// Where the prose of a note is, whatever it stands in: lists, quotes, and what is no prose beside them.
import { describe, expect, it } from 'vitest';
import { commentLength, scanNote } from '../../src/note/outline.ts';

/** Each block as `line: text`, a heading with its level. */
const blocks = (text: string): string[] =>
  scanNote(text).map(
    ({ kind, start, end, line, level }) =>
      `${line}${kind === 'heading' ? ` h${level}` : ''}: ${text.slice(start, end)}`,
  );

describe('a quote mark inside of what is no prose is its own text', () => {
  it.each([
    [
      'a fence is not ended by one in a quote',
      '```box\n> [!info] x\n> ```js\n> y\n>```\n```\n## After',
      ['7 h2: ## After'],
    ],
    ['lines of a fence in an item', '- item\n\n  ```md\n  > quoted\n  > text\n  ```\n\ntext', ['1: item', '8: text']],
    ['a fence in a quote keeps deeper marks', '> ```md\n>> # no heading\n> ```\n> # Heading', ['4 h1: # Heading']],
    ['math, a comment and HTML', '$$\n> a\n$$\n\n%%\n> b\n%%\n\n<div>\n> c\n</div>\n\nd', ['13: d']],
    ['and the quote that holds it ends it', '> ```\n> x\n# Heading', ['3 h1: # Heading']],
  ])('%s', (_, text, expected) => expect(blocks(text)).toEqual(expected));
});

describe('items of a list with empty lines between them', () => {
  it.each([
    ['below one by a tab', '- a\n\t- b\n\n\t- c\n\n\t\td\n\n- e', ['1: a', '2: b', '4: c', '6: d', '8: e']],
    [
      'below two',
      '1. a\n   - b\n     - c\n\n   - d\n\n     e\n\n   f\n',
      ['1: a', '2: b', '3: c', '5: d', '7: e', '9: f'],
    ],
    ['with code of their own', '- a\n  - b\n\n  - c\n\n        code\n\n    d', ['1: a', '2: b', '4: c', '8: d']],
    ['a fence of the outer one behind the inner one', '- a\n  - b\n\n  ```\n  x\n  ```\n  c', ['1: a', '2: b', '7: c']],
    ['behind the list, code is code', '- a\n\t- b\n\ntext\n\n\tcode', ['1: a', '2: b', '4: text']],
    ['a quote ends them', '- a\n> b\n\n    code', ['1: a', '2: b']],
    ['in a quote', '> - a\n>   - b\n>\n>   - c\n\n    code', ['1: a', '2: b', '4: c']],
  ])('%s', (_, text, expected) => expect(blocks(text)).toEqual(expected));
});

describe('a tab goes to the next fourth column of the line', () => {
  it.each([
    ['behind the mark of an item', '-\ta\n\n\tb\n\n1.\tc\n\n\td', ['1: a', '3: b', '5: c', '7: d']],
    ['behind a quote mark', '> - a\n>\n> \t- b\n>\n>\t- c', ['1: a', '3: b', '5: c']],
    ['so that two make code in a quote', '>\t\tcode\n\n> \t text', ['3: text']],
  ])('%s', (_, text, expected) => expect(blocks(text)).toEqual(expected));
});

describe('math in an item goes on to its end, however its lines stand in', () => {
  it.each([
    [
      'begun behind the mark',
      '- $$a =\n\\left[\nb\n\\right]\n$$\n# Heading\n- $$c$$ and d',
      ['6 h1: # Heading', '7: $$c$$ and d'],
    ],
    ['on lines of its own, with an empty one', '1. a\n   $$\nb\n=\nc\n\n$$\n   - d', ['1: a', '8: d']],
    ['the quote that holds it ends it', '> $$\n> a\n# Heading\n\n$$\nb\n$$', ['3 h1: # Heading']],
  ])('%s', (_, text, expected) => expect(blocks(text)).toEqual(expected));
});

it.each([
  ['text\n', 0],
  ['%%\nx\n\ny\n%%\ntext\n', 11],
  ['text\n\n<!-- x\n\ny -->\ntext', 14],
  ['> %%\n> x\n\ntext', 7],
  ['text\n%% to the end\n```\nx\n```\n', 24],
  ['```\n%%\nx\n%%\n```\n', 0],
])('of %j so many characters are of comments: %i', (text, length) => expect(commentLength(text)).toBe(length));
