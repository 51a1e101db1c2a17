// `tags.yaml` as data: which tags a person declared to be one, and which are never to be. Judges no tag; how it is
// written is told in tags-edit.ts.
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { foldTag, makeTagTable, type TagAlias, type TagProblem, type TagTable } from '../model/tag-table.ts';
import { yamlProblem } from '../note/front-matter.ts';

/** Two tags that are not to be one, as they are written. */
export type TagPair = readonly [string, string];

export interface TagsFile {
  readonly aliases: readonly TagAlias[];
  readonly apart: readonly TagPair[];
  readonly table: TagTable;
  /** Tags in use over several projects have pages. */
  readonly pages: boolean;
  /** What does not hold, or could not be read, with its line (from 1). */
  readonly problems: readonly { readonly line: number; readonly message: string }[];
  /** Why nothing of it can be read; then it holds nothing. */
  readonly broken: { readonly line: number; readonly message: string } | null;
}

/** Never throws. */
export function parseTagsFile(text: string): TagsFile {
  const broken = (line: number, message: string): TagsFile => ({
    aliases: [],
    apart: [],
    pages: true,
    ...makeTagTable([]),
    problems: [],
    broken: { line, message },
  });
  const refused = yamlProblem(text);
  if (refused !== null) return broken(1, refused);
  const body = bodyOf(text);
  const marker = body.split('\n').findIndex((line) => /^(?:<{7}|={7}|>{7})(?:[ \r]|$)/.test(line));
  if (marker >= 0) return broken(marker + 1, 'a merge of git left its markers there');
  const counter = new LineCounter();
  const document = parseDocument(body, {
    lineCounter: counter,
    prettyErrors: false,
    logLevel: 'error',
    uniqueKeys: false,
  });
  const lineAt = (node: unknown): number => counter.linePos(rangeOf(node)?.[0] ?? 0).line;
  const [error] = document.errors;
  if (error !== undefined)
    return broken(
      counter.linePos(Math.min(error.pos[0], body.length)).line,
      error.message.charAt(0).toLowerCase() + error.message.slice(1),
    );
  const root: unknown = document.contents;
  if (root === null || (isScalar(root) && root.value === null))
    return { aliases: [], apart: [], pages: true, ...makeTagTable([]), problems: [], broken: null };
  if (!isMap(root)) return broken(1, 'it is not made of `aliases:` and `apart:`');
  const problems: { line: number; message: string }[] = [];
  const aliases: TagAlias[] = [];
  const lines = new Map<string, number>();
  const apart: TagPair[] = [];
  let pages = true;
  const tagOf = (node: unknown): string | null => {
    const tag = wordOf(node);
    if (tag === null) problems.push({ line: lineAt(node), message: 'this is no tag' });
    else if (/\s/.test(tag))
      problems.push({ line: lineAt(node), message: `${JSON.stringify(tag)} has white space in it, which no tag has` });
    else return tag;
    return null;
  };
  for (const { key, value } of root.items) {
    const name = wordOf(key);
    if (name === 'aliases') {
      if (isEmpty(value)) continue;
      if (!isMap(value)) {
        problems.push({ line: lineAt(key), message: 'aliases: holds no lines like `firmware: [fw]`' });
        continue;
      }
      for (const pair of value.items) {
        const canonical = tagOf(pair.key);
        for (const item of itemsOf(pair.value)) {
          const alias = tagOf(item);
          if (canonical === null || alias === null) continue;
          aliases.push({ alias, canonical });
          if (!lines.has(foldTag(alias))) lines.set(foldTag(alias), lineAt(item));
        }
      }
    } else if (name === 'apart') {
      for (const row of itemsOf(value)) {
        const tags = itemsOf(row).map(tagOf);
        if (tags.length < 2)
          problems.push({ line: lineAt(row ?? key), message: 'apart: holds lists of two tags, like `[ui, ux]`' });
        const known = tags.filter((tag) => tag !== null);
        for (const [at, one] of known.entries()) for (const other of known.slice(at + 1)) apart.push([one, other]);
      }
    } else if (name === 'pages') {
      const word = isScalar(value) ? (value.source ?? '').toLowerCase() : '';
      if (word === 'off' || word === 'false') pages = false;
      else if (word !== 'on' && word !== 'true') problems.push({ line: lineAt(key), message: 'pages: is on or off' });
    } else
      problems.push({
        line: lineAt(key),
        message: `${name ?? 'this'} means nothing here; there are aliases, apart and pages`,
      });
  }
  const { table, problems: unheld } = makeTagTable(aliases);
  for (const [one, other] of apart)
    if (foldTag(one) !== foldTag(other) && foldTag(table.canonicalOf(one)) === foldTag(table.canonicalOf(other)))
      problems.push({
        line: lines.get(foldTag(one)) ?? lines.get(foldTag(other)) ?? 1,
        message: `${one} and ${other} are kept apart, and by their aliases they are one; the aliases hold`,
      });
  return {
    aliases,
    apart,
    pages,
    table,
    problems: [
      ...problems,
      ...unheld.map(({ alias, message }: TagProblem) => ({ line: lines.get(foldTag(alias)) ?? 1, message })),
    ].sort((a, b) => a.line - b.line),
    broken: null,
  };
}

export const bodyOf = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text);

export function rangeOf(node: unknown): readonly [number, number, number] | null {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
    ? (node.range as [number, number, number])
    : null;
}

/** A tag as it is written, `2024` and `on` too. */
export function wordOf(node: unknown): string | null {
  if (!isScalar(node) || node.value === null) return null;
  const word = typeof node.value === 'string' ? node.value : (node.source ?? '');
  const tag = word.replace(/^#+/, '').trim();
  return tag === '' ? null : tag;
}

export const isEmpty = (node: unknown): boolean =>
  node === null || node === undefined || (isScalar(node) && node.value === null);

export function itemsOf(node: unknown): readonly unknown[] {
  return isEmpty(node) ? [] : isSeq(node) ? node.items : [node];
}

export function isApart({ apart }: Pick<TagsFile, 'apart'>, one: string, other: string): boolean {
  const [a, b] = [foldTag(one), foldTag(other)];
  return apart.some(([x, y]) => (foldTag(x) === a && foldTag(y) === b) || (foldTag(x) === b && foldTag(y) === a));
}
