// Days as people type and say them.
import { expect, test } from 'vitest';
import { phraseSpan } from '../../../src/language/dates/day-phrases.ts';
import { spanOf } from '../../../src/language/dates/calendar.ts';

// A Friday.
const TODAY = '2026-07-10';
const shown = (span: { from: string; to: string } | null) =>
  span === null ? null : span.from === span.to ? span.from : `${span.from} to ${span.to}`;

test.each<[string, string | null]>([
  ['today', '2026-07-10'],
  ['Yesterday', '2026-07-09'],
  ['tomorrow', '2026-07-11'],
  ['the day before yesterday', '2026-07-08'],
  ['last night', '2026-07-09'],
  ['this morning', '2026-07-10'],
  ['last week', '2026-06-29 to 2026-07-05'],
  ['last-week', '2026-06-29 to 2026-07-05'],
  ['this week', '2026-07-06 to 2026-07-12'],
  ['next week', '2026-07-13 to 2026-07-19'],
  ['last weekend', '2026-07-04 to 2026-07-05'],
  ['the weekend', '2026-07-04 to 2026-07-05'],
  ['last month', '2026-06-01 to 2026-06-30'],
  ['last year', '2025-01-01 to 2025-12-31'],
  ['the last ten days', '2026-06-30 to 2026-07-10'],
  ['past week', '2026-07-03 to 2026-07-10'],
  ['the past two months', '2026-05-10 to 2026-07-10'],
  ['two weeks ago', '2026-06-26'],
  ['3 days ago', '2026-07-07'],
  ['a month ago', '2026-06-10'],
  ['2 years ago', '2024-07-10'],
  ['Thursday', '2026-07-09'],
  ['on friday', '2026-07-03'],
  ['last Monday', '2026-07-06'],
  ['next Monday', '2026-07-13'],
  ['this Sunday', '2026-07-12'],
  ['Monday last week', '2026-06-29'],
  ['May', '2026-05-01 to 2026-05-31'],
  ['August', '2025-08-01 to 2025-08-31'],
  ['sept.', '2025-09-01 to 2025-09-30'],
  ['last June', '2026-06-01 to 2026-06-30'],
  ['last July', '2025-07-01 to 2025-07-31'],
  ['this July', '2026-07-01 to 2026-07-31'],
  ['next July', '2027-07-01 to 2027-07-31'],
  ['June last year', '2025-06-01 to 2025-06-30'],
  ['May 2025', '2025-05-01 to 2025-05-31'],
  ['May of 2025', '2025-05-01 to 2025-05-31'],
  ['21 May', '2026-05-21'],
  ['3 March', '2026-03-03'],
  ['24 December', '2025-12-24'],
  ['May 21', '2026-05-21'],
  ['the 21st of May', '2026-05-21'],
  ['May 21st, 2025', '2025-05-21'],
  ['21 may 2025', '2025-05-21'],
  ['29 February', '2024-02-29'],
  ['31 June', null],
  ['30 February 2024', null],
  ['2026-13', null],
  ['2026-00', null],
  ['two weeks', null],
  ['weeks ago', null],
  ['last', null],
  ['last time', null],
  ['May be', null],
  ['the', null],
  ['', null],
  ['last monday afternoon tea', null],
  ['week', null],
  ['5', null],
  ['99999y', null],
])('%s', (typed, expected) => expect(shown(spanOf(typed, TODAY))).toBe(expected));

test.each<[string, string | null]>([
  ['two weeks ago', '2026-06-23 to 2026-06-29'],
  ['a month ago', '2026-06-01 to 2026-06-30'],
  ['eight months ago', '2025-11-01 to 2025-11-30'],
  ['a year ago', '2025-01-01 to 2025-12-31'],
  ['recently', '2026-06-10 to 2026-07-10'],
])('in a question %s is the days around', (phrase, expected) =>
  expect(shown(phraseSpan(phrase, TODAY, true))).toBe(expected),
);
