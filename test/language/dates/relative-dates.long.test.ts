// Relative dates with their absolute date beside them, and everything that must stay as it is.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { annotateRelativeDates } from '../../../src/language/dates/relative-dates.ts';
import { cpuTime } from '../../support/cpu-time.ts';

/** A Monday in spring. */
const MONDAY = '2023-05-08';

/** Sentences with the insertion written out; the text without it is what goes in. */
const annotated: readonly (readonly [day: string, result: string])[] = [
  [MONDAY, 'I went to a support group yesterday{ (2023-05-07)}'],
  [MONDAY, 'Yesterday{ (2023-05-07)} we moved.'],
  [MONDAY, 'The release is tomorrow{ (2023-05-09)} at 5pm'],
  [MONDAY, 'We fly tomorrow morning{ (2023-05-09)}.'],
  [MONDAY, "Slept badly last night{ (2023-05-07)}, can't think"],
  [MONDAY, 'Met Ada this morning{ (2023-05-08)} and Bob today{ (2023-05-08)}'],
  [MONDAY, "Signed at the notary's this afternoon{ (2023-05-08)}, champagne"],
  [MONDAY, '_last week{ (week of 2023-05-01)}_ and **yesterday{ (2023-05-07)}**'],
  [MONDAY, 'The backup ran the day before yesterday{ (2023-05-06)}'],
  [MONDAY, 'Back the day after tomorrow{ (2023-05-10)}'],
  [MONDAY, "yesterday's{ (2023-05-07)} meeting was long"],
  [MONDAY, 'Paris last month{ (2023-04)}, Rome next month{ (2023-06)}'],
  ['2023-01-31', 'Billing starts next month{ (2023-02)}'],
  ['2023-01-10', 'Moved here last month{ (2022-12)}'],
  [MONDAY, 'painted a sunrise last year{ (2022)}'],
  [MONDAY, 'They marry next year{ (2024)}; the ring came this year{ (2023)}'],
  [MONDAY, 'went camping last week{ (week of 2023-05-01)}'],
  [MONDAY, 'the exam is next week{ (week of 2023-05-15)}'],
  [MONDAY, 'late last week{ (week of 2023-05-01)} it rained'],
  [MONDAY, 'hiking last weekend{ (weekend of 2023-05-06)}'],
  [MONDAY, "I'm hiking this weekend{ (weekend of 2023-05-13)}"],
  ['2023-05-07', 'last weekend{ (weekend of 2023-04-29)} was better than this weekend{ (weekend of 2023-05-06)}'],
  [MONDAY, 'camped two weekends ago{ (weekend of 2023-04-29)}'],
  [MONDAY, 'a trip last summer{ (summer 2022)}'],
  ['2023-12-10', 'a trip last summer{ (summer 2023)}'],
  ['2023-10-10', 'a trip this summer{ (summer 2023)}'],
  ['2023-01-10', 'we skied last winter{ (winter 2021–22)}'],
  ['2023-10-10', 'we ski this winter{ (winter 2023–24)}'],
  ['2023-10-10', 'the course starts next spring{ (spring 2024)}'],
  [MONDAY, 'It closed two weeks ago{ (week of 2023-04-24)}'],
  [MONDAY, 'started 10 years ago{ (2013)}'],
  [MONDAY, 'about five years ago{ (2018)}'],
  [MONDAY, 'A year ago{ (2022)} this was a field'],
  [MONDAY, '3 days ago{ (2023-05-05)}'],
  ['2023-05-31', 'a month ago{ (2023-04)}'],
  [MONDAY, 'fifteen months ago{ (2022-02)}'],
  [MONDAY, 'The conference starts in three days{ (2023-05-11)}'],
  [MONDAY, "She'll be here in two weeks{ (week of 2023-05-22)}"],
  [MONDAY, 'My exam is in a month{ (2023-06)}'],
  [MONDAY, 'two weeks from now{ (week of 2023-05-22)}'],
  [MONDAY, 'ran a race last Saturday{ (2023-05-06)}'],
  [MONDAY, 'joined a group last Tues{ (2023-05-02)}.'],
  [MONDAY, 'Last Friday night{ (2023-05-05)} we danced'],
  [MONDAY, 'dinner next Friday{ (2023-05-19)}'],
  ['2023-05-11', 'dinner next Friday{ (2023-05-19)}'],
  ['2023-05-13', 'dinner next Friday{ (2023-05-19)}'],
  [MONDAY, 'dinner this Friday{ (2023-05-12)}'],
  [MONDAY, 'dinner this coming Friday{ (2023-05-12)}'],
  [MONDAY, 'Friday last week{ (2023-05-05)} was quiet'],
  [MONDAY, 'the review is next week on Tuesday{ (2023-05-16)}'],
  [MONDAY, 'I won my fourth tournament on Friday{ (2023-05-05)}!'],
  [MONDAY, 'Caroline visited the museum on Friday{ (2023-05-05)}.'],
  [MONDAY, 'We will meet on Friday{ (2023-05-12)}'],
  [MONDAY, 'ran it last August{ (2022-08)}'],
  ['2023-12-08', 'Last August{ (2023-08)} there was a ball'],
  [MONDAY, '我昨天{(2023-05-07)}去了医院'],
  [MONDAY, '去年{(2022)}夏天我们搬家了'],
  [MONDAY, '上周{(2023-05-01 至 2023-05-07)}开会'],
  [MONDAY, '上周五{(2023-05-05)}发布'],
  [MONDAY, '下周日{(2023-05-21)}见'],
  [MONDAY, '上个月{(2023-04)}买的'],
  [MONDAY, '三天前{(2023-05-05)}出发,兩年前{(2021)}入职'],
  [MONDAY, '明天早上{(2023-05-09)}跑步'],
];

const left: readonly (readonly [day: string, text: string])[] = [
  [MONDAY, 'I am busy now, recently, soon, currently and nowadays'],
  [MONDAY, 'the other day I met her'],
  [MONDAY, 'lived there for three years'],
  [MONDAY, 'every Friday, on Fridays, on weekends, Friday nights'],
  [MONDAY, 'This may last a while; it may rain next'],
  [MONDAY, 'this may be so, and last may not'],
  [MONDAY, 'the last time, the next step, in second place, the last week of school'],
  [MONDAY, 'open 24/7 at 5pm with v1.2.3 and 1/2 cup'],
  [MONDAY, 'in the last year, over the past month, during the next week'],
  [MONDAY, 'my last year of college and his next week'],
  [MONDAY, 'last week of March'],
  [MONDAY, 'run `git log --since yesterday` now'],
  [MONDAY, '```\nyesterday\n```'],
  [MONDAY, 'see https://example.com/last-week?d=yesterday'],
  [MONDAY, 'open notes/yesterday or yesterday.md or last-week.csv'],
  [MONDAY, 'the file "last week.md" is gone'],
  [MONDAY, 'watched "Last Summer" and sang Yesterday'],
  [MONDAY, 'Sings Yesterday and watches Last Week Tonight'],
  [MONDAY, 'she said “I saw him yesterday”'],
  [MONDAY, '[yesterday](x.md) and [[last week]]'],
  [MONDAY, 'yesterday (2023-05-07) and last week (week of 2023-05-01)'],
  [MONDAY, 'yesterday, May 7, and last Friday the 5th'],
  [MONDAY, 'yesterday (Sunday, 7 May)'],
  [MONDAY, '2023-05-07 (yesterday)'],
  [MONDAY, 'on May 7, 2023 or on 7 May or in March'],
  [MONDAY, 'last year, 2022'],
  [MONDAY, 'a few weeks ago, a couple of years ago, several days ago, years ago, long ago'],
  [MONDAY, '2-3 weeks ago, two or three weeks ago, 1.5 years ago, over a year ago, almost 3 years ago'],
  [MONDAY, 'about two weeks ago'],
  [MONDAY, 'a year and two months ago'],
  [MONDAY, '2000 years ago, 12 hours ago'],
  [MONDAY, 'read the whole book in three days'],
  [MONDAY, 'can be done in two weeks'],
  [MONDAY, 'I will run 3 marathons in two months'],
  [MONDAY, 'Rome was not built in a day'],
  [MONDAY, 'three days later, a week after last Friday, a week from tomorrow, two years ago today'],
  [MONDAY, 'the bakery is closed on Monday and on Friday'],
  [MONDAY, 'the meeting on Friday'],
  [MONDAY, 'She said the meeting is on Friday'],
  [MONDAY, 'I usually went on Friday'],
  [MONDAY, 'we met on Friday and Saturday'],
  [MONDAY, 'Black Friday was wild'],
  [MONDAY, 'next summer, next weekend'],
  ['2023-10-10', 'a trip last summer'],
  ['2023-07-10', 'the course starts next fall'],
  ['2023-04-10', 'skied this winter'],
  [MONDAY, 'ran it last March'],
  [MONDAY, "there is no tomorrow and a better tomorrow for today's youth"],
  [MONDAY, 'it feels like yesterday'],
  [MONDAY, 'user_last_week = next_month, #tomorrow, @today, $today'],
  [MONDAY, 'yesterday-ish and last-minute'],
  [MONDAY, 'a week or two ago, last week or so'],
  [MONDAY, '他聪明天才,马上周末,晚上月亮,过去年代'],
  [MONDAY, '几天前 每周 第3天前'],
  [MONDAY, '《明天》 「昨天」'],
  [MONDAY, ''],
  ['soon', 'went there yesterday'],
];

describe('relative dates', () => {
  test.each(annotated)('%s: %s', (day, marked) => {
    expect(annotateRelativeDates(marked.replace(/\{.*?\}/g, ''), day)).toBe(marked.replace(/[{}]/g, ''));
  });

  test.each(left)('%s: left alone: %s', (day, text) => {
    expect(annotateRelativeDates(text, day)).toBe(text);
  });

  test('what a longer expression shifts is not said of the shorter one', () => {
    expect(annotateRelativeDates('two years ago this month', MONDAY)).toBe('two years ago (2021) this month');
  });

  test('a new date beside an old one keeps the old one', () => {
    expect(annotateRelativeDates('yesterday (2023-05-07) or tomorrow', MONDAY)).toBe(
      'yesterday (2023-05-07) or tomorrow (2023-05-09)',
    );
  });
});

const vocabulary = [
  'yesterday',
  'tomorrow',
  'today',
  'last',
  'next',
  'this',
  'week',
  'month',
  'year',
  'Friday',
  'on',
  'in',
  'two',
  'three',
  'days',
  'weeks',
  'ago',
  'from',
  'now',
  'summer',
  'weekend',
  'the',
  'I',
  'went',
  'will',
  'of',
  'or',
  'and',
  'May',
  '2022',
  '(2022)',
  '(2023-05-07)',
  '(',
  ')',
  '.',
  ',',
  '`',
  '"',
  "'s",
  'before',
  'after',
  'about',
  '昨天',
  '上周',
  '去年',
  '(week of 2023-05-01)',
  '\n',
  'night',
  'x/y',
  '12',
  '-',
];
const prose = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.constantFrom(...vocabulary), { maxLength: 14 }).map((list) => list.join(' ')),
);
const days = fc
  .date({ min: new Date('1971-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test('a date set beside one phrase parts another from what had looked like its date', () => {
  const text = 'yesterday ( yesterday May night 2022';
  const once = annotateRelativeDates(text, '1971-01-01');
  expect(annotateRelativeDates(once, '1971-01-01')).toBe(once);
});

describe('properties', () => {
  test('only parentheses are inserted, and taking them out gives back the text', () => {
    fc.assert(
      fc.property(prose, days, (text, day) => {
        const result = annotateRelativeDates(text, day);
        let at = 0;
        for (let i = 0; i < result.length; i++) {
          const insert = / ?\((?:(?:week|weekend) of |\w+ (?=\d{4}))?\d{4}[^()]*\)/uy;
          insert.lastIndex = i;
          const found = insert.exec(result)?.[0];
          if (found && !text.startsWith(found, at)) i += found.length - 1;
          else if (result[i] === text[at]) at++;
          else break;
        }
        expect(at).toBe(text.length);
      }),
      { numRuns: 2000 },
    );
  });

  test('twice is the same as once', () => {
    fc.assert(
      fc.property(prose, days, (text, day) => {
        const once = annotateRelativeDates(text, day);
        expect(annotateRelativeDates(once, day)).toBe(once);
      }),
      { numRuns: 3000 },
    );
  });

  test('a line of a hundred kilobytes takes no more than linear time', () => {
    const pieces = ['yesterday we met, ', '"', '[', '`', '昨天', 'a/b ', '“', '<', ' '];
    const cost = (piece: string, length: number): number =>
      cpuTime(() => void annotateRelativeDates(`${piece.repeat(Math.ceil(length / piece.length))} today`, MONDAY));
    // Eight times the text: about 8 where it is linear, on any machine, and 64 where each letter looks at all the
    // others.
    for (const piece of pieces)
      expect(cost(piece, 100_000) / Math.max(20, cost(piece, 12_500)), piece).toBeLessThan(24);
  });
});
