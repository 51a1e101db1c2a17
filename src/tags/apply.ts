// The front matter of memvault's pages under the names that tags have: what a run of kind `tags` writes. A person's own
// notes keep their words, as daily logs do. Reads a view; writes nothing.
import { hasMergeMarkers } from '../markdown/page.ts';
import { isTagPage } from '../markdown/tag-page.ts';
import { retag } from '../markdown/retag.ts';
import type { FileChange } from '../model/journal.ts';
import { foldTag, type TagTable } from '../model/tag-table.ts';
import { isOwnPage, type View, zoneOf } from '../vault/view.ts';
import { tagsOf } from './use.ts';

export interface Retagging {
  /** Of memvault's own pages, by path. */
  readonly edits: readonly FileChange[];
  /** A person's notes with a tag that has another name: they stay. */
  readonly others: readonly string[];
  /** Pages that a merge has not settled. */
  readonly closed: readonly string[];
}

export function retagPages(view: View, table: TagTable): Retagging {
  const edits: FileChange[] = [];
  const others: string[] = [];
  const closed: string[] = [];
  if (table.size === 0) return { edits, others, closed };
  const nameOf = (tag: string): string => (foldTag(table.canonicalOf(tag)) === foldTag(tag) ? tag : table.canonicalOf(tag));
  for (const page of view.pages.values()) {
    // The page of a tag goes by the tag that it is about.
    if (isTagPage(page.text) || !tagsOf(page).some((tag) => nameOf(tag) !== tag)) continue;
    const after = retag(page.text, nameOf);
    if (!isOwnPage(page, view)) others.push(page.path);
    else if (hasMergeMarkers(page.text) || view.merge?.paths.has(page.path) === true || view.lostZones.has(zoneOf(page.path))) closed.push(page.path);
    else if (after !== page.text) edits.push({ path: page.path, before: page.text, after });
  }
  return { edits, others, closed };
}
