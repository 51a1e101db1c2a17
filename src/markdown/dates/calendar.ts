// The calendar arithmetic behind relative dates: weeks, weekends, months and seasons as labels.
// Pure; never decides which words mean a date.
import { addDays } from '../../model/day.ts';

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
