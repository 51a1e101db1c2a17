// Rankings as wholes: they depend on nothing but the documents, whichever segments hold them and how many are asked
// for.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Question, ASKING } from '../../src/index/query.ts';
import { newest } from '../../src/index/ranking/order.ts';
import { rank } from '../../src/index/rank.ts';
import { buildSegment } from '../../src/index/segment/build.ts';
import { memoryFile, openSegment } from '../../src/index/segment/open.ts';
import type { SegmentRow } from '../../src/index/segment/build.ts';
import { tablesOver } from '../../src/index/segment/tables.ts';
import type { Tables } from '../../src/index/view.ts';
import { UNSURE } from '../../src/index/keywords.ts';
import { DEFAULT_FADING } from '../../src/model/confidence.ts';
import { plainInput, plainRow, plainTables } from './plain-view.ts';

const WORDS = ['lake', 'boat', 'pike', 'work', 'ada', 'may'];
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 4 });
const row = fc.record({
  text: words,
  category: fc.constantFrom([], ['work'], ['ada']),
  day: fc.integer({ min: 20_000, max: 20_004 }),
  group: fc.integer({ min: 1, max: 3 }),
  ordinal: fc.integer({ min: 0, max: 9 }),
  superseded: fc.boolean(),
  asks: fc.boolean(),
  unsure: fc.constantFrom(null, 0, 5),
});
const rows = fc
  .uniqueArray(row, {
    minLength: 2,
    maxLength: 25,
    selector: ({ day, group, ordinal }) => `${day} ${group} ${ordinal}`,
  })
  .map((list) =>
    list.map(({ text, category, day, group, ordinal, superseded, asks, unsure }, i) =>
      plainRow({
        terms: [text, [], [], category, [], []],
        day,
        logged: day,
        group: day * 4 + group,
        ordinal,
        line: ordinal + 1,
        minute: group,
        superseded,
        id: `a${String(i).padStart(9, '0')}`,
        keywords: [...(asks ? [ASKING] : []), ...(unsure === null ? [] : [`${UNSURE}${unsure}`])],
      }),
    ),
  );
const question = fc.uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((terms): Question => ({
  asked: terms.map((term) => ({
    term,
    prefix: false,
    fuzzy: 0,
    isName: term === 'ada',
    compounds: false,
    inside: false,
    isNumber: false,
  })),
  spans: terms.includes('may') ? [{ from: 20_001, to: 20_002, terms: ['may'] }] : [],
  isTimed: false,
  today: terms.includes('pike') ? 20_003 : null,
}));
const everything = {
  admits: () => true,
  most: 50,
  pins: new Map([
    ['a000000001', true],
    ['a000000002', false],
  ]),
};
const shown = (tables: Tables, asked: Question, options = everything) => {
  const { total, rows: found, partsOf } = rank(tables, asked, options);
  return { total, found: found.map(({ row: at, score }) => [tables.spot(at).id, score, partsOf(at)]) };
};
const segment = (list: readonly SegmentRow[]) => openSegment(memoryFile(buildSegment(plainInput(list))));

test('one segment, two, and plain tables rank alike; dead rows leave no trace', () => {
  fc.assert(
    fc.property(rows, question, fc.nat(24), fc.array(fc.nat(24), { maxLength: 4 }), (list, asked, at, stale) => {
      const split = 1 + (at % (list.length - 1));
      const [first, second] = [list.slice(0, split), list.slice(split)];
      // What is dead in the first segment stands anew in the second.
      const again = [...new Set(stale.map((place) => first[place % first.length]))].filter((one) => one !== undefined);
      const ordered = plainInput(first).rows;
      const dead = again.map((one) => ordered.indexOf(one));
      const expected = shown(plainTables([plainInput(list)]), asked);
      expect(shown(tablesOver([{ segment: segment(list), dead: [] }]), asked)).toEqual(expected);
      expect(
        shown(
          tablesOver([
            { segment: segment(first), dead },
            { segment: segment([...second, ...again]), dead: [] },
          ]),
          asked,
        ),
      ).toEqual(expected);
    }),
    { numRuns: 150 },
  );
});

test('fewer are the first of more; total counts all that may be shown; superseded ones come last', () => {
  fc.assert(
    fc.property(rows, question, fc.integer({ min: 1, max: 10 }), (list, asked, most) => {
      const tables = plainTables([plainInput(list)]);
      const all = shown(tables, asked);
      expect(shown(tables, asked, { ...everything, most })).toEqual({
        total: all.total,
        found: all.found.slice(0, most),
      });
      expect(all.found).toHaveLength(all.total);
      const past = rank(tables, asked, everything).rows.map((one) => tables.column('superseded')[one.row]);
      expect(past).toEqual(past.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
      const admits = (at: number) => at % 2 === 0;
      expect(rank(tables, asked, { admits, most: 50 }).rows.every((one) => admits(one.row))).toBe(true);
    }),
    { numRuns: 150 },
  );
});

test('of very many rows the best are found, the rest counted', () => {
  const list = Array.from({ length: 3000 }, (_, i) =>
    plainRow({
      terms: [i % 300 === 7 ? ['lake', 'boat'] : ['lake'], [], [], [], [], []],
      group: i,
      ordinal: 0,
      id: `a${String(i).padStart(9, '0')}`,
    }),
  );
  const asked: Question = {
    asked: ['lake', 'boat'].map((term) => ({
      term,
      prefix: false,
      fuzzy: 0,
      isName: false,
      compounds: false,
      inside: false,
      isNumber: false,
    })),
    spans: [],
    isTimed: false,
    today: null,
  };
  const { total, rows: found } = rank(tablesOver([{ segment: segment(list), dead: [] }]), asked, {
    admits: () => true,
    most: 10,
  });
  expect([total, found.map(({ row: at }) => at % 300)]).toEqual([3000, Array.from({ length: 10 }, () => 7)]);
});

test('of very many rows those are found that are better for being new and sure', () => {
  const list = Array.from({ length: 6000 }, (_, i) =>
    plainRow({
      terms: [[i % 2 === 0 ? 'lake' : 'boat', ...(i % 20 < 2 ? [] : ['pike'])], [], [], [], [], []],
      group: i,
      ordinal: 0,
      day: 20_000 + (i % 101),
      id: `a${String(i).padStart(9, '0')}`,
      keywords: i % 20 < 2 ? [`${UNSURE}${i % 3}`] : [],
    }),
  );
  const tables = tablesOver([{ segment: segment(list), dead: [] }]);
  const asked: Question = {
    asked: [{ term: 'lake', prefix: false, fuzzy: 0, isName: false, compounds: false, inside: false, isNumber: false }],
    spans: [],
    isTimed: false,
    today: 20_100,
  };
  const found = (most: number) => rank(tables, asked, { admits: () => true, most });
  const best = found(100);
  const all = found(3000);
  expect(best.rows).toEqual(all.rows.slice(0, 100));
  // Those that match best are hardly sure, and there are more than a hundred of them.
  expect(best.rows.filter(({ row: at }) => best.partsOf(at)?.sureness === 1).length).toBeGreaterThan(50);
});

test('what is hardly sure stands behind its like, unless a person pinned it or a fact that it cites', () => {
  const text = [['lake'], [], [], [], [], []];
  const list = [
    plainRow({ terms: text, group: 1, id: 'sure' }),
    plainRow({ terms: text, group: 2, id: 'unsure', keywords: [`${UNSURE}4`] }),
    plainRow({ terms: text, group: 3, id: 'pinned', keywords: [`${UNSURE}4`] }),
    plainRow({ terms: text, group: 4, id: 'claim', kind: 'claim', cites: ['one', 'two'], keywords: [`${UNSURE}0`] }),
    plainRow({ terms: text, group: 5, id: 'other', kind: 'claim', cites: ['one'], keywords: [`${UNSURE}0`] }),
  ];
  const asked: Question = {
    asked: [{ term: 'lake', prefix: false, fuzzy: 0, isName: false, compounds: false, inside: false, isNumber: false }],
    spans: [],
    isTimed: false,
    today: null,
  };
  const sureness = (tables: Tables, marks: ReadonlyMap<string, boolean>) => {
    const memory = {
      today: '2026-07-01',
      fading: { ...DEFAULT_FADING, fade: 'off' as const },
      marks,
      lastRecall: null,
    };
    const { rows, partsOf } = rank(tables, asked, { admits: () => true, most: 9, memory });
    return Object.fromEntries(rows.map(({ row: at }) => [tables.spot(at).id, partsOf(at)?.sureness]));
  };
  for (const tables of [plainTables([plainInput(list)]), tablesOver([{ segment: segment(list), dead: [] }])]) {
    expect(sureness(tables, new Map())).toEqual({ sure: 1, unsure: 0.925, pinned: 0.925, claim: 0.85, other: 0.85 });
    expect(
      sureness(
        tables,
        new Map([
          ['pinned', true],
          ['two', true],
          ['unsure', false],
        ]),
      ),
    ).toEqual({ sure: 1, unsure: 0.925, pinned: 1, claim: 1, other: 0.85 });
  }
});

test('the newest of all, dead rows and filters aside', () => {
  const list = [3, 1, 2, 0].map((day, i) =>
    plainRow({ day: day === 0 ? 0 : 20_000 + day, logged: 20_000 + i, id: `a${i}` }),
  );
  const ids = (tables: Tables, admits = (_: number) => true) =>
    newest(tables, admits, 2).rows.map((one) => tables.spot(one.row).id);
  expect(ids(plainTables([plainInput(list)]))).toEqual(['a0', 'a2']);
  expect(ids(plainTables([plainInput(list)], [0]))).toEqual(['a2', 'a1']);
  expect(ids(plainTables([plainInput(list)]), (at) => at > 1)).toEqual(['a2', 'a3']);
});
