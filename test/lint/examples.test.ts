// Each check is documented by two small vaults beside it: one where it finds nothing, one where it finds what it says.
import { expect, test } from 'vitest';
import { parseContradictions, relatedPairs } from '../../src/lint/contradictions.ts';
import { readLintInput } from '../../src/lint/input.ts';
import { lint } from '../../src/lint/lint.ts';
import { checksOf, type Finding, type NamedCheck } from '../../src/lint/rule.ts';
import { resolveRules, RULE_NAMES, RULES } from '../../src/lint/rules.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { brief, findings, makeFolder, writeExample } from './folders.ts';

const TODAY = '2026-07-03';

const CHECKS = RULES.flatMap(checksOf);

test.each(CHECKS)('$label: is quiet on its good example', ({ label, examples }) => {
  const vault = makeFolder();
  writeExample(vault, examples.ok);
  expect(findings(vault, TODAY, resolveRules([label]))).toEqual([]);
});

test.each(CHECKS)('$label: finds in its bad example what it says', (check) => {
  const { label, examples } = check;
  const vault = makeFolder();
  writeExample(vault, examples.notOk);
  const found =
    examples.answer === undefined ? findings(vault, TODAY, resolveRules([label])) : withAnswer(vault, check);
  expect(brief(found)).toEqual(examples.finds.map((one) => one.replace(' ', ` ${label} `)));
});

/** As if a model had said so of all pairs that it would be asked about. */
function withAnswer(vault: Vault, { label, examples }: NamedCheck): readonly Finding[] {
  const input = readLintInput(vault, TODAY, 3);
  const pairs = relatedPairs(input, (text) => text.toLowerCase().match(/\p{L}+/gu) ?? [], 10);
  return lint(
    { ...input, contradictions: parseContradictions(examples.answer, pairs)?.found ?? [] },
    resolveRules([label]),
  ).findings;
}

test('every rule and kind says in one sentence what it holds', () => {
  for (const { name, what } of [...RULES, ...CHECKS.map(({ label, what }) => ({ name: label, what }))])
    expect([name, what]).toEqual([
      expect.stringMatching(/^[a-z]+(?:-[a-z]+)*(?:\/[a-z]+(?:-[a-z]+)*)?$/),
      expect.stringMatching(/^[A-Zl][^.]*(?:\.(?:md|yaml)[^.]*)*\.$/),
    ]);
  expect(new Set(RULES.map((rule) => rule.name)).size).toBe(RULES.length);
  expect(new Set(RULE_NAMES).size).toBe(RULE_NAMES.length);
});
