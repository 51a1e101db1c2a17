// A few parsers of chrono read what all of them read, in every fragment that the rules hand to them.
import { casual } from 'chrono-node/en';
import { expect, test } from 'vitest';
import numbers from '../../../templates/words/numbers.json';
import { plainDates } from '../../../src/markdown/dates/plain-dates.ts';

const PARTS = ['morning', 'afternoon', 'evening', 'night'];
const WORDS = ['yesterday', 'today', 'tomorrow', 'tonight', 'last night', ...PARTS.map((part) => `this ${part}`)];
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const COUNTS = [...Object.keys(numbers.values), ...Array.from({ length: 40 }, (_, i) => String(i)), '52', '99', '100', '365', '999'];
const UNITS = ['day', 'week', 'month', 'year'];
const FRAGMENTS = [
  ...WORDS, ...WORDS.map((word) => word.replace(/^\w/, (letter) => letter.toUpperCase())),
  ...WEEKDAYS.flatMap((name) => [`last ${name}`, `next ${name}`]),
  ...COUNTS.flatMap((count) => UNITS.flatMap((unit) => [`${count} ${unit}s ago`, `in ${count} ${unit}s`])),
];
/** Ends of months and of years, a leap day, each day of a week. */
const DAYS = ['2024-02-29', '2025-12-31', '2026-01-01', '2026-03-30', '2026-05-31', '2026-07-01', '2026-07-02', '2026-07-03', '2026-07-04', '2026-07-05', '2026-07-06'];

const read = (chrono: { parse: typeof casual.parse }, fragment: string, noon: Date): unknown =>
  chrono.parse(fragment, noon).map(({ text, start }) => [text, start.get('year'), start.get('month'), start.get('day')]);

test('only some of its parsers', () => {
  expect(plainDates.parsers).toHaveLength(5);
  expect(read(plainDates, 'last friday', new Date(2026, 6, 1, 12))).toEqual([['last friday', 2026, 6, 26]]);
});

test.each(DAYS)('as seen from %s', (day) => {
  const noon = new Date(`${day}T12:00:00`);
  const differ = FRAGMENTS.filter((fragment) => JSON.stringify(read(plainDates, fragment, noon)) !== JSON.stringify(read(casual, fragment, noon)));
  expect(differ).toEqual([]);
});
