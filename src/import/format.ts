// What a format of exports or notes is, a file as it was found and what is taken from it, and what the readers share:
// front matter as values that can be used, times, a statement with nothing known of it. Reads no file and no clock.
import { dayOf, isDay, isTime, timeOf } from '../model/day.ts';
import type { Fields } from '../model/fact.ts';
import { isObject } from '../model/json.ts';
import { parseFrontMatter } from '../note/front-matter.ts';
import type { NoteFormat } from './format-names.ts';
import { instantOf, textOf } from './json.ts';

/** A text that somebody named, or that lies in a folder that somebody named. */
export interface Given {
  /** From what was named, with `/`; of a file that was named itself its name. */
  readonly path: string;
  readonly text: string;
  /** The paths of all files that were found with it. */
  readonly beside: ReadonlySet<string>;
  /** Local day. */
  readonly today: string;
}

/** One statement of a file, not checked yet. */
export interface Found {
  readonly text: string;
  /** Null where the format does not say. */
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly fields: Fields;
  /** Local day on which it was said or held; null where that is not known. */
  readonly day: string | null;
  /** Local `HH:MM`. */
  readonly time: string | null;
  readonly session: string | null;
  /** Its line in the file, 1-based, or the id that it has there. */
  readonly place: string;
}

/** Something of a file, or a whole one, that is not taken. */
export interface Left {
  /** 1-based; null where it is the whole file. */
  readonly line: number | null;
  readonly why: string;
  /** It should have been readable: damaged, too long, not what it claims to be. */
  readonly isBad: boolean;
}

export interface Reading {
  readonly facts: readonly Found[];
  readonly left: readonly Left[];
}

/**
 * By what a statement is known again, beside its words: `file` the name of its file and what it is about; `day` also
 * the day; `export` its id alone, as each export has a name of its own.
 */
export type Scope = 'file' | 'day' | 'export';

export interface Format {
  readonly name: NoteFormat;
  /** What it reads, for people. */
  readonly what: string;
  /** How it is known without `--format`. */
  readonly known: string;
  /** What of it becomes a fact. */
  readonly takes: string;
  readonly scope: Scope;
  /** Of a statement that has none of its own. */
  readonly category: string;
  detect(given: Given): boolean;
  read(given: Given): Reading;
}

// Takes whole parts of a note out of it, its other lines where they were. Pure.

/** `opens` and `closes` are tested on lines; a part that is never closed stays, and all behind it. */
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

// Times as exports write them, to the local day and time.

export interface Moment {
  /** Local. */
  readonly day: string;
  /** `HH:MM`, local; null where only the day is known. */
  readonly time: string | null;
}

/** Of an ISO text, a `Date`, or seconds or milliseconds since 1970; null for anything else. */
export function toMoment(value: unknown): Moment | null {
  const instant = value instanceof Date ? value.getTime() : instantOf(value);
  if (instant !== null) {
    const date = new Date(instant);
    return Number.isNaN(date.getTime()) ? null : { day: dayOf(date), time: timeOf(date) };
  }
  // Without a zone it is local time.
  const [, day = '', time = ''] =
    typeof value === 'string'
      ? (/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::\d{2}(?:[.,]\d+)?)?)?$/.exec(value.trim()) ?? [])
      : [];
  return isDay(day) ? { day, time: isTime(time) ? time : null } : null;
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
export const fieldsOf = (fields: Readonly<Record<string, string | null | undefined>>): Fields =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])));
