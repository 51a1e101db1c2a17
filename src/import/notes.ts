// What the readers of notes share: front matter as values that can be used, and a statement with nothing known of it.
import { parseFrontMatter } from '../markdown/front-matter.ts';
import type { Fields } from '../model/fact.ts';
import { isObject } from '../model/json.ts';
import { toMoment } from './moments.ts';
import type { Found, Given } from './types.ts';

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
