// Single values of a page's front matter, read as what they are meant to be, and the lines that their keys stand on.
// Pure.
import { isDay } from '../model/day.ts';

/**
 * The day, YYYY-MM-DD, that a value of front matter names: text with a time behind the day or without, or a date, which
 * YAML makes of unquoted text. Null for anything else.
 */
export function dayIn(value: unknown): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString().slice(0, 10);
  if (typeof value !== 'string' || !/^(?:$|[T ])/.test(value.slice(10))) return null;
  const day = value.slice(0, 10);
  return isDay(day) ? day : null;
}

/** The 1-based line of a key of the front matter; 1 where it is not found. */
export function lineOfKey(text: string, key: string): number {
  return text.split('\n').findIndex((line, index) => index > 0 && line.startsWith(`${key}:`)) + 1 || 1;
}
