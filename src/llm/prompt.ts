// Fences data in prompts with marks that do not occur in it, builds the JSON schemas of answers, and extracts JSON from
// answers after removing the model's reasoning. Pure.
import { createHash } from 'node:crypto';
import { isObject, itemsOf, type JsonObject } from '../model/json.ts';

/** Fills placeholders such as {{conventions}}, each wherever it occurs; one without a value becomes empty. */
export function fillPrompt(text: string, parts: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{\s*([a-z_]+)\s*\}\}/g, (_, name: string) => parts[name] ?? '').trim();
}

/** Wraps data between two lines with a mark that does not occur in it. */
export function fence(data: string): string {
  let mark = '';
  for (let turn = 0; mark === '' || data.includes(mark); turn++)
    mark = `data-${createHash('sha256').update(`${turn}\n${data}`).digest('hex').slice(0, 8)}`;
  return `<${mark}>\n${data}\n</${mark}>`;
}

/** Requests an answer by schema, for protocols without a better way. */
export const askForSchema = (schema: object): string =>
  `Answer with one JSON object of this schema, and nothing else:\n${JSON.stringify(schema)}`;

// JSON schemas as strict servers require them: closed, every property required, nullable types as one type.

type Schema = JsonObject;
export const textSchema: Schema = { type: 'string' };
export const numberSchema: Schema = { type: 'number' };
export const integerSchema: Schema = { type: 'integer' };
export const choiceSchema = (choices: readonly string[]): Schema => ({ type: 'string', enum: choices });
export const listSchema = (items: Schema): Schema => ({ type: 'array', items });
export const objectSchema = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
export const orNull = ({ type, ...rest }: Schema): Schema => ({
  type: [type, 'null'],
  ...rest,
  ...('enum' in rest && { enum: [...itemsOf(rest.enum), null] }),
});

// Accessors for untrusted values from a server.

/** A field of a value that may not be an object. */
export const field = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A token count; 0 if it is invalid. */
export const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;

/** Model names that are safe to display: nothing that a terminal or a person could misinterpret. */
export const namesIn = (list: unknown, key: string): readonly string[] =>
  Array.isArray(list)
    ? list.map((one) => textOf(field(one, key))).filter((name) => /^[\w./:@+-]{1,100}$/.test(name))
    : [];

// Extracts the single JSON value from a model's answer, whatever surrounds it.

/** Maximum number of positions tried. Prose has few braces; a text full of braces is not an answer. */
const MOST_STARTS = 100;

/**
 * The value of the whole text, or the longest object or list within it, out of code fences and prose. Undefined if none
 * is complete. The result is as untrusted as the text.
 */
export function readJson(text: string): unknown {
  const whole = parse(text.replace(/^\uFEFF/, ''));
  if (whole !== undefined) return whole;
  let best: { readonly length: number; readonly value: unknown } | undefined;
  let from = 0;
  for (let starts = 0; starts < MOST_STARTS; starts++) {
    const start = nextStart(text, from);
    if (start === -1) break;
    const end = endOf(text, start);
    const value = end === -1 ? undefined : parse(text.slice(start, end));
    if (value !== undefined && end - start > (best?.length ?? 0)) best = { length: end - start, value };
    from = value === undefined ? start + 1 : end;
  }
  return best?.value;
}

function nextStart(text: string, from: number): number {
  const at = text.slice(from).search(/[[{]/);
  return at === -1 ? -1 : from + at;
}

/** The position after the bracket that closes the one at `start`, or -1; ignores brackets in strings. */
function endOf(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at++) {
    const letter = text[at];
    if (inString) {
      if (letter === '\\') at++;
      else if (letter === '"') inString = false;
    } else if (letter === '"') inString = true;
    else if (letter === '{' || letter === '[') depth++;
    else if ((letter === '}' || letter === ']') && --depth === 0) return at + 1;
  }
  return -1;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The marks around reasoning, as in models' templates: `<think>` and `</think>`. */
const OPEN = ['<think>', '<thinking>', '<thought>', '<reasoning>', '[THINK]'];
const closeOf = (mark: string): string => `${mark.slice(0, 1)}/${mark.slice(1)}`;
const CLOSE = OPEN.map(closeOf);

/** Precedes the answer if each part of a message names its channel. */
const FINAL = '<|channel|>final<|message|>';

/**
 * Removes reasoning: marked text before the answer, text whose opening mark the template swallowed, and reasoning that
 * never ends, which leaves nothing. An answer starts with a brace or a fence; marks inside it belong to it.
 */
export function dropThinking(text: string): string {
  const final = text.lastIndexOf(FINAL);
  let rest = final === -1 ? text : (text.slice(final + FINAL.length).split('<|', 1)[0] ?? '');
  while (!/^\s*(?:\{|```)/.test(rest)) {
    const open = firstOf(OPEN, rest);
    const close = firstOf(CLOSE, rest);
    const answer = rest.indexOf('{');
    if (close !== null && (open === null || close.at < open.at)) rest = rest.slice(close.at + close.mark.length);
    else if (open !== null && (answer === -1 || open.at < answer))
      rest = rest.slice(0, open.at) + after(rest.slice(open.at), closeOf(open.mark));
    else break;
  }
  return rest.trim();
}

function after(text: string, mark: string): string {
  const at = text.indexOf(mark);
  return at === -1 ? '' : text.slice(at + mark.length);
}

function firstOf(marks: readonly string[], text: string): { readonly at: number; readonly mark: string } | null {
  const found = marks.map((mark) => ({ at: text.indexOf(mark), mark })).filter(({ at }) => at !== -1);
  return found.sort((a, b) => a.at - b.at)[0] ?? null;
}
