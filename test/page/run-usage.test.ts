// What a run cost, as log.md says it and as stats reads it.
import { expect, test } from 'vitest';
import { parseUsage, renderUsage } from '../../src/page/run-log.ts';

test.each([
  [1, 1],
  [1, 812],
  [3, 8200],
  [200, 2_000_000],
])('%d calls of %d tokens are read back', (calls, tokens) => {
  const words = renderUsage({ calls, tokens }) ?? '';
  expect(
    parseUsage(
      `ollama:qwen3/2: 42 facts: 42 placed; created [Work](3_Personal/Work.md); ${words}; sources 2026-06-29 to 2026-07-01`,
    ),
  ).toEqual({ calls, tokens });
  expect(parseUsage(words)).toEqual({ calls, tokens });
});

test('a run that asked nobody says nothing of it', () => {
  expect(renderUsage({ calls: 0, tokens: 0 })).toBeNull();
  expect(parseUsage('rules/2: 1 fact: 1 placed; sources 2026-06-29')).toBeNull();
});

test('a page that is called so is no cost', () => {
  expect(
    parseUsage(
      'rules/2: 1 fact: 1 placed; created [asked a model 3 times, 8200 tokens](3_Personal/x.md); sources 2026-06-29',
    ),
  ).toBeNull();
});
