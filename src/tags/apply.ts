// Which pages of memvault's get other tags in their front matter, because a tag there is an alias: what a run of kind
// `tags` writes. A person's own notes keep their words, as daily logs do. Reads a view; writes nothing.
import { hasMergeMarkers } from '../markdown/page.ts';
import { isTagPage } from '../markdown/tag-page.ts';
import { retag } from '../markdown/retag.ts';
import type { FileChange } from '../model/journal.ts';
import { foldTag, type TagTable } from '../model/tag-table.ts';
import { isLost, isOwnPage, type View } from '../vault/view.ts';
import { tagsOf } from './use.ts';

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
