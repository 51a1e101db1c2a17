// Which repairs are refused, over made-up plans, and in how many looks at the vault.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLintInput } from '../../src/lint/input.ts';
import { resultOf, type LintResult } from '../../src/lint/lint.ts';
import { refuseHarmful, type Taken, planRepairs, costOf } from '../../src/lint/repair.ts';
import { REPAIRERS } from '../../src/lint/repairers.ts';
import type { Finding, Rule, Severity } from '../../src/lint/rule.ts';
import { resolveRules } from '../../src/lint/rules.ts';
import { makeFolder, write } from './folders.ts';

type Found = (
  has: (step: number) => boolean,
) => readonly (readonly [page: string, message: string, severity: Severity])[];

/**
 * What becomes of a plan of so many steps, each on a page of its own that heals a warning there, with more that is
 * found after some.
 */
function tried(
  steps: number,
  more: Found,
): { refused: Record<string, string>; kept: LintResult; now: LintResult; looks: number } {
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
  let looks = 0;
  const take = (without: ReadonlySet<string>): Taken => {
    looks++;
    const left = all.filter((at) => !without.has(`s${at}`));
    return { steps: new Map(left.map((at) => [`s${at}`, `${at}.md`])), after: after((at) => left.includes(at)) };
  };
  const now = after(() => false);
  const { kept, refused } = refuseHarmful(now, take(new Set()), take);
  return { refused: Object.fromEntries(refused), kept: kept.after, now, looks };
}

const TOGETHER = 'together with the other repairs';

describe('of three hundred repairs', () => {
  test('one that does harm elsewhere is found in few looks', () => {
    const { refused, looks } = tried(300, (has) => (has(211) ? [['other.md', 'broken', 'error']] : []));
    expect(refused).toEqual({ s211: 'other.md:1 broken' });
    expect(looks).toBeLessThan(25);
  });

  test('one that does harm on its own page is found at once', () => {
    const { refused, looks } = tried(300, (has) => (has(211) ? [['211.md', 'broken', 'error']] : []));
    expect(refused).toEqual({ s211: '211.md:1 broken' });
    expect(looks).toBeLessThan(5);
  });

  test('two that do harm only together are refused, and no other', () => {
    const { refused, looks } = tried(300, (has) => (has(7) && has(290) ? [['other.md', 'broken', 'error']] : []));
    expect(refused).toEqual({ s7: TOGETHER, s290: TOGETHER });
    expect(looks).toBeLessThan(35);
  });

  test('all that do harm are found in little more than a look for each', () => {
    const { refused, looks } = tried(300, (has) =>
      Array.from({ length: 300 }, (_, at) => at)
        .filter(has)
        .map((at) => ['other.md', `broken ${String.fromCodePoint(0x4e00 + at)}`, 'error']),
    );
    expect(Object.keys(refused)).toHaveLength(300);
    expect(looks).toBeLessThan(310);
  });

  test('none is looked at alone where nothing new is found', () => {
    expect(tried(300, () => [])).toMatchObject({ refused: {}, looks: 1 });
  });
});

describe('a repair stays', () => {
  test('where another takes back what it brings', () => {
    expect(
      tried(8, (has) => [
        ...(has(2) && !has(5) ? [['2.md', 'broken', 'error'] as const] : []),
        ...(has(3) ? [['3.md', 'torn', 'error'] as const] : []),
      ]).refused,
    ).toEqual({ s3: '3.md:1 torn' });
  });

  test('where the vault is better with it, though alone it is worse', () => {
    expect(
      tried(8, (has) => [
        ...(has(2) ? [['other.md', 'broken', 'error'] as const] : []),
        ...(has(2) && has(5) ? [] : [['5.md', 'held', 'error'] as const]),
      ]).refused,
    ).toEqual({});
  });

  test('where the vault is better with it, beside one without which it is better', () => {
    expect(
      tried(8, (has) => [
        ...(has(2) ? [['other.md', 'broken', 'error'] as const] : []),
        ...(has(2) && has(5) ? [] : [['5.md', 'held', 'error'] as const]),
        ...(has(3) ? [['3.md', 'torn', 'error'] as const] : []),
      ]).refused,
    ).toEqual({ s3: '3.md:1 torn' });
  });

  test('where nothing is better without it', () => {
    expect(
      tried(4, (has) => [
        ...(has(0) ? [['3.md', 'torn', 'warning'] as const] : []),
        ...(has(0) || has(2) ? [['3.md', 'worn', 'warning'] as const] : []),
      ]).refused,
    ).toEqual({});
  });

  test('unless what it needed is refused', () => {
    const { refused } = tried(8, (has) => [
      ...(has(2) && !has(5) ? [['2.md', 'broken', 'error'] as const] : []),
      ...(has(5) ? [['5.md', 'torn', 'error'] as const, ['5.md', 'worn', 'error'] as const] : []),
    ]);
    expect(refused).toEqual({ s5: '5.md:1 torn', s2: '2.md:1 broken' });
  });
});

test('two of which each alone brings the same are both refused', () => {
  expect(tried(9, (has) => (has(1) || has(7) ? [['other.md', 'broken', 'error']] : [])).refused).toEqual({
    s1: 'other.md:1 broken',
    s7: 'other.md:1 broken',
  });
});

test('two of which each alone brings the same on the page of one of them are refused where the vault is worse with it, and no other', () => {
  expect(
    tried(3, (has) =>
      has(0) || has(1)
        ? [
            ['1.md', 'broken', 'error'],
            ['1.md', 'torn', 'note'],
          ]
        : [],
    ).refused,
  ).toEqual({ s0: '1.md:1 broken', s1: '1.md:1 broken' });
});

test('where the vault is worse, though what each cause brings is made up for by itself, all are refused', () => {
  const brought = (has: (step: number) => boolean): boolean[] => [has(2), has(2) && has(0), has(1) && has(0), has(1)];
  expect(
    tried(3, (has) =>
      brought(has).flatMap((is, at) =>
        is
          ? [[['2.md', '1.md', '1.md', '2.md'][at] ?? '', 'x'.repeat(at + 1), at === 3 ? 'note' : 'warning'] as const]
          : [],
      ),
    ).refused,
  ).toEqual({ s0: TOGETHER, s1: TOGETHER, s2: TOGETHER });
});

test('where each does harm by itself, just those are refused of which more comes than they put right', () => {
  const any = fc.array(
    fc.record({
      severity: fc.constantFrom<Severity>('error', 'warning', 'note'),
      near: fc.boolean(),
      does: fc.boolean(),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(any, (steps) => {
      const { refused } = tried(steps.length, (has) =>
        steps.flatMap(({ severity, near, does }, at) =>
          does && has(at) ? [[near ? `${at}.md` : 'other.md', 'x'.repeat(at + 1), severity] as const] : [],
        ),
      );
      expect(Object.keys(refused).sort()).toEqual(
        steps.flatMap(({ severity, does }, at) => (does && severity === 'error' ? [`s${at}`] : [])).sort(),
      );
    }),
  );
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

test('rules look at a vault of many repairs only a few times where one does harm', () => {
  const vault = makeFolder();
  write(
    vault,
    'daily/2026-07-01.md',
    '# Daily Log - 2026-07-01\n\n## 14:05 — abc12345\n\n- [work] User likes tea ^m4w8y3bc5r\n',
  );
  write(vault, '2_Wiki/Ann Berg.md', 'x\n');
  for (let at = 0; at < 60; at++)
    write(
      vault,
      `3_Personal/Page ${at}.md`,
      `${at % 2 === 0 ? '[[ann berg]]' : '[[3_Personal/Ann Berg]]'}\n\n- User likes tea[^m4w8y3bc5r]\n`,
    );
  let looks = 0;
  const strict: Rule = {
    name: 'strict',
    what: 'Page 41 links nothing.',
    examples: { ok: '', notOk: '', finds: [] },
    check: ({ view }) => {
      looks++;
      return view.pages.get('3_Personal/Page 41.md')?.text.includes('2_Wiki') === true
        ? [1, 2].map((line) => ({
            severity: 'error',
            path: '2_Wiki/Ann Berg.md',
            line,
            message: 'it is linked',
            fix: null,
          }))
        : [];
    },
  };
  const { refused, mended } = planRepairs(
    readLintInput(vault, '2026-07-04', 3),
    [...resolveRules(['links/case', 'links/missing']), strict],
    REPAIRERS.filter(({ name }) => name === 'links'),
  );
  expect(refused.map(({ path, finds }) => `${path}: ${finds}`)).toEqual([
    '3_Personal/Page 41.md: 2_Wiki/Ann Berg.md:1 it is linked',
  ]);
  expect(mended).toHaveLength(59);
  expect(looks).toBeLessThan(20);
});
