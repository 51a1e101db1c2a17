// Each check is documented by an example in the comment above it: a small vault where it finds nothing, and what is
// changed there for it to find what it says.
import { expect, test } from 'vitest';
import { parseContradictions, relatedPairs } from '../../src/lint/contradictions.ts';
import { readLintInput } from '../../src/lint/input.ts';
import { lint } from '../../src/lint/lint.ts';
import { checksOf, type Finding, type NamedCheck } from '../../src/lint/rule.ts';
import { resolveRules, RULE_NAMES, RULES } from '../../src/lint/rules.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { brief, findings, makeFolder, writeExample } from './folders.ts';
import { parseExample, readExample } from './read-example.ts';

const TODAY = '2026-07-03';

const CHECKS = RULES.flatMap(checksOf);

test.each(CHECKS)('$label: is quiet on its good example', (check) => {
  const vault = makeFolder();
  writeExample(vault, readExample(check).ok);
  expect(findings(vault, TODAY, resolveRules([check.label]))).toEqual([]);
});

test.each(CHECKS)('$label: finds in its bad example what it says', (check) => {
  const { label } = check;
  const { notOk, finds, answer } = readExample(check);
  const vault = makeFolder();
  writeExample(vault, notOk);
  const found = answer === undefined ? findings(vault, TODAY, resolveRules([label])) : withAnswer(vault, check, answer);
  expect(brief(found)).toEqual(finds.map((one) => one.replace(' ', ` ${label} `)));
});

/** As if a model had said so of all pairs that it would be asked about. */
function withAnswer(vault: Vault, { label }: NamedCheck, answer: unknown): readonly Finding[] {
  const input = readLintInput(vault, TODAY, 3);
  const pairs = relatedPairs(input, (text) => text.toLowerCase().match(/\p{L}+/gu) ?? [], 10);
  return lint({ ...input, contradictions: parseContradictions(answer, pairs)?.found ?? [] }, resolveRules([label]))
    .findings;
}

test('an example is one vault before and after a change', () => {
  const comment =
    ' * Why.\n *\n * @example\n *   == a.md\n * - - On\\\n *   e\n * + Two <2 times>\n *\n * @finds note a.md:1\n';
  expect(parseExample(comment)).toEqual({
    ok: '== a.md\n- One\n\n',
    notOk: '== a.md\ne\nTwo\nTwo\n\n',
    finds: ['note a.md:1'],
  });
});

test.each([
  ['', 'no @example'],
  [' * @example\n * + A\n', 'no @finds'],
  [' * @example\n *   A\n * @finds note a.md:1\n', 'no line with + or -'],
  [' * @example\n * + A\n * B\n * @finds note a.md:1\n', 'not a line of an example: B'],
  [' * @example\n * + A\n * @example\n * @finds note a.md:1\n', 'not a line of an example: @example'],
])('an example that lacks a part is refused: %j', (comment, message) => {
  expect(() => parseExample(comment)).toThrow(message);
});

test('every rule and kind says in one sentence what it holds', () => {
  for (const { name, what } of [...RULES, ...CHECKS.map(({ label, what }) => ({ name: label, what }))])
    expect([name, what]).toEqual([
      expect.stringMatching(/^[a-z]+(?:-[a-z]+)*(?:\/[a-z]+(?:-[a-z]+)*)?$/),
      expect.stringMatching(/^[A-Zl][^.]*(?:\.(?:md|yaml)[^.]*)*\.$/),
    ]);
  expect(new Set(RULES.map((rule) => rule.name)).size).toBe(RULES.length);
  expect(new Set(RULE_NAMES).size).toBe(RULE_NAMES.length);
});
