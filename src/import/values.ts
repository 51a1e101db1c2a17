// Reads values of unknown type, as files of other tools hold them: JSON as a document or by lines, texts, lists, times.
// File contents are untrusted: a field of the wrong type counts as missing.
import { dayOf, isDay, isTime, timeOf } from '../model/day.ts';
import type { Fields } from '../model/fact.ts';
import { isObject, itemsOf, type JsonObject, parseJson as parse } from '../model/json.ts';
import { LIMITS } from '../model/limits.ts';
import { parseFrontMatter } from '../note/front-matter.ts';

export const asFields = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** A non-blank text, else null. */
export const asText = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** A text or number as text, else empty. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** From a list of words, or words separated by commas. */
export const toTags = (value: unknown): string[] =>
  (typeof value === 'string' ? value.split(',') : itemsOf(value))
    .map((tag) => (typeof tag === 'string' ? tag.trim() : ''))
    .filter((tag) => tag !== '');

/** Drops fields without a value. */
export const fieldsOf = (fields: Readonly<Record<string, string | null | undefined>>): Fields =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** The last part of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The name of a working folder, from a path of any system; null without one. */
export function folderName(path: unknown): string | null {
  const name =
    textOf(path)
      .split(/[/\\]+/)
      .findLast((part) => part !== '') ?? '';
  return name === '' || /^[A-Za-z]:$|^~$|^\.+$/.test(name) ? null : name;
}

/** ISO in UTC, from an ISO time with a zone or from seconds or milliseconds since 1970; null for anything else. */
export function instantOf(value: unknown): string | null {
  const instant =
    typeof value === 'number' && value > 0
      ? new Date(value < 1e11 ? value * 1000 : value)
      : typeof value === 'string' &&
          /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/.test(value.trim())
        ? new Date(value.trim().replace(' ', 'T'))
        : null;
  const year = instant?.getUTCFullYear() ?? 0;
  return year >= 1 && year <= 9999 ? (instant?.toISOString() ?? null) : null;
}

export interface Moment {
  /** Local. */
  readonly day: string;
  /** `HH:MM`, local; null if only the day is known. */
  readonly time: string | null;
}

/** Accepts an ISO text, a `Date`, or seconds or milliseconds since 1970; null for anything else. */
export function toMoment(value: unknown): Moment | null {
  const instant = value instanceof Date ? value.getTime() : instantOf(value);
  if (instant !== null) {
    const date = new Date(instant);
    return Number.isNaN(date.getTime()) ? null : { day: dayOf(date), time: timeOf(date) };
  }
  // Local time if there is no zone.
  const [, day = '', time = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:[.,]\d+)?)?)?$/.exec(textOf(value)) ?? [];
  return isDay(day) ? { day, time: isTime(time) ? time : null } : null;
}

/** The value, or undefined for invalid JSON. */
export const parseJson = (text: string): unknown => parse(text.replace(/^\uFEFF/, ''));

export interface JsonEvent {
  /** 1-based. */
  readonly line: number;
  /** Null if the line is not a JSON object. */
  readonly value: JsonObject | null;
}

/** Parses non-blank lines one at a time, so that a file can be of any size. */
export function* jsonEvents(text: string): Generator<JsonEvent> {
  let line = 0;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length;) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const own = text.slice(at, end);
    line++;
    at = end + 1;
    if (own.trim() === '') continue;
    const value = parse(own);
    yield { line, value: isObject(value) ? value : null };
  }
}

export interface Listed {
  /** Each with its 1-based line or item number. */
  readonly items: readonly { readonly value: unknown; readonly at: number }[];
  /** Lines that are not JSON objects. */
  readonly damaged: readonly number[];
}

/** The items of a list, or of the list under the first matching key, or of JSON lines; null if there are none. */
export function parseList(text: string, keys: readonly string[]): Listed | null {
  const whole = parseJson(text);
  if (whole !== undefined) {
    const list = listIn(whole, keys);
    return list === null ? null : { items: list.map((value, at) => ({ value, at: at + 1 })), damaged: [] };
  }
  const lines = [...jsonEvents(text)];
  const items = lines.flatMap(({ line, value }) => (value === null ? [] : [{ value, at: line }]));
  const damaged = lines.flatMap(({ line, value }) => (value === null ? [line] : []));
  return items.length === 0 ? null : { items, damaged };
}

function listIn(value: unknown, keys: readonly string[], depth = 0): readonly unknown[] | null {
  if (Array.isArray(value)) return value as unknown[];
  if (!isObject(value) || depth > LIMITS.nesting) return null;
  for (const key of keys) {
    const list = listIn(value[key], keys, depth + 1);
    if (list !== null) return list;
  }
  return null;
}

/** Whether a JSON file is invalid both as a whole and by lines, for example because it was truncated. */
export const isDamaged = (text: string): boolean =>
  text.trim() !== '' && parseJson(text) === undefined && ![...jsonEvents(text)].some(({ value }) => value !== null);

// Front matter of a note as plain values.

export interface Head {
  readonly title: string;
  readonly tags: readonly string[];
  /** Local day in the front matter; null without one. */
  readonly day: string | null;
  /** A text or number as text, else empty. `a.b` is `b` under `a`. */
  text(key: string): string;
}

export function headOf({ path, text }: { readonly path: string; readonly text: string }): Head {
  const { data } = parseFrontMatter(text);
  const value = (key: string): string => {
    const [name = '', inner] = key.split('.');
    return textOf(inner === undefined ? data[name] : asFields(data[name])[inner]);
  };
  const moments = ['updated', 'modified', 'date', 'created'].map((key) => toMoment(data[key]));
  return {
    title: value('title') || nameOf(path).replace(/\.[^.]+$/, ''),
    tags: toTags(data.tags),
    day: moments.find((one) => one !== null)?.day ?? null,
    text: value,
  };
}
