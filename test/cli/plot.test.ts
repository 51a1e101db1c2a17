// Plots made of characters: nothing that is there is left out, no line is longer than it may be.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  columnOfDay,
  dayOfColumn,
  drawAxis,
  drawBar,
  drawColumns,
  drawSpark,
  glyphsOf,
} from '../../src/cli/render/plot.ts';
import { plotCourse } from '../../src/cli/render/explain.ts';
import { widthOf } from '../../src/cli/terminal/wrap.ts';
import { courseOf } from '../../src/inspect/touches.ts';
import { DEFAULT_FADING } from '../../src/model/confidence.ts';
import { addDays } from '../../src/model/day.ts';

const BLOCKS = glyphsOf({ env: { LANG: 'de_DE.UTF-8' }, platform: 'linux' });
const ASCII = glyphsOf({ env: { LANG: 'C' }, platform: 'linux' });

test.each([
  [{ LANG: 'en_US.UTF-8' }, 'linux', true],
  [{ LC_ALL: 'C', LANG: 'en_US.UTF-8' }, 'linux', false],
  [{ LC_ALL: '', LC_CTYPE: 'C.utf8', LANG: 'C' }, 'linux', true],
  [{}, 'linux', false],
  [{}, 'win32', true],
  [{ LANG: 'en_US.UTF-8', TERM: 'linux' }, 'linux', false],
])('%j on %s', (env, platform, isBlocks) => {
  expect(glyphsOf({ env, platform })).toEqual(isBlocks ? BLOCKS : ASCII);
});

test('columns rise from the ground, and what is little is seen', () => {
  expect(drawColumns([0, 1, 8, 16, 9], { height: 2, most: 16 }, BLOCKS)).toEqual(['   █▁', ' ▁███']);
  expect(drawColumns([0, 0.01, 16], { height: 2, most: 16 }, ASCII)).toEqual(['  #', ' .#']);
  expect(drawColumns([0, 0], { height: 1, most: 0 }, BLOCKS)).toEqual(['']);
});

test('what is ahead is light, and a limit is seen where nothing else stands', () => {
  expect(drawColumns([1, 1, 1, 0.2], { height: 4, most: 1, ahead: 2, limit: 0.3 }, BLOCKS)).toEqual([
    '██░',
    '██░',
    '██░┄',
    '██░░',
  ]);
});

test('a row of small columns, and bars', () => {
  expect(drawSpark([0, 1, 4, 8], 8, BLOCKS)).toBe(' ▁▄█');
  expect(drawSpark([0, 1, 8], 8, ASCII)).toBe(' .@');
  expect([
    drawBar(10, 10, 4, BLOCKS),
    drawBar(5, 10, 3, BLOCKS),
    drawBar(0.001, 10, 4, BLOCKS),
    drawBar(0, 10, 4, BLOCKS),
    drawBar(0.001, 10, 4, ASCII),
  ]).toEqual(['████', '█▌', '▏', '', '#']);
});

test('of labels that have no room the later goes, its place on the line stays', () => {
  expect(
    drawAxis(
      12,
      [
        { column: 0, text: 'begin' },
        { column: 11, text: 'end' },
        { column: 4, text: 'no room' },
      ],
      [{ column: 7, text: 'r' }],
      ASCII,
    ),
  ).toEqual(['++---+--r---+', ' begin    end']);
  // A line of one day is shorter than the day.
  expect(
    drawAxis(
      8,
      [
        { column: 0, text: '2026-01-01' },
        { column: 7, text: '2026-01-02' },
      ],
      [],
      ASCII,
    ),
  ).toEqual(['++------+', ' 2026-01-01']);
});

test('a day and its column find each other', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 100 }),
      fc.integer({ min: 1, max: 3000 }),
      fc.nat(),
      (columns, days, seed) => {
        const to = addDays('2026-01-01', days);
        const column = seed % columns;
        const day = dayOfColumn(column, columns, '2026-01-01', to);
        // Several columns may stand for one day where there are fewer days.
        expect(dayOfColumn(columnOfDay(day, columns, '2026-01-01', to), columns, '2026-01-01', to)).toBe(day);
        expect([
          dayOfColumn(0, columns, '2026-01-01', to),
          dayOfColumn(columns - 1, columns, '2026-01-01', to),
        ]).toEqual(['2026-01-01', to]);
      },
    ),
  );
});

describe('the course of a fact', () => {
  const fact = {
    id: 'aaaaaaaaaa',
    computed: false,
    category: 'work',
    text: 'x',
    tags: [],
    fields: {},
    time: null,
    session: null,
    path: 'd.md',
    line: 1,
  };

  test('no line is longer than the terminal', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 40, max: 200 }),
        fc.integer({ min: 0, max: 900 }),
        fc.boolean(),
        (columns, age, isAscii) => {
          const course = courseOf(
            { ...fact, day: addDays('2026-07-01', -age) },
            { lines: [], marks: [], recalls: [], fading: DEFAULT_FADING, today: '2026-07-01' },
          );
          const lines = plotCourse(course, 0.3, columns, isAscii ? ASCII : BLOCKS);
          for (const one of lines) expect(widthOf(one)).toBeLessThanOrEqual(columns);
          expect(lines.length).toBeGreaterThan(5);
        },
      ),
    );
  });

  test('where nothing lies before and nothing ahead there is no plot', () => {
    const course = courseOf(
      { ...fact, day: '2026-07-01', category: 'identity' },
      { lines: [], marks: [], recalls: [], fading: DEFAULT_FADING, today: '2026-07-01' },
    );
    expect(plotCourse(course, 0.3, 80, BLOCKS)).toEqual([]);
  });
});
