// The interface of a format for exports and notes, its input and output, and what the readers share: front matter as
// plain values, times, empty statements. Reads no file and no clock.
import { dayOf, isDay, isTime, timeOf } from '../model/day.ts';
import type { Fields } from '../model/fact.ts';
import { isObject } from '../model/json.ts';
import { parseFrontMatter } from '../note/front-matter.ts';
import type { NoteFormat } from './format-names.ts';
import { instantOf, textOf } from './json.ts';

/** A text that was named, or found in a named folder. */
export interface Given {
  /** Relative to the named path, with `/`; for a named file, its name. */
  readonly path: string;
  readonly text: string;
  /** The paths of all files found with it. */
  readonly beside: ReadonlySet<string>;
  /** Local day. */
  readonly today: string;
}

/** One statement of a file, not validated yet. */
export interface Found {
  readonly text: string;
  /** Null if the format has none. */
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly fields: Fields;
  /** Local day on which it was said or true; null if unknown. */
  readonly day: string | null;
  /** Local `HH:MM`. */
  readonly time: string | null;
  readonly session: string | null;
  /** Its line in the file, 1-based, or its id there. */
  readonly place: string;
}

/** A part of a file, or a whole one, that is not imported. */
export interface Left {
  /** 1-based; null for the whole file. */
  readonly line: number | null;
  readonly why: string;
  /** It should have been readable: it is damaged, too long, or not what it claims to be. */
  readonly isBad: boolean;
}

export interface Reading {
  readonly facts: readonly Found[];
  readonly left: readonly Left[];
}

/**
 * What identifies a statement, besides its text: `file` the file's name and topic; `day` also the day; `export` only
 * its id, since each export has a different file name.
 */
export type Scope = 'file' | 'day' | 'export';

export interface Format {
  readonly name: NoteFormat;
  /** What it reads, for the docs. */
  readonly what: string;
  /** How it is detected without `--format`, for the docs. */
  readonly known: string;
  /** What becomes a fact, for the docs. */
  readonly takes: string;
  readonly scope: Scope;
  /** Category of statements without one. */
  readonly category: string;
  detect(given: Given): boolean;
  read(given: Given): Reading;
}

// Blanks out whole parts of a note, so that other lines keep their numbers. Pure.

/** `opens` and `closes` are tested per line. Stops at a part that is never closed. */
export function withoutParts(text: string, opens: RegExp, closes: RegExp): string {
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    if (!opens.test(lines[at] ?? '')) continue;
    let end = at + 1;
    while (end < lines.length && !closes.test(lines[end] ?? '')) end++;
    if (end === lines.length) break;
    lines.fill('', at, end + 1);
    at = end;
  }
  return lines.join('\n');
}

// Parses the times in exports, into local day and time.

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
    typeof value === 'string'
      ? (/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:[.,]\d+)?)?)?$/.exec(value.trim()) ?? [])
      : [];
  return isDay(day) ? { day, time: isTime(time) ? time : null } : null;
}

export interface Head {
  readonly title: string;
  readonly tags: readonly string[];
  /** Local day in the front matter; null without one. */
  readonly day: string | null;
  /** A text or number as text, else empty. `a.b` is `b` under `a`. */
  text(key: string): string;
}

export function headOf({ path, text }: Pick<Given, 'path' | 'text'>): Head {
  const { data } = parseFrontMatter(text);
  const value = (key: string): string => {
    const [name = '', inner] = key.split('.');
    const outer = data[name];
    const found = inner === undefined ? outer : isObject(outer) ? outer[inner] : undefined;
    return textOf(found);
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

/** From a list of words, or words separated by commas. */
export function toTags(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  return list
    .filter((tag): tag is string => typeof tag === 'string')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** The last part of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** A statement with defaults for unknown fields. */
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

/** Drops fields without a value. */
export const fieldsOf = (fields: Readonly<Record<string, string | null | undefined>>): Fields =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])));
