// A claim goes off a page only where a proposal names it.
import { expect, test } from 'vitest';
import { keepsClaims, keepsOn } from '../../../../src/dream/propose/model/check-answer.ts';
import { toPageText } from '../../../../src/vault/view.ts';
import { claimId, factId, isPagePath, PAGE, setUp } from './groups.ts';

const claims = (...lines: string[]) => toPageText(PAGE, `## Key Facts\n${lines.join('\n')}\n`).claims;
const [a, b, c] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc'];
const before = claims(`- One.[^${a}]`, `- Two.[^${b}]`);

test.each([
  ['one more', claims(`- One.[^${a}]`, `- Two.[^${b}]`, `- Three.[^${c}]`), [], true],
  ['one gone', claims(`- One.[^${a}]`, `- Three.[^${c}]`), [], false],
  ['one gone that is named', claims(`- One.[^${a}]`, `- Three.[^${c}]`), [b], true],
  ['another gone than is named', claims(`- One.[^${a}]`, `- Three.[^${c}]`), [a], false],
  ['one struck through', claims(`- One.[^${a}]`, `- ~~Two.~~[^${b}]`), [], false],
  ['two that became one', claims(`- One and two.[^${a}][^${b}]`), [], false],
  [
    'two that became the sides of a callout',
    claims(`> [!warning] Conflicting claims: One.[^${a}] (2026-07-01) vs Two.[^${b}] (2026-07-02)`),
    [],
    true,
  ],
  ['reworded in place', claims(`- Uno.[^${a}][^${c}]`, `- Two.[^${b}]`), [], true],
] as const)('%s', (_, after, named, wanted) => expect(keepsOn(before, after, new Set(named))).toBe(wanted));

test('over the pages as they would be', () => {
  const { group, view } = setUp({
    claims: ['The build runs on Travis', 'User likes tea'],
    facts: ['The build now runs on Jenkins'],
  });
  const placed = { fact: factId(1), as: 'placed', page: PAGE, reason: 'x' } as const;
  const keeps = (
    proposal: Parameters<typeof keepsClaims>[1] extends ReadonlyMap<string, infer P> ? P : never,
  ): boolean => keepsClaims(group, new Map([[factId(1), proposal]]), view, { isPagePath });
  expect([
    keeps(placed),
    keeps({ ...placed, supersedes: [claimId(1)] }),
    keeps({ ...placed, corrects: claimId(1) }),
    keeps({ ...placed, as: 'conflict', with: claimId(2) }),
  ]).toEqual([true, true, true, true]);
});
