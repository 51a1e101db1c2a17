// Days that a question names: what was logged then comes first, what says them itself not after it, and never before
// all else asked for.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readQuestion } from '../../../src/index/query.ts';
import { createTerms } from '../../../src/index/document.ts';
import { rank, damped, datesFactor } from '../../../src/index/rank.ts';
import { createTokenizer } from '../../../src/index/tokenizer.ts';
import { plainInput, plainRow, plainTables } from '../plain-view.ts';

const two = (list: ArrayLike<number>) => Array.from(list, (value) => Math.round(value * 100) / 100);
const number = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
const TODAY = '2026-07-01';

test('a day that is named, the days after it, a month, a day of any year', () => {
  const factors = (spans: Parameters<typeof datesFactor>[0], days: readonly number[]) =>
    two(days.map((day) => datesFactor(spans)(day, 0)));
  expect(factors([{ from: 20_000, to: 20_000 }], [19_999, 20_000, 20_001, 20_004, 20_015, 0])).toEqual([
    1, 3, 1.78, 1.37, 1, 1,
  ]);
  expect(factors([{ from: 20_000, to: 20_029 }], [19_999, 20_000, 20_029, 20_030])).toEqual([1, 1.51, 1.51, 1]);
  expect(factors([{ from: 20_000, to: 20_006 }], [20_000, 20_006, 20_007])).toEqual([2.25, 2.25, 1.49]);
  expect(factors([{ month: 2, day: null }], ['2024-02-29', '2025-02-28', '2025-03-01'].map(number))).toEqual([
    1.53, 1.54, 1,
  ]);
});

test('a stretch without an end is worth little, and no days after it', () => {
  const since = datesFactor([{ from: 20_000, to: Infinity }]);
  const until = datesFactor([{ from: -Infinity, to: 20_000 }]);
  expect([19_999, 20_000, 30_000, 0].map((day) => since(day, 0))).toEqual([1, 1.25, 1.25, 1]);
  expect([1, 20_000, 20_001].map((day) => until(day, 0))).toEqual([1.25, 1.25, 1]);
});

test('what says a span has no less than what was logged in it, on whatever day', () => {
  const span = fc.oneof(
    fc
      .record({ from: fc.integer({ min: 20_000, max: 20_009 }), length: fc.integer({ min: 0, max: 40 }) })
      .map(({ from, length }) => ({ from, to: from + length })),
    fc.record({ month: fc.integer({ min: 1, max: 12 }), day: fc.option(fc.integer({ min: 1, max: 28 })) }),
    fc.constant({ from: 20_005, to: Infinity }),
  );
  fc.assert(
    fc.property(
      fc.array(span, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 19_990, max: 20_400 }),
      fc.nat(7),
      (spans, day, some) => {
        const factor = datesFactor(spans);
        const all = factor(0, 7);
        expect(factor(day, 0)).toBeLessThanOrEqual(factor(day, some) + 1e-12);
        expect(factor(day, some)).toBeLessThanOrEqual(all + 1e-12);
      },
    ),
  );
});

test('a day is worth less to what holds few of the other words, where something holds nearly all', () => {
  expect(
    two([
      damped(3, 10, 10, 10),
      damped(3, 5, 10, 10),
      damped(3, 0, 10, 10),
      damped(3, 4, 8, 10),
      damped(3, 1, 6, 10),
      damped(3, 0, 6, 10),
      damped(3, 0, 0, 0),
      damped(1, 5, 10, 10),
    ]),
  ).toEqual([3, 1.5, 1, 2.25, 3, 1.5, 3, 1]);
});

const tokenizer = createTokenizer();
const termsOf = createTerms(tokenizer);
interface Told {
  readonly day: string;
  readonly text: string;
}
/** Ten of a day, in two sessions. */
const tablesOf = (told: readonly Told[]) =>
  plainTables([
    plainInput(
      told.map(({ day, text }, i) =>
        plainRow({
          terms: termsOf({ text, tags: [], category: 'general', date: day, facts: [] }, ''),
          day: number(day),
          logged: number(day),
          group: number(day) * 2 + (Math.floor(i / 5) % 2),
          ordinal: i % 5,
          line: i + 1,
          id: `a${String(i).padStart(9, '0')}`,
        }),
      ),
    ),
  ]);
const everything = { admits: () => true, most: 50 };
const idOf = (i: number) => `a${String(i).padStart(9, '0')}`;
const search = (told: readonly Told[], text: string) => {
  const tables = tablesOf(told);
  const { rows, partsOf } = rank(tables, readQuestion(text, tokenizer, TODAY), everything);
  return rows.map(({ row, score }) => ({ id: tables.spot(row).id, score, date: partsOf(row)?.date ?? 0 }));
};
const dayAfter = (i: number) => new Date((number('2026-03-01') + i) * 86_400_000).toISOString().slice(0, 10);

const PEOPLE = ['Mira', 'Otto', 'Selma', 'Jorid', 'Benno', 'Ilka', 'Tove'];
const SOUPS = ['borscht', 'ramen', 'minestrone', 'laksa', 'gazpacho', 'chowder'];
const WEEKDAYS = ['Mondays', 'Tuesdays', 'Thursdays', 'Sundays', 'Fridays'];
const MONTHS = ['March', 'April', 'May', 'June', 'October'];
const WHEN = [
  'yesterday',
  'last week',
  'last Friday',
  'two weeks ago',
  'on Tuesday',
  'this month',
  'in the last ten days',
];
const at = (list: readonly string[], i: number) => list[i % list.length] ?? '';
const SAYINGS: readonly ((i: number, day: string) => string)[] = [
  (i, day) => `${at(PEOPLE, i)} has eaten no ${at(SOUPS, i * 5)} on ${at(WEEKDAYS, i * 3)} since ${day}.`,
  (i) => `The allowance for the boathouse is ${100 + ((i * 37) % 900)} euros in ${at(MONTHS, i)}.`,
  (i, day) => `${at(PEOPLE, i * 3)} wants to paint the boathouse before ${day}.`,
  (i) => `${at(PEOPLE, i)} rowed with ${at(PEOPLE, i * 2 + 1)} ${at(WHEN, i * 5)}.`,
  (i, day) => `The boathouse is closed between ${day} and ${dayAfter((i * 53) % 120)}.`,
  (i, day) => `Supper of ${at(SOUPS, i)} with ${at(PEOPLE, i * 5)} at ${7 + (i % 5)}:30 on ${day}.`,
  (i) => `${at(PEOPLE, i)} turns ${20 + (i % 60)} on ${1 + ((i * 7) % 28)} ${at(MONTHS, i * 2)}.`,
  (i) => `${at(PEOPLE, i * 4)} rows every ${at(WEEKDAYS, i).slice(0, -1)} at ${6 + (i % 9)}:15.`,
];
/** Ten statements a day for four months; dates in them are of these months too. */
const TOLD: readonly Told[] = Array.from({ length: 1200 }, (_, i) => ({
  day: dayAfter(Math.floor(i / 10)),
  text: (SAYINGS[(i * 7 + Math.floor(i / 8)) % SAYINGS.length] as (typeof SAYINGS)[number])(
    i,
    dayAfter((i * 29) % 120),
  ),
}));

test('a statement that is asked for word for word comes first, whatever days it names', () => {
  const tables = tablesOf(TOLD);
  const terms = TOLD.map(({ text }) => new Set(tokenizer.terms(text)));
  const passed: string[] = [];
  for (let i = 3; i < TOLD.length; i += 17) {
    const { text } = TOLD[i] as Told;
    const asked = readQuestion(text, tokenizer, TODAY);
    const { rows } = rank(tables, asked, everything);
    const first = rows
      .filter(({ score }) => score === rows[0]?.score)
      .map(({ row }) => Number(tables.spot(row).id.slice(1)));
    // Another may say the same.
    if (!first.some((one) => asked.asked.every(({ term }) => terms[one]?.has(term))))
      passed.push(`${text} | ${TOLD[first[0] ?? 0]?.text}`);
  }
  expect(passed).toEqual([]);
});

test('of two the one that holds every word, days too, has no less for its day', () => {
  const words = fc.uniqueArray(fc.constantFrom('lake', 'boat', 'pike', 'jetty', 'sail'), {
    minLength: 1,
    maxLength: 5,
  });
  const when = fc.constantFrom(
    'on 2026-05-21',
    'in May',
    'on 21 May',
    'since 2026-05-21',
    'before 2026-05',
    'last week',
    'on Friday',
    'yesterday',
    'between 2026-05-19 and 2026-05-22',
    'two weeks ago',
  );
  const day = fc.constantFrom(
    '2026-05-20',
    '2026-05-21',
    '2026-05-22',
    '2026-05-30',
    '2026-06-26',
    '2026-06-30',
    '2026-06-17',
  );
  fc.assert(
    fc.property(
      fc.array(fc.record({ words, when: fc.option(when), day }), { minLength: 1, maxLength: 8 }),
      words,
      when,
      day,
      (others, wanted, named, logged) => {
        const question = `${wanted.join(' ')} ${named}`;
        const told = [
          { text: question, day: logged },
          ...others.map((one) => ({ text: `${one.words.join(' ')} ${one.when ?? ''}`, day: one.day })),
        ];
        const found = search(told, question);
        const own = found.find(({ id }) => id === idOf(0));
        for (const one of found) expect(one.date).toBeLessThanOrEqual((own?.date ?? 0) + 1e-3);
      },
    ),
    { numRuns: 200 },
  );
});

test('what holds all other words is not passed for a day by what holds few of them; of equal ones the day decides', () => {
  const others = [
    { day: '2026-05-21', text: 'Selma rests on 2026-05-21.' },
    { day: '2026-05-20', text: 'Otto buys a compass on 21 May.' },
  ];
  const far = Array.from({ length: 40 }, (_, i) => ({ day: dayAfter(i), text: `Nothing of note, entry ${i}.` }));
  const told = [
    { day: '2026-03-02', text: 'Selma sails to the lighthouse with a borrowed compass.' },
    ...others,
    ...far,
  ];
  for (const when of ['on 2026-05-21', 'on 21 May', 'in May', 'since 2026-05-21'])
    expect([when, search(told, `Selma sails to the lighthouse with a borrowed compass ${when}`)[0]?.id]).toEqual([
      when,
      idOf(0),
    ]);
  const both = [...told, { day: '2026-05-21', text: 'Selma sails to the lighthouse with a borrowed compass.' }];
  expect(search(both, 'Selma borrowed compass on 2026-05-21')[0]?.id).toBe(idOf(both.length - 1));
});

test('what says a month or a weekday is not behind what was logged then', () => {
  const filler = Array.from({ length: 60 }, (_, i) => ({ day: dayAfter(i * 2), text: `Nothing of note, entry ${i}.` }));
  const told = [
    { day: '2026-06-10', text: 'The allowance for the boathouse is 640 euros in March.' },
    { day: '2026-03-12', text: 'The allowance for the boathouse is 320 euros.' },
    ...filler,
  ];
  expect(search(told, 'allowance for the boathouse in March')[0]?.id).toBe(idOf(0));
  const weekly = [
    { day: '2026-05-05', text: 'Otto rows on Friday.' },
    { day: '2026-06-26', text: 'Otto rows with Ilka.' },
    ...filler,
  ];
  expect(search(weekly, 'when does Otto row on Friday')[0]?.id).toBe(idOf(0));
});
