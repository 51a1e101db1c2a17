// A value as one line of YAML that every reader of YAML takes for the same value.
import { type Document, isNode, parse, stringify, visit } from 'yaml';
import { LIMITS } from '../model/limits.ts';

export type FrontMatterValue = string | number | readonly string[];

// What YAML, or one of its readers, takes for a line end, a byte order mark or no character at all.
const UNPRINTABLE = new RegExp(
  String.raw`[\u0000-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]|` +
    String.raw`[\uD800-\uDFFF](?<![\uD800-\uDBFF][\uDC00-\uDFFF])(?![\uDC00-\uDFFF])`,
  'g',
);
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

/**
 * Why a text is not given to the YAML parser, as the end of a sentence; null where it is. The parser recurses, and deep
 * nesting ends the whole process. Brackets count wherever they stand: nobody writes so many into one text either.
 */
export function yamlProblem(text: string): string | null {
  if (text.length > LIMITS.yaml) return `it is longer than ${LIMITS.yaml / 1024} kB`;
  return isDeep(text) ? `it is nested more than ${LIMITS.nesting} deep` : null;
}

function isDeep(text: string): boolean {
  let brackets = 0;
  const indents: number[] = [];
  for (const line of text.split('\n')) {
    const [{ length: indent }, marks = ''] = /^ *((?:[-?:][ \t]+)*)/.exec(line) ?? [''];
    if (line.trim() !== '') {
      const own = indent - marks.length;
      while ((indents.at(-1) ?? -1) >= own) indents.pop();
      indents.push(own);
    }
    if (indents.length + marks.length / 2 > LIMITS.nesting) return true;
    for (let at = 0; at < line.length; at++) {
      const code = line.charCodeAt(at);
      if (code === 91 || code === 123) brackets++;
      else if ((code === 93 || code === 125) && brackets > 0) brackets--;
      if (brackets > LIMITS.nesting) return true;
    }
  }
  return false;
}

/** Does an alias stand within what it names? Such a value has no end. */
export function hasLoop(document: Document, text: string): boolean {
  if (!text.includes('*')) return false;
  let found = false;
  visit(document, {
    Alias: (_, { source }, path) => {
      found ||= path.some((above) => isNode(above) && 'anchor' in above && above.anchor === source);
    },
  });
  return found;
}
