import { expect, test } from 'vitest';
import { makeFindQuote } from '../../src/language/model-text.ts';

const LENGTH = { least: 3, leastUnspaced: 2, most: 60 };
const find = (passage: string, words: string): string | null =>
  makeFindQuote(['Nothing of it.', passage], LENGTH)(words)?.quote ?? null;

test.each([
  ['I live in\n  Rome, near  the river.', 'I live in Rome, near the river', 'I live in\n  Rome, near  the river'],
  ['I’m at the “Blue Door” – daily', 'I\'m at the "Blue Door" - daily', 'I’m at the “Blue Door” – daily'],
  ['Cafe\u0301 Central is mine', 'Caf\u00E9 Central', 'Cafe\u0301 Central'],
  ['Caf\u00E9 Central is mine', 'Cafe\u0301 Central', 'Caf\u00E9 Central'],
  ['ｆｕｌｌ width', 'full width', 'ｆｕｌｌ width'],
  ['我住在杭州，很久了', '我住在杭州', '我住在杭州'],
  ['I live in Rome', '"I live in Rome…"', 'I live in Rome'],
  ['It is a ﬁne ﬁsh', 'fine ﬁsh', 'ﬁne ﬁsh'],
])('in %j stands %j', (passage, words, quote) => {
  expect(find(passage, words)).toBe(quote);
  expect(passage).toContain(quote);
});

test.each([
  ['I live in Rome', 'I lived in Rome'],
  ['I live in Rome', 'i live in rome'],
  ['I live in Rome', 'in Ro'],
  ['I live in Rome', 'I'],
  ['I live in Rome', ''],
  ['I live in Rome. I like it.', 'I live in Rome I like it'],
  ['我住在杭州', '杭'],
  [`I live ${'x'.repeat(80)}`, `I live ${'x'.repeat(80)}`],
])('in %j does not stand %j', (passage, words) => {
  expect(find(passage, words)).toBeNull();
});

test('no quote goes over the border of two passages', () => {
  expect(makeFindQuote(['I live', 'in Rome'], LENGTH)('I live in Rome')).toBeNull();
  expect(makeFindQuote(['I live', 'in Rome'], LENGTH)('in Rome')).toEqual({ passage: 1, quote: 'in Rome' });
});
