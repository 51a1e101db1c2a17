// The YAML head of a note: read as data, edited by position. Never re-serialised, so that a person's
// formatting, comments and unknown keys keep their bytes.
import matter from 'gray-matter';
import { isMap, isScalar, parseDocument, stringify } from 'yaml';
import { frontMatterLines } from './blocks.ts';
import { lineEndOf, splitLines } from './lines.ts';

export interface FrontMatter {
  readonly data: Readonly<Record<string, unknown>>;
  /** What is wrong with it, in words; then data is empty. */
  readonly broken: string | null;
}

const refuse = (): never => {
  throw new Error('front matter is read as YAML data only, never run');
};
// gray-matter runs `---js` blocks with its own engines; without an options object it caches.
const OPTIONS = {
  engines: {
    yaml: (text: string): object => parseMapping(text),
    javascript: { parse: refuse, stringify: refuse },
    js: { parse: refuse, stringify: refuse },
    json: { parse: refuse, stringify: refuse },
    coffee: { parse: refuse, stringify: refuse },
  },
};

/** Reads front matter as data. Never throws, never runs anything. */
export function parseFrontMatter(text: string): FrontMatter {
  if (!/^\uFEFF?---/.test(text)) return { data: {}, broken: null };
  try {
    return { data: matter(text.replace(/^\uFEFF/, ''), OPTIONS).data, broken: null };
  } catch (error) {
    return { data: {}, broken: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

function parseMapping(text: string): object {
  const document = parseDocument(text, { uniqueKeys: true });
  const problem = document.errors[0];
  if (problem) throw problem;
  const value: unknown = document.toJS();
  if (value === null || value === undefined) return {};
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error('front matter is not a list of `key: value` lines');
  return value;
}

export type FrontMatterValue = string | number | readonly string[];

/**
 * Sets keys in the front matter of a note: a value that is there is replaced in place, a key that is
 * missing is added as a last line. Every other byte stays. A note without front matter, or with broken
 * YAML, is given back as it is.
 */
export function setFrontMatter(text: string, values: Readonly<Record<string, FrontMatterValue>>): string {
  const count = frontMatterLines(splitLines(text));
  if (count === 0) return text;
  const from = text.indexOf('\n') + 1;
  const to = nthLineStart(text, count - 1);
  let block = text.slice(from, to);
  for (const [key, value] of Object.entries(values)) {
    const edited = setKey(block, key, renderScalar(value), lineEndOf(text));
    if (edited === null) return text;
    block = edited;
  }
  return text.slice(0, from) + block + text.slice(to);
}

function setKey(block: string, key: string, rendered: string, lineEnd: string): string | null {
  const document = parseDocument(block);
  if (document.errors.length > 0) return null;
  const map = document.contents;
  if (map !== null && !isMap(map)) return null;
  const pair = map?.items.find((item) => isScalar(item.key) && item.key.value === key);
  if (!pair) return `${block}${key}: ${rendered}${lineEnd}`;
  const keyEnd = isScalar(pair.key) ? (pair.key.range?.[1] ?? null) : null;
  if (keyEnd === null) return null;
  const value = pair.value;
  const range = typeof value === 'object' && value !== null && 'range' in value && Array.isArray(value.range) ? value.range : null;
  const colon = block.indexOf(':', keyEnd);
  if (range === null || range[0] === range[1]) return `${block.slice(0, colon + 1)} ${rendered}${block.slice(colon + 1).replace(/^[ \t]+/, '')}`;
  const [start, end] = [Number(range[0]), Number(range[1])];
  const flow = block.slice(start, end);
  // A block value (a list on its own lines) becomes one on the key's line.
  const between = block.slice(colon + 1, start).includes('\n') ? ' ' : block.slice(colon + 1, start);
  return `${block.slice(0, colon + 1)}${between}${rendered}${flow.endsWith('\n') ? lineEnd : ''}${block.slice(end)}`;
}

/** A value on one line of YAML. */
export function renderScalar(value: FrontMatterValue): string {
  const options = { lineWidth: 0, collectionStyle: 'flow', flowCollectionPadding: false } as const;
  return stringify(value, options).trimEnd();
}

function nthLineStart(text: string, n: number): number {
  let at = 0;
  for (let i = 0; i < n; i++) at = text.indexOf('\n', at) + 1;
  return at;
}
