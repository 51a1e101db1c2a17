// Decisions over time: what they add up to, and how many pages and claims there were by then.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../../src/model/day.ts';
import { CITED, foldLedger, type LedgerLine } from '../../../src/model/disposition.ts';
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

test('counts decisions by their day, and what stood by then', () => {
  const lines = [
    line('a', 'placed', '2026-01-01'),
    line('b', 'placed', '2026-01-03', { page: 'b.md' }),
    line('a', 'superseded', '2026-01-03', { by: 'b' }),
    line('c', 'set-aside', '2026-01-04'),
  ];
  expect(over(lines, FROM, '2026-01-05')).toEqual({
    decided: {
      placed: { count: 2, over: [1, 0, 1, 0, 0] },
      superseded: { count: 1, over: [0, 0, 1, 0, 0] },
      'set-aside': { count: 1, over: [0, 0, 0, 1, 0] },
    },
    pagesOver: [1, 1, 2, 2, 2],
    claimsOver: [1, 1, 1, 1, 1],
  });
});

test('what was before the span stands at its beginning, what comes after it does not count', () => {
  const lines = [line('a', 'placed', '2026-01-01'), line('b', 'placed', '2026-01-09', { page: 'b.md' })];
  expect(over(lines, '2026-01-04', '2026-01-05')).toEqual({ decided: {}, pagesOver: [1, 1], claimsOver: [1, 1] });
});

test('what an undo took back is a decision that was made, and stands no more', () => {
  const lines = [line('a', 'placed', '2026-01-01'), line('a', 'pending', '2026-01-02', { undoes: 'r-2026-01-01' })];
  expect(over(lines, FROM, '2026-01-03')).toEqual({
    decided: { placed: { count: 1, over: [1, 0, 0] } },
    pagesOver: [1, 0, 0],
    claimsOver: [1, 0, 0],
  });
});

test('in the end there is what the ledger says, in whatever order its lines stand', () => {
  const decided = fc.record({
    fact: fc.constantFrom('a', 'b', 'c', 'd'),
    as: fc.constantFrom(
      'placed' as const,
      'duplicate' as const,
      'superseded' as const,
      'conflict' as const,
      'set-aside' as const,
      'forgotten' as const,
      'pending' as const,
    ),
    page: fc.constantFrom('a.md', 'b.md'),
    day: fc.integer({ min: 0, max: 40 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(decided, { maxLength: 20, selector: ({ fact, day }) => `${fact} ${day}` }), (all) => {
      const lines = all.map(({ fact, as, page, day }) =>
        line(fact, as, addDays(FROM, day), CITED.has(as) ? { page } : {}),
      );
      const held = [...foldLedger(lines).values()];
      const { pagesOver, claimsOver } = over(lines, FROM, '2026-03-31');
      expect(claimsOver.at(-1)).toBe(held.filter(({ as }) => as === 'placed' || as === 'conflict').length);
      expect(pagesOver.at(-1)).toBe(new Set(held.filter(({ as }) => CITED.has(as)).map(({ page }) => page)).size);
    }),
  );
});

test('what an undo gave back stands again, and is no decision of its own', () => {
  const lines = [
    line('a', 'placed', '2026-01-01'),
    line('a', 'superseded', '2026-01-02'),
    line('a', 'placed', '2026-01-03', { undoes: 'r-2026-01-02' }),
  ];
  expect(over(lines, FROM, '2026-01-03')).toEqual({
    decided: { placed: { count: 1, over: [1, 0, 0] }, superseded: { count: 1, over: [0, 1, 0] } },
    pagesOver: [1, 1, 1],
    claimsOver: [1, 0, 1],
  });
});
