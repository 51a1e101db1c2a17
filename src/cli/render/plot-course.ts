// The plot of a fact's confidence: from its event to today, and on to the day on which it fades.
import type { Course, Moment } from '../../explain/course.ts';
import { addDays, daysBetween } from '../../model/day.ts';
import { columnOfDay, dayOfColumn, drawAxis, drawColumns, type Glyphs, type Label } from './plot.ts';

const HEIGHT = 5;
const MARGIN = 6;
const WIDEST = 72;
/**
 * Days after today that are drawn at least, where it fades later; more than there were before today would hide the
 * past.
 */
const LEAST_AHEAD = 90;

const SIGNS: Readonly<Record<Moment['what'], string>> = {
  recalled: 'r',
  superseded: 's',
  'current again': 'c',
  pinned: 'p',
  unpinned: 'u',
};

/**
 * Lines of at most `columns`; none where there is only one day to show. `below`: with less confidence it counts as
 * faded.
 */
export function plotCourse(course: Course, below: number, columns: number, glyphs: Glyphs): string[] {
  const to = lastDay(course);
  const days = daysBetween(course.from, to);
  if (days < 1) return [];
  const width = Math.max(20, Math.min(WIDEST, columns - MARGIN - 1));
  const dayAt = (column: number): string => dayOfColumn(column, width, course.from, to);
  const columnAt = (day: string): number => columnOfDay(day, width, course.from, to);
  const values = Array.from({ length: width }, (_, column) => course.on(dayAt(column)));
  const isLimited = course.stays === null && below > 0;
  const rows = drawColumns(
    values,
    {
      height: HEIGHT,
      most: 1,
      ahead: course.today < to ? columnAt(course.today) + 1 : Infinity,
      ...(isLimited ? { limit: below } : {}),
    },
    glyphs,
  );
  const limitRow = HEIGHT - 1 - Math.min(HEIGHT - 1, Math.floor(below * HEIGHT));
  const label = (row: number): string =>
    (row === 0 ? '1.0' : isLimited && row === limitRow ? below.toFixed(1) : '').padStart(MARGIN - 2);
  const signs = course.moments
    .filter(({ day }) => day >= course.from)
    .map(({ day, what }): Label => ({ column: columnAt(day), text: SIGNS[what] }));
  const [axis, words] = drawAxis(width, labelsOf(course, to, columnAt), signs, glyphs);
  const kinds = [...new Set(course.moments.map(({ what }) => what))].map((what) => `${SIGNS[what]} ${what}`);
  const legend = [
    ...kinds,
    ...(course.today < to ? [`${glyphs.ahead} ahead, if nobody recalls it`] : []),
    ...(isLimited && rows.some((row) => row.includes(glyphs.limit)) ? [`${glyphs.limit} below: faded`] : []),
  ];
  return [
    ...rows.map((row, at) => `${label(at)} ${row === '' ? '' : ` ${row}`}`.trimEnd()),
    `${'0.0'.padStart(MARGIN - 2)} ${axis}`,
    `${' '.repeat(MARGIN - 1)}${words}`,
    ...(legend.length === 0 ? [] : [`${' '.repeat(MARGIN)}${legend.join('   ')}`]),
  ];
}

/** The last day of the plot: today, or somewhat after the day on which it fades, so that the fading is seen. */
function lastDay({ from, today, fadesOn }: Course): string {
  if (fadesOn === null || fadesOn <= today) return today;
  const most = Math.max(LEAST_AHEAD, daysBetween(from, today));
  const after = addDays(fadesOn, Math.ceil(daysBetween(from, fadesOn) / 12));
  return daysBetween(today, fadesOn) > most ? addDays(today, most) : after;
}

function labelsOf({ from, today, fadesOn, stays }: Course, to: string, columnAt: (day: string) => number): Label[] {
  const middle: Label[] = [
    ...(fadesOn !== null && stays === null && fadesOn > from && fadesOn <= to
      ? [{ column: columnAt(fadesOn), text: fadesOn }]
      : []),
    ...(today < to ? [{ column: columnAt(today), text: 'today' }] : []),
  ];
  const last: Label =
    today < to ? { column: columnAt(to), text: '' } : { column: columnAt(to), text: today === from ? today : 'today' };
  return [{ column: 0, text: from }, ...middle, ...(last.text === '' ? [] : [last])];
}
