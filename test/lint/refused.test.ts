// Which repairs are refused, over made-up plans.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { resultOf, type LintResult } from '../../src/lint/lint.ts';
import { costOf, refuseHarmful, type Taken } from '../../src/lint/repair.ts';
import type { Finding, Severity } from '../../src/lint/rule.ts';

type Found = (
  has: (step: number) => boolean,
) => readonly (readonly [page: string, message: string, severity: Severity])[];

/**
 * What becomes of a plan of so many steps, each on a page of its own that heals a warning there, with more that is
 * found after some.
 */
function tried(steps: number, more: Found): { refused: Record<string, string>; kept: LintResult; now: LintResult } {
  const finding = (path: string, message: string, severity: Severity): Finding => ({
    rule: 'made-up',
    severity,
    path,
    line: 1,
    message,
    fix: null,
  });
  const all = Array.from({ length: steps }, (_, at) => at);
  const after = (has: (step: number) => boolean): LintResult =>
    resultOf(
      [
        ...all.filter((at) => !has(at)).map((at) => finding(`${at}.md`, 'to heal', 'warning')),
        ...more(has).map(([path, message, severity]) => finding(path, message, severity)),
      ],
      new Map(),
      steps,
    );
  const take = (without: ReadonlySet<string>): Taken => {
    const left = all.filter((at) => !without.has(`${at}.md`));
    return { repaired: left.map((at) => `${at}.md`), after: after((at) => left.includes(at)) };
  };
  const now = after(() => false);
  const { kept, refused } = refuseHarmful(now, take);
  return { refused: Object.fromEntries(refused), kept: kept.after, now };
}

test('a repair after which more is found on its page is refused, and no other', () => {
  const { refused } = tried(300, (has) => (has(211) ? [['211.md', 'broken', 'error']] : []));
  expect(refused).toEqual({ '211.md': '211.md:1 broken' });
});

test('a repair that puts right more than it breaks stays', () => {
  expect(tried(8, (has) => (has(3) ? [['3.md', 'small', 'note']] : [])).refused).toEqual({});
});

test('where the harm is on a page that no repair touches, all are refused', () => {
  const { refused, kept, now } = tried(2, (has) => (has(1) ? [['other.md', 'broken', 'error']] : []));
  expect(refused).toEqual({ '0.md': 'other.md:1 broken', '1.md': 'other.md:1 broken' });
  expect(kept).toEqual(now);
});

test('however steps work on each other, the vault becomes no worse', () => {
  const any = fc.array(
    fc.record({
      with: fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 }),
      without: fc.uniqueArray(fc.nat(7), { maxLength: 2 }),
      any: fc.boolean(),
      page: fc.nat(9),
      severity: fc.constantFrom<Severity>('error', 'warning'),
    }),
    { maxLength: 9 },
  );
  fc.assert(
    fc.property(any, (rules) => {
      const { kept, now } = tried(8, (has) =>
        rules.flatMap((rule, at) =>
          (rule.any ? rule.with.some(has) : rule.with.every(has)) && !rule.without.some(has)
            ? [[`${rule.page}.md`, 'x'.repeat(at + 1), rule.severity] as const]
            : [],
        ),
      );
      expect(costOf(kept)).toBeLessThanOrEqual(costOf(now));
    }),
  );
});
