// What the readers of notes share: front matter as values that can be used, and a statement with nothing known of it.
import { dayOf, isDay, isTime, timeOf } from '../../model/day.ts';
import type { Fields } from '../../model/fact.ts';
import { isObject } from '../../model/json.ts';
import { parseFrontMatter } from '../../note/front-matter.ts';
import type { Found, Given } from '../exports/types.ts';

// Times as exports write them, to the local day and time. Reads no clock.

export interface Moment {
  /** Local. */
  readonly day: string;
  /** `HH:MM`, local; null where only the day is known. */
  readonly time: string | null;
}

/** Seconds from here on are milliseconds: the year 5138, or March 1973. */
const MILLISECONDS = 1e11;

/** Of an ISO text, a `Date`, or seconds or milliseconds since 1970; null for anything else. */
export function toMoment(value: unknown): Moment | null {
  if (value instanceof Date) return ofDate(value);
  // Nobody's memory is of before 1970: some write 0 for no time.
  if (typeof value === 'number')
    return value <= 0 ? null : ofDate(new Date(value < MILLISECONDS ? value * 1000 : value));
  if (typeof value !== 'string') return null;
  const text = value.trim();
  const [, day = '', time, zone] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:[.,]\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text) ?? [];
  if (!isDay(day)) return null;
  if (time === undefined || !isTime(time)) return { day, time: null };
  // Without a zone it is local time; Python writes more digits than JavaScript reads.
  return zone === undefined
    ? { day, time }
    : ofDate(new Date(`${day}T${time}:00${zone.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`));
}

function ofDate(date: Date): Moment | null {
  if (Number.isNaN(date.getTime())) return null;
  const day = dayOf(date);
  return isDay(day) ? { day, time: timeOf(date) } : null;
}

export interface Head {
  readonly title: string;
  readonly tags: readonly string[];
  /** Local day that the note names itself; null where it does not. */
  readonly day: string | null;
  /** A value that is a text or a number, else empty. `a.b` is `b` under `a`. */
  text(key: string): string;
}

export function headOf({ path, text }: Pick<Given, 'path' | 'text'>): Head {
  const { data } = parseFrontMatter(text);
  const value = (key: string): string => {
    const [name = '', inner] = key.split('.');
    const outer = data[name];
    const found = inner === undefined ? outer : isObject(outer) ? outer[inner] : undefined;
    return typeof found === 'string' || typeof found === 'number' ? String(found).trim() : '';
  };
  const moment = ['updated', 'modified', 'date', 'created']
    .map((key) => toMoment(data[key]))
    .find((one) => one !== null);
  return {
    title: value('title') || nameOf(path).replace(/\.[^.]+$/, ''),
    tags: toTags(data.tags),
    day: moment?.day ?? null,
    text: value,
  };
}

/** A list of words, or words between commas. */
export function toTags(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return list
    .filter((tag): tag is string => typeof tag === 'string')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** The last part of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A statement with what is known of it. */
export function found(text: string, place: string | number, more: Partial<Found> = {}): Found {
  return {
    text,
    category: null,
    tags: [],
    fields: {},
    day: null,
    time: null,
    session: null,
    ...more,
    place: String(place),
  };
}

/** Fields that have a value. */
export const fieldsOf = (fields: Readonly<Record<string, string>>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
