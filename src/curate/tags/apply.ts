// Which pages of memvault's get other tags in their front matter, because a tag there is an alias: what a run of kind
// `tags` writes. A person's own notes keep their words, as daily logs do. Reads a view; writes nothing.
import { isScalar, isSeq, parseDocument } from 'yaml';
import type { FileChange } from '../../model/journal.ts';
import { foldTag, type TagTable } from '../../model/tag-table.ts';
import { frontMatterLines } from '../../note/blocks.ts';
import { parseFrontMatter, setFrontMatter } from '../../note/front-matter.ts';
import { splitLines } from '../../note/lines.ts';
import { renderScalar } from '../../note/yaml-value.ts';
import { hasMergeMarkers } from '../../page/page.ts';
import { isTagPage } from '../../page/tag-page.ts';
import { isLost, isOwnPage, type View } from '../../vault/view.ts';
import { tagsOf } from './use.ts';

// The tags of a note's front matter under other names, edited by position: every other byte stays, and so do the lines
// and comments of a list. Pure.

/** The text with `nameOf` each tag, each once. As it is where nothing changes, or the tags cannot be edited. */
function retag(text: string, nameOf: (tag: string) => string): string {
  const { data } = parseFrontMatter(text);
  const before: unknown = data.tags;
  // One text with spaces or commas between the tags stays one.
  if (typeof before === 'string') return setFrontMatter(text, { tags: before.replace(/[^\s,#]+/g, nameOf) });
  if (!Array.isArray(before) || !before.every((tag) => typeof tag === 'string' || typeof tag === 'number')) return text;
  const after: string[] = [];
  for (const tag of before.map(String))
    if (!after.some((one) => foldTag(one) === foldTag(nameOf(tag)))) after.push(nameOf(tag));
  if (JSON.stringify(before.map(String)) === JSON.stringify(after)) return text;
  const inPlace = spliced(text, nameOf);
  return inPlace !== null &&
    JSON.stringify(tagsIn(inPlace)) === JSON.stringify(after) &&
    sameOthers(data, parseFrontMatter(inPlace).data)
    ? inPlace
    : setFrontMatter(text, { tags: after });
}

const tagsIn = (text: string): unknown => {
  const { tags } = parseFrontMatter(text).data;
  return Array.isArray(tags) ? tags.map(String) : tags;
};

function sameOthers(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  return JSON.stringify({ ...a, tags: null }) === JSON.stringify({ ...b, tags: null });
}

/** Item by item; what would be there twice goes with its line, or its comma. */
function spliced(text: string, nameOf: (tag: string) => string): string | null {
  const lines = splitLines(text);
  const count = frontMatterLines(lines);
  const from = text.indexOf('\n') + 1;
  const block = text
    .slice(from)
    .split('\n')
    .slice(0, count - 2)
    .join('\n');
  const list = parseDocument(block).get('tags', true);
  if (!isSeq(list)) return null;
  const cuts: { at: number; to: number; put: string }[] = [];
  const seen = new Set<string>();
  let end = 0;
  for (const [index, item] of list.items.entries()) {
    if (!isScalar(item) || !item.range) return null;
    const name = nameOf(String(item.value));
    const [at, to] = item.range;
    if (seen.has(foldTag(name))) {
      const lineEnd = block.indexOf('\n', to);
      if (list.flow === true) cuts.push({ at: index === 0 ? at : end, to, put: '' });
      else cuts.push({ at: block.lastIndexOf('\n', at) + 1, to: lineEnd < 0 ? block.length : lineEnd + 1, put: '' });
    } else if (name !== String(item.value)) cuts.push({ at, to, put: renderScalar([name]).slice(1, -1) });
    seen.add(foldTag(name));
    end = to;
  }
  let edited = block;
  for (const { at, to, put } of cuts.reverse()) edited = edited.slice(0, at) + put + edited.slice(to);
  return text.slice(0, from) + edited + text.slice(from + block.length);
}

/** What becomes of the notes that carry an alias. */
export interface Retagging {
  /** Changes of memvault's own pages. */
  readonly edits: readonly FileChange[];
  /** A person's own notes, by path: they keep the alias. */
  readonly others: readonly string[];
  /** Pages of memvault's, by path, that keep it for now, since a merge of them is not settled or their zone is gone. */
  readonly closed: readonly string[];
}

/** Looks at all pages of the zones; no edits for a table without aliases. */
export function retagPages(view: View, table: TagTable): Retagging {
  const edits: FileChange[] = [];
  const others: string[] = [];
  const closed: string[] = [];
  if (table.size === 0) return { edits, others, closed };
  const nameOf = (tag: string): string =>
    foldTag(table.canonicalOf(tag)) === foldTag(tag) ? tag : table.canonicalOf(tag);
  for (const page of view.pages.values()) {
    // The page of a tag carries the tag that it is about; what becomes of it is decided elsewhere.
    if (isTagPage(page.text) || !tagsOf(page).some((tag) => nameOf(tag) !== tag)) continue;
    const after = retag(page.text, nameOf);
    if (!isOwnPage(page, view)) others.push(page.path);
    else if (hasMergeMarkers(page.text) || view.merge?.paths.has(page.path) === true || isLost(view, page.path))
      closed.push(page.path);
    else if (after !== page.text) edits.push({ path: page.path, before: page.text, after });
  }
  return { edits, others, closed };
}
