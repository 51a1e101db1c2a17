// What a question asks for: terms, names, and the days that it names.
import { expect, test } from 'vitest';
import { type Span, spansIn } from '../../src/index/query.ts';
import { readQuestion } from '../../src/index/query.ts';
import { createTokenizer } from '../../src/index/tokenizer.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
const iso = (number: number) =>
  Number.isFinite(number) ? new Date(number * 86_400_000).toISOString().slice(0, 10) : '';
const shown = (span: Span) =>
  'from' in span
    ? span.from === span.to
      ? iso(span.from)
      : `${iso(span.from)} to ${iso(span.to)}`
    : span.day === null
      ? `${span.month} of any year`
      : `${span.month}/${span.day} of any year`;
// A Wednesday.
const TODAY = '2026-07-15';

test.each<[string, string[]]>([
  ['What happened on 3 July, 2023?', ['2023-07-03', '2023-07-01 to 2023-07-31']],
  ['on July 3rd 2023', ['2023-07-03', '2023-07-01 to 2023-07-31']],
  ['on the 3rd of July', ['7/3 of any year', '7 of any year']],
  ['on Sept 9', ['9/9 of any year', '9 of any year']],
  ['in February 2024', ['2024-02-01 to 2024-02-29']],
  ['in May', ['5 of any year']],
  ['what may happen', []],
  ['they march on', []],
  ['in March or April of 2025', ['3 of any year', '2025-04-01 to 2025-04-30']],
  ['the log of 2026-02-28', ['2026-02-28', '2026-02-01 to 2026-02-28']],
  ['all of 2026-02', ['2026-02-01 to 2026-02-28']],
  ['part 2026-021 and 12026-02-03', []],
  ['today', ['2026-07-15']],
  ['yesterday', ['2026-07-14']],
  ['the day before yesterday', ['2026-07-13']],
  ['what is due tomorrow', ['2026-07-16']],
  ['last week', ['2026-07-06 to 2026-07-12']],
  ['this week', ['2026-07-13 to 2026-07-19']],
  ['next week', ['2026-07-20 to 2026-07-26']],
  ['last weekend', ['2026-07-11 to 2026-07-12']],
  ['last month', ['2026-06-01 to 2026-06-30']],
  ['last year', ['2025-01-01 to 2025-12-31']],
  ['on Monday', ['2026-07-13']],
  ['last Wednesday', ['2026-07-08']],
  ['next Wednesday', ['2026-07-22']],
  ['next Thursday', ['2026-07-23']],
  ['two weeks ago', ['2026-06-28 to 2026-07-04']],
  ['3 days ago', ['2026-07-12']],
  ['a month ago', ['2026-06-01 to 2026-06-30']],
  ['eight months ago', ['2025-11-01 to 2025-11-30']],
  ['in the last ten days', ['2026-07-05 to 2026-07-15']],
  ['over the past week', ['2026-07-08 to 2026-07-15']],
  ['the last time, long ago', []],
  ['no day at all', []],
  ['since 2026-05-21', ['2026-05-21 to ']],
  ['ever since Friday, 3 July 2026', ['2026-07-10 to ', '2026-07-03 to ']],
  ['after 3 July 2026', ['2026-07-04 to ']],
  ['since September', ['2025-09-01 to ']],
  ['since 3 July', ['2026-07-03 to ']],
  ['after last week', ['2026-07-13 to ']],
  ['until 2026-05-21', [' to 2026-05-21']],
  ['by the end of May 2026', [' to 2026-05-31']],
  ['before 2026-05-21', [' to 2026-05-20']],
  ['before March', []],
  ['the week before 3 July 2026', ['2026-07-03', '2026-07-01 to 2026-07-31']],
  ['between 2026-06-18 and 2026-03-18', ['2026-03-18 to 2026-06-18']],
  ['from 3 May 2026 to the 5th of May 2026', ['2026-05-03 to 2026-05-05']],
  ['the letter from 2026-05-03', ['2026-05-03', '2026-05-01 to 2026-05-31']],
  ['every Monday, each Friday', []],
  ['Juli, mai, morgen', []],
])('the days of: %s', (text, expected) => expect(spansIn(text, TODAY).spans.map(shown)).toEqual(expected));

test('without a clock only days of the calendar are known', () => {
  expect(spansIn('yesterday, last week, in June 2026', null).spans.map(shown)).toEqual(['2026-06-01 to 2026-06-30']);
});

test.each<[string, string[][]]>([
  [
    'the log of 2026-02-28',
    [
      ['2026-02-28', '2026-02', '2026'],
      ['2026-02', '2026'],
    ],
  ],
  [
    'on the 3rd of July, 2026',
    [
      ['3', 'juli', '2026'],
      ['juli', '2026'],
    ],
  ],
  ['in May', [['may']]],
  ['last week and on Friday', [['last', 'week'], ['fridai']]],
  ['since two days ago', [['two', 'dai', 'ago']]],
  ['between 2026-06-18 and 2026-03-18', [['2026-06-18', '2026-06', '2026', '2026-03-18', '2026-03', '2026']]],
])('the terms that name days: %s', (text, expected) =>
  expect(readQuestion(text, createTokenizer(), TODAY).spans.map(({ terms }) => terms)).toEqual(expected),
);

test('weeks begin on Monday, whichever day it is', () => {
  for (const today of ['2026-07-13', '2026-07-19', '1969-12-30']) {
    const [span] = spansIn('this week', today).spans;
    expect(span && 'from' in span && new Date(span.from * 86_400_000).getUTCDay()).toBe(1);
    expect(span && 'from' in span && span.from <= day(today) && day(today) <= span.to).toBe(true);
  }
});

test('names are written large within a question; numbers match as they are', () => {
  const { asked } = readQuestion('Where does Ada park the Zoë 15 for work', createTokenizer(), null);
  expect(asked.map(({ term, isName, isNumber, prefix }) => [term, isName, isNumber, prefix])).toEqual([
    ['ada', true, false, false],
    ['park', false, false, true],
    ['zoe', true, false, false],
    ['15', false, true, false],
    ['work', false, false, true],
  ]);
  expect(readQuestion('Ada', createTokenizer(), null).asked[0]?.isName).toBe(false);
});

test('please is said to whoever is asked; alone it is a word', () => {
  const terms = (text: string) => readQuestion(text, createTokenizer(), null).asked.map(({ term }) => term);
  expect(terms('Please fix the sync')).toEqual(terms('fix the sync'));
  expect(terms('please')).toEqual(terms('Please'));
  expect(terms('please')).toHaveLength(1);
});

test('only the first words of a pasted text may be misspelt', () => {
  const pasted = Array.from(
    { length: 200 },
    (_, at) =>
      `word${'abcdefghij'.charAt(at % 10)}${'klmnopqrst'.charAt(Math.floor(at / 10) % 10)}${at < 100 ? 'u' : 'v'}`,
  ).join(' ');
  const fuzzy = readQuestion(pasted, createTokenizer(), null).asked.filter((one) => one.fuzzy > 0);
  expect(fuzzy).toHaveLength(32);
});
