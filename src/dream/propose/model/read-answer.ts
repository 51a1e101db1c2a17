// Reads what a model answered about things that have a letter and a number, as generously as can be told what is meant.
// Reads form alone. Pure.
import * as z from 'zod/mini';
import { isObject } from '../../../model/json.ts';

/** JSON schema as strict servers want it: closed, every property required, a type and null as one type. */
export function strictSchema(shape: z.core.$ZodType): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(shape);
  return withoutBounds(flatten(schema)) as Record<string, unknown>;
}

/** Limits of what a number can be tell a model nothing, and not every server knows them. */
function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      key === 'minimum' || key === 'maximum' ? [] : [[key, withoutBounds(value)]],
    ),
  );
}

function flatten(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(flatten);
  if (!isObject(schema)) return schema;
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf))
    return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, flatten(value)]));
  const [one, other] = anyOf as unknown[];
  if (!isObject(one) || !isObject(other) || other.type !== 'null') return schema;
  return {
    ...rest,
    ...one,
    type: [one.type, 'null'],
    ...(Array.isArray(one.enum) ? { enum: [...(one.enum as unknown[]), null] } : {}),
  };
}

export type Row = Readonly<Record<string, unknown>>;

/** The rows of an answer, wherever they stand: below one of these keys, as a list, by their ids, or one alone. */
export function rowsOf(value: unknown, ...keys: readonly string[]): Row[] {
  const list = isObject(value) ? (pick(value, ...keys) ?? value) : value;
  if (Array.isArray(list)) return (list as unknown[]).filter(isObject);
  if (!isObject(list)) return [];
  if (list.as !== undefined) return [list];
  return Object.entries(list).flatMap(([id, one]) => (isObject(one) ? [{ id, ...one }] : []));
}

/** The first of these keys that says something. */
export function pick(value: unknown, ...keys: readonly string[]): unknown {
  return isObject(value) ? keys.map((key) => value[key]).find((one) => one !== undefined && one !== null) : undefined;
}

/** `f1` of "f1", "F1", 1, "fact 1" or "[f1]", where something of that name was shown; else null. */
export function idIn(value: unknown, letter: string, shown: readonly string[]): string | null {
  const [only] = Array.isArray(value) ? (value as unknown[]) : [value];
  if (typeof only !== 'string' && typeof only !== 'number') return null;
  const [, named = '', digits = ''] = /^\W*([a-z]*)[\s._#-]*0*(\d{1,4})\W*$/i.exec(String(only)) ?? [];
  const id = `${named === '' ? letter : (named[0] ?? '').toLowerCase()}${digits}`;
  return digits !== '' && shown.includes(id) ? id : null;
}

/** 3 of 3, "3", "[3]", "n3", "claim 3", alone or in lists of any depth. */
export function numbersIn(value: unknown): number[] {
  if (Array.isArray(value)) return (value as unknown[]).flatMap(numbersIn);
  if (isObject(value)) return numbersIn(pick(value, 'n', 'id', 'claim'));
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const [, digits] = /^\D{0,8}(\d{1,4})\D{0,2}$/.exec(text) ?? [];
  return digits === undefined ? [] : [Number(digits)];
}

/** The first word of the row whose lower-case beginning is one of these, by its meaning. */
export function meaningOf<T extends string>(word: unknown, meanings: Readonly<Record<string, T>>): T | null {
  if (typeof word !== 'string') return null;
  const plain = word
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  return Object.hasOwn(meanings, plain) ? (meanings[plain] ?? null) : null;
}

/** A text that says something; models write "null" and "none" where they mean nothing. */
export function textIn(value: unknown): string | null {
  const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : '';
  return text === '' || /^(?:null|none|n\/a|undefined|-)$/i.test(text) ? null : text;
}
