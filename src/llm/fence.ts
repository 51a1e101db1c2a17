// How data stands in a prompt: apart from what the model is to do, between two marks that occur nowhere in it. Pure.
import { createHash } from 'node:crypto';
import { isObject } from '../model/json.ts';

/** Places such as {{conventions}} filled, each wherever it stands; one without a filling is left empty. */
export function fillPrompt(text: string, parts: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{\s*([a-z_]+)\s*\}\}/g, (_, name: string) => parts[name] ?? '').trim();
}

/** Between two lines with a mark that does not occur in the data. */
export function fence(data: string): string {
  let mark = '';
  for (let turn = 0; mark === '' || data.includes(mark); turn++)
    mark = `data-${createHash('sha256').update(`${turn}\n${data}`).digest('hex').slice(0, 8)}`;
  return `<${mark}>\n${data}\n</${mark}>`;
}

// Reads fields of what a server sent, which may be anything. Pure.

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
