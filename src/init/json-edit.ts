// Adds entries to a JSON file and removes them again by position: every other byte stays, including comments and
// trailing commas. Pure.
//
// A list or object that memvault created has two spaces after the colon of its key. That identifies it later: it is
// removed with its last entry, while one that existed before stays, even if empty.
import { lineEndOf } from '../note/lines.ts';

interface Node {
  readonly start: number;
  end: number;
  readonly kind: 'object' | 'list' | 'scalar';
  readonly items: Item[];
  /** Only for a scalar. */
  readonly value?: unknown;
}

interface Item {
  /** Null in a list. */
  readonly key: string | null;
  /** The start of its key, or in a list of its value. */
  readonly start: number;
  readonly node: Node;
  /** Created by memvault, as the spaces show. */
  readonly isMade: boolean;
  /** The position of the comma after it; -1 without one. */
  comma: number;
}

const MADE = ':  ';
/** A file created by memvault, without entries; and the same appended to an empty file. */
const FRESH = '{\n  \n}\n';
const FILLED = '{  \n  \n}\n';

/** The file as a tree of positions; null if it is not JSON, with or without comments. */
function parseTree(text: string): Node | null {
  const blank = /(?:[ \t\r\n]+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
  const scalar = /"(?:[^"\\\n]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/y;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const next = (form: RegExp): string => {
    form.lastIndex = at;
    const found = form.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const readScalar = (): unknown => JSON.parse(next(scalar)) as unknown;
  const readNode = (): Node => {
    next(blank);
    const start = at;
    const open = text[at];
    if (open !== '{' && open !== '[') {
      const value = readScalar();
      return { start, end: at, kind: 'scalar', items: [], value };
    }
    const node: Node = { start, end: 0, kind: open === '{' ? 'object' : 'list', items: [] };
    const close = open === '{' ? '}' : ']';
    at++;
    for (;;) {
      next(blank);
      if (text[at] === close) break;
      if (node.items.at(-1)?.comma === -1) throw new SyntaxError('a comma is missing');
      node.items.push(readItem(node.kind === 'object'));
      next(blank);
      const item = node.items.at(-1);
      if (text[at] === ',' && item !== undefined) item.comma = at++;
    }
    node.end = ++at;
    return node;
  };
  const readItem = (hasKey: boolean): Item => {
    const start = at;
    if (!hasKey) return { key: null, start, node: readNode(), isMade: false, comma: -1 };
    const key = readScalar();
    const behind = at;
    next(blank);
    if (typeof key !== 'string' || text[at++] !== ':') throw new SyntaxError('a key is missing');
    const node = readNode();
    return { key, start, node, isMade: text.slice(behind, node.start) === MADE, comma: -1 };
  };
  try {
    const root = readNode();
    next(blank);
    return at === text.length ? root : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

/** The parsed value; undefined if it is not JSON. */
export function parseCommented(text: string): unknown {
  const tree = parseTree(text);
  return tree === null ? undefined : valueOf(tree);
}

function valueOf({ kind, items, value }: Node): unknown {
  if (kind === 'scalar') return value;
  if (kind === 'list') return items.map((item) => valueOf(item.node));
  return Object.fromEntries(items.map((item) => [item.key, valueOf(item.node)]));
}

/** An entry below some keys: the value of the last key, or an item of the list there. */
export interface Entry {
  readonly keys: readonly string[];
  readonly isItem: boolean;
  readonly value: unknown;
}

/**
 * The file with the entry appended to what exists; null stands for no file. Returns null if it is not JSON, or has
 * something else in the entry's place.
 */
export function withEntry(before: string | null, { keys, isItem, value }: Entry): string | null {
  const text = before === null ? FRESH : before.trim() === '' ? before + FILLED : before;
  let node = parseTree(text);
  let depth = 0;
  for (; node?.kind === 'object' && depth < keys.length; depth++) {
    const item: Item | undefined = node.items.findLast(({ key }) => key === keys[depth]);
    if (item === undefined) break;
    node = item.node;
  }
  const [key, ...below] = keys.slice(depth);
  if (node === null || node.kind !== (key === undefined ? 'list' : 'object') || (key === undefined && !isItem))
    return null;
  const whole = below.reduceRight<unknown>(
    (inner, one) => ({ [one]: inner }),
    isItem && key !== undefined ? [value] : value,
  );
  const last = node.items.at(-1);
  const end = last?.node.end ?? (text.endsWith('\n  \n}\n') ? text.length - '\n}\n'.length : node.start + 1);
  const place = last?.start ?? end;
  const lead = /^[ \t]*$/.exec(text.slice(text.lastIndexOf('\n', place - 1) + 1, place))?.[0];
  const eol = lead === undefined ? '' : lineEndOf(text);
  const unit = lead === undefined ? '' : (/\n([ \t]+)\S/.exec(text)?.[1] ?? '  ');
  const said = `${key === undefined ? '' : `${JSON.stringify(key)}${MADE}`}${render(whole, eol + (lead ?? ''), unit)}`;
  return `${text.slice(0, end)}${last === undefined ? '' : `,${eol}${lead ?? ''}`}${said}${text.slice(end)}`;
}

/** `line`: the start of each line; `unit`: one indentation step. */
function render(value: unknown, line: string, unit: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = line + unit;
  if (Array.isArray(value)) return `[${value.map((one) => inner + render(one, inner, unit)).join(',')}${line}]`;
  const members = Object.entries(value).map(([key, one]) => {
    const colon = typeof one === 'object' && one !== null ? MADE : ': ';
    return `${inner}${JSON.stringify(key)}${colon}${render(one, inner, unit)}`;
  });
  return `{${members.join(',')}${line}}`;
}

/** A step on the path to an entry. */
interface Step {
  readonly within: Node;
  readonly at: number;
}

/** Whether a value below these keys is memvault's. List items add no key. `isMade`: as the spaces show. */
export type IsOwn = (keys: readonly string[], value: unknown, isMade: boolean) => boolean;

/** The file without memvault's entries; null if nothing remains of a file that memvault created, or for no file. */
export function withoutEntries(before: string | null, isOwn: IsOwn): string | null {
  let text = before;
  while (text !== null) {
    const tree = parseTree(text);
    const way = tree === null ? null : findOwn(tree, [], isOwn);
    if (way === null) return text;
    text = cut(text, way);
    if (text === FRESH) return null;
    if (text.endsWith(FILLED) && text.trim() === FILLED.trim()) return text.slice(0, -FILLED.length);
  }
  return null;
}

function findOwn(within: Node, keys: readonly string[], isOwn: IsOwn): Step[] | null {
  for (const [at, { key, node, isMade }] of within.items.entries()) {
    const here = key === null ? keys : [...keys, key];
    if (isOwn(here, valueOf(node), isMade)) return [{ within, at }];
    const way = findOwn(node, here, isOwn);
    if (way !== null) return [{ within, at }, ...way];
  }
  return null;
}

/** Removes the last step's item, and containers that memvault created only for it. */
function cut(text: string, way: readonly Step[]): string {
  let depth = way.length - 1;
  while (depth > 0 && way[depth]?.within.items.length === 1 && isMadeFor(way[depth - 1])) depth--;
  const { within, at } = way[depth] as Step;
  const [before, item, after] = [within.items[at - 1], within.items[at], within.items[at + 1]];
  if (item === undefined) return text;
  const without = (from: number, to: number): string => text.slice(0, from) + text.slice(to);
  const isPlain = (from: number, to: number): boolean => /^,\s*$/.test(text.slice(from, to));
  const alone = without(item.start, item.node.end);
  if (before !== undefined) {
    if (isPlain(before.node.end, item.start)) return without(before.node.end, item.node.end);
    return alone.slice(0, before.comma) + alone.slice(before.comma + 1);
  }
  if (after !== undefined && isPlain(item.node.end, after.start)) return without(item.start, after.start);
  if (item.comma < 0) return alone;
  const comma = item.comma - (item.node.end - item.start);
  return alone.slice(0, comma) + alone.slice(comma + 1);
}

/** A list item that is empty without it was also created for it. */
function isMadeFor(step: Step | undefined): boolean {
  const item = step?.within.items[step.at];
  return item !== undefined && (item.isMade || item.key === null);
}
