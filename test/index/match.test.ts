// Scores are MiniSearch's: the same BM25+ over the same terms, in every script, however the rows are spread over
// segments.
import fc from 'fast-check';
import MiniSearch from 'minisearch';
import { expect, test } from 'vitest';
import type { Asked } from '../../src/index/query.ts';
import { ROW_FIELDS } from '../../src/index/document.ts';
import { matchRows } from '../../src/index/match.ts';
import { reach } from '../../src/index/expand-terms.ts';
import { termsOfRow } from '../../src/index/expand-terms.ts';
import type { SegmentRow } from '../../src/index/segment/build.ts';
import { buildSegment } from '../../src/index/segment/build.ts';
import { memoryFile, openSegment } from '../../src/index/segment/open.ts';
import { tablesOver } from '../../src/index/segment/tables.ts';
import type { Tables } from '../../src/index/view.ts';
import { plainInput, plainRow, plainTables } from './plain-view.ts';

/** Words that begin with each other and look like each other, in several scripts. */
const WORDS = [
  'cat',
  'cats',
  'catalog',
  'catalogs',
  'card',
  'dog',
  'doge',
  'straße',
  'strasse',
  'кот',
  'котёл',
  'γάτα',
  '猫',
  '猫咪',
  '咖啡',
  'แมว',
  '고양이',
  '고양',
  '🎉',
  'été',
  '2026-05',
  '15',
];
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 });
const rows = fc
  .array(
    fc.tuple(
      words,
      words,
      fc.constantFrom([], ['cat'], ['猫']),
      fc.constantFrom([], ['dog']),
      fc.constantFrom([], ['2026-05']),
      words,
    ),
    { minLength: 1, maxLength: 14 },
  )
  .map((list) =>
    list.map((terms, ordinal) => plainRow({ terms, ordinal, id: `a${String(ordinal).padStart(9, '0')}` })),
  );
const asked = fc.uniqueArray(
  fc.record({ term: fc.constantFrom(...WORDS, 'catt', 'dogs', 'кота'), prefix: fc.boolean(), fuzzy: fc.constant(0) }),
  { minLength: 1, maxLength: 5, selector: (one) => one.term },
);
const ask = (term: string, prefix = false, fuzzy = 0): Asked => ({
  term,
  prefix,
  fuzzy,
  isName: false,
  compounds: false,
  inside: false,
  isNumber: false,
});

const BOOST = { text: 1, tags: 0.5, names: 0.5, category: 1, date: 0.5, headings: 0.5 };
const OPTIONS = {
  tokenize: (term: string) => [term],
  processTerm: (term: string) => term,
  boost: BOOST,
  bm25: { k: 1.2, b: 0.4, d: 0.3 },
  weights: { prefix: 0.2, fuzzy: 0.3 },
};

function oracle(list: readonly SegmentRow[]): MiniSearch {
  const mini = new MiniSearch<{ id: number; terms: SegmentRow['terms'] }>({
    fields: [...ROW_FIELDS],
    extractField: (one, field) =>
      field === 'id' ? String(one.id) : (one.terms[ROW_FIELDS.indexOf(field as 'text')] ?? []).join(' '),
    tokenize: (text) => text.split(' ').filter((term) => term !== ''),
    processTerm: (term) => term,
  });
  mini.addAll(list.map(({ terms }, id) => ({ id, terms })));
  return mini;
}

/** By row the score that MiniSearch would give. */
function scores(view: Tables, list: readonly Asked[]): Map<number, number> {
  const { rows: found, sums } = matchRows(view, list, new Int32Array(0));
  const holds = (one: Asked, row: number) =>
    reach(view, one).some(({ postings }) => postings.some(({ rows: own }) => own.includes(row)));
  return new Map(Array.from(found, (row, at) => [row, (sums[at] ?? 0) * list.filter((one) => holds(one, row)).length]));
}

const segment = (list: readonly SegmentRow[]) => openSegment(memoryFile(buildSegment(plainInput(list))));

test('a question of several words, some of them only begun: plain tables and a segment', () => {
  fc.assert(
    fc.property(rows, asked, (list, terms) => {
      const expected = oracle(list).search(
        { combineWith: 'OR', queries: terms.map(({ term, prefix }) => ({ queries: [term], prefix })) },
        OPTIONS,
      );
      for (const view of [plainTables([plainInput(list)]), tablesOver([{ segment: segment(list), dead: [] }])]) {
        const found = scores(
          view,
          terms.map(({ term, prefix }) => ask(term, prefix)),
        );
        expect([...found.keys()].sort((a, b) => a - b)).toEqual(
          expected.map(({ id }) => Number(id)).sort((a, b) => a - b),
        );
        for (const { id, score } of expected) expect(found.get(Number(id))).toBeCloseTo(score, 8);
      }
    }),
    { numRuns: 150 },
  );
});

test('dead rows and a second segment change nothing', () => {
  fc.assert(
    fc.property(rows, rows, rows, asked, (list, gone, late, terms) => {
      const expected = oracle([...list, ...late]).search(
        { combineWith: 'OR', queries: terms.map(({ term, prefix }) => ({ queries: [term], prefix })) },
        OPTIONS,
      );
      const first = [...list, ...gone.map((row, i) => ({ ...row, ordinal: 1000 + i }))];
      const dead = gone.map((_, i) => list.length + i);
      const number = (id: unknown) => (Number(id) < list.length ? Number(id) : Number(id) + gone.length);
      for (const view of [
        plainTables([plainInput(first), plainInput(late)], dead),
        tablesOver([
          { segment: segment(first), dead },
          { segment: segment(late), dead: [] },
        ]),
      ]) {
        const found = scores(
          view,
          terms.map(({ term, prefix }) => ask(term, prefix)),
        );
        expect(found.size).toBe(expected.length);
        for (const { id, score } of expected) expect(found.get(number(id))).toBeCloseTo(score, 8);
      }
    }),
    { numRuns: 80 },
  );
});

test('a misspelt word scores as MiniSearch has it, and only where nothing is spelt so', () => {
  const list = [['card', 'cart'], ['care'], ['cord', 'card'], ['dare']].map((text, ordinal) =>
    plainRow({ terms: [text, [], [], [], [], []], ordinal }),
  );
  const view = plainTables([plainInput(list)]);
  const expected = oracle(list).search(
    { combineWith: 'OR', queries: [{ queries: ['carx'], fuzzy: 1 }] },
    { ...OPTIONS, fuzzy: 1 },
  );
  const found = scores(view, [ask('carx', true, 1)]);
  expect(new Set(found.keys())).toEqual(new Set([0, 1, 2]));
  for (const { id, score } of expected) expect(found.get(Number(id))).toBeCloseTo(score, 8);
  expect([...scores(view, [ask('care', true, 1)]).keys()]).toEqual([1]);
  expect([...scores(view, [ask('zard', true, 2)]).keys()]).toEqual([]);
  expect([...scores(view, [ask('carx', true, 0)]).keys()]).toEqual([]);
});

test('of very many longer words the shortest stand for one that is only begun', () => {
  const text = Array.from({ length: 80 }, (_, i) => `begun${'x'.repeat(i)}`);
  const list = text.map((term, ordinal) => plainRow({ terms: [[term], [], [], [], [], []], ordinal }));
  const found = scores(plainTables([plainInput(list)]), [ask('begun', true)]);
  expect([...found.keys()].sort((a, b) => a - b)).toEqual(Array.from({ length: 51 }, (_, i) => i));
});

test('which terms reach a row, and in which fields', () => {
  const view = plainTables([
    plainInput([
      plainRow({ terms: [['catalog', 'cat'], [], [], ['cat'], [], []] }),
      plainRow({ terms: [['dog'], [], [], [], [], []], ordinal: 1 }),
    ]),
  ]);
  expect(termsOfRow(view, [ask('cat', true), ask('dog', true)], 0)).toEqual({
    cat: ['text', 'category'],
    catalog: ['text'],
  });
});
