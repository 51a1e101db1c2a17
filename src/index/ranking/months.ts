// A question that names a month means what was logged in it.
import type { IndexDocument } from '../document.ts';
import type { Month } from '../question.ts';

const FACTOR = 1.3;

/** The factor for a document's date: more than 1 in a month that the question names. */
export function monthFactor(months: readonly Month[], { date }: IndexDocument): number {
  if (months.length === 0 || date === null) return 1;
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  return months.some((named) => named.month === month && (named.year === null || named.year === year)) ? FACTOR : 1;
}
