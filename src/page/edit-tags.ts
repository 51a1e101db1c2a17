// Puts one decision into `tags.yaml`, or takes it out, line by line: a person's comments and formatting keep their
// bytes. Each edit is proved by reading it back; a file in braces is left to a person.
import { foldTag, type TagAlias } from '../model/tag-table.ts';
import { splitLines } from '../note/lines.ts';
import { spliceLines } from './sections.ts';
import { isApart, parseTagsFile, type TagPair, type TagsFile } from './tags-file.ts';

/** The file as it begins. */
const HEAD = '# Tags that are one, and tags that never are. memvault tags writes here; so may you.\n';

/** The text of the file after a change; null where it is written in a way that this change cannot be put into. */
export type TagEdit = (text: string) => string | null;

/** What makes `alias` another name of `canonical`, in this order: first goes what contradicts it. */
export function editsOfAlias({ alias, canonical }: TagAlias): TagEdit[] {
  return [
    (text) => without(text, { apart: [alias, canonical] }),
    (text) => without(text, { alias: { alias: canonical, canonical: alias } }),
    (text) => withAlias(text, { alias, canonical }),
  ];
}

const isSame = (a: TagAlias, b: TagAlias): boolean =>
  foldTag(a.alias) === foldTag(b.alias) && foldTag(a.canonical) === foldTag(b.canonical);

/** The text with one more alias; as it is where it has that already. Null where it cannot be put in. */
export function withAlias(text: string, alias: TagAlias): string | null {
  const { aliases, apart } = parseTagsFile(text);
  if (aliases.some((one) => isSame(one, alias))) return text;
  const item = quoted(alias.alias);
  return firstRight(text, { aliases: [...aliases, alias], apart }, function* (all) {
    const section = sectionOf(all, 'aliases');
    const row = section?.rows.find(({ canonical }) => foldTag(canonical) === foldTag(alias.canonical));
    if (row?.items !== undefined) yield* rowsWith(all, row, [...row.items, item]);
    else if (row !== undefined) yield spliceLines(all, row.to, row.to, [`${row.indent}- ${item}`]);
    else yield* addRow(all, section, 'aliases', `${quoted(alias.canonical)}: [${item}]`);
  });
}

/** The same with two tags that are not to be one. */
export function withApart(text: string, [one, other]: TagPair): string | null {
  const before = parseTagsFile(text);
  if (isApart(before, one, other)) return text;
  return firstRight(text, { aliases: before.aliases, apart: [...before.apart, [one, other]] }, (all) =>
    addRow(all, sectionOf(all, 'apart'), 'apart', `- [${quoted(one)}, ${quoted(other)}]`),
  );
}

/** The text without an alias, or without a pair that is kept apart; null where it cannot be taken out. */
export function without(text: string, what: { readonly alias: TagAlias } | { readonly apart: TagPair }): string | null {
  const { aliases, apart, broken } = parseTagsFile(text);
  if (broken !== null) return null;
  const isAlias = (one: TagAlias): boolean => 'alias' in what && isSame(one, what.alias);
  const isPair = ([x, y]: TagPair): boolean => 'apart' in what && isApart({ apart: [what.apart] }, x, y);
  if (!aliases.some(isAlias) && !apart.some(isPair)) return text;
  const wanted = { aliases: aliases.filter((one) => !isAlias(one)), apart: apart.filter((pair) => !isPair(pair)) };
  return firstRight(text, wanted, function* (all) {
    const name = 'alias' in what ? 'aliases' : 'apart';
    for (const row of sectionOf(all, name)?.rows ?? []) {
      yield spliceLines(all, row.from, row.to, []);
      if (row.items !== undefined)
        for (const gone of row.items)
          yield* rowsWith(
            all,
            row,
            row.items.filter((item) => item !== gone),
          );
      else for (let line = row.from + 1; line < row.to; line++) yield spliceLines(all, line, line + 1, []);
    }
  });
}

type Lists = Pick<TagsFile, 'aliases' | 'apart'>;

function firstRight(text: string, wanted: Lists, ways: (all: string) => Iterable<string>): string | null {
  if (parseTagsFile(text).broken !== null) return null;
  for (const way of ways(text.trim() === '' ? HEAD : text)) {
    const after = parseTagsFile(way);
    if (after.broken === null && plainLists(after) === plainLists(wanted)) return way;
  }
  return null;
}

/** In whatever order they stand. */
const plainLists = ({ aliases, apart }: Lists): string =>
  JSON.stringify([
    aliases.map(({ alias, canonical }) => `${canonical}\n${alias}`).sort(),
    apart.map((pair) => pair.join('\n')).sort(),
  ]);

interface Row {
  readonly from: number;
  readonly to: number;
  /** The canonical tag of a row of aliases. */
  readonly canonical: string;
  /** Of a list on one line, as memvault writes them; undefined for a list on lines of its own. */
  readonly items: readonly string[] | undefined;
  /** Of its last line. */
  readonly indent: string;
}

interface Section {
  readonly head: number;
  readonly rows: readonly Row[];
  readonly end: number;
}

const NO_CONTENT = /^\s*(?:#|$)/;
const indentOf = (line: string): string => /^ */.exec(line)?.[0] ?? '';

/** What stands below `aliases:` or `apart:`; null where there is no line that says just that. */
function sectionOf(text: string, name: 'aliases' | 'apart'): Section | null {
  const lines = splitLines(text);
  const head = lines.findIndex((line) => new RegExp(`^\\uFEFF?${name}:\\s*(?:\\[\\]|\\{\\})?\\s*(?:#.*)?$`).test(line));
  if (head < 0) return null;
  const starts: number[] = [];
  let [at, end] = [head + 1, head + 1];
  for (; at < lines.length && !/^[^\s#-]/.test(lines[at] ?? ''); at++) {
    const line = lines[at] ?? '';
    if (!NO_CONTENT.test(line)) {
      const isDeeper = indentOf(line) > indentOf(lines[starts[0] ?? 0] ?? '');
      if (starts.length === 0 || name === 'apart' || (!isDeeper && !line.trimStart().startsWith('-'))) starts.push(at);
    }
    if (/^\s*[^\s]/.test(line) && !line.startsWith('#')) end = at + 1;
  }
  const rows = starts.map((from, index) => rowOf(lines, name, from, starts[index + 1] ?? end));
  return { head, rows, end };
}

function rowOf(lines: readonly string[], name: string, from: number, next: number): Row {
  let to = next;
  while (NO_CONTENT.test(lines[to - 1] ?? '')) to--;
  const { aliases, apart } = parseTagsFile(`${name}:\n${lines.slice(from, to).join('\n')}\n`);
  const items = name === 'apart' ? apart[0] : aliases.map(({ alias }) => alias);
  return {
    from,
    to,
    canonical: aliases[0]?.canonical ?? '',
    items: to === from + 1 ? items?.map(quoted) : undefined,
    indent: indentOf(lines[to - 1] ?? ''),
  };
}

/** The row with other items, up to whichever bracket ends its list. */
function* rowsWith(text: string, { from }: Row, items: readonly string[]): Generator<string> {
  const line = splitLines(text)[from] ?? '';
  const open = line.indexOf('[') + 1;
  if (open === 0)
    yield spliceLines(text, from, from + 1, [
      line.replace(/:\s[^#]*?(?=\s*(?:#.*)?$)/, () => `: [${items.join(', ')}]`),
    ]);
  for (let close = line.lastIndexOf(']'); open > 0 && close >= open; close = line.lastIndexOf(']', close - 1))
    yield spliceLines(text, from, from + 1, [line.slice(0, open) + items.join(', ') + line.slice(close)]);
}

function* addRow(text: string, section: Section | null, name: string, row: string): Generator<string> {
  const lines = splitLines(text);
  if (section === null) {
    const isThere = new RegExp(`^\\uFEFF?${name}\\s*:`, 'm').test(text);
    if (!isThere) yield spliceLines(text, lines.length, lines.length, [`${name}:`, `  ${row}`]);
    return;
  }
  const { head, rows, end } = section;
  const [first] = rows;
  const added = spliceLines(text, end, end, [
    `${first === undefined ? '  ' : indentOf(lines[first.from] ?? '')}${row}`,
  ]);
  yield spliceLines(added, head, head + 1, [(lines[head] ?? '').replace(/ *(?:\[\]|\{\})/, '')]);
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
