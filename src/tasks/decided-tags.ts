// What a decision about two tags writes, whether a review asked for it or a person declared it. Reads; writes nothing.
import { type Retagging, retagPages } from '../curate/tags/use.ts';
import { MemvaultError } from '../model/errors.ts';
import type { TagAlias, TagTable } from '../model/tag-table.ts';
import { renderLink } from '../note/link-map.ts';
import { editsOfAlias, editsOfApart } from '../page/edit-tags.ts';
import { parseTagsFile } from '../page/tags-file.ts';
import { tagsChange } from '../vault/tags.ts';
import { TAGS_FILE, type Vault } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';
import type { ByHand } from './record-by-hand.ts';

/** Two tags and what is said of them. */
export interface TagDecision extends TagAlias {
  /** They are one; else they stay two, and no page changes: nobody knows which of them a page meant. */
  readonly isOne: boolean;
  /** The id by which the pair is known. */
  readonly about: string;
  /** What the journal says of that id, such as `approved`; null for nothing. */
  readonly status: 'approved' | 'rejected' | null;
}

export interface PlannedTags extends Omit<Retagging, 'edits'> {
  readonly byHand: ByHand;
}

/**
 * As a run would carry it out; null where tags.yaml says so already. Throws `refused` where an entry would contradict
 * another, `settings` where tags.yaml cannot be read or edited.
 */
export function planTagDecision(
  vault: Vault,
  view: View,
  { alias, canonical, isOne, about, status }: TagDecision,
): PlannedTags | null {
  const change = tagsChange(vault, isOne ? editsOfAlias({ alias, canonical }) : editsOfApart([alias, canonical]));
  if (change === null) return null;
  const table = mustHold(change.before ?? '', change.after ?? '');
  const { edits, others, closed } = isOne ? retagPages(view, table) : { edits: [], others: [], closed: [] };
  const summary =
    `${about}${status === null ? '' : ` ${status}`}: ` +
    (isOne ? 'one more alias' : 'two tags stay apart') +
    ` in ${renderLink('tags.yaml', 'log.md', TAGS_FILE)}`;
  return { byHand: { changes: [], lines: [], about, edits, tags: change, summary }, others, closed };
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
  throw new MemvaultError('refused', `${TAGS_FILE} would contradict itself then: ${problem}`, {
    hint: `take out of ${TAGS_FILE} what contradicts it`,
  });
}
