// Days as people type them. Pure: today is passed in.
import { addDays, isDay } from './day.ts';

/** First and last day of what was typed. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAMES = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
export const DAY_FORMS = '2026-07-01, 2026-07, 2026, today, yesterday, last week, May or 30d';
/** For who mistyped one. */
export const DAY_WORDS: readonly string[] = ['today', 'yesterday', 'last week', 'last month', 'last year', 'this week', 'this month', 'this year', ...NAMES];

/**
 * The days that `2026-07-01`, `2026-07`, `2026`, `today`, `yesterday`, `30d` (so many days ago; also `w`, `m`, `y`), `last week`
 * (Monday to Sunday), `this month`, `May` (the last that has begun) or `May 2026` stand for; null for anything else.
 */
export function spanOf(typed: string, today: string): Span | null {
  const text = typed.trim().toLowerCase().replaceAll(/[\s_]+/g, ' ');
  if (isDay(text)) return { from: text, to: text };
  if (text === 'today') return { from: today, to: today };
  if (text === 'yesterday') return spanOf(addDays(today, -1), today);
  const [, count, unit] = /^(\d{1,5})([dwmy])$/.exec(text) ?? [];
  if (count !== undefined) return ago(Number(count), unit ?? 'd', today);
  if (/^\d{4}-\d{2}$/.test(text)) return monthSpan(Number(text.slice(0, 4)), Number(text.slice(5)));
  if (/^(?:19|20)\d{2}$/.test(text)) return { from: `${text}-01-01`, to: `${text}-12-31` };
  const [, which, of] = /^(last|this)[ -](week|month|year)$/.exec(text) ?? [];
  if (which !== undefined) return around(which === 'last' ? 1 : 0, of ?? 'week', today);
  return namedMonth(text, today);
}

function ago(count: number, unit: string, today: string): Span | null {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  if (unit === 'd' || unit === 'w') return spanOf(addDays(today, -count * (unit === 'w' ? 7 : 1)), today);
  const months = year * 12 + month - 1 - count * (unit === 'y' ? 12 : 1);
  const span = monthSpan(Math.floor(months / 12), (months % 12) + 1);
  if (span === null) return null;
  const day = `${span.from.slice(0, 8)}${today.slice(8)}`;
  return day < span.to ? { from: day, to: day } : { from: span.to, to: span.to };
}

function around(back: number, of: string, today: string): Span | null {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  if (of === 'year') return spanOf(String(year - back), today);
  if (of === 'month') return month - back < 1 ? monthSpan(year - 1, 12) : monthSpan(year, month - back);
  const monday = addDays(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7) - 7 * back);
  return { from: monday, to: addDays(monday, 6) };
}

function namedMonth(text: string, today: string): Span | null {
  const [, name = '', typedYear] = /^([a-z]+)\.?(?: (\d{4}))?$/.exec(text) ?? [];
  const month = NAMES.indexOf(name) >= 0 ? NAMES.indexOf(name) : name === 'sept' ? 8 : MONTHS.indexOf(name);
  if (month < 0) return null;
  const thisYear = Number(today.slice(0, 4));
  return monthSpan(typedYear !== undefined ? Number(typedYear) : month + 1 > Number(today.slice(5, 7)) ? thisYear - 1 : thisYear, month + 1);
}

function monthSpan(year: number, month: number): Span | null {
  const from = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`;
  if (!isDay(from)) return null;
  return { from, to: addDays(new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10), -1) };
}
