// `tags.yaml`: which tags a person declared to be one, as data, and with one more alias. Judges no tag.
import { isMap, isNode, isScalar, isSeq, LineCounter, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { foldTag, makeTagTable, type TagAlias, type TagTable } from '../model/tag-table.ts';
import { setKey, yamlProblem } from '../note/front-matter.ts';
import { lineEndOf } from '../note/lines.ts';

export interface TagsFile {
  readonly aliases: readonly TagAlias[];
  readonly table: TagTable;
  /** What does not hold, or could not be read, with its line (from 1). */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  /** Why nothing of it can be read; then it holds nothing. */
  readonly broken: { readonly line: number; readonly message: string } | null;
}

/** Never throws. */
export function parseTagsFile(text: string): TagsFile {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const counter = new LineCounter();
  const root = readRoot(body, counter);
  if (!isMap(root)) return { ...readLists([], counter), broken: root };
  return readLists(root.items, counter);
}

/** The mapping that the file is; null for an empty file, or why it cannot be read. */
function readRoot(body: string, counter: LineCounter): YAMLMap | TagsFile['broken'] {
  const refused = yamlProblem(body);
  if (refused !== null) return { line: 1, message: refused };
  const marker = body.split('\n').findIndex((line) => /^(?:<{7}|={7}|>{7})(?:[ \r]|$)/.test(line));
  if (marker >= 0) return { line: marker + 1, message: 'a merge of git left its markers there' };
  const document = parseDocument(body, {
    lineCounter: counter,
    prettyErrors: false,
    logLevel: 'error',
    uniqueKeys: false,
  });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line } = counter.linePos(Math.min(error.pos[0], body.length));
    return { line, message: error.message.charAt(0).toLowerCase() + error.message.slice(1) };
  }
  const root: unknown = document.contents;
  if (isEmpty(root) || isMap(root)) return isMap(root) ? root : null;
  return { line: 1, message: 'it is not made of lines below `aliases:`' };
}

/** Keys that earlier versions read. */
const FORMER: ReadonlySet<string> = new Set(['apart', 'pages']);

function readLists(entries: readonly Pair[], counter: LineCounter): TagsFile {
  const problems: { line: number; message: string }[] = [];
  const aliases: TagAlias[] = [];
  const lines = new Map<string, number>();
  const lineAt = (node: unknown): number => counter.linePos((isNode(node) ? node.range?.[0] : null) ?? 0).line;
  const say = (node: unknown, message: string): null => {
    problems.push({ line: lineAt(node), message });
    return null;
  };
  const tagOf = (node: unknown): string | null => {
    const tag = wordOf(node);
    if (tag === null) return say(node, 'this is not a tag');
    return /\s/.test(tag) ? say(node, `${JSON.stringify(tag)} has white space in it, which no tag has`) : tag;
  };
  const readAliases = (key: unknown, value: unknown): void => {
    if (isEmpty(value)) return;
    if (!isMap(value)) return void say(key, 'aliases: has no lines like `firmware: [fw]`');
    for (const row of value.items) {
      const canonical = tagOf(row.key);
      for (const item of itemsOf(row.value)) {
        const alias = tagOf(item);
        if (canonical === null || alias === null) continue;
        aliases.push({ alias, canonical });
        if (!lines.has(foldTag(alias))) lines.set(foldTag(alias), lineAt(item));
      }
    }
  };
  for (const { key, value } of entries) {
    const name = wordOf(key);
    if (name === 'aliases') readAliases(key, value);
    else if (!FORMER.has(name ?? '')) say(key, `${name ?? 'this'} means nothing here; there is aliases`);
  }
  const { table, problems: unheld } = makeTagTable(aliases);
  for (const { alias, message } of unheld) problems.push({ line: lines.get(foldTag(alias)) ?? 1, message });
  return { aliases, table, problems: problems.sort((a, b) => a.line - b.line), broken: null };
}

/** A tag as it is written, `2024` and `on` too. */
function wordOf(node: unknown): string | null {
  if (!isScalar(node) || node.value === null) return null;
  const word = typeof node.value === 'string' ? node.value : (node.source ?? '');
  const tag = word.replace(/^#+/, '').trim();
  return tag === '' ? null : tag;
}

const isEmpty = (node: unknown): boolean =>
  node === null || node === undefined || (isScalar(node) && node.value === null);

function itemsOf(node: unknown): readonly unknown[] {
  return isEmpty(node) ? [] : isSeq(node) ? node.items : [node];
}

// One more alias, put in by its position: a person's comments and formatting keep their bytes. The edit is proved by
// reading it back; a file in braces is left to a person.

/** The file as it begins. */
const HEAD = '# Tags that are one. memvault tags writes here; so may you.\n';

/** The text with one more alias; as it is where it has that already. Null where it cannot be put in. */
export function withAlias(text: string, alias: TagAlias): string | null {
  const { aliases, broken } = parseTagsFile(text);
  if (broken !== null) return null;
  const isSame = (one: TagAlias): boolean =>
    foldTag(one.alias) === foldTag(alias.alias) && foldTag(one.canonical) === foldTag(alias.canonical);
  if (aliases.some(isSame)) return text;
  const after = putIn(text.trim() === '' ? HEAD : text, alias, aliases);
  const read = after === null ? null : parseTagsFile(after);
  return read !== null && read.broken === null && listOf(read.aliases) === listOf([...aliases, alias]) ? after : null;
}

/** In whatever order they stand. */
const listOf = (aliases: readonly TagAlias[]): string =>
  JSON.stringify(aliases.map(({ alias, canonical }) => [canonical, alias].join('\n')).sort());

function putIn(text: string, { alias, canonical }: TagAlias, aliases: readonly TagAlias[]): string | null {
  const lineEnd = lineEndOf(text);
  const row = `${quoted(canonical)}: [${quoted(alias)}]`;
  const document = parseDocument(text);
  if (!document.has('aliases'))
    return `${text}${text.endsWith('\n') ? '' : lineEnd}aliases:${lineEnd}  ${row}${lineEnd}`;
  const held = document.get('aliases', true);
  const first = isMap(held) && held.flow !== true ? held.items[0]?.key : undefined;
  if (!isMap(held) || !held.range || !isScalar(first) || !first.range)
    return text.replace(/^(\uFEFF?aliases:)[ \t]*(?:\{\}|\[\])?(.*)$/m, (_, name: string, rest: string) =>
      [name + rest.trimEnd(), `  ${row}`].join(lineEnd),
    );
  const from = text.lastIndexOf('\n', first.range[0]) + 1;
  const end = text.indexOf('\n', text.slice(0, held.range[1]).trimEnd().length);
  const block = end < 0 ? text.slice(from) + lineEnd : text.slice(from, end + 1);
  const keys = held.items.flatMap(({ key }) => wordOf(key) ?? []);
  const key = keys.find((one) => foldTag(one) === foldTag(canonical));
  const known = aliases.flatMap((one) => (one.canonical === key ? one.alias : []));
  const edited =
    key === undefined
      ? `${block}${text.slice(from, first.range[0])}${row}${lineEnd}`
      : setKey(block, key, [...known, alias], lineEnd);
  return edited === null ? null : text.slice(0, from) + edited + (end < 0 ? '' : text.slice(end + 1));
}

/**
 * A tag as it can stand in a list on one line; in quotes where YAML or one of its readers could take it for something
 * else.
 */
function quoted(tag: string): string {
  return /^[\p{L}_][\p{L}\p{M}\p{N}_/-]*$/u.test(tag) && !/^(?:true|false|null|yes|no|on|off|y|n|~)$/i.test(tag)
    ? tag
    : JSON.stringify(tag);
}
