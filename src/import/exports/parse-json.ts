// JSON of an export as values: one document, or one a line. Says which lines are damaged.
import { isObject } from '../../model/json.ts';
import { LIMITS } from '../../model/limits.ts';
import type { Left } from './types.ts';

export type Values = Readonly<Record<string, unknown>>;

export interface Parsed {
  /** Each with its 1-based number among the lines or the items. */
  readonly items: readonly { readonly value: unknown; readonly at: number }[];
  readonly left: readonly Left[];
}

/** A value that is a text or a number, else empty. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** The items of a list, or of the first of these keys that holds one; null where there is no such list. */
export function parseList(text: string, keys: readonly string[]): Parsed | null {
  const whole = parse(text.replace(/^\uFEFF/, ''));
  if (whole !== undefined) {
    const list = Array.isArray(whole.value) ? whole.value : isObject(whole.value) ? listUnder(whole.value, keys) : null;
    return list === null ? null : { items: list.map((value: unknown, at) => ({ value, at: at + 1 })), left: [] };
  }
  const lines = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line, at) => ({ line: line.trim(), at: at + 1 }))
    .filter(({ line }) => line !== '');
  const read = lines.map(({ line, at }) => ({ parsed: parse(line), at }));
  const items = read.flatMap(({ parsed, at }) => (isObject(parsed?.value) ? [{ value: parsed.value, at }] : []));
  if (items.length === 0) return null;
  return {
    items,
    left: read
      .filter(({ parsed }) => !isObject(parsed?.value))
      .map(({ at }) => ({ line: at, why: 'it is no JSON object', isBad: true })),
  };
}

function listUnder(value: Values, keys: readonly string[], depth = 0): readonly unknown[] | null {
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

/** A file that calls itself JSON and is not, neither as a whole nor by lines: one that was cut, say. */
export const isDamaged = (text: string): boolean =>
  text.trim() !== '' &&
  parse(text.replace(/^\uFEFF/, '')) === undefined &&
  !text.split('\n').some((line) => isObject(parse(line.trim())?.value));

/** Undefined where it is no JSON. */
function parse(text: string): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return { value };
  } catch {
    return undefined;
  }
}
