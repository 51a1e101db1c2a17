// Local days as `YYYY-MM-DD` strings. Pure calendar arithmetic without clock or time zone.
import { MemvaultError } from './errors.ts';

const MS_PER_DAY = 86_400_000;

/** True for a real calendar date written as `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  // Compiling a regular expression would cost a search a thirtieth of a millisecond.
  if (text.length !== 10 || text.charCodeAt(4) !== 45 || text.charCodeAt(7) !== 45) return false;
  for (let i = 0; i < 10; i++) if (i !== 4 && i !== 7 && !isDigit(text.charCodeAt(i))) return false;
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const last = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= last;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** `HH:MM` from 00:00 to 23:59. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** `2026-03-02 to 2026-07-01`, or a single day. */
export function renderSpan({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? from : `${from} to ${to}`;
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * MS_PER_DAY).toISOString().slice(0, 10);
}

/** Whole days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / MS_PER_DAY);
}

const two = (n: number): string => String(n).padStart(2, '0');

/** The local calendar day of an instant, in the process's zone. */
export function dayOf(instant: Date): string {
  return `${String(instant.getFullYear()).padStart(4, '0')}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`;
}

/** The first instant of a local day, as ISO in UTC, for comparison with timestamps. */
export const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();

/** The local `HH:MM` of an instant, in the process's zone. */
export function timeOf(instant: Date): string {
  return `${two(instant.getHours())}:${two(instant.getMinutes())}`;
}

// Validates the range of --since and --until.

/** Throws `usage` if `since` is after `until`. Days as 2026-07-01; null for no limit. */
export function checkOrder(since: string | null, until: string | null): void {
  if (since !== null && until !== null && since > until)
    throw new MemvaultError('usage', `--since ${since} is after --until ${until}`, {
      hint: `did you mean --since ${until} --until ${since}?`,
    });
}

// The minimum context window of a model.

/**
 * Tokens of prompt and answer together: the instructions, the vault's conventions, one fact with a few claims, and an
 * answer.
 */
export const LEAST_WINDOW = 4096;

/** Days since 1970-01-01 of a valid day, negative before. */
export function dayNumber(day: string): number {
  const month = Number(day.slice(5, 7));
  // Count years from March, so that a leap day is the last day of a year.
  const year = Number(day.slice(0, 4)) - (month <= 2 ? 1 : 0);
  const century = Math.floor(year / 100);
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + Number(day.slice(8)) - 1;
  return 365 * year + Math.floor(year / 4) - century + Math.floor(century / 4) + ofYear - 719_468;
}
