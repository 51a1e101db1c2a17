// Questions that name a time: what is of it is listed where nothing else is asked.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readQuestion } from '../../src/index/query.ts';
import { createTokenizer } from '../../src/index/tokenizer.ts';
import { isTimeWord } from '../../src/language/dates/asked-days.ts';
import { askedTime } from '../../src/search/query-time.ts';
import { find } from '../../src/search/find.ts';
import type { SearchRequest } from '../../src/search/request.ts';
import { notes } from '../index/documents/notes.ts';
import { ASKED, LAYOUT, MEMORY, openNotes } from '../index/open-notes.ts';

// A Friday.
const TODAY = '2026-07-10';
const tokenizer = createTokenizer();
const days = (text: string, phrases: string[] = []) => {
  const time = askedTime(text, TODAY, tokenizer, phrases);
  return time === null
    ? null
    : [
        ...time.days.map(({ from, to }) => `${from === to ? from : `${from ?? ''}..${to ?? ''}`}`),
        ...(time.isAll ? [] : ['and more']),
      ].join(' ');
};

test.each<[string, string | null]>([
  ['what happened last week', '2026-06-29..2026-07-05'],
  ['last week', '2026-06-29..2026-07-05'],
  ['What did I do on Thursday?', '2026-07-09'],
  ['yesterday', '2026-07-09'],
  ['what did the user do today', '2026-07-10'],
  ['two weeks ago', '2026-06-23..2026-06-29'],
  ['May 2025', '2025-05-01..2025-05-31'],
  ['this week', '2026-07-06..2026-07-12'],
  ['in June', '2026-06-01..2026-06-30'],
  ['on 9 July', '2026-07-09'],
  ['on the 9th of July, 2025', '2025-07-09'],
  ['tell me everything from last month', '2026-06-01..2026-06-30'],
  ['what’s new this month?', '2026-07-01..2026-07-31'],
  ['What went on over the weekend', '2026-07-04..2026-07-05'],
  ['what took place in 2025', '2025-01-01..2025-12-31'],
  ['2026-05', '2026-05-01..2026-05-31'],
  ['recently', '2026-06-10..2026-07-10'],
  ['what happened in the last ten days', '2026-06-30..2026-07-10'],
  ['the day before yesterday', '2026-07-08'],
  ['remind me what happened yesterday', '2026-07-09'],
  ['since May', '2026-05-01..'],
  ['what happened since last week', '2026-06-29..'],
  ['before May', '..2026-04-30'],
  ['after June 30', '2026-07-01..'],
  ['until May', '..2026-05-31'],
  ['until 3 March', '..2026-03-03'],
  ['after May and before July', '2026-06-01..2026-06-30'],
  ['since May until June', '2026-05-01..2026-06-30'],
  ['between 3 June and 9 June', '2026-06-03..2026-06-09'],
  ['from May to June', '2026-05-01..2026-06-30'],
  ['in May and June', '2026-05-01..2026-05-31 2026-06-01..2026-06-30'],
  ['the lake in May', '2026-05-01..2026-05-31 and more'],
  ['who wrote 1984', '1984-01-01..1984-12-31'],
  ['port 2025', '2025-01-01..2025-12-31 and more'],
  ['in may', '2026-05-01..2026-05-31'],
  ['May', '2026-05-01..2026-05-31'],
  ['since may', '2026-05-01..'],
  ['21 may', '2026-05-21'],
  ['may 2025', '2025-05-01..2025-05-31'],
  ['what may happen', null],
  ['this may happen', null],
  ['they march on', null],
  ['May I say so', null],
  ['the last time', null],
  ['last', null],
  ['what happened', null],
  ['the week', null],
  ['what happened before the meeting', null],
  ['one thing', null],
  ['9', null],
])('the time of: %s', (text, expected) => expect(days(text)).toBe(expected));

test('what is quoted is looked for as it stands', () =>
  expect([days('last week', ['last week']), days('blue door last week', ['blue door'])]).toEqual([
    null,
    '2026-06-29..2026-07-05 and more',
  ]));

test('words of time are known', () => {
  expect(
    ['last', 'Recently', 'lately', 'Monday', 'sundays', 'yesterday', 'weeks', 'June', 'ago'].filter(
      (word) => !isTimeWord(word),
    ),
  ).toEqual([]);
  expect(['lake', 'lst', 'event', 'mondy'].filter(isTimeWord)).toEqual([]);
});

const VAULT = notes({
  'daily/2025-06-12.md': '- [event] Ran at night ^aaaaaaaaaa\n',
  'daily/2026-03-02.md':
    '- [event] Saw a film [at:: 2026-07-01] ^bbbbbbbbbb\n- [work] Budget of May 2025 was small ^cccccccccc\n',
  'daily/2026-05-04.md': '- [event] Swam in the lake ^dddddddddd\n- [event] Baked bread ^eeeeeeeeee\n',
  'daily/2026-06-30.md': '- [event] Climbed a hill ^ffffffffff\n',
  'daily/2026-07-03.md':
    '- [event] Deploys happen on Fridays ^gggggggggg\n- [event] Saw the lake last month ^hhhhhhhhhh\n',
  'daily/2026-07-09.md': '- [event] Planted beans ^jjjjjjjjjj\n',
});
const index = openNotes(VAULT);
const ask = async (query: string, request: Partial<SearchRequest> = {}) =>
  (await find({ ...ASKED, query, ...request }, index, LAYOUT, { ...MEMORY, today: TODAY })).result;
const texts = async (query: string, request: Partial<SearchRequest> = {}) =>
  (await ask(query, request)).hits.map(({ text }) => text);

test.each<[string, string[]]>([
  ['what happened last week', ['Saw the lake last month', 'Deploys happen on Fridays', 'Saw a film', 'Climbed a hill']],
  ['what did I do on Thursday', ['Planted beans']],
  ['yesterday', ['Planted beans']],
  ['this week', ['Planted beans']],
  ['what did I do today', []],
  ['What happened in May?', ['Baked bread', 'Swam in the lake']],
  ['on 4 May', ['Baked bread', 'Swam in the lake']],
  ['May 2025', ['Budget of May 2025 was small']],
  ['May 2024', []],
  ['2025', ['Ran at night', 'Budget of May 2025 was small']],
  ['since July', ['Planted beans', 'Saw the lake last month', 'Deploys happen on Fridays', 'Saw a film']],
  ['before May', ['Budget of May 2025 was small', 'Ran at night']],
  ['after June 30', ['Planted beans', 'Saw the lake last month', 'Deploys happen on Fridays', 'Saw a film']],
  ['Friday', ['Saw the lake last month', 'Deploys happen on Fridays']],
])('%s lists what is of it, the newest first', async (query, expected) => {
  const result = await ask(query);
  expect([result.hits.map(({ text }) => text), result.total]).toEqual([expected, expected.length]);
});

test('a result says of which time it is', async () => {
  expect((await ask('what happened last week')).time).toEqual({
    said: 'last week',
    days: [{ from: '2026-06-29', to: '2026-07-05' }],
  });
  expect((await ask('May 2024')).time).toEqual({ said: 'May 2024', days: [{ from: '2024-05-01', to: '2024-05-31' }] });
  expect((await ask('What happened since July?')).time).toEqual({
    said: 'since July',
    days: [{ from: '2026-07-01', to: null }],
  });
  expect((await ask('lake last week')).time).toBeUndefined();
});

test('a month of which this year has nothing is that of the last year that has', async () => {
  const other = openNotes(
    notes({ 'daily/2024-08-01.md': '- [event] Picked plums\n', 'daily/2026-07-01.md': '- [event] Rested\n' }),
  );
  const { result } = await find({ ...ASKED, query: 'in August' }, other, LAYOUT, { ...MEMORY, today: TODAY });
  expect([result.hits.map(({ text }) => text), result.time?.days]).toEqual([
    ['Picked plums'],
    [{ from: '2024-08-01', to: '2024-08-31' }],
  ]);
});

test('beside other words a time is a preference: what is of it and shares no word is no hit', async () => {
  expect((await texts('the lake in May')).sort()).toEqual(['Saw the lake last month', 'Swam in the lake']);
  expect(await texts('lake 2026')).toHaveLength(2);
  expect((await ask('lake of 2025')).total).toBe(2);
  expect((await ask('lake 2025')).total).toBe(3);
  expect((await ask('bread 2026')).total).toBe(1);
  expect(await texts('zebra in May')).toEqual([]);
  expect(await texts('budget 2025')).toEqual(['Budget of May 2025 was small']);
});

test('what is of the named time comes first, faded or not', async () => {
  const other = openNotes(
    notes({
      'daily/2026-01-05.md': '- [event] Swam in the lake of Thun\n',
      'daily/2026-07-03.md': '- [event] Swam in the lake of Zug\n',
    }),
  );
  const dates = async (query: string) =>
    (await find({ ...ASKED, query }, other, LAYOUT, { ...MEMORY, today: TODAY })).result.hits.map(({ date, faded }) => [
      date,
      faded ?? false,
    ]);
  expect([await dates('lake'), await dates('the lake in January 2026')]).toEqual([
    [
      ['2026-07-03', false],
      ['2026-01-05', true],
    ],
    [
      ['2026-01-05', true],
      ['2026-07-03', false],
    ],
  ]);
});

test('filters and signs narrow the list', async () => {
  expect(await texts('last week -lake')).toEqual(['Deploys happen on Fridays', 'Saw a film', 'Climbed a hill']);
  expect(await texts('last week until:2026-06-30')).toEqual(['Climbed a hill']);
  expect(await texts('in March', { categories: ['work'] })).toEqual(['Budget of May 2025 was small']);
});

test('a time is looked for wherever there is one, and not for a word that is a month only beside others', () => {
  const looks = (text: string) => readQuestion(text, tokenizer, TODAY).isTimed;
  const word = fc.constantFrom(
    'march',
    'march',
    'may',
    'March',
    'May',
    'sep',
    'dec',
    'jan',
    'mar',
    'in',
    'last',
    'the',
    'next',
    'of',
    'a',
    'one',
    '3',
    '21st',
    '2025',
    'year',
    'since',
    '(in',
    'march,',
    'budget',
    'this',
    'until',
    '9-may',
  );
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' ')),
      (text) => {
        if (/may|mar|sep|dec|jan/i.test(text) && days(text) !== null) expect([text, looks(text)]).toEqual([text, true]);
      },
    ),
    { numRuns: 3000 },
  );
  expect(['budget lighthouse march', 'they march', 'they march on'].map(looks)).toEqual([false, false, false]);
});
