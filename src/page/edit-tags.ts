// Puts an alias into `tags.yaml` by its position: a person's comments and formatting keep their bytes. The edit is proved
// by reading it back; a file in braces is left to a person.
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import { foldTag, type TagAlias } from '../model/tag-table.ts';
import { parseTagsFile } from './tags-file.ts';

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
