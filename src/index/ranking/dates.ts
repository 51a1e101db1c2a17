// A question that names days means what was said of them, or shortly after: a day is often logged once it is over.
import type { Span } from '../asked-days.ts';

/** What a single day named is worth beyond 1; a longer stretch is worth less: a week 1.25, a month half of one. */
const DAY = 2;
const HALF = 10;
/** What the days after it keep of that, how fast it fades, and when it has. */
const AFTER = 0.5;
const FADES = 4;
const LONGEST = 14;

/** The factor for a row's day (days since 1970-01-01, 0 for none): more than 1 where the question names it. */
export function datesFactor(spans: readonly Span[]): (day: number) => number {
  const known = new Map<number, number>();
  return (day) => {
    if (day === 0) return 1;
    let factor = known.get(day);
    if (factor === undefined) {
      factor = 1;
      for (const span of spans) factor *= factorOf(span, day);
      known.set(day, factor);
    }
    return factor;
  };
}

function factorOf(span: Span, day: number): number {
  const { from, to } = 'from' in span ? span : nearestYear(span.month, span.day, day);
  const worth = DAY / (1 + (to - from) / HALF);
  if (day < from) return 1;
  if (day <= to) return 1 + worth;
  // A month is long enough for what is said of it.
  return day - to > LONGEST || to - from > LONGEST ? 1 : 1 + worth * AFTER * Math.exp((to - day) / FADES);
}

/** The month or day in the year that a row's day is in. */
function nearestYear(month: number, day: number | null, near: number): { from: number; to: number } {
  const year = new Date(near * 86_400_000).getUTCFullYear();
  const number = (m: number, d: number): number => Math.round(Date.UTC(year, m - 1, d) / 86_400_000);
  return day === null ? { from: number(month, 1), to: number(month + 1, 1) - 1 } : { from: number(month, day), to: number(month, day) };
}
