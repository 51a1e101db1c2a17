// How far words are looked for within words.
import { expect, test } from 'vitest';
import { longerAround } from '../../src/index/expand-terms.ts';

test('a word is looked for within all others, but not in an index of very many', () => {
  const view = { startingWith: () => ['backlights', 'lighthouse', 'xylophone'], terms: 10_000 };
  expect(longerAround(view, 'light').map(({ term }) => term)).toEqual(['backlights']);
  expect(
    longerAround(
      {
        ...view,
        terms: 10_001,
        startingWith: () => {
          throw new Error('read');
        },
      },
      'light',
    ),
  ).toEqual([]);
});
