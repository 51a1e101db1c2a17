// Days as people type them behind a flag. Pure: today is passed in.
import { addDays, isDay } from './day.ts';
import { MONTH_NAMES, monthSpan, monthsAgo, phraseSpan, type Span } from './day-phrases.ts';

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
