// Stretches of days, as numbers of days since 1970-01-01, and where a text names them. Knows no words and no clock.

/**
 * A stretch of days, both inclusive, as numbers of days since 1970-01-01; infinite where it has no beginning or no end.
 */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A month or day of any year. */
export interface Yearly {
  /** 1 to 12. */
  readonly month: number;
  /** Null for the whole month. */
  readonly day: number | null;
}

export type Span = Stretch | Yearly;

/** A span with the words that name it, as a statement would say them too. */
export type Said = Span & { readonly said: string };

/** A place of the question that names days: a day and the month around it, where both count. */
export interface Mention {
  readonly start: number;
  readonly end: number;
  readonly spans: readonly Said[];
}

export interface Word {
  readonly text: string;
  readonly start: number;
}

export const single = (day: number): Stretch => ({ from: day, to: day });
export const dayStretch = (year: number, month: number, day: number): Stretch => single(numberOf(year, month, day));
export const monthStretch = (year: number, month: number): Stretch => ({
  from: numberOf(year, month, 1),
  to: numberOf(year, month + 1, 1) - 1,
});

/** Days since 1970-01-01; months and days beyond the end run over. */
export function numberOf(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month - 1, day) / 86_400_000);
}
