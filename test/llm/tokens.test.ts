// An estimate of tokens: rather too many.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens } from '../../src/llm/port.ts';

// Beside each what a tokenizer makes of it that takes digits one by one and common words as one.
test.each([
  ['prose', 'User now works at Microsoft as an engineer and likes compact dashboards.', 14],
  ['Chinese', '用户现在在微软工作。', 10],
  ['numbers', '2026-07-01 and 1405 or 8080', 20],
  ['JSON', '{"id":"c1","says":"User works at Google.","since":"2026-03-02"}', 28],
  ['Russian', 'Пользователь работает в Берлине', 14],
  ['an emoji', '🎉', 2],
])('%s is not thought shorter than it is', (_what, text, tokens) => {
  expect(estimateTokens(text)).toBeGreaterThanOrEqual(tokens);
  expect(estimateTokens(text)).toBeLessThanOrEqual(3 * tokens);
});

test('two texts together are no more than each alone, and no less but for what is rounded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      const apart = estimateTokens(a) + estimateTokens(b);
      expect(estimateTokens(a + b)).toBeLessThanOrEqual(apart);
      expect(estimateTokens(a + b)).toBeGreaterThanOrEqual(apart - 1);
    }),
  );
  expect(estimateTokens('')).toBe(0);
});
