// The calendar arithmetic behind relative dates: weeks, weekends, months and seasons as labels.
// Pure; never decides which words mean a date.
import { addDays, isDay } from '../../model/day.ts';
import { MONTH_NAMES, monthsAgo, monthSpan, phraseSpan, type Span } from './day-phrases.ts';

const SEASONS = ['winter', 'spring', 'summer', 'autumn'] as const;

/** 0 = Sunday … 6 = Saturday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** The Monday of the ISO week that holds `day`. */
export function mondayOf(day: string): string {
  return addDays(day, -((weekdayOf(day) + 6) % 7));
}

/** The Saturday of the weekend that `day` is in, else of the one that ended last. */
export function lastSaturday(day: string): string {
  return addDays(day, -((weekdayOf(day) + 1) % 7));
}

export function isWeekend(day: string): boolean {
  return weekdayOf(day) % 6 === 0;
}

export function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

/** 1 to 12. */
export function monthOf(day: string): number {
  return Number(day.slice(5, 7));
}

/** `YYYY-MM` of the month `count` months after that of `day`. */
export function monthLabel(day: string, count = 0): string {
  const months = yearOf(day) * 12 + monthOf(day) - 1 + count;
  return `${yearLabel(Math.floor(months / 12))}-${String((months % 12) + 1).padStart(2, '0')}`;
}

export function yearLabel(year: number): string {
  return String(year).padStart(4, '0');
}

export type SeasonTurn = 'last' | 'past' | 'this' | 'next';

/**
 * `summer 2022` for a season and what stands before it (`past` for "this past"), null where readers
 * disagree: "last summer" in the autumn, "next summer" in the spring, "this winter" in April.
 * Northern seasons by whole months; a winter is named after both of its years.
 */
export function seasonLabel(which: SeasonTurn, name: string, day: string): string | null {
  const season = SEASONS.indexOf((name === 'fall' ? 'autumn' : name) as (typeof SEASONS)[number]);
  const december = monthOf(day) === 12;
  // Seasons counted through from year 0, winter first: a winter belongs to the year of its January.
  const year = yearOf(day) + (december ? 1 : 0);
  const now = year * 4 + Math.floor((monthOf(day) % 12) / 3);
  const near = season === 0 && now % 4 > 0 ? (year + 1) * 4 : year * 4 + season;
  const turn = pickTurn(which, near, now);
  if (turn === null) return null;
  const turnYear = Math.floor(turn / 4);
  if (which === 'this' && december && turn - now === 2) return null;
  if (which === 'next' && (season === 0 ? turn - now === 1 : turnYear === yearOf(day))) return null;
  if (season === 0) return `winter ${yearLabel(turnYear - 1)}–${String(turnYear % 100).padStart(2, '0')}`;
  return `${name} ${yearLabel(turnYear)}`;
}

/** `near`: the turn of the season in the present year; for winter the present or coming one. */
function pickTurn(which: SeasonTurn, near: number, now: number): number | null {
  if (which === 'this') return near - now > 2 ? null : near;
  if (which === 'next') return near > now ? near : near + 4;
  const past = near < now ? near : near - 4;
  if (which === 'past') return near === now ? null : past;
  return now - past === 1 ? null : past;
}

// Days as people type them behind a flag. Pure: today is passed in.

export const DAY_FORMS = '2026-07-01, 2026-07, 2026, today, yesterday, last week, May, "21 May" or 30d';
/** For who mistyped one. */
export const DAY_WORDS: readonly string[] = [
  'today',
  'yesterday',
  'last week',
  'last month',
  'last year',
  'this week',
  'this month',
  'this year',
  ...MONTH_NAMES,
];

/**
 * The days that `2026-07-01`, `2026-07`, `2026`, `30d` (so many days ago; also `w`, `m`, `y`) or a phrase such as
 * `yesterday`, `last week`, `May`, `21 May 2025`, `two weeks ago` stand for; null for anything else.
 */
export function spanOf(typed: string, today: string): Span | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ');
  if (isDay(text)) return { from: text, to: text };
  const [, count, unit] = /^(\d{1,5})([dwmy])$/.exec(text) ?? [];
  if (count !== undefined) return ago(Number(count), unit ?? 'd', today);
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(text) ?? [];
  if (year !== undefined)
    return Number(month) >= 1 && Number(month) <= 12 ? monthSpan(Number(year), Number(month)) : null;
  if (/^(?:19|20)\d{2}$/.test(text)) return { from: `${text}-01-01`, to: `${text}-12-31` };
  return phraseSpan(text, today);
}

function ago(count: number, unit: string, today: string): Span | null {
  const day =
    unit === 'd' || unit === 'w'
      ? addDays(today, -count * (unit === 'w' ? 7 : 1))
      : monthsAgo(today, count * (unit === 'y' ? 12 : 1));
  return day !== null && isDay(day) ? { from: day, to: day } : null;
}
