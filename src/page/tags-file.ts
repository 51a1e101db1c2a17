// `tags.yaml`: which tags a person declared to be one, as data, and with one more alias. Judges no tag.
import { isMap, isNode, isScalar, isSeq, LineCounter, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { foldTag, makeTagTable, type TagAlias, type TagTable } from '../model/tag-table.ts';
import { yamlProblem } from '../note/front-matter.ts';

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
    if (tag === null) return say(node, 'this is no tag');
    return /\s/.test(tag) ? say(node, `${JSON.stringify(tag)} has white space in it, which no tag has`) : tag;
  };
  const readAliases = (key: unknown, value: unknown): void => {
    if (isEmpty(value)) return;
    if (!isMap(value)) return void say(key, 'aliases: holds no lines like `firmware: [fw]`');
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
  const after = putIn(text.trim() === '' ? HEAD : text, alias);
  const read = after === null ? null : parseTagsFile(after);
  return read !== null && read.broken === null && listOf(read.aliases) === listOf([...aliases, alias]) ? after : null;
}

/** In whatever order they stand. */
const listOf = (aliases: readonly TagAlias[]): string =>
  JSON.stringify(aliases.map(({ alias, canonical }) => [canonical, alias].join('\n')).sort());

function putIn(text: string, { alias, canonical }: TagAlias): string | null {
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  const insert = (at: number, words: string, to = at): string => text.slice(0, at) + words + text.slice(to);
  /** A line below that of the last character before this one. */
  const lineBelow = (before: number, line: string): string => {
    const end = text.indexOf('\n', Math.max(0, before - 1));
    return end < 0 ? `${text}${lineEnd}${line}${lineEnd}` : insert(end + 1, line + lineEnd);
  };
  const indentAt = (at: number): string => /^ */.exec(text.slice(text.lastIndexOf('\n', at - 1) + 1))?.[0] ?? '';
  const document = parseDocument(text);
  const row = `${quoted(canonical)}: [${quoted(alias)}]`;
  if (!document.has('aliases'))
    return `${text}${text.endsWith('\n') ? '' : lineEnd}aliases:${lineEnd}  ${row}${lineEnd}`;
  const held = document.get('aliases', true);
  const rows = isMap(held) ? held.items : [];
  const [first] = rows;
  if (!isScalar(first?.key) || !first.key.range)
    return text.replace(/^(\uFEFF?aliases:)[ \t]*(?:\{\}|\[\])?(.*)$/m, (_, name: string, rest: string) =>
      [name + rest.trimEnd(), `  ${row}`].join(lineEnd),
    );
  const known = rows.find(({ key }) => isScalar(key) && foldTag(String(key.value)) === foldTag(canonical))?.value;
  if (isSeq(known) && known.range) {
    const [, end] = known.range;
    if (known.flow === true) return insert(end - 1, `${known.items.length > 0 ? ', ' : ''}${quoted(alias)}`);
    const last = known.items.at(-1);
    return isScalar(last) && last.range
      ? lineBelow(last.range[1], `${indentAt(last.range[0])}- ${quoted(alias)}`)
      : null;
  }
  if (isScalar(known) && known.range && known.value !== null)
    return insert(known.range[0], `[${known.source ?? ''}, ${quoted(alias)}]`, known.range[1]);
  const end = isMap(held) && held.range ? held.range[1] : 0;
  return lineBelow(text.slice(0, end).trimEnd().length, indentAt(first.key.range[0]) + row);
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
