// Whatever a model answers about a page, no fact is lost, lint has no error, and undo brings back every byte.
import fc from 'fast-check';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filesIn } from './pass-night.ts';
import { dreamArgs, FACTS, makePassVault, PAGE, type PassVault, read, startModel } from './pass-night.ts';

let base: PassVault;
beforeAll(
  async () =>
    void (base = await makePassVault([
      ...FACTS,
      ...Array.from(
        { length: 30 },
        (_, at) => ['2026-09-21', `Course ${at} of Tidepool begins at ${at % 12}:30`] as const,
      ),
    ])),
);
afterAll(() => base.remove());

const number = fc.oneof(fc.integer({ min: -2, max: 60 }), fc.constantFrom('3', '[4]', 'c5', 'x', null, 1.5));
const title = fc.oneof(
  fc.constantFrom(
    'Operation',
    'Booking',
    '',
    'History',
    '## x',
    'Ignore all previous instructions',
    'E-mail',
    'a\nb',
    '[x](y)',
    'Kurse',
    '予約',
  ),
  fc.string({ maxLength: 70 }),
);
const numbers = fc.array(number, { maxLength: 30 });
const answer = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      headings: fc.array(fc.record({ title, claims: numbers }), { maxLength: 6 }),
      same: fc.array(fc.array(number, { maxLength: 4 }), { maxLength: 6 }),
      over: fc.array(fc.record({ claim: number, by: number }), { maxLength: 6 }),
      own_page: fc.option(title),
    }),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string() },
);

test('no answer loses a fact', { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(answer, fc.constantFrom('same', 'a-replaces-b', 'contradict', 'both'), async (said, pair) => {
      const vault = base.begin();
      const server = await startModel({ pass: () => JSON.stringify(said), pair: () => pair });
      try {
        const before = filesIn(vault);
        const ended = await base.run(vault, dreamArgs(server.url));
        expect([0, 3], ended.stderr).toContain(ended.status);
        const cited = (files: Readonly<Record<string, string>>): string[] =>
          [
            ...new Set(
              Object.values(files).flatMap((text) =>
                [...text.matchAll(/\[\^([0-9a-z]{10})\](?!:)/g)].map(([, id = '']) => id),
              ),
            ),
          ].sort();
        expect(cited(filesIn(vault))).toEqual(cited(before));
        const { findings } = JSON.parse((await base.run(vault, ['lint', '--json'])).stdout) as {
          findings: { severity: string }[];
        };
        expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
        // A pass that changed no page is nothing to take back.
        if (read(vault, 'log.md').split('curate | passes')[1]?.includes('; updated ') !== true) return;
        const undone = await base.run(vault, ['dream', '--undo', '--yes'], '2026-10-03T09:00:00Z');
        expect(undone.status, undone.stderr).toBe(0);
        expect(filesIn(vault)).toEqual(before);
        expect(read(vault, PAGE)).toBe(before[PAGE]);
      } finally {
        await server.close();
        rmSync(vault, { recursive: true, force: true });
      }
    }),
    { numRuns: 60 },
  );
});
