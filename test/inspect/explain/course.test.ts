// How sure a fact was on each day: what the settings say, with recalls, pins and what took its place.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { courseOf } from '../../../src/inspect/touches.ts';
import { DEFAULT_FADING } from '../../../src/model/confidence.ts';
import { addDays } from '../../../src/model/day.ts';
import type { LedgerLine } from '../../../src/model/disposition.ts';
import type { Fact } from '../../../src/model/fact.ts';

const TODAY = '2026-07-01';
const factOf = (over: Partial<Fact> = {}): Fact => ({
  id: 'aaaaaaaaaa',
  computed: false,
  category: 'work',
  text: 'x',
  tags: [],
  fields: {},
  day: '2026-03-01',
  time: '12:00',
  session: null,
  path: 'daily/2026-03-01.md',
  line: 4,
  ...over,
});
const line = (as: LedgerLine['as'], day: string): LedgerLine => ({
  fact: 'aaaaaaaaaa',
  day: '2026-03-01',
  as,
  digest: 'd',
  run: `r-${day}`,
  engine: 'rules/2',
  at: `${day}T12:00:00.000Z`,
});
const input = { lines: [], marks: [], recalls: [], today: TODAY };
const at = (day: string): string => `${day}T12:00:00.000Z`;

describe('without anything that happened to it', () => {
  const course = courseOf(factOf(), input);

  test('it stays for thirty days, then falls, and fades where the settings say', () => {
    expect([course.on('2026-03-01'), course.on('2026-03-31')]).toEqual([0.9, 0.9]);
    expect(course.on('2026-04-01')).toBeCloseTo(0.9 * Math.exp(-0.03));
    expect(course.fadesOn).toBe('2026-05-07');
    expect(course.on('2026-05-06')).toBeGreaterThanOrEqual(0.3);
    expect(course.on('2026-05-07')).toBeLessThan(0.3);
    expect(course.stays).toBeNull();
  });

  test('what is ahead goes on from today', () => {
    const young = courseOf(factOf({ day: '2026-06-30' }), input);
    expect(young.now).toBe(0.9);
    expect(young.fadesOn).toBe('2026-09-05');
    expect(young.on('2026-09-05')).toBeLessThan(0.3);
  });

  test('it begins with its event, and one that is to come with today', () => {
    expect(courseOf(factOf({ fields: { at: '2026-01-05' } }), input).from).toBe('2026-01-05');
    expect(courseOf(factOf({ fields: { at: '2027-01-05' } }), input).from).toBe(TODAY);
  });
});

test('each recall lifts it again, and none before its day', () => {
  const course = courseOf(factOf(), {
    ...input,
    recalls: [
      { count: 2, last: at('2026-04-20') },
      { count: 1, last: at('2026-06-01') },
    ],
  });
  expect(course.on('2026-04-19')).toBeLessThan(0.6);
  expect(course.on('2026-04-20')).toBe(0.9);
  expect(course.on('2026-05-31')).toBeLessThan(0.9);
  expect(course.on('2026-06-01')).toBe(0.9);
});

test('superseded, it counts for a fifth from that day on, until it is brought back', () => {
  const course = courseOf(factOf(), {
    ...input,
    lines: [line('placed', '2026-03-02'), line('superseded', '2026-03-10'), line('placed', '2026-03-20')],
  });
  expect([course.on('2026-03-09'), course.on('2026-03-10'), course.on('2026-03-19'), course.on('2026-03-20')]).toEqual([
    0.9, 0.2, 0.2, 0.9,
  ]);
  expect(courseOf(factOf(), { ...input, lines: [line('superseded', '2026-03-10')] })).toMatchObject({
    now: 0.2,
    stays: 'superseded',
    fadesOn: null,
  });
});

test('pinned, it is certain from that day on, until it is not', () => {
  const marks = [
    { fact: 'aaaaaaaaaa', mark: 'pin' as const, at: at('2026-05-01') },
    { fact: 'aaaaaaaaaa', mark: 'unpin' as const, at: at('2026-05-11') },
  ];
  const course = courseOf(factOf(), { ...input, marks });
  expect([
    course.on('2026-04-30') < 0.6,
    course.on('2026-05-01'),
    course.on('2026-05-10'),
    course.on('2026-05-11') < 0.6,
  ]).toEqual([true, 1, 1, true]);
  expect(courseOf(factOf(), { ...input, marks: marks.slice(0, 1) })).toMatchObject({
    now: 1,
    stays: 'pinned',
    fadesOn: null,
  });
  expect(courseOf(factOf({ fields: { pinned: 'true' } }), input)).toMatchObject({ now: 1, stays: 'pinned' });
});

test('what a clone whose clock is ahead did has not happened yet', () => {
  const marks = [{ fact: 'aaaaaaaaaa', mark: 'unpin' as const, at: at('2026-07-03') }];
  expect(courseOf(factOf(), { ...input, marks, recalls: [{ count: 1, last: at('2026-07-02') }] }).now).toBe(
    courseOf(factOf(), input).now,
  );
});

test('a fact that waits and says so ends it from its day on', () => {
  const course = courseOf(factOf(), { ...input, over: '2026-03-10' });
  expect([course.on('2026-03-09'), course.on('2026-03-10'), course.stays]).toEqual([0.9, 0.2, 'superseded']);
});

test('some never fade', () => {
  expect(courseOf(factOf({ category: 'identity' }), input)).toMatchObject({ now: 0.9, stays: 'never fades' });
});

test('whatever happened: between 0 and 1, today as it says, faded just from the day that it says', () => {
  const days = fc.integer({ min: 0, max: 150 }).map((offset) => addDays('2026-02-01', offset));
  fc.assert(
    fc.property(
      days,
      fc.array(days, { maxLength: 5 }),
      fc.array(fc.record({ day: days, mark: fc.constantFrom('pin' as const, 'unpin' as const) }), { maxLength: 3 }),
      (day, recalled, marked) => {
        const course = courseOf(factOf({ day }), {
          ...input,
          recalls: recalled.map((last) => ({ count: 1, last: at(last) })),
          marks: marked
            .map((one) => ({ fact: 'aaaaaaaaaa', mark: one.mark, at: at(one.day) }))
            .sort((a, b) => (a.at < b.at ? -1 : 1)),
        });
        for (let offset = 0; offset < 300; offset += 7) {
          const value = course.on(addDays(course.from, offset));
          if (value < 0 || value > 1) return false;
        }
        if (course.on(TODAY) !== course.now) return false;
        if (course.fadesOn === null || course.fadesOn <= TODAY) return true;
        return (
          course.on(course.fadesOn) < DEFAULT_FADING.fade_below &&
          course.on(addDays(course.fadesOn, -1)) >= DEFAULT_FADING.fade_below
        );
      },
    ),
  );
});
