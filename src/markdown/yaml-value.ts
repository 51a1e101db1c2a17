// A value as one line of YAML that every reader of YAML takes for the same value.
import { parse, stringify } from 'yaml';

export type FrontMatterValue = string | number | readonly string[];

// What YAML, or one of its readers, takes for a line end, a byte order mark or no character at all.
const UNPRINTABLE = /[\u0000-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]|[\uD800-\uDFFF](?<![\uD800-\uDBFF][\uDC00-\uDFFF])(?![\uDC00-\uDFFF])/g;
const PLAIN_IN_LIST = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ ./+-]*$/u;

/** A value on one line of YAML. */
export function renderScalar(value: FrontMatterValue): string {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return `[${value.map(renderListItem).join(', ')}]`;
  const plain = stringify(value, { lineWidth: 0 }).trimEnd();
  return plain.includes('\n') || plain.search(UNPRINTABLE) >= 0 || parse(plain) !== value ? renderQuoted(value) : plain;
}

function renderListItem(item: string): string {
  const rendered = renderScalar(item);
  return rendered === item && !PLAIN_IN_LIST.test(item) ? renderQuoted(item) : rendered;
}

/** In double quotes, whatever it holds. */
export function renderQuoted(text: string): string {
  return JSON.stringify(text).replace(UNPRINTABLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
