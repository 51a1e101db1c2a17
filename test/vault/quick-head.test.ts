// The front matter of memvault's own pages, read line by line: never otherwise than by the parser of YAML.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePageHead } from '../../src/page/edit-page.ts';
import { renderNewPage } from '../../src/vault/render-pages.ts';
import { quickHead } from '../../src/vault/view.ts';

const path = '2_Wiki/Home page.md';
const page = (...lines: string[]) => `---\n${lines.map((line) => `${line}\n`).join('')}---\n\n## Overview\n`;

test('what memvault writes is read', () => {
  const texts = [
    page(
      'type: topic',
      'title: Home',
      'description: What is known about Home',
      'tags: [home, big garden]',
      'aliases: [House, The place]',
      'status: stable',
      'review: current',
      'updated: 2026-07-02',
      'confidence: 0.8',
    ),
    page('type: note', 'status: draft'),
    page('title: Home', 'tags: []'),
    renderNewPage({
      type: 'topic',
      title: 'Home',
      description: 'What is known about Home',
      tags: ['home', 'big garden'],
      updated: '2026-07-02',
    }),
  ];
  for (const text of texts) {
    expect(quickHead(path, text)).not.toBe(null);
    expect(quickHead(path, text)).toEqual(parsePageHead(path, text));
  }
});

const odd = fc
  .array(
    fc.constantFrom(
      'Home',
      'null',
      'True',
      'no',
      '12',
      '1e3',
      '0x1',
      '2026-07-02',
      '.',
      ',',
      ', ',
      ' ',
      '-',
      '- ',
      '_',
      '(',
      ')',
      '[',
      ']',
      '{',
      '}',
      ':',
      ': ',
      ' #',
      '#',
      '"',
      "'",
      '|',
      '>',
      '&a',
      '*a',
      '!!str',
      '/',
      '\\',
      '%',
      '@',
      '`',
      '家',
      'é',
      '\t',
      '\r',
      '?',
      '<<',
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''));
const words = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Home', 'Home page', 'a, b', 'null', 'True', 'x (y)', 'C', 'a-b/c') },
  { weight: 1, arbitrary: odd },
);
const key = fc.constantFrom('type', 'title', 'description', 'status');
const listKey = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom('tags', 'aliases') },
  { weight: 1, arbitrary: fc.constantFrom('title', 'updated', ' type', 'a b') },
);
const line = fc.oneof(
  fc.tuple(key, words).map(([name, value]) => `${name}: ${value}`),
  fc
    .tuple(listKey, fc.array(words, { maxLength: 3 }), fc.constantFrom(', ', ', ', ','))
    .map(([name, items, by]) => `${name}: [${items.join(by)}]`),
  fc
    .tuple(fc.constantFrom('updated', 'confidence', 'tags', 'Title', ''), words)
    .map(([name, value]) => `${name}: ${value}`),
);

test('what is read is what YAML says', () => {
  let count = 0;
  fc.assert(
    fc.property(
      fc.array(line, { maxLength: 5 }),
      fc.oneof(
        { weight: 9, arbitrary: fc.constant('---\n') },
        { weight: 1, arbitrary: fc.constantFrom('---\r\n', '--- \n', '----\n', '...\n', '---') },
      ),
      (lines, end) => {
        const text = `---\n${lines.map((one) => `${one}\n`).join('')}${end}\n## Overview\n`;
        const read = quickHead(path, text);
        if (read === null) return;
        if (lines.length > 0) count++;
        expect(read).toEqual(parsePageHead(path, text));
      },
    ),
    { numRuns: 5000 },
  );
  expect(count).toBeGreaterThan(100);
});
