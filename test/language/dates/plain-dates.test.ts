// The days of plain words are those that chrono reads, in every fragment that the rules may meet.
import { casual } from 'chrono-node/en';
import { expect, test } from 'vitest';
import { phraseSpan } from '../../../src/language/dates/calendar.ts';

const PARTS = ['morning', 'afternoon', 'evening', 'night'];
const WORDS = ['yesterday', 'today', 'tomorrow', 'tonight', 'last night', ...PARTS.map((part) => `this ${part}`)];
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const COUNTS = [1, 2, 3, 4, 7, 11, 12, 13, 24, 30, 31, 52, 100, 366];
const UNITS = ['day', 'week', 'month', 'year'] as const;
/** Ends of months and of years, a leap day, each day of a week. */
const DAYS = [
  '2024-02-29',
  '2025-12-31',
  '2026-01-01',
  '2026-03-30',
  '2026-05-31',
  '2026-07-01',
  '2026-07-02',
  '2026-07-03',
  '2026-07-04',
  '2026-07-05',
  '2026-07-06',
];

function chronoDay(fragment: string, day: string): string | null {
  const found = casual.parse(fragment, new Date(`${day}T12:00:00`));
  const start = found[0]?.start;
  if (found.length !== 1 || found[0]?.text !== fragment || !start) return null;
  const two = (part: 'month' | 'day'): string => String(start.get(part)).padStart(2, '0');
  return `${start.get('year')}-${two('month')}-${two('day')}`;
}

/** What is read of these fragments, where chrono reads another day. */
const differing = (day: string, fragments: readonly string[]): unknown[] =>
  fragments.flatMap((fragment) => {
    const found = phraseSpan(fragment.toLowerCase(), day)?.from ?? null;
    const read = chronoDay(fragment, day);
    return read === found ? [] : [{ fragment, found, read }];
  });

test.each(DAYS)('as seen from %s', (day) => {
  expect(
    differing(day, [...WORDS, ...WORDS.map((word) => word.replace(/^\w/, (letter) => letter.toUpperCase()))]),
  ).toEqual([]);
  expect(
    differing(
      day,
      WEEKDAYS.flatMap((name) => [`last ${name}`, `next ${name}`]),
    ),
  ).toEqual([]);
  // Months and years are counted from a day that each of them has.
  const middle = `${day.slice(0, 8)}15`;
  for (const unit of UNITS) {
    const fragments = COUNTS.flatMap((count) => [`${count} ${unit}s ago`, `in ${count} ${unit}s`]);
    expect(differing(unit === 'day' || unit === 'week' ? day : middle, fragments)).toEqual([]);
  }
});

test('no other words', () => {
  expect([phraseSpan('this noon', '2026-07-01'), phraseSpan('', '2026-07-01')]).toEqual([null, null]);
});
