// Reads fields of what a server sent, which may be anything. Pure.
import { isObject } from '../model/json.ts';

/** A field of what may be no object. */
export const field = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A count of tokens, or 0 for what is none. */
export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;

/** The names of models that are fit to be shown: nothing that a terminal or a person could take for something else. */
export const namesIn = (list: unknown, key: string): readonly string[] =>
  Array.isArray(list)
    ? list.map((one) => textOf(field(one, key))).filter((name) => /^[\w./:@+-]{1,100}$/.test(name))
    : [];
