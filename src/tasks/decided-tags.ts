// Plans an alias: the entry in tags.yaml and the pages that get the other tag. Reads; writes nothing.
import { type Retagging, retagPages } from '../curate/tags/use.ts';
import { reviewId } from '../model/bytes.ts';
import { MemvaultError } from '../model/errors.ts';
import { foldTag, type TagAlias, type TagTable } from '../model/tag-table.ts';
import { renderLink } from '../note/link-map.ts';
import { withAlias } from '../page/edit-tags.ts';
import { parseTagsFile } from '../page/tags-file.ts';
import { mustReadTagsFile } from '../vault/tags.ts';
import { TAGS_FILE, type Vault } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';
import type { ByHand } from './record-by-hand.ts';

export interface PlannedTags extends Omit<Retagging, 'edits'> {
  readonly byHand: ByHand;
}

/**
 * As a run would carry it out; null if tags.yaml has the alias already. Throws `refused` if it contradicts another
 * entry, `settings` if tags.yaml cannot be read or edited.
 */
export function planAlias(vault: Vault, view: View, { alias, canonical }: TagAlias): PlannedTags | null {
  const { text: before } = mustReadTagsFile(vault);
  const after = withAlias(before ?? '', { alias, canonical });
  if (after === null)
    throw new MemvaultError('settings', `${TAGS_FILE} is written in a way that cannot be edited safely`, {
      hint: 'put it in by hand: a line `firmware: [fw]` below aliases:',
    });
  if (after === before) return null;
  const { edits, others, closed } = retagPages(view, mustHold(before ?? '', after));
  const about = reviewId([`tag ${foldTag(alias)}`, `tag ${foldTag(canonical)}`]);
  const summary = `${about}: one more alias in ${renderLink('tags.yaml', 'log.md', TAGS_FILE)}`;
  return {
    byHand: { changes: [], lines: [], about, edits, tags: { path: TAGS_FILE, before, after }, summary },
    others,
    closed,
  };
}

/**
 * The aliases of tags.yaml as it would be. Throws `refused` where an entry would contradict another that it does not
 * contradict now.
 */
function mustHold(before: string, after: string): TagTable {
  const known = new Set(parseTagsFile(before).problems.map(({ message }) => message));
  const { table, problems } = parseTagsFile(after);
  const problem = problems.map(({ message }) => message).find((message) => !known.has(message));
  if (problem === undefined) return table;
  throw new MemvaultError('refused', `${TAGS_FILE} would contradict itself: ${problem}`, {
    hint: `remove the contradicting entry from ${TAGS_FILE}`,
  });
}
