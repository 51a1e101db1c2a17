import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFacts, confidenceOf, eventDay, type Fact, orderKey } from '../../src/model/fact.ts';

const fact = (over: Partial<Fact> = {}): Fact => ({
  id: 'k3v9x2ab4q',
  computed: false,
  day: '2026-07-01',
  time: '14:05',
  session: null,
  path: 'daily/2026-07-01.md',
  line: 3,
  category: 'work',
  text: 'x',
  tags: [],
  fields: {},
  ...over,
});
const at = (value: string): Fact => fact({ fields: { at: value } });

const anyFact = fc
  .record({
    day: fc.constantFrom('2026-07-01', '2026-07-02', '2025-12-31'),
    time: fc.constantFrom(null, '00:00', '14:05', '23:59'),
    path: fc.constantFrom('daily/2026-07-01.md', 'daily/2026-07-02.md'),
    line: fc.integer({ min: 1, max: 4 }),
    at: fc.constantFrom(
      undefined,
      '',
      '2026-07-01',
      '2026-07-01T14:05',
      '2026-07-01 14:05',
      '2026-07-02T09:00:30',
      '2026-02-31',
      'soon',
    ),
  })
  .map(({ at: value, ...rest }) => fact({ ...rest, fields: value === undefined ? {} : { at: value } }));

describe('the order of facts', () => {
  it.each<[string, Fact, Fact]>([
    ['by event time', at('2025-01-01'), fact({ day: '2024-12-31', fields: { at: '2025-01-02' } })],
    ['by event time, whatever the day of the log', at('2026-06-30'), fact({ day: '2026-06-30', time: '23:00' })],
    ['by day', fact({ day: '2026-06-30' }), fact()],
    ['by header time', fact({ time: '09:00' }), fact()],
    ['no time first', fact({ time: null, line: 9 }), fact({ time: '00:01' })],
    ['by line', fact({ line: 2 }), fact({ line: 10 })],
    ['by file', fact({ path: 'daily/a.md', line: 9 }), fact({ path: 'daily/b.md' })],
    ['an event on a day begins with that day', at('2026-07-01'), fact({ time: '00:01' })],
    ['a space for the T of an event', at('2026-07-01 09:00'), at('2026-07-01T10:00')],
    ['a T for the space of an event', at('2026-07-01T09:00'), at('2026-07-01 10:00')],
  ])('is %s', (_name, earlier, later) => {
    expect(compareFacts(earlier, later)).toBeLessThan(0);
    expect(compareFacts(later, earlier)).toBeGreaterThan(0);
  });

  it('is total: the same for any order of arrival, and equal only for one place', () => {
    fc.assert(
      fc.property(anyFact, anyFact, anyFact, (a, b, c) => {
        expect(Math.sign(compareFacts(a, b))).toBe(-Math.sign(compareFacts(b, a)) + 0);
        if (compareFacts(a, b) <= 0 && compareFacts(b, c) <= 0) expect(compareFacts(a, c)).toBeLessThanOrEqual(0);
        if (compareFacts(a, b) === 0) expect([a.path, a.line]).toEqual([b.path, b.line]);
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(anyFact, { selector: (one) => `${one.path}:${one.line}` }),
        fc.infiniteStream(fc.nat(99)),
        (facts, numbers) => {
          const shuffled = facts
            .map((one) => ({ one, key: numbers.next().value }))
            .sort((a, b) => a.key - b.key)
            .map(({ one }) => one);
          expect(shuffled.sort(compareFacts)).toEqual([...facts].sort(compareFacts));
        },
      ),
    );
  });

  it('is that of its keys', () => {
    expect(orderKey(fact())).toBe('2026-07-01T14:05');
    expect(orderKey(fact({ time: null }))).toBe('2026-07-01T00:00');
    expect(orderKey(at('2025-03-02'))).toBe('2025-03-02T00:00');
    expect(orderKey(at('2025-03-02 08:15:59'))).toBe('2025-03-02T08:15');
    expect(orderKey(at('2025-03-02T99:99'))).toBe('2025-03-02T00:00');
  });
});

describe('the day that a fact speaks of', () => {
  it.each([
    ['2025-03-02', '2025-03-02'],
    ['2025-03-02T08:15', '2025-03-02'],
    ['2025-02-31', '2026-07-01'],
    ['2025-13-01T08:15', '2026-07-01'],
    ['soon', '2026-07-01'],
    ['', '2026-07-01'],
    ['2025', '2026-07-01'],
  ])('of the event time %j is %s', (value, day) => {
    expect(eventDay(at(value))).toBe(day);
  });

  it('is the day of the log without an event time', () => {
    expect(eventDay(fact())).toBe('2026-07-01');
  });
});

describe('the confidence', () => {
  it.each([
    ['0.75', 0.75],
    ['0', 0],
    ['1', 1],
    ['.5', 0.5],
    [' 0.5 ', 0.5],
    ['', 0.9],
    [' ', 0.9],
    ['high', 0.9],
    ['1.5', 0.9],
    ['-1', 0.9],
    ['NaN', 0.9],
    ['Infinity', 0.9],
  ])('of %j is %d', (text, value) => {
    expect(confidenceOf(fact({ fields: { confidence: text } }))).toBe(value);
  });

  it('is .9 where a fact says none', () => {
    expect(confidenceOf(fact())).toBe(0.9);
  });
});
