import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lackingIn } from '../../../src/curate/fix/standing.ts';
import { draftOf } from '../../../src/curate/review/review.ts';

test.each<readonly [what: string, texts: readonly string[], draft: string | null]>([
  [
    'the longest that says all',
    ['User likes hiking', 'User likes hiking in the Harz'],
    'User likes hiking in the Harz',
  ],
  [
    'not a longer one that lacks a number',
    ['User ran 10 km on Monday', 'User went for a run, which was a long one'],
    'User ran 10 km on Monday',
  ],
  ['of equally long ones the later', ['User likes teas', 'User enjoys tea'], 'User enjoys tea'],
  ['none where each has its own', ['The build runs on Node 18', 'The build runs on Linux'], null],
  ['none where one denies', ['User eats fish', 'User does not eat fish'], null],
])('%s', (_what, texts, draft) => {
  expect(draftOf(texts)).toBe(draft);
});

test('a draft is one of the wordings, and lacks nothing', () => {
  const word = fc.constantFrom('tea', 'Anna', '7', 'not', '2026-07-01', 'likes', '`x`', 'Berlin', '茶');
  fc.assert(
    fc.property(
      fc.array(
        fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
        { minLength: 1, maxLength: 8 },
      ),
      (texts) => {
        const draft = draftOf(texts);
        if (draft === null) expect(texts.every((text) => lackingIn(text, texts).length > 0)).toBe(true);
        else {
          expect(texts).toContain(draft);
          expect(lackingIn(draft, texts)).toEqual([]);
        }
      },
    ),
  );
});
