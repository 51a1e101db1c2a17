// YAML front matter: parsed as data, edited by position, with values rendered so that every YAML parser reads them
// alike. Never re-serialised, so that a person's formatting, comments and unknown keys are kept.
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  parse,
  parseDocument,
  stringify,
  visit,
  type YAMLSeq,
} from 'yaml';
import { isDay } from '../model/day.ts';
import { LIMITS } from '../model/limits.ts';
import { frontMatterLines } from './blocks.ts';
import { lineEndOf, splitLines } from './lines.ts';

export interface FrontMatter {
  readonly data: Readonly<Record<string, unknown>>;
  /** Why it cannot be parsed, in words; then `data` is empty. */
  readonly broken: string | null;
}

const NOT_YAML = 'front matter is read as YAML data only, never run';
/** Parses front matter as data. Never throws and never executes anything. */
export function parseFrontMatter(text: string): FrontMatter {
  if (!/^\uFEFF?---/.test(text)) return { data: {}, broken: null };
  const lines = splitLines(text.replace(/^\uFEFF/, ''));
  const head = lines.slice(0, frontMatterLines(lines));
  if (head.length === 0) return { data: {}, broken: /^---[\w-]*\w\s*$/.test(lines[0] ?? '') ? NOT_YAML : null };
  return parseHead(head.slice(1, -1).join('\n'));
}

/** Cached, because the same few blocks are needed again and again and parsing one takes a millisecond. */
const known = new Map<string, FrontMatter>();
const MOST_KNOWN = 4096;

function parseHead(yaml: string): FrontMatter {
  const held = known.get(yaml);
  if (held !== undefined) return held;
  const read = readHead(yaml);
  freeze(read.data);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(yaml, read);
  return read;
}

/** Cached values are shared by all callers. */
function freeze(value: unknown): void {
  // The bytes of a `!!binary` value cannot be frozen.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

function readHead(yaml: string): FrontMatter {
  try {
    return { data: readMapping(`\n${yaml}`).data, broken: null };
  } catch (error) {
    return {
      data: {},
      broken: error instanceof Error ? (error.message.split('\n')[0] ?? '').replace(/:$/, '') : String(error),
    };
  }
}

/** Throws if it is not a readable mapping or contains more aliases than an honest note would. */
function readMapping(text: string): { readonly document: Document; readonly data: Record<string, unknown> } {
  const refused = yamlProblem(text);
  if (refused !== null) throw new Error(refused);
  const document = parseDocument(text, { uniqueKeys: true, logLevel: 'error' });
  const problem = document.errors[0];
  if (problem) throw problem;
  if (hasLoop(document, text)) throw new Error('an alias refers to its own node');
  const value: unknown = document.toJS();
  if (value === null || value === undefined) return { document, data: {} };
  if (typeof value !== 'object' || Array.isArray(value))
    throw new Error('front matter is not a list of `key: value` lines');
  return { document, data: { ...value } };
}

/**
 * Sets keys in the front matter of a note: an existing value is replaced in place, a missing key is added as the last
 * line. Every other byte is kept. A note without front matter, or with one that cannot be edited by position (for
 * example broken YAML), is returned unchanged.
 */
export function setFrontMatter(text: string, values: Readonly<Record<string, FrontMatterValue>>): string {
  const count = frontMatterLines(splitLines(text));
  if (count === 0) return text;
  const from = text.indexOf('\n') + 1;
  const to = nthLineStart(text, count - 1);
  let block = text.slice(from, to);
  for (const [key, value] of Object.entries(values)) {
    const edited = setKey(block, key, value, lineEndOf(text));
    if (edited === null) return text;
    block = edited;
  }
  return text.slice(0, from) + block + text.slice(to);
}

/** Sets one key in the lines of a mapping; null if that would affect other keys. */
export function setKey(block: string, key: string, value: FrontMatterValue, lineEnd: string): string | null {
  try {
    const before = readMapping(block);
    if (Object.hasOwn(before.data, key) && JSON.stringify(before.data[key]) === JSON.stringify(value)) return block;
    const edited = placeValue(block, before.document, key, value, lineEnd);
    // Verify the edit: parsing it must give the old data with the new value and nothing else.
    return edited !== null && sameData(readMapping(edited).data, { ...before.data, [key]: value }) ? edited : null;
  } catch {
    return null;
  }
}

function sameData(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  return (
    Object.keys(a).length === Object.keys(b).length &&
    Object.keys(a).every((key) => JSON.stringify(a[key]) === JSON.stringify(b[key]))
  );
}

function placeValue(
  block: string,
  document: Document,
  key: string,
  value: FrontMatterValue,
  lineEnd: string,
): string | null {
  const map = document.contents;
  if (map !== null && (!isMap(map) || map.flow === true)) return null;
  const pair = map?.items.find((item) => isScalar(item.key) && item.key.value === key);
  if (!pair) {
    const first = map?.items[0]?.key;
    const start = isScalar(first) ? (first.range?.[0] ?? 0) : 0;
    const indent = block.slice(block.lastIndexOf('\n', start - 1) + 1, start);
    return /^ *$/.test(indent) ? `${block}${indent}${key}: ${renderScalar(value)}${lineEnd}` : null;
  }
  const keyEnd = isScalar(pair.key) ? (pair.key.range?.[1] ?? null) : null;
  const node = pair.value as Node | null;
  if (keyEnd === null || !node?.range || !/^[ \t]*:/.test(block.slice(keyEnd))) return null;
  const [start, end] = node.range;
  const colon = block.indexOf(':', keyEnd);
  const lead = block.slice(colon + 1, start);
  if (start === end)
    return (
      `${block.slice(0, colon + 1)} ${renderScalar(value)}` + block.slice(colon + 1).replace(/^[ \t]+(?!#|[ \t])/, '')
    );
  if (isSeq(node) && node.flow !== true) {
    const longer = typeof value === 'object' ? appendItems(block, node, document, value, lineEnd) : null;
    if (longer !== null) return longer;
  }
  if (isScalar(node) || isAlias(node) || (isSeq(node) && node.flow === true) || (isMap(node) && node.flow === true)) {
    const rendered =
      isScalar(node) && node.type === 'QUOTE_DOUBLE' && typeof value === 'string'
        ? renderQuoted(value)
        : renderScalar(value);
    return (
      block.slice(0, start) + rendered + (block.slice(start, end).endsWith('\n') ? lineEnd : '') + block.slice(end)
    );
  }
  // A list or mapping on its own lines becomes a value on the key's line, before an existing comment.
  const [, properties = '', comment = ''] = /^([^#\r\n]*?)([ \t]+#[^\r\n]*)?\r?\n/.exec(lead) ?? [];
  return (
    `${block.slice(0, colon + 1)}${properties.trimEnd()} ${renderScalar(value)}${comment}${lineEnd}` + block.slice(end)
  );
}

/** Appends to a list on its own lines and keeps those lines; null if the list does more than grow. */
function appendItems(
  block: string,
  list: YAMLSeq,
  document: Document,
  value: readonly string[],
  lineEnd: string,
): string | null {
  const present: unknown = list.toJS(document);
  const [start, end] = list.range ?? [0, 0];
  const indent = block.slice(block.lastIndexOf('\n', start - 1) + 1, start);
  if (
    !Array.isArray(present) ||
    !/^ *$/.test(indent) ||
    JSON.stringify(present) !== JSON.stringify(value.slice(0, present.length))
  )
    return null;
  const added = value.slice(present.length).map((item) => `${indent}- ${renderScalar(item)}${lineEnd}`);
  const open = block.slice(0, end).endsWith('\n') ? '' : lineEnd;
  return block.slice(0, end) + open + added.join('') + block.slice(end);
}

function nthLineStart(text: string, n: number): number {
  let at = 0;
  for (let i = 0; i < n; i++) at = text.indexOf('\n', at) + 1;
  return at;
}

// Single values of front matter, and the lines of their keys.

/**
 * The day, YYYY-MM-DD, of a front matter value: a string with or without a time, or a Date, which YAML makes of
 * unquoted text. Null for anything else.
 */
export function dayIn(value: unknown): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString().slice(0, 10);
  if (typeof value !== 'string' || !/^(?:$|[T ])/.test(value.slice(10))) return null;
  const day = value.slice(0, 10);
  return isDay(day) ? day : null;
}

/** The 1-based line of a front matter key; 1 if it is missing. */
export function lineOfKey(text: string, key: string): number {
  return text.split('\n').findIndex((line, index) => index > 0 && line.startsWith(`${key}:`)) + 1 || 1;
}

export type FrontMatterValue = string | number | readonly string[];

// Characters that YAML or one of its parsers treats as a line end, a byte order mark or invalid.
const UNPRINTABLE = new RegExp(
  String.raw`[\u0000-\u001F\u007F-\u009F\u2028\u2029\uFEFF\uFFFE\uFFFF]|` +
    String.raw`[\uD800-\uDFFF](?<![\uD800-\uDBFF][\uDC00-\uDFFF])(?![\uDC00-\uDFFF])`,
  'g',
);
const PLAIN_IN_LIST = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ ./+-]*$/u;

/** Renders a value on one line of YAML. */
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

/** Renders any text in double quotes. */
function renderQuoted(text: string): string {
  return JSON.stringify(text).replace(UNPRINTABLE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Why a text is not passed to the YAML parser, as the end of a sentence; null if it is. The parser is recursive, and
 * deep nesting would crash the process. Counts brackets anywhere: nobody writes that many into a text either.
 */
export function yamlProblem(text: string): string | null {
  if (text.length > LIMITS.yaml) return `longer than ${LIMITS.yaml / 1024} kB`;
  return isDeep(text) ? `nested deeper than ${LIMITS.nesting} levels` : null;
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

/** True if an alias occurs within the node that it names: such a value is infinite. */
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
