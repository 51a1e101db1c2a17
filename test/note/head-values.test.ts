// Values of front matter: which of them name a day, and the line of a key.
import { expect, test } from 'vitest';
import { parseFrontMatter, dayIn, lineOfKey } from '../../src/note/front-matter.ts';

test.each([
  ['2026-07-01', '2026-07-01'],
  ['"2026-07-01"', '2026-07-01'],
  ['2026-07-01T23:30:00', '2026-07-01'],
  ['"2026-07-01 08:00"', '2026-07-01'],
  ['"2026-07-01x"', null],
  ['2026-07-32', null],
  ['soon', null],
  ['7', null],
])('the day in `updated: %s` is %s', (written, day) => {
  expect(dayIn(parseFrontMatter(`---\nupdated: ${written}\n---\n`).data['updated'])).toBe(day);
});

test('a date that is none names no day', () => {
  expect(dayIn(new Date(Number.NaN))).toBeNull();
});

test('the line of a key is counted from the first, and is 1 for a key that is not there', () => {
  const text = '---\ntitle: Work\nupdated: 2026-07-01\n---\n';
  expect([lineOfKey(text, 'title'), lineOfKey(text, 'updated'), lineOfKey(text, 'status')]).toEqual([2, 3, 1]);
});
