// The names of daily notes, as people and templates write them.
import { expect, test } from 'vitest';
import { dayOfName } from '../../src/import/notes/obsidian-daily.ts';

const dayOf = (path: string): string => {
  const found = dayOfName(path);
  return typeof found === 'string' ? found : found.day;
};

test.each([
  '2026-06-01.md',
  '20260601.md',
  '2026_06_01.md',
  '2026.06.01.md',
  '2026-06-01 Monday.md',
  'Journal/2026/2026-06-01 - a walk.md',
  '01.06.2026.md',
  '1.6.2026.md',
  'June 1st, 2026.md',
  'June 1, 2026.md',
  '1 June 2026.md',
  '1st of June 2026.md',
  'Mon, 1 Jun 2026.md',
  'Monday, June 1 2026.md',
  '2026年6月1日.md',
  '2026/06/01.md',
  'Daily/2026/06-June/01-Monday.md',
])('%s', (path) => {
  expect(dayOf(path)).toBe('2026-06-01');
});

test.each([
  '2026-06.md',
  '2026-W23.md',
  '2026-13-01.md',
  '2026-02-30.md',
  'Recipes.md',
  'Room 2026.md',
  '31.02.2026.md',
  '20260601123.md',
  'Foo 1 2026.md',
  '2026-06-01T10.md',
])('%s is no day', (path) => {
  expect(dayOf(path)).toBe('no day');
});

test.each([
  ['03-04-2026.md', 'which first?'],
  ['13-04-2026.md', '2026-04-13'],
  ['04-13-2026.md', '2026-04-13'],
  ['03-03-2026.md', '2026-03-03'],
])('%s', (path, day) => {
  expect(dayOf(path)).toBe(day);
});
