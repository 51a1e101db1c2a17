// A span in parts: every day belongs to one of them, and none outside does.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '../../../src/model/day.ts';
import { bucketsOf } from '../../../src/inspect/report.ts';

test.each([
  ['2026-05-01', '2026-05-07', 'day', 7, '2026-05-01'],
  ['2026-05-01', '2026-05-01', 'day', 1, '2026-05-01'],
  ['2026-01-01', '2027-01-01', 'day', 366, '2026-01-01'],
  ['2026-01-01', '2027-01-02', 'month', 13, '2026-01-01'],
  ['2024-07-15', '2026-07-01', 'month', 25, '2024-07-01'],
  ['2010-03-01', '2026-07-01', 'month', 197, '2010-03-01'],
  ['9999-12-31', '9999-12-31', 'day', 1, '9999-12-31'],
  ['9998-01-01', '9999-12-31', 'month', 24, '9998-01-01'],
])('%s to %s goes by the %s', (since, until, unit, parts, first) => {
  const buckets = bucketsOf(since, until);
  expect({ unit: buckets.unit, parts: buckets.starts.length, first: buckets.starts[0] }).toEqual({
    unit,
    parts,
    first,
  });
});

test('every day of a span has its part, in order, and no other day has one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 5000 }), (offset, length) => {
      const since = addDays('2015-01-01', offset);
      const until = addDays(since, length);
      const { starts, of } = bucketsOf(since, until);
      expect([of(addDays(since, -1)), of(addDays(until, 1))]).toEqual([-1, -1]);
      let last = -1;
      for (let day = since; day <= until; day = addDays(day, Math.max(1, Math.floor(daysBetween(since, until) / 50)))) {
        const at = of(day);
        expect(at >= Math.max(last, 0) && (starts[at] ?? '') <= day && (starts[at + 1] ?? '9999') > day).toBe(true);
        last = at;
      }
      expect(of(until)).toBe(starts.length - 1);
    }),
    { numRuns: 60 },
  );
});
