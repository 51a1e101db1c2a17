// Puts one decision into `tags.yaml`, or takes it out, by position: a person's comments and formatting keep their
// bytes. Each edit is proved by reading it back.
import { type Document, isMap, isScalar, isSeq, type Node, parseDocument, type Scalar } from 'yaml';
import { foldTag, type TagAlias } from '../model/tag-table.ts';
import {
  bodyOf,
  isApart,
  isEmpty,
  itemsOf,
  parseTagsFile,
  rangeOf,
  type TagPair,
  type TagsFile,
  wordOf,
} from './tags-file.ts';

/** The file as it begins. */
const HEAD = '# Tags that are one, and tags that never are. memvault tags writes here; so may you.\n';

/** The text of the file after a change; null where it is written in a way that this change cannot be put into. */
export type TagEdit = (text: string) => string | null;

/**
 * What makes `alias` another name of `canonical`, done one after the other: first goes what says otherwise of the two.
 */
export function editsOfAlias({ alias, canonical }: TagAlias): TagEdit[] {
  return [
    (text) => without(text, { apart: [alias, canonical] }),
    (text) => without(text, { alias: { alias: canonical, canonical: alias } }),
    (text) => withAlias(text, { alias, canonical }),
  ];
}

/**
 * The text with one more alias; null where it cannot be put in without harm to the rest. As it is where it stands there
 * already.
 */
export function withAlias(text: string, { alias, canonical }: TagAlias): string | null {
  const before = parseTagsFile(text);
  if (before.broken !== null) return null;
  const known = before.aliases.some(
    (one) => foldTag(one.alias) === foldTag(alias) && foldTag(one.canonical) === foldTag(canonical),
  );
  if (known) return text;
  const isRight = (after: TagsFile): boolean =>
    sameLists(after, { aliases: [...before.aliases, { alias, canonical }], apart: before.apart });
  return firstRight(text, waysOfAlias(textOrHead(text), alias, canonical), isRight);
}

/** The same with two tags that are not to be one. */
export function withApart(text: string, [one, other]: TagPair): string | null {
  const before = parseTagsFile(text);
  if (before.broken !== null) return null;
  if (isApart(before, one, other)) return text;
  const isRight = (after: TagsFile): boolean =>
    sameLists(after, { aliases: before.aliases, apart: [...before.apart, [one, other]] });
  return firstRight(text, waysOfApart(textOrHead(text), one, other), isRight);
}

const textOrHead = (text: string): string => (text.trim() === '' ? HEAD : text);

function firstRight(text: string, ways: Iterable<string>, isRight: (after: TagsFile) => boolean): string | null {
  for (const way of ways) {
    const after = parseTagsFile(way);
    if (after.broken === null && isRight(after))
      return text.startsWith('\uFEFF') && !way.startsWith('\uFEFF') ? `\uFEFF${way}` : way;
  }
  return null;
}

/** In whatever order they stand. */
function sameLists(a: Pick<TagsFile, 'aliases' | 'apart'>, b: Pick<TagsFile, 'aliases' | 'apart'>): boolean {
  const plain = ({ aliases, apart }: Pick<TagsFile, 'aliases' | 'apart'>): string =>
    JSON.stringify([
      aliases.map(({ alias, canonical }) => `${canonical}\n${alias}`).sort(),
      apart.map((pair) => pair.join('\n')).sort(),
    ]);
  return plain(a) === plain(b);
}

function* waysOfAlias(text: string, alias: string, canonical: string): Generator<string> {
  const source = read(text);
  const group = source.find(source.document.contents, 'aliases');
  const [key, item] = [plain(canonical), plain(alias)];
  const pair = source.find(group?.value, canonical);
  if (group === null) yield* source.atEnd(['aliases:', `  ${key}: [${item}]`]);
  else if (pair === null) yield* source.intoMap(group, `${key}: [${item}]`);
  else yield* source.intoList(pair, item);
}

function* waysOfApart(text: string, one: string, other: string): Generator<string> {
  const source = read(text);
  const group = source.find(source.document.contents, 'apart');
  const item = `[${plain(one)}, ${plain(other)}]`;
  if (group === null) yield* source.atEnd(['apart:', `  - ${item}`]);
  else yield* source.intoList(group, item);
}

interface Found {
  readonly key: Scalar;
  readonly value: Node | null;
}

interface Source {
  readonly document: Document;
  find(map: unknown, name: string): Found | null;
  atEnd(lines: readonly string[]): Generator<string>;
  intoList(pair: Found, item: string): Generator<string>;
  intoMap(pair: Found, line: string): Generator<string>;
}

/** The ways to put something in, by position. Each is a guess that whoever asks reads again. */
function read(text: string): Source {
  const body = bodyOf(text);
  const document = parseDocument(body, { logLevel: 'error', prettyErrors: false, uniqueKeys: false });
  const eol = /\r?\n/.exec(body)?.[0] ?? '\n';
  const splice = (at: number, put: string, to = at): string => body.slice(0, at) + put + body.slice(to);
  const lineStart = (at: number): number => body.lastIndexOf('\n', at - 1) + 1;
  const lineEnd = (at: number): number => {
    const end = body.indexOf('\n', at);
    return end < 0 ? body.length : body.charAt(end - 1) === '\r' ? end - 1 : end;
  };
  const indentOf = (at: number): string => /^ */.exec(body.slice(lineStart(at)))?.[0] ?? '';
  /** Behind the last line that holds something of the node, and not its trailing comments. */
  const lastLineOf = (node: Node): number => {
    let at = node.range?.[1] ?? body.length;
    while (at > 0 && /\s/.test(body.charAt(at - 1))) at--;
    return lineEnd(at);
  };
  const keyEnd = ({ key }: Found): number => key.range?.[1] ?? 0;
  return {
    document,
    find: (map, name) => {
      if (!isMap(map)) return null;
      const pair = map.items.findLast((one) => foldTag(wordOf(one.key) ?? '') === foldTag(name));
      return pair !== undefined && isScalar(pair.key) ? { key: pair.key, value: pair.value as Node | null } : null;
    },
    *atEnd(lines) {
      const open = body === '' || body.endsWith('\n') ? '' : eol;
      yield splice(body.length, `${open}${lines.join(eol)}${eol}`);
    },
    *intoList(pair, item) {
      const { value } = pair;
      if (value !== null && isSeq(value) && value.range) {
        if (value.flow === true) {
          const close = body.lastIndexOf(']', value.range[1]);
          const last = value.items.at(-1);
          const end = rangeOf(last)?.[1];
          if (end !== undefined) yield splice(end, `, ${item}`);
          else yield splice(close, item);
        } else yield splice(lastLineOf(value), `${eol}${indentOf(value.range[0])}- ${item}`);
      } else if (isEmpty(value)) {
        yield splice(lineEnd(keyEnd(pair)), `${eol}${indentOf(keyEnd(pair))}  - ${item}`);
        yield splice(
          body.indexOf(':', keyEnd(pair)) + 1,
          ` [${item}]`,
          value?.range?.[1] ?? body.indexOf(':', keyEnd(pair)) + 1,
        );
      } else if (isScalar(value) && value.range)
        yield splice(value.range[0], `[${body.slice(value.range[0], value.range[1])}, ${item}]`, value.range[1]);
    },
    *intoMap(pair, line) {
      const { value } = pair;
      if (value !== null && isMap(value) && value.range) {
        if (value.flow === true) yield splice(value.range[0] + 1, value.items.length === 0 ? line : `${line}, `);
        else yield splice(lastLineOf(value), `${eol}${indentOf(value.range[0])}${line}`);
      } else if (isEmpty(value)) {
        yield splice(lineEnd(keyEnd(pair)), `${eol}${indentOf(keyEnd(pair))}  ${line}`);
        yield splice(
          body.indexOf(':', keyEnd(pair)) + 1,
          ` {${line}}`,
          value?.range?.[1] ?? body.indexOf(':', keyEnd(pair)) + 1,
        );
      }
    },
  };
}

/**
 * A tag as it can stand in a list on one line; in quotes where YAML or one of its readers could take it for something
 * else.
 */
function plain(tag: string): string {
  return /^[\p{L}_][\p{L}\p{M}\p{N}_/-]*$/u.test(tag) && !/^(?:true|false|null|yes|no|on|off|y|n|~)$/i.test(tag)
    ? tag
    : JSON.stringify(tag);
}

/** The text without an alias, or without a pair that is kept apart; null where that cannot be done by position. */
export function without(text: string, what: { readonly alias: TagAlias } | { readonly apart: TagPair }): string | null {
  const before = parseTagsFile(text);
  if (before.broken !== null) return null;
  const isIt =
    'alias' in what
      ? {
          alias: (one: TagAlias) =>
            foldTag(one.alias) === foldTag(what.alias.alias) &&
            foldTag(one.canonical) === foldTag(what.alias.canonical),
          pair: () => false,
        }
      : { alias: () => false, pair: ([x, y]: TagPair) => isApart({ apart: [what.apart] }, x, y) };
  const wanted = {
    aliases: before.aliases.filter((one) => !isIt.alias(one)),
    apart: before.apart.filter((pair) => !isIt.pair(pair)),
  };
  if (sameLists(before, wanted)) return text;
  return firstRight(text, waysWithout(text, what), (after) => sameLists(after, wanted));
}

function* waysWithout(
  text: string,
  what: { readonly alias: TagAlias } | { readonly apart: TagPair },
): Generator<string> {
  const source = read(text);
  const body = bodyOf(text);
  const name = 'alias' in what ? 'aliases' : 'apart';
  const group = source.find(source.document.contents, name);
  if (group === null) return;
  const pair = 'alias' in what ? source.find(group.value, what.alias.canonical) : group;
  if (pair?.value === undefined || pair.value === null) return;
  const isIt = (node: unknown): boolean =>
    'alias' in what
      ? foldTag(wordOf(node) ?? '') === foldTag(what.alias.alias)
      : isSeq(node) && isPair(node.items.map(wordOf), what.apart);
  const list = pair.value;
  const items: readonly unknown[] = itemsOf(list);
  const at = items.findIndex(isIt);
  const range = rangeOf(items[at]);
  const whole = range === null ? null : lines(body, range);
  if (range === null || whole === null) return;
  const cut = (from: number, to: number): string => body.slice(0, from) + body.slice(to);
  const own = lines(body, [pair.key.range?.[0] ?? 0, range[1], range[2]]);
  // The last one of its canonical tag takes that with it, and the last of all its heading.
  if (items.length === 1 && 'alias' in what) {
    const head = lines(body, [group.key.range?.[0] ?? 0, range[1], range[2]]);
    yield cut(own.from, own.to);
    yield cut(head.from, head.to);
  } else if (items.length === 1) yield cut(own.from, own.to);
  if (isSeq(list) && list.flow !== true) yield cut(whole.from, whole.to);
  const [before, after] = [rangeOf(items[at - 1]), rangeOf(items[at + 1])];
  if (after !== null) yield cut(range[0], after[0]);
  if (before !== null) yield cut(before[1], range[1]);
  yield cut(range[0], range[1]);
}

function isPair(words: readonly (string | null)[], [one, other]: TagPair): boolean {
  const [a, b] = words;
  return (
    words.length === 2 && typeof a === 'string' && typeof b === 'string' && isApart({ apart: [[one, other]] }, a, b)
  );
}

/** The whole lines that a range lies on. */
function lines(body: string, [start, end]: readonly [number, number, number]): { from: number; to: number } {
  const last = body.indexOf('\n', Math.max(start, end - 1));
  return { from: body.lastIndexOf('\n', start - 1) + 1, to: last < 0 ? body.length : last + 1 };
}
