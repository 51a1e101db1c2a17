import { expect, test } from 'vitest';
import { checkOrder } from '../../src/model/day.ts';

test.each([
  [null, null],
  ['2026-07-01', null],
  [null, '2026-07-01'],
  ['2026-07-01', '2026-07-01'],
  ['2026-06-30', '2026-07-01'],
])('from %s to %s is a span', (since, until) => {
  expect(() => checkOrder(since, until)).not.toThrow();
});

test('a beginning after the end is refused, with the two the other way round', () => {
  expect(() => checkOrder('2026-07-01', '2026-06-30')).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: '--since 2026-07-01 is after --until 2026-06-30',
      hint: 'did you mean --since 2026-06-30 --until 2026-07-01?',
    }) as Error,
  );
});
