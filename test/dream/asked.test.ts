// The statement that an engine drafts for a merge: a person is shown it only where it says all that the facts say.
import { expect, test } from 'vitest';
import { planReviews } from '../../src/dream/plan/asked.ts';
import type { Fact } from '../../src/model/fact.ts';
import type { ReviewProposal } from '../../src/model/review.ts';

const fact = (id: string, text: string): Fact => ({
  id,
  computed: false,
  day: '2026-07-01',
  time: '14:05',
  session: 's',
  path: 'daily/2026-07-01.md',
  line: 5,
  category: 'work',
  text,
  tags: [],
  fields: {},
});
const [a, b] = [fact('aaaaaaaaaa', 'Ann has 2 dogs'), fact('bbbbbbbbbb', 'There are dogs with Ann, and one is Rex')];
const asked = (draft: string | undefined, kind: ReviewProposal['kind'] = 'merge') =>
  planReviews([{ kind, facts: [a.id, b.id], reason: 'x', score: 0.5, ...(draft === undefined ? {} : { draft }) }], {
    engine: 'test/first-look-1',
    standsFor: (id) => ({ id }),
    view: {
      factById: new Map([a, b].map((one) => [one.id, one])),
      forgotten: new Set(),
      reviews: new Map(),
      apart: () => false,
    },
  });

test.each([
  ['Ann has 2 dogs, one of which is Rex', 'Ann has 2 dogs, one of which is Rex'],
  ['  Ann has 2 dogs, one of which is Rex ', 'Ann has 2 dogs, one of which is Rex'],
  ['Ann has dogs, one of which is Rex', undefined],
  ['Ann has 2 dogs', undefined],
  ['Ann has 3 dogs, one of which is Rex', undefined],
  ['Ann has 2 dogs, not Rex', undefined],
  ['Ann has 2 dogs, Rex and Tom', undefined],
  ['Ann has 2 dogs,\none is Rex', undefined],
  [`Ann has 2 dogs, one is Rex ${'and '.repeat(40)}`, undefined],
  ['', undefined],
  [undefined, undefined],
])('%s', (draft, wanted) => {
  const [review] = asked(draft);
  expect([review?.kind, review?.draft]).toEqual(['merge', wanted]);
});

test('only a merge has a statement for all', () => {
  expect(asked('Ann has 2 dogs, one of which is Rex', 'supersede').map(({ draft }) => draft)).toEqual([undefined]);
});
