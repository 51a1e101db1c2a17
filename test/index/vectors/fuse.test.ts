// Words and vectors in one list: noise has no say, what is informative helps, and each part is on one scale.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  byLikeness,
  fuse,
  type Likeness,
  type Scored,
  standingOut,
  standsOut,
} from '../../../src/index/vectors/similar.ts';
import { randomVector } from '../../support/embed-server.ts';

const DIMENSIONS = 64;
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
const all = { weight: 0.5, allows: () => true };

function likenessOf(values: readonly number[], dimensions = DIMENSIONS): Likeness {
  const likeness = standingOut(Float32Array.from(values), dimensions);
  if (likeness === null) throw new Error('no likeness');
  return likeness;
}

const POOL = Array.from({ length: 300 }, (_, row) => randomVector(row + 1, DIMENSIONS));

/** What `count` random vectors are like a random question. */
const noise = (seed: number, count: number): number[] => {
  const question = randomVector(seed * 1_000_003, DIMENSIONS);
  return POOL.slice(0, count).map((vector) => dot(question, vector));
};

/** Of 300 rows, 30 are hits by words; the wanted ones are at the given places of the list. */
const hits: readonly Scored[] = Array.from({ length: 30 }, (_, place) => ({
  row: (place * 7) % 300,
  score: 30 - place,
}));
const rankOf = (list: readonly Scored[], row: number): number => list.findIndex((one) => one.row === row);

describe('random vectors', () => {
  test('change nothing: neither the order nor the scores nor what is found, in any of five hundred questions', () => {
    let changed = 0;
    for (let seed = 1; seed <= 500; seed++) {
      const fused = fuse(hits, likenessOf(noise(seed, 300)), all);
      if (
        fused.some(({ row, score }, at) => row !== hits[at]?.row || score !== hits[at]?.score) ||
        fused.length !== hits.length
      )
        changed++;
    }
    expect(changed).toBe(0);
  });

  test('in a small vault, too', () => {
    for (let seed = 1; seed <= 200; seed++)
      for (const count of [1, 3, 10, 40]) {
        const some = hits.slice(0, 5).map(({ score }, row) => ({ row, score }));
        expect(fuse(some, likenessOf(noise(seed, count)), all).map(({ row, score }) => ({ row, score }))).toEqual(some);
      }
  });
});

describe('vectors that know something', () => {
  /** Rows of one meaning are more alike; the rest is noise. */
  const knowing = (seed: number, wanted: readonly number[], by: number, count = 300): Likeness => {
    const values = noise(seed, count);
    for (const row of wanted) values[row] = (values[row] ?? 0) + by;
    return likenessOf(values);
  };

  test('bring what words find late to the front, and find what has none of the words', () => {
    const [late, missed] = [hits[20]?.row ?? -1, 299];
    expect(hits.some(({ row }) => row === missed)).toBe(false);
    let [earlier, found] = [0, 0];
    for (let seed = 1; seed <= 50; seed++) {
      const fused = fuse(hits, knowing(seed, [late, missed], 0.8), all);
      if (rankOf(fused, late) < 5) earlier++;
      if (rankOf(fused, missed) >= 0 && rankOf(fused, missed) < 15) found++;
    }
    expect([earlier, found].every((times) => times >= 45)).toBe(true);
  });

  test('that agree with the words a little in each hit are believed', () => {
    expect(
      standsOut(
        hits,
        knowing(
          1,
          hits.slice(0, 20).map(({ row }) => row),
          0.2,
        ),
      ),
    ).toBe(true);
    expect(standsOut(hits, knowing(1, [], 0))).toBe(false);
  });

  test('find without a hit by words; a filter holds for them', () => {
    const likeness = knowing(2, [7, 9], 1);
    expect(
      fuse([], likeness, all)
        .slice(0, 2)
        .map(({ row }) => row)
        .sort((a, b) => a - b),
    ).toEqual([7, 9]);
    expect(fuse([], likeness, { ...all, allows: (row) => row !== 7 }).map(({ row }) => row)).not.toContain(7);
    expect(fuse([], likeness, { ...all, allows: () => false })).toEqual([]);
  });

  test('in a vault of a few facts a model that knows something is heard', () => {
    expect(fuse([], likenessOf([0.75, 0.2, 0.25, 0.2], 768), all).map(({ row }) => row)).toEqual([0]);
    expect(
      fuse(
        [
          { row: 1, score: 2 },
          { row: 0, score: 1 },
        ],
        likenessOf([0.95, 0.2, 0.25, 0.2, 0.22, 0.2, 0.2, 0.25], 768),
        all,
      )[0]?.row,
    ).toBe(0);
  });
});

test('weights: none is words alone, all is vectors alone', () => {
  const values = noise(3, 300);
  values[hits[29]?.row ?? 0] = 1;
  const likeness = likenessOf(values);
  expect(fuse(hits, likeness, { ...all, weight: 0 }).map(({ row, score }) => ({ row, score }))).toEqual(hits);
  expect(fuse(hits, likeness, { ...all, weight: 1 })[0]?.row).toBe(hits[29]?.row);
  expect(fuse(hits, null, all).map(({ row, score }) => ({ row, score }))).toEqual(hits);
});

it('gives each row once, best first, with parts from 0 to 1 that make the score', () => {
  const scored = fc.uniqueArray(
    fc.record({ row: fc.nat(199), score: fc.double({ min: 1e-6, max: 1e6, noNaN: true }) }),
    { selector: ({ row }) => row, maxLength: 40 },
  );
  fc.assert(
    fc.property(
      scored,
      fc.nat(1e6),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 2, noNaN: true }),
      (lexical, seed, weight, by) => {
        const values = noise(seed, 200);
        values[seed % 200] = (values[seed % 200] ?? 0) + by;
        for (let row = 0; row < 200; row += 9) values[row] = Number.NaN;
        const fused = fuse(lexical, likenessOf(values), { weight, allows: (row) => row % 2 === 0 });
        expect(new Set(fused.map(({ row }) => row)).size).toBe(fused.length);
        expect(fused.every(({ score }, at) => at === 0 || score <= (fused[at - 1]?.score ?? 0))).toBe(true);
        for (const { words, vectors, score } of fused)
          expect(words >= 0 && words <= 1 && vectors >= 0 && vectors <= 1 && score > 0 && Number.isFinite(score)).toBe(
            true,
          );
        for (const { row } of fused) expect(lexical.some((one) => one.row === row) || row % 2 === 0).toBe(true);
      },
    ),
  );
});

it('by vectors alone: the most alike first, none below the mean, none that a filter leaves out', () => {
  const likeness = likenessOf([0.1, 0.9, Number.NaN, 0.4, 0.2, 0.8]);
  expect(byLikeness(likeness, (row) => row !== 5, 10).map(({ row }) => row)).toEqual([1]);
  expect(byLikeness(likeness, () => true, 1).map(({ row }) => row)).toEqual([1]);
  expect(standingOut(Float32Array.of(Number.NaN), 3)).toBe(null);
  expect(Array.from(likenessOf([0.3, 0.3]).above)).toEqual([0, 0]);
});
