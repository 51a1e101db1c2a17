// Of very many rows only some are scored: the ranking must be that of all.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Asked, type Question, ASKING } from '../../src/index/query.ts';
import { boundsOf, matchRows } from '../../src/index/match.ts';
import { narrow } from '../../src/index/narrow.ts';
import { scoreAll, rank } from '../../src/index/rank.ts';
import { reach } from '../../src/index/expand-terms.ts';
import { buildSegment } from '../../src/index/segment/build.ts';
import { memoryFile, openSegment } from '../../src/index/segment/open.ts';
import type { SegmentRow } from '../../src/index/segment/row.ts';
import { tablesOver } from '../../src/index/segment/tables.ts';
import type { Tables } from '../../src/index/view.ts';
import { plainInput, plainRow } from './plain-view.ts';

const TERMS = ['lake', 'boat', 'pike', 'lakeside'];
/** Small whole numbers that look like chance, the same each time. */
const chance = (seed: number) => () => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) >>> 16;

/** `weights`: of a hundred rows so many hold each term. */
function rowsOf(count: number, seed: number, weights: readonly number[]): SegmentRow[] {
  const next = chance(seed);
  return Array.from({ length: count }, (_, i) => {
    const text = TERMS.filter((_term, place) => next() % 100 < (weights[place] ?? 0));
    const filler = Array.from({ length: next() % 9 }, (_none, place) => `word${place}`);
    return plainRow({
      terms: [
        [...text, ...text.slice(0, next() % 2), ...filler],
        next() % 40 === 0 ? ['boat'] : [],
        [],
        next() % 25 === 0 ? ['lake'] : [],
        [],
        [],
      ],
      day: 20_000 + Math.floor(i / 100),
      logged: 20_000 + Math.floor(i / 100),
      group: Math.floor(i / 12),
      ordinal: i % 12,
      line: i + 1,
      superseded: next() % 30 === 0,
      id: `a${String(i).padStart(9, '0')}`,
      keywords: next() % 8 === 0 ? [ASKING] : [],
    });
  });
}

const open = (rows: readonly SegmentRow[]) => ({
  segment: openSegment(memoryFile(buildSegment(plainInput(rows)))),
  dead: [],
});
const question = (terms: readonly string[], spans: Question['spans']): Question => ({
  asked: terms.map((term) => ({
    term,
    prefix: true,
    fuzzy: 0,
    isName: false,
    compounds: false,
    inside: false,
    isNumber: false,
  })),
  spans,
  today: null,
});
const weights = fc.tuple(
  fc.integer({ min: 20, max: 60 }),
  fc.integer({ min: 5, max: 50 }),
  fc.integer({ min: 1, max: 20 }),
  fc.constant(2),
);

/** As a search asks, of all rows that are not superseded. */
const narrowingOf = (tables: Tables, asked: readonly Asked[]) => {
  const reached = asked.map((one) => reach(tables, one));
  return {
    reached,
    narrowing: narrow(tables, reached, boundsOf(tables, asked, reached), {
      asking: tables.keyword(ASKING),
      isNamed: null,
      admits: () => true,
    }),
  };
};

test('who asks is told before very many rows are gone through, once, and of no others', () => {
  const told = (count: number, terms: readonly string[]) => {
    const tables = tablesOver([open(rowsOf(count, 3, [40, 30, 10, 2]))]);
    let times = 0;
    rank(tables, question(terms, []), { admits: () => true, most: 10, onMany: () => times++ });
    return times;
  };
  expect([told(70_000, TERMS), told(70_000, ['pike']), told(6000, TERMS)]).toEqual([1, 0, 0]);
});

test('the ranking of all, whatever is not scored', () => {
  fc.assert(
    fc.property(
      fc.nat(2 ** 30),
      weights,
      fc.boolean(),
      fc.boolean(),
      fc.integer({ min: 1, max: 12 }),
      fc.boolean(),
      (seed, parts, isSplit, isDated, every, isOpen) => {
        const rows = rowsOf(6000, seed, parts);
        const tables = tablesOver(
          isSplit ? [{ ...open(rows.slice(0, 5950)), dead: [7, 8, 700, 5000] }, open(rows.slice(5950))] : [open(rows)],
        );
        const asked = question(TERMS.slice(0, 3), isDated ? [{ from: 20_003, to: 20_004, terms: [] }] : []);
        const superseded = tables.column('superseded');
        const admits = isOpen ? (row: number) => superseded[row] === 0 : (row: number) => row % every === 0;
        const say = (isWhole: boolean) => {
          const { total, rows: found, partsOf } = rank(tables, asked, { admits, most: 20, isWhole, isOpen });
          return { total, found: found.map((one) => [one, partsOf(one.row)]) };
        };
        expect(say(false)).toEqual(say(true));
      },
    ),
    { numRuns: 40 },
  );
});

test('what is not scored comes to less than was asked for, and what is scored has its whole score', () => {
  let left = 0;
  fc.assert(
    fc.property(fc.nat(2 ** 30), weights, fc.integer({ min: 1, max: 300 }), (seed, parts, wanted) => {
      const tables = tablesOver([open(rowsOf(6000, seed, parts))]);
      const { asked } = question(TERMS.slice(0, 3), []);
      const { reached, narrowing } = narrowingOf(tables, asked);
      if (narrowing === null) return;
      const asking = tables.keyword(ASKING);
      const all = matchRows(tables, asked, asking);
      const scores = new Float64Array(all.rows.length);
      scoreAll(all, scores);
      expect(narrowing.total).toBe(all.rows.length);
      const limit = [...scores].sort((a, b) => b - a)[wanted] ?? 0;
      const seen = new Set<number>();
      for (const narrowed of [narrowing.first(100), narrowing.others(limit)]) {
        if (narrowed === null) continue;
        const some = matchRows(tables, asked, asking, narrowed, reached);
        const own = new Float64Array(some.rows.length);
        scoreAll(some, own);
        some.rows.forEach((row, place) => {
          if ((((narrowed.isWorth[row >>> 5] ?? 0) >>> (row & 31)) & 1) === 0) return;
          expect(seen.has(row)).toBe(false);
          seen.add(row);
          expect(own[place]).toBe(scores[all.rows.indexOf(row)]);
        });
      }
      all.rows.forEach((row, place) => expect(seen.has(row) || (scores[place] ?? 0) < limit).toBe(true));
      if (seen.size < all.rows.length) left++;
    }),
    { numRuns: 15 },
  );
  expect(left).toBeGreaterThan(0);
});
