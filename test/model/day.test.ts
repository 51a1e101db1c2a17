import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf, daysBetween, isDay, isTime, timeOf } from '../../src/model/day.ts';

const anyDay = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe('a day', () => {
  it.each(['2026-07-01', '2024-02-29', '2000-02-29', '1999-12-31', '2026-01-31'])('%s is one', (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each([
    '',
    '2026-7-1',
    '2026-02-29',
    '1900-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-13-01',
    '2026-00-01',
    '2026-01-00',
    '2026-01-32',
    '2026-07-01\n',
    ' 2026-07-01',
    '2026-07-01T14:05',
    '20260701',
    '٢٠٢٦-٠٧-٠١',
    '+02026-07-01',
  ])('%j is none', (text) => {
    expect(isDay(text)).toBe(false);
  });

  it('is told by the calendar', () => {
    fc.assert(
      fc.property(fc.nat(9999), fc.nat(14), fc.nat(34), (year, month, day) => {
        const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        const date = new Date(`${text}T00:00:00Z`);
        expect(isDay(text)).toBe(!Number.isNaN(date.getTime()) && date.toISOString().startsWith(text));
      }),
    );
  });

  it('moves over months, leap years and clock changes', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (day, count) => {
        expect(daysBetween(day, addDays(day, count))).toBe(count);
        expect(isDay(addDays(day, count))).toBe(true);
      }),
    );
  });

  it('and a time are those of the local clock', () => {
    const instant = new Date(2026, 6, 1, 4, 5, 59);
    expect([dayOf(instant), timeOf(instant)]).toEqual(['2026-07-01', '04:05']);
  });
});

describe('a time', () => {
  it.each([
    ['00:00', true],
    ['23:59', true],
    ['14:05', true],
    ['24:00', false],
    ['9:05', false],
    ['14:60', false],
    ['14:05:00', false],
    ['14:05\n', false],
    ['', false],
  ])('%j: %s', (text, is) => {
    expect(isTime(text)).toBe(is);
  });
});
