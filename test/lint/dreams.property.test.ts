// Whatever was logged, what a dream makes of it is as the invariants want it.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderDayTitle, renderEntry } from '../../src/page/fact-line.ts';
import { anyId, anyStatement } from '../page/arbitraries.ts';
import { dreamVault } from './dreamed.ts';
import { brief, findings, makeVault, write } from './folders.ts';

const DAYS = ['2026-07-01', '2026-07-02', '2026-07-03', '2026-07-04'] as const;
const PLAIN = [
  'User prefers tabs',
  'The user prefers tabs.',
  'Ann met Bob in Oslo yesterday',
  'Atlas has 14 services',
  'It does not run on `node 18`',
  'Release on 2026-08-15, see https://example.org/a',
];

const anyFact = fc.record({
  id: anyId,
  day: fc.constantFrom(...DAYS),
  statement: fc.oneof(
    anyStatement,
    fc.record({
      category: fc.constantFrom('work', 'preference', 'general'),
      text: fc.constantFrom(...PLAIN),
      tags: fc.constantFrom([], ['ui']),
      fields: fc.constantFrom({}, { project: 'Atlas' }),
    }),
  ),
});

test('a dreamed vault has nothing to find', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyFact, { selector: (fact) => fact.id, minLength: 1, maxLength: 30 }),
      async (facts) => {
        const vault = makeVault();
        for (const day of DAYS) {
          const entries = facts
            .filter((fact) => fact.day === day)
            .map((fact) => renderEntry('14:05', 'abc12345', [fact]));
          if (entries.length > 0) write(vault, `daily/${day}.md`, renderDayTitle(day) + entries.join(''));
        }
        await dreamVault(vault, new Date(2026, 6, 3, 3, 0), '2026-07-03');
        expect(brief(findings(vault, '2026-07-03'))).toEqual([]);
        await dreamVault(vault, new Date(2026, 6, 5, 3, 0), '2026-07-05');
        expect(brief(findings(vault, '2026-07-05'))).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
});
