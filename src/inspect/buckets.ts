// A span of local days cut into parts of one kind: days, weeks (from Monday), months or years. Pure.
import { addDays, daysBetween } from '../model/day.ts';

export type Unit = 'day' | 'week' | 'month' | 'year';

/** The parts of a span. */
export interface Buckets {
  readonly unit: Unit;
  /**
   * The first local day of each part, ascending. The first part may begin before the span; days before the span belong
   * to no part.
   */
  readonly starts: readonly string[];
  /** The index of the part that a day belongs to; -1 for a day outside the span. */
  readonly of: (day: string) => number;
}

/**
 * So long a span is still shown by days, weeks or months: enough parts to tell something, and few enough to look at.
 */
const MOST_DAYS = 62;
const MOST_WEEKS = 60;
const MOST_MONTHS = 120;

/** Cuts a span into parts; both days belong to it. */
export function bucketsOf(since: string, until: string): Buckets {
  const unit = unitFor(daysBetween(since, until) + 1);
  const starts: string[] = [];
  // The part behind the last day of the calendar, 9999-12-31, comes before it as a text: there it ends.
  for (
    let start = startOf(since, unit), before = '';
    start > before && start <= until;
    before = start, start = nextOf(start, unit)
  )
    starts.push(start);
  const places = new Map(starts.map((start, at) => [start, at]));
  const known = new Map<string, number>();
  return {
    unit,
    starts,
    of: (day) => {
      if (day < since || day > until) return -1;
      let at = known.get(day);
      if (at === undefined) known.set(day, (at = places.get(startOf(day, unit)) ?? -1));
      return at;
    },
  };
}

function unitFor(days: number): Unit {
  if (days <= MOST_DAYS) return 'day';
  if (days <= MOST_WEEKS * 7) return 'week';
  return days <= MOST_MONTHS * 30 ? 'month' : 'year';
}

function startOf(day: string, unit: Unit): string {
  if (unit === 'day') return day;
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  if (unit === 'year') return `${day.slice(0, 4)}-01-01`;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

function nextOf(start: string, unit: Unit): string {
  if (unit === 'day') return addDays(start, 1);
  if (unit === 'week') return addDays(start, 7);
  return startOf(addDays(start, unit === 'month' ? 31 : 366), unit);
}
