// Each rule is documented by two small vaults beside it: one that it is quiet on, one in which it finds what it says.
import { expect, test } from 'vitest';
import { RULES } from '../../src/lint/rules.ts';
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
  expect(brief(findings(vault, TODAY, [rule]))).toEqual(rule.examples.finds.map((found) => found.replace(' ', ` ${rule.name} `)));
});

test('every rule says in one sentence what it holds', () => {
  for (const { name, what } of RULES) expect([name, what]).toEqual([expect.stringMatching(/^[a-z]+(?:-[a-z]+)*$/), expect.stringMatching(/^[A-Zl][^.]*(?:\.md[^.]*)*\.$/)]);
  expect(new Set(RULES.map((rule) => rule.name)).size).toBe(RULES.length);
});
