// How often a claim was said, as explain shows it.
import { expect, test } from 'vitest';
import { renderTimes } from '../../src/cli/render/explain.ts';

test.each([
  [9, '2026-02-03', '2026-07-01', 'said 9 times, February to July'],
  [2, '2026-02-03', '2026-02-20', 'said 2 times, in February'],
  [3, '2025-11-03', '2026-02-20', 'said 3 times, November 2025 to February 2026'],
  [2, '2025-11-03', '2025-11-04', 'said 2 times, in November 2025'],
])('%i from %s to %s', (count, from, to, words) => {
  expect(renderTimes({ count, from, to }, '2026-08-01')).toBe(words);
});
