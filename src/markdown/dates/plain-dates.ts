// The days that a few plain words mean, as seen from another day: the readings of chrono, by arithmetic alone. Its
// parsers cost a night a tenth of a second before they have read a word.
import { addDays } from '../../model/day.ts';
import { monthLabel, weekdayOf } from './calendar.ts';

const AWAY: Readonly<Record<string, number>> = {
  yesterday: -1,
  'last night': -1,
  today: 0,
  tonight: 0,
  'this morning': 0,
  'this afternoon': 0,
  'this evening': 0,
  'this night': 0,
  tomorrow: 1,
};

/** `yesterday`, `this morning` and their like, however they are written; null for other words. */
export function namedDay(words: string, day: string): string | null {
  const away = AWAY[words.toLowerCase()];
  return away === undefined ? null : addDays(day, away);
}

/** `last` is the latest of its kind before the day; `next` that of the week after. 0 = Sunday, the end of its week. */
export function turnedDay(turn: 'last' | 'next', weekday: number, day: string): string {
  const today = weekdayOf(day);
  return addDays(
    day,
    turn === 'last' ? -(((today - weekday + 6) % 7) + 1) : ((weekday + 6) % 7) - ((today + 6) % 7) + 7,
  );
}

/** So many days, weeks, months or years before (-1) or after (1) a day that each month has. */
export function spanDay(
  count: number,
  unit: 'day' | 'week' | 'month' | 'year',
  direction: 1 | -1,
  day: string,
): string {
  if (unit === 'day' || unit === 'week') return addDays(day, direction * count * (unit === 'week' ? 7 : 1));
  return `${monthLabel(day, direction * count * (unit === 'year' ? 12 : 1))}${day.slice(7)}`;
}
