// A question that names days means what was said of them, or shortly after: a day is often logged once it is over.
// It means as well what says these days itself, whenever that was logged. Reads no row.
import type { Span, Stretch } from '../span.ts';

/** What a single day named is worth beyond 1; a longer stretch is worth less: a week 1.25, a month half of one. */
const DAY = 2;
const HALF = 10;
/** What a stretch is worth that has no end: `since 3 July` is no point in time. */
const OPEN = 0.25;
/** What the days after it keep of that, how fast it fades, and when it has. */
const AFTER = 0.5;
const FADES = 4;
const LONGEST = 14;
const SHORTEST_MONTH = 28;

/**
 * The factor for a row's day (days since 1970-01-01, 0 for none) and the spans that its text says, a bit each: more
 * than 1 where the question names the day. What says a span itself has no less for it than what was logged in it.
 */
export function datesFactor(spans: readonly Span[]): (day: number, said: number) => number {
  const known = new Map<number, number>();
  const most = spans.map(
    (span) => 1 + worthOf('from' in span ? span : { from: 1, to: span.day === null ? SHORTEST_MONTH : 1 }),
  );
  const product = (day: number, said: number): number => {
    let factor = 1;
    for (const [i, span] of spans.entries())
      factor *= (said & (1 << i)) !== 0 ? (most[i] as number) : day === 0 ? 1 : factorOf(span, day);
    return factor;
  };
  return (day, said) => {
    if (said !== 0) return product(day, said);
    let factor = known.get(day);
    if (factor === undefined) known.set(day, (factor = product(day, 0)));
    return factor;
  };
}

/** The most that stretches without an end come to: what many rows have. */
export function openFactor(spans: readonly Span[]): number {
  let factor = 1;
  for (const span of spans) if ('from' in span && span.to - span.from === Infinity) factor *= 1 + OPEN;
  return factor;
}

function worthOf({ from, to }: Stretch): number {
  return to - from === Infinity ? OPEN : DAY / (1 + (to - from) / HALF);
}

function factorOf(span: Span, day: number): number {
  const { from, to } = 'from' in span ? span : nearestYear(span.month, span.day, day);
  const worth = worthOf({ from, to });
  if (day < from) return 1;
  if (day <= to) return 1 + worth;
  // A month is long enough for what is said of it.
  return day - to > LONGEST || to - from > LONGEST ? 1 : 1 + worth * AFTER * Math.exp((to - day) / FADES);
}

/** The month or day in the year that a row's day is in. */
function nearestYear(month: number, day: number | null, near: number): Stretch {
  const year = new Date(near * 86_400_000).getUTCFullYear();
  const number = (m: number, d: number): number => Math.round(Date.UTC(year, m - 1, d) / 86_400_000);
  return day === null
    ? { from: number(month, 1), to: number(month + 1, 1) - 1 }
    : { from: number(month, day), to: number(month, day) };
}

/**
 * From which share of the question's other words in one row on a day is worth less to rows that hold fewer of them, and
 * where in full.
 */
const NEARLY = 0.7;
const ALL = 0.9;
/** What a day keeps of its worth for what holds none of them. */
const NONE = 0.25;

/**
 * What is left of a dates' factor: all where the row holds as many of the words that name no day as any, or where none
 * holds nearly all of them. Otherwise by the square of what it holds of them, so that a day alone brings no row before
 * what was asked for.
 */
export function damped(factor: number, held: number, best: number, whole: number): number {
  if (factor === 1 || best <= 0) return factor;
  const extra = (factor - 1) * (held === 0 ? NONE : 1);
  const part = (best / whole - NEARLY) / (ALL - NEARLY);
  if (part <= 0) return 1 + extra;
  const share = held / best;
  return 1 + extra * (1 - (part < 1 ? part : 1) * (1 - share * share));
}
