// Decisions over time: what they add up to, and how many pages and claims there were by then.
import { expect, test } from 'vitest';
import { CITED, type LedgerLine } from '../../../src/model/disposition.ts';
import { bucketsOf, decisionsOver } from '../../../src/inspect/report.ts';

const FROM = '2026-01-01';
const line = (fact: string, as: LedgerLine['as'], day: string, more: Partial<LedgerLine> = {}): LedgerLine => ({
  fact,
  day: FROM,
  as,
  ...(CITED.has(as) ? { page: 'a.md' } : {}),
  digest: 'd',
  run: `r-${day}`,
  engine: 'rules/2',
  at: `${day}T12:00:00.000Z`,
  ...more,
});
const over = (lines: readonly LedgerLine[], since: string, until: string) =>
  decisionsOver(lines, bucketsOf(since, until));

test('counts decisions by their day', () => {
  const lines = [
    line('a', 'placed', '2026-01-01'),
    line('b', 'placed', '2026-01-03', { page: 'b.md' }),
    line('a', 'superseded', '2026-01-03', { by: 'b' }),
    line('c', 'set-aside', '2026-01-04'),
  ];
  expect(over(lines, FROM, '2026-01-05')).toEqual({
    placed: { count: 2, over: [1, 0, 1, 0, 0] },
    superseded: { count: 1, over: [0, 0, 1, 0, 0] },
    'set-aside': { count: 1, over: [0, 0, 0, 1, 0] },
  });
});

test('what was before the span or comes after it does not count', () => {
  const lines = [line('a', 'placed', '2026-01-01'), line('b', 'placed', '2026-01-09', { page: 'b.md' })];
  expect(over(lines, '2026-01-04', '2026-01-05')).toEqual({});
});

test('what an undo took back is a decision that was made', () => {
  const lines = [line('a', 'placed', '2026-01-01'), line('a', 'pending', '2026-01-02', { undoes: 'r-2026-01-01' })];
  expect(over(lines, FROM, '2026-01-03')).toEqual({
    placed: { count: 1, over: [1, 0, 0] },
  });
});
