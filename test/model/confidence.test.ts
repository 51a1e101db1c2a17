// How sure a fact is on a day: the formula by a second hand, and the first faded day against each day's value.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  confidenceOn,
  confidencesOn,
  DEFAULT_FADING,
  fadedBy,
  fadesOn,
  type Fading,
  type FadingFact,
  type Kept,
  standingOf,
  surest,
} from '../../src/model/confidence.ts';
import { addDays, daysBetween } from '../../src/model/day.ts';

const fact = (over: Partial<FadingFact> = {}): FadingFact => ({
  category: 'work',
  fields: {},
  day: '2026-01-01',
  ...over,
});
const LOOSE: Kept = { pinned: false, superseded: false, recalled: null };
const on = (days: number, one: FadingFact = fact(), kept: Partial<Kept> = {}, fading: Fading = DEFAULT_FADING) =>
  confidenceOn(addDays('2026-01-01', days), standingOf(one, { ...LOOSE, ...kept }, fading), fading);

test.each([
  [0, 0.9],
  [30, 0.9],
  [31, 0.8734],
  [39, 0.687],
  [66, 0.3056],
  [67, 0.2966],
  [69, 0.2793],
  [400, 0],
])('after %i days .9 is %f', (days, value) => {
  expect(on(days)).toBeCloseTo(value, 4);
});

test.each<[string, number, number]>([
  ['its field', on(39, fact({ fields: { confidence: '0.5' } })), 0.5 * Math.exp(-0.27)],
  ['a field that is no number', on(0, fact({ fields: { confidence: 'very' } })), 0.9],
  ['its event, not the day it was logged', on(39, fact({ fields: { at: '2026-01-10T08:00' } })), 0.9],
  ['an event to come', on(0, fact({ fields: { at: '2027-01-01' } })), 0.9],
  ['a recall', on(69, fact(), { recalled: '2026-01-31' }), 0.9 * Math.exp(-0.27)],
  ['a recall of before the event', on(39, fact({ fields: { at: '2026-01-10' } }), { recalled: '2026-01-02' }), 0.9],
  ['a pin', on(700, fact(), { pinned: true }), 1],
  ['a pin, whatever took its place', on(700, fact(), { pinned: true, superseded: true }), 1],
  ['what took its place', on(0, fact(), { superseded: true }), 0.2],
  ['its category', on(700, fact({ category: 'Identity' })), 0.9],
  ['its kind', on(700, fact({ fields: { kind: 'relationship' } })), 0.9],
  ['a category that the settings name', on(700, fact(), {}, { ...DEFAULT_FADING, fade_never: ['work'] }), 0.9],
  ['the switch', on(700, fact(), {}, { ...DEFAULT_FADING, fade: 'off' }), 0.9],
])('counts %s', (_, value, wanted) => {
  expect(value).toBeCloseTo(wanted, 10);
});

test('a claim is as sure as the surest of its facts, and as a new fact where none is known', () => {
  expect([surest([0.2, 0.7, 0.5]), surest([])]).toEqual([0.7, 0.9]);
});

test('for many facts of a day it gives the same', () => {
  const standings = [0, 1, 40, 40, 90].flatMap((days) =>
    [0.9, 0.5].map((start) =>
      standingOf(
        fact({ day: addDays('2026-01-01', days), fields: { confidence: String(start) } }),
        LOOSE,
        DEFAULT_FADING,
      ),
    ),
  );
  const known = confidencesOn('2026-06-01', DEFAULT_FADING);
  for (const standing of [...standings, { start: 0.9, day: '2026-01-01', lasts: true }])
    expect(known(standing)).toBe(confidenceOn('2026-06-01', standing, DEFAULT_FADING));
});

test.each<[string, Fading, string | null]>([
  ['the usual settings', DEFAULT_FADING, '2026-03-09'],
  ['no days of grace', { ...DEFAULT_FADING, fade_after_days: 0 }, '2026-02-07'],
  ['a limit that it is above for ever', { ...DEFAULT_FADING, fade_below: 0 }, null],
  ['a limit that it begins below', { ...DEFAULT_FADING, fade_below: 0.95 }, '0000-01-01'],
  ['no loss', { ...DEFAULT_FADING, fade_per_day: 0 }, null],
  ['so slow a loss that no calendar has the day', { ...DEFAULT_FADING, fade_per_day: 1e-7 }, null],
  ['the switch', { ...DEFAULT_FADING, fade: 'off' }, null],
])('fades on the right day with %s', (_, fading, day) => {
  expect(fadesOn(standingOf(fact(), LOOSE, fading), fading)).toBe(day);
});

/** Nothing, or as much as a person would write: products of far smaller numbers are rounded to nothing. */
const part = fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 1, noNaN: true }));
const settings = fc.record({
  fade: fc.constantFrom<'on' | 'off'>('on', 'on', 'off'),
  fade_after_days: fc.nat(60),
  fade_below: part,
  fade_per_day: fc.oneof(part, fc.constantFrom(0, 0.001, 0.01, 0.03)),
  fade_never: fc.constant(['identity']),
});

test('on every day it has faded by its value, by its first faded day and by the comparison of days', () => {
  fc.assert(
    fc.property(settings, part, fc.integer({ min: -50, max: 3000 }), fc.boolean(), (fading, start, days, pinned) => {
      const standing = standingOf(fact({ fields: { confidence: String(start) } }), { ...LOOSE, pinned }, fading);
      const first = fadesOn(standing, fading);
      const near = first === null || first === '0000-01-01' ? [] : [addDays(first, -1), first];
      for (const day of [addDays(standing.day, days), ...near]) {
        const faded = !standing.lasts && confidenceOn(day, standing, fading) < fading.fade_below;
        expect([day, first !== null && day >= first, fadedBy(day, fading)(standing)]).toEqual([day, faded, faded]);
      }
    }),
    { numRuns: 400 },
  );
});

test('two years, day by day, with recalls and without, are as the formula says', () => {
  const recalls = ['2026-02-10', '2026-03-11', '2026-07-01', '2027-09-30'];
  for (let days = 0; days <= 730; days++) {
    const today = addDays('2026-01-01', days);
    const last = recalls.findLast((day) => day <= today) ?? null;
    const idle = days - (last === null ? 0 : daysBetween('2026-01-01', last));
    expect(on(days, fact(), { recalled: last })).toBeCloseTo(
      idle <= 30 ? 0.9 : 0.9 * 0.970445533548508 ** (idle - 30),
      10,
    );
    expect(on(days)).toBeCloseTo(days <= 30 ? 0.9 : 0.9 * 0.970445533548508 ** (days - 30), 10);
  }
});
