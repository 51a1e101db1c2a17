// Lenient parsers for a model's answers about items with ids of a letter and a number. Check only the form. Pure.
import { isObject, itemsOf, type JsonObject } from '../../../model/json.ts';

/** The rows of an answer: below one of these keys, as a list, as an object by id, or a single one. */
export function rowsOf(value: unknown, ...keys: readonly string[]): JsonObject[] {
  const list = isObject(value) ? (pick(value, ...keys) ?? value) : value;
  if (!isObject(list)) return itemsOf(list).filter(isObject);
  if (list.as !== undefined) return [list];
  return Object.entries(list).flatMap(([id, one]) => (isObject(one) ? [{ id, ...one }] : []));
}

/** The value of the first of these keys that has one. */
export function pick(value: unknown, ...keys: readonly string[]): unknown {
  return isObject(value) ? keys.map((key) => value[key]).find((one) => one !== undefined && one !== null) : undefined;
}

/** `f1` for "f1", "F1", 1, "fact 1" or "[f1]", if it was shown; else null. */
export function idIn(value: unknown, letter: string, shown: readonly string[]): string | null {
  const only = Array.isArray(value) ? itemsOf(value)[0] : value;
  if (typeof only !== 'string' && typeof only !== 'number') return null;
  const [, named = '', digits = ''] = /^\W*([a-z]*)[\s._#-]*0*(\d{1,4})\W*$/i.exec(String(only)) ?? [];
  const id = `${named === '' ? letter : (named[0] ?? '').toLowerCase()}${digits}`;
  return digits !== '' && shown.includes(id) ? id : null;
}

/** 3 for 3, "3", "[3]", "n3" or "claim 3", single or in nested lists. */
export function numbersIn(value: unknown): number[] {
  if (Array.isArray(value)) return itemsOf(value).flatMap(numbersIn);
  if (isObject(value)) return numbersIn(pick(value, 'n', 'id', 'claim'));
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const [, digits] = /^\D{0,8}(\d{1,4})\D{0,2}$/.exec(text) ?? [];
  return digits === undefined ? [] : [Number(digits)];
}

/** Looks up the meaning of a word, ignoring case, spaces and underscores. */
export function meaningOf<T extends string>(word: unknown, meanings: Readonly<Record<string, T>>): T | null {
  if (typeof word !== 'string') return null;
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  return Object.hasOwn(meanings, plain) ? (meanings[plain] ?? null) : null;
}

/** A non-empty text; models write "null" and "none" for nothing. */
export function textIn(value: unknown): string | null {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  return text === '' || /^(?:null|none|n\/a|undefined|-)$/i.test(text) ? null : text;
}
