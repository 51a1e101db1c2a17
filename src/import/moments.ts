// Times as exports write them, to the local day and time. Reads no clock.
import { dayOf, isDay, isTime, timeOf } from '../model/day.ts';

export interface Moment {
  /** Local. */
  readonly day: string;
  /** `HH:MM`, local; null where only the day is known. */
  readonly time: string | null;
}

/** Seconds from here on are milliseconds: the year 5138, or March 1973. */
const MILLISECONDS = 1e11;

/** Of an ISO text, a `Date`, or seconds or milliseconds since 1970; null for anything else. */
export function toMoment(value: unknown): Moment | null {
  if (value instanceof Date) return ofDate(value);
  // Nobody's memory is of before 1970: some write 0 for no time.
  if (typeof value === 'number')
    return value <= 0 ? null : ofDate(new Date(value < MILLISECONDS ? value * 1000 : value));
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const [, day = '', time, zone] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:[.,]\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text) ?? [];
  if (!isDay(day)) return null;
  if (time === undefined || !isTime(time)) return { day, time: null };
  // Without a zone it is local time; Python writes more digits than JavaScript reads.
  return zone === undefined
    ? { day, time }
    : ofDate(new Date(`${day}T${time}:00${zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`));
}

function ofDate(date: Date): Moment | null {
  if (Number.isNaN(date.getTime())) return null;
  const day = dayOf(date);
  return isDay(day) ? { day, time: timeOf(date) } : null;
}
