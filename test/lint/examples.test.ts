// Each rule is documented by two small vaults beside it: one that it is quiet on, one in which it finds what it says.
import { expect, test } from 'vitest';
import { parseContradictions } from '../../src/lint/contradictions/ask.ts';
import { relatedPairs } from '../../src/lint/contradictions/pairs.ts';
import { readLintInput } from '../../src/lint/input.ts';
import { lint } from '../../src/lint/lint.ts';
import type { Finding, Rule } from '../../src/lint/rule.ts';
import { RULES } from '../../src/lint/rules.ts';
import type { Vault } from '../../src/vault/vault.ts';
import { brief, findings, makeFolder, writeExample } from './folders.ts';

const TODAY = '2026-07-03';

test.each(RULES)('$name: is quiet on its good example', (rule) => {
  const vault = makeFolder();
  writeExample(vault, rule.examples.ok);
  expect(findings(vault, TODAY, [rule])).toEqual([]);
});

test.each(RULES)('$name: finds in its bad example what it says', (rule) => {
  const vault = makeFolder();
  writeExample(vault, rule.examples.notOk);
  expect(brief(rule.examples.answer === undefined ? findings(vault, TODAY, [rule]) : withAnswer(vault, rule))).toEqual(
    rule.examples.finds.map((found) => found.replace(' ', ` ${rule.name} `)),
  );
});

/** As if a model had said so of all pairs that it would be asked about. */
function withAnswer(vault: Vault, rule: Rule): readonly Finding[] {
  const input = readLintInput(vault, TODAY, 3);
  const pairs = relatedPairs(input, (text) => text.toLowerCase().match(/\p{L}+/gu) ?? [], 10);
  return lint({ ...input, contradictions: parseContradictions(rule.examples.answer, pairs)?.found ?? [] }, [rule])
    .findings;
}

test('every rule says in one sentence what it holds', () => {
  for (const { name, what } of RULES)
    expect([name, what]).toEqual([
      expect.stringMatching(/^[a-z]+(?:-[a-z]+)*$/),
      expect.stringMatching(/^[A-Zl][^.]*(?:\.(?:md|yaml)[^.]*)*\.$/),
    ]);
  expect(new Set(RULES.map((rule) => rule.name)).size).toBe(RULES.length);
});
