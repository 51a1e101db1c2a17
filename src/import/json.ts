// Shared by the readers of JSON: a document or lines as values, fields of unknown values, times. File contents are
// untrusted: a field of the wrong type counts as missing.
import { isObject, type JsonObject } from '../model/json.ts';
import { LIMITS } from '../model/limits.ts';
import type { Left } from './format.ts';

export function asFields(value: unknown): JsonObject | null {
  return isObject(value) ? value : null;
}

export function asList(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? (value as readonly unknown[]) : null;
}

/** A non-blank text, else null. */
export function asText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** The value, or undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}

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
    if (own.trim() !== '') yield { line, value: asFields(parseJson(own)) };
  }
}

/** ISO in UTC, from an ISO time with a zone or from seconds or milliseconds since 1970; null for anything else. */
export function instantOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value) && value > 0)
    return isoOf(new Date(value < 1e11 ? value * 1000 : value));
  if (
    typeof value !== 'string' ||
    !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/.test(value.trim())
  )
    return null;
  return isoOf(new Date(value.trim().replace(' ', 'T')));
}

function isoOf(instant: Date): string | null {
  return Number.isNaN(instant.getTime()) || instant.getUTCFullYear() > 9999 || instant.getUTCFullYear() < 1
    ? null
    : instant.toISOString();
}

/** The name of a working folder, from a path of any system; null without one. */
export function folderName(path: unknown): string | null {
  const name =
    asText(path)
      ?.trim()
      .split(/[/\\]+/)
      .filter((part) => part !== '')
      .at(-1) ?? null;
  return name === null || /^[A-Za-z]:$|^~$|^\.+$/.test(name) ? null : name;
}

/** A text or number as text, else empty. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

export interface Parsed {
  /** Each with its 1-based line or item number. */
  readonly items: readonly { readonly value: unknown; readonly at: number }[];
  readonly left: readonly Left[];
}

/** The items of a list, or of the list under the first matching key, or of JSON lines; null if there are none. */
export function parseList(text: string, keys: readonly string[]): Parsed | null {
  const whole = parseJson(text);
  if (whole !== undefined) {
    const list = asList(whole) ?? (isObject(whole) ? listUnder(whole, keys) : null);
    return list === null ? null : { items: list.map((value, at) => ({ value, at: at + 1 })), left: [] };
  }
  const lines = [...jsonEvents(text)];
  const items = lines.flatMap(({ line, value }) => (value === null ? [] : [{ value, at: line }]));
  const damaged = lines.filter(({ value }) => value === null);
  return items.length === 0
    ? null
    : { items, left: damaged.map(({ line }) => ({ line, why: 'it is not a JSON object', isBad: true })) };
}

function listUnder(value: JsonObject, keys: readonly string[], depth = 0): readonly unknown[] | null {
  if (depth > LIMITS.nesting) return null;
  for (const key of keys) {
    const one = value[key];
    if (Array.isArray(one)) return one;
    if (isObject(one)) {
      const deeper = listUnder(one, keys, depth + 1);
      if (deeper !== null) return deeper;
    }
  }
  return null;
}

/** Whether a JSON file is invalid both as a whole and by lines, for example because it was truncated. */
export const isDamaged = (text: string): boolean =>
  text.trim() !== '' && parseJson(text) === undefined && ![...jsonEvents(text)].some(({ value }) => value !== null);
