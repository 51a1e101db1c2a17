// What brings what, over made-up steps: which sets of them are found, and in how many looks.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { causesOf } from '../../src/lint/repair.ts';

const STEPS = [...'abcdefghijklmnop'];

/**
 * By steps that bring it only together what they bring, a letter each; behind a `-` stands a step beside which they do
 * not.
 */
type Brought = Readonly<Record<string, string>>;

function bringing(brought: Brought): (some: readonly string[]) => Set<string> {
  const rules = Object.entries(brought).map(([steps, keys]) => {
    const [these = '', but = ''] = steps.split('-');
    return { these: [...these], but: [...but], keys: [...keys] };
  });
  return (some) =>
    new Set(
      rules.flatMap(({ these, but, keys }) =>
        these.every((step) => some.includes(step)) && !but.some((step) => some.includes(step)) ? keys : [],
      ),
    );
}

/** Causes as `steps: what they bring`, in the order in which they are found. */
function found(brought: Brought, near: string): { causes: string[]; looks: number } {
  const brings = bringing(brought);
  let looks = 0;
  const causes = causesOf(
    [...near],
    STEPS.filter((step) => !near.includes(step)),
    brings(STEPS),
    (some) => {
      looks++;
      return brings(some);
    },
  );
  return { causes: causes.map(({ steps, brings: keys }) => `${steps.join('')}: ${[...keys].join('')}`), looks };
}

describe('of sixteen steps', () => {
  test.each<readonly [what: string, brought: Brought, near: string, causes: readonly string[], most: number]>([
    ['one brings one finding', { k: '1' }, '', ['k: 1'], 8],
    ['one brings several', { k: '123' }, '', ['k: 123'], 8],
    ['one brings a finding on its own page', { k: '1' }, 'k', ['k: 1'], 1],
    ['one brings a finding on its own page, another one elsewhere', { k: '1', m: '2' }, 'k', ['k: 1', 'm: 2'], 10],
    ['one brings a finding on the page of others', { k: '1' }, 'ab', ['k: 1'], 10],
    ['two bring one each', { c: '1', k: '2' }, '', ['c: 1', 'k: 2'], 14],
    ['two bring the same, each alone', { c: '1', k: '1' }, '', ['c: 1', 'k: 1'], 14],
    ['two bring it together', { ck: '1' }, '', ['ck: 1'], 12],
    ['two of one half bring it together', { ab: '1' }, '', ['ab: 1'], 11],
    ['three bring it together', { bgo: '1' }, '', ['bgo: 1'], 17],
    ['two bring several together', { ck: '123' }, '', ['ck: 123'], 13],
    ['two bring one together, and one of them one alone', { ck: '1', c: '2' }, '', ['c: 2', 'ck: 12'], 18],
    [
      'each brings one',
      Object.fromEntries(STEPS.map((step) => [step, step.toUpperCase()])),
      '',
      STEPS.map((step) => `${step}: ${step.toUpperCase()}`),
      16,
    ],
    ['another keeps one from what it brings', { 'k-l': '1', c: '2' }, '', ['c: 2'], 8],
  ])('%s', (_what, brought, near, causes, most) => {
    const { looks, ...seen } = found(brought, near);
    expect(seen).toEqual({ causes });
    expect(looks).toBeLessThanOrEqual(most);
  });
});

test('where no step takes back what others bring, each cause brings what it says, all is led back, and no step is in a cause for nothing', () => {
  const steps = fc.subarray(STEPS, { minLength: 1, maxLength: 4 }).map((some) => some.join(''));
  const any = fc.dictionary(
    steps,
    fc.subarray([...'1234567'], { minLength: 1 }).map((keys) => keys.join('')),
    { maxKeys: 6 },
  );
  fc.assert(
    fc.property(any, fc.subarray(STEPS), (brought, near) => {
      const brings = bringing(brought);
      const causes = causesOf(
        near,
        STEPS.filter((step) => !near.includes(step)),
        brings(STEPS),
        brings,
      );
      expect(new Set(causes.flatMap((cause) => [...cause.brings]))).toEqual(brings(STEPS));
      for (const cause of causes) {
        expect([...cause.brings].filter((key) => !brings(cause.steps).has(key))).toEqual([]);
        expect(
          [...cause.brings].some((key) =>
            cause.steps.every((step) => !brings(cause.steps.filter((other) => other !== step)).has(key)),
          ),
        ).toBe(true);
      }
    }),
  );
});
