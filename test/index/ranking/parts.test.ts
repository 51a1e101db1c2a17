// The parts of a ranking, one by one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAsking } from '../../../src/index/query.ts';
import { askingFactor, recencyFactor, scoreAll, sessionShares } from '../../../src/index/rank.ts';
import { createBest, thresholdOf } from '../../../src/index/ranking/order.ts';
import {
  conversationTest,
  coverageFactor,
  createVicinity,
  factorOf,
  NAMED_NAME,
  NAMED_TAG,
  NAMED_WORD,
  namedFactor,
  type Nearby,
  SHARE,
  spread,
} from '../../../src/index/ranking/factors.ts';
import { unsureWord } from '../../../src/index/keywords.ts';
import { plainInput, plainRow, plainTables } from '../plain-view.ts';

const two = (list: ArrayLike<number>) => Array.from(list, (value) => Math.round(value * 100) / 100);

test('the best of many, as sorting gives them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      (scores, most) => {
        const best = createBest(most, (a, b) => b - a);
        scores.forEach((score, row) => best.offer(row, score));
        expect(best.sorted()).toEqual(
          scores
            .map((score, row) => ({ row, score }))
            .sort((a, b) => b.score - a.score || b.row - a.row)
            .slice(0, most),
        );
      },
    ),
  );
});

test('a threshold lets the best through, all of them, and hardly more', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constant(-1), fc.double({ min: 0, max: 50, noNaN: true })), { maxLength: 80 }),
      fc.integer({ min: 1, max: 20 }),
      (scores, most) => {
        const best = [...scores]
          .sort((a, b) => b - a)
          .slice(0, most)
          .filter((score) => score >= 0);
        const threshold = thresholdOf(Float64Array.from(scores), most);
        expect(
          scores
            .filter((score) => score >= threshold)
            .sort((a, b) => b - a)
            .slice(0, most),
        ).toEqual(best);
      },
    ),
  );
  const many = Float64Array.from({ length: 10_000 }, (_, i) => i / 100);
  expect(many.filter((score) => score >= thresholdOf(many, 100)).length).toBeLessThan(130);
});

test('how much of a question is covered: all of it, the rare part, what stands beside', () => {
  expect(
    two([
      coverageFactor(4, 0, 4),
      coverageFactor(3, 0, 4),
      coverageFactor(1, 0, 4),
      coverageFactor(1, 2, 4),
      coverageFactor(3, 3, 4),
      coverageFactor(0, 0, 0),
    ]),
  ).toEqual([1, 0.8, 0.4, 0.8, 1, 1]);
});

test('a share of the best three of a group', () => {
  expect(two(sessionShares([12, 9, 6, 3, 3], [1, 1, 2, 1, 1]))).toEqual([2, 2, 0.5, 2, 2]);
});

const around = (ordinals: number[], options: { groups?: number[]; split?: number } = {}) => {
  const rows = ordinals.map((ordinal, i) => plainRow({ ordinal, group: options.groups?.[i] ?? 1 }));
  const parts = options.split === undefined ? [rows] : [rows.slice(0, options.split), rows.slice(options.split)];
  const vicinity = createVicinity(
    plainTables(parts.map((part) => plainInput(part))),
    Int32Array.from(rows, (_, row) => row),
  );
  return (row: number) =>
    Array.from({ length: vicinity.around(row) }, (_, i) => [vicinity.places[i], vicinity.distances[i]]).sort(
      (a, b) => (a[1] ?? 0) - (b[1] ?? 0) || (a[0] ?? 0) - (b[0] ?? 0),
    );
};

test('what stands beside a row: three places by ordinal, in its group alone', () => {
  expect(around([0, 1, 2, 3, 4, 5])(1)).toEqual([
    [0, -1],
    [2, 1],
    [3, 2],
    [4, 3],
  ]);
  expect(around([0, 2, 9, 10, 14])(2)).toEqual([[3, 1]]);
  expect(around([0, 1, 2, 0, 1], { groups: [1, 1, 1, 2, 2] })(2)).toEqual([
    [0, -2],
    [1, -1],
  ]);
  expect(around([3, 3, 3, 4])(0)).toEqual([[3, 1]]);
});

test('beside a row of another segment too, as if all were one', () => {
  expect(around([0, 1, 4, 2, 3], { split: 3 })(1)).toEqual([
    [0, -1],
    [3, 1],
    [4, 2],
    [2, 3],
  ]);
  expect(around([0, 1, 4, 2, 3], { split: 3 })(3)).toEqual([
    [0, -2],
    [1, -1],
    [4, 1],
    [2, 2],
  ]);
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 12 }), { minLength: 2, maxLength: 10 }),
      fc.nat(9),
      (ordinals, at) => {
        const split = 1 + (at % (ordinals.length - 1));
        const [first, second] = [
          ordinals.slice(0, split).sort((a, b) => a - b),
          ordinals.slice(split).sort((a, b) => a - b),
        ];
        const both = [...first, ...second];
        const ofAll = around([...both].sort((a, b) => a - b));
        const ofTwo = around(both, { split });
        const sorted = [...both].sort((a, b) => a - b);
        both.forEach((ordinal, row) =>
          expect(ofTwo(row).map(([beside, distance]) => [both[beside ?? 0], distance])).toEqual(
            ofAll(sorted.indexOf(ordinal)).map(([beside, distance]) => [sorted[beside ?? 0], distance]),
          ),
        );
      },
    ),
  );
});

test('a session of seven facts is a conversation, whatever segments its rows are in', () => {
  const long = (ordinals: number[], split: number, kind: 'fact' | 'text' = 'fact') => {
    const rows = [
      ...ordinals.map((ordinal) => plainRow({ kind, ordinal, group: 1 })),
      plainRow({ kind, ordinal: 0, group: 2 }),
    ];
    const parts = [rows.slice(0, split), rows.slice(split)].filter((part) => part.length > 0);
    const isLong = conversationTest(plainTables(parts.map((part) => plainInput(part))));
    return rows.map((_, row) => isLong(row));
  };
  const seven = [0, 1, 2, 3, 4, 5, 6];
  for (let split = 1; split <= 8; split++)
    expect([split, long(seven, split)]).toEqual([split, [...seven.map(() => true), false]]);
  expect(long([0, 1, 2, 3, 4, 5], 7)).toEqual(Array(7).fill(false));
  expect(long([5, 6, 0, 1], 2)).toEqual([true, true, true, true, false]);
  expect(long([0, 1], 3, 'text')).toEqual([true, true, true]);
});

/** What a term brings to the rows around those that hold it, in one group of consecutive rows. */
function brought(scores: number[], asks: number[] = []): Nearby {
  const into = {
    worth: new Float64Array(scores.length),
    covered: new Float32Array(scores.length),
    best: new Float32Array(scores.length),
    touched: new Int32Array(scores.length),
  };
  const holding = scores.flatMap((score, row) => (score > 0 ? [row] : []));
  const asking = Uint8Array.from(scores, (_, row) => (asks.includes(row) ? 1 : 0));
  const view = plainTables([plainInput(scores.map((_, ordinal) => plainRow({ kind: 'text', ordinal })))]);
  spread(
    createVicinity(
      view,
      Int32Array.from(scores, (_, row) => row),
    ),
    Float64Array.from(scores),
    Int32Array.from(holding),
    2,
    asking,
    into,
  );
  return into;
}

test('what stands before a row counts for more than what stands behind it', () => {
  expect(two(brought([0, 0, 0, 0, 1.6, 0, 0, 0, 0]).worth)).toEqual([0, 0.24, 0.4, 0.56, 0, 1.6, 1.12, 0.64, 0]);
});

test('a question lends its words to the next in full and more; a term counts once, by the best', () => {
  expect(two(brought([1, 0, 0], [0]).worth)).toEqual([0, 2, 0.7]);
  expect(two(brought([1, 0, 1]).worth)).toEqual([0, 1, 0]);
});

test('a term that a row holds itself brings only what is missing, and covers nothing anew', () => {
  const { worth, covered } = brought([3, 1]);
  expect([two(worth), two(covered)]).toEqual([
    [0, 2],
    [0, 0],
  ]);
  expect(two(brought([1.6, 0]).covered)).toEqual([0, 1]);
  expect(two(brought([9, 0]).covered)).toEqual([0, 2]);
});

test('a row that asks, and one that the question names', () => {
  expect([askingFactor(0), askingFactor(1)]).toEqual([1, 0.9]);
  expect([0, NAMED_TAG, NAMED_WORD, NAMED_NAME].map(namedFactor)).toEqual([1, 1.2, 1.4, 2]);
});

test('what is new: of today, of a month ago, of half a year ago; to come; without a day', () => {
  expect([20_000, 19_970, 19_820, 20_009, 0, -5].map((day) => recencyFactor(day, 20_000))).toEqual([
    1.03, 1.02, 1, 1.03, 1, 1,
  ]);
});

test('what is sure, half sure, not sure at all', () => {
  expect(two([1, 0.8, 0.4, 0].map(factorOf))).toEqual([1, 1, 0.93, 0.85]);
});

test.each([
  [[], null],
  [[{}], null],
  [[{ confidence: '0.9' }], null],
  [[{ confidence: '0.8' }], null],
  [[{ confidence: '.79' }], 'unsure:7'],
  [[{ confidence: '0.7' }], 'unsure:7'],
  [[{ confidence: '0.3' }], 'unsure:3'],
  [[{ confidence: '0' }], 'unsure:0'],
  [[{ confidence: 'hardly' }], null],
  [[{ confidence: '0.3', pinned: 'true' }], null],
  [[{ confidence: '0.3' }, { confidence: '0.6' }], 'unsure:6'],
  [[{ confidence: '0.3' }, {}], null],
  [[{ confidence: '0.3' }, { confidence: '0.3', pinned: 'yes' }], null],
] as [Readonly<Record<string, string>>[], string | null][])(
  'unsure by the surest of its facts: %j',
  (facts, expected) => {
    expect(unsureWord(facts.map((fields) => ({ id: 'aaaaaaaaaa', fields })))).toBe(expected);
  },
);

test.each([
  ['Which one?', true],
  ['Which one? ', true],
  ['He said "which one?"', true],
  ['Which one? [shared a photo of a lake]', true],
  ['哪一个？', true],
  ['أين؟', true],
  ['Really?!', true],
  ['Which one? That one.', false],
  ['[is it?] no', false],
  ['[photo]', false],
  [')', false],
  ['', false],
])('asks: %s', (text, expected) => expect(isAsking(text)).toBe(expected));

test('all scores in one loop are what their factors say one by one', () => {
  const place = fc.record({
    sum: fc.double({ min: 0, max: 40, noNaN: true }),
    worth: fc.double({ min: 0, max: 9, noNaN: true }),
    own: fc.double({ min: 0, max: 6, noNaN: true }),
    around: fc.double({ min: 0, max: 6, noNaN: true }),
    named: fc.constantFrom(0, NAMED_TAG, NAMED_WORD, NAMED_NAME),
    asking: fc.constantFrom(0, 1),
  });
  fc.assert(
    fc.property(fc.array(place, { maxLength: 8 }), fc.constantFrom(0, 4, 7.5), (places, whole) => {
      const [covered, around] = [
        Float32Array.from(places, ({ own }) => own),
        Float32Array.from(places, (one) => one.around),
      ];
      const beside = {
        worth: Float64Array.from(places, ({ worth }) => worth),
        covered: around,
        best: new Float32Array(places.length),
        touched: new Int32Array(places.length),
      };
      const scores = scoreAll({
        sums: Float64Array.from(places, ({ sum }) => sum),
        beside,
        covered,
        whole,
        named: Uint8Array.from(places, ({ named }) => named),
        asking: Uint8Array.from(places, ({ asking }) => asking),
      });
      expect([...scores]).toEqual(
        places.map(
          ({ sum, worth, named, asking }, i) =>
            (sum + SHARE * worth) *
            coverageFactor(covered[i] ?? 0, around[i] ?? 0, whole) *
            namedFactor(named) *
            askingFactor(asking),
        ),
      );
    }),
  );
});
