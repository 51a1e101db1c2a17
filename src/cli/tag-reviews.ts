// Reviews of tags beside those of facts: as one list, and a person's word on one carried out as a run of kind `tags`.
import { withAlias, withApart, without } from '../markdown/tags-edit.ts';
import { MemvaultError } from '../model/errors.ts';
import { renderLink } from '../markdown/links.ts';
import { listReviews } from '../review/list.ts';
import type { Review } from '../review/review.ts';
import { retagPages } from '../tags/apply.ts';
import { directionOf, listTagReviews, type TagReview } from '../tags/review.ts';
import { readModelTags } from '../vault/model-tags.ts';
import { mustReadTagsFile, readTagsFile, tagsChange } from '../vault/tags.ts';
import { TAGS_FILE, type Vault } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';
import { type Applied, applyByHand, planByHand } from './by-hand.ts';
import type { Context } from './context.ts';
import type { Decided } from './decide-review.ts';
import { mustHold } from './tags-by-hand.ts';

export type AnyReview = Review | TagReview;

/** Those of facts first, the most pressing first; tags press least. */
export function listAllReviews(vault: Vault, view: View, { all }: { readonly all: boolean }): AnyReview[] {
  const reviews: AnyReview[] = [...listReviews(view, { all }), ...listTagReviews(view, readTagsFile(vault), { all, fromModel: readModelTags(vault) })];
  return [...reviews.filter(({ status }) => status === 'pending'), ...reviews.filter(({ status }) => status !== 'pending')];
}

/** How many pairs of tags wait for a person. */
export function countTagsWaiting(vault: Vault, view: View): number {
  return listTagReviews(view, readTagsFile(vault), { all: false, fromModel: readModelTags(vault) }).length;
}

/** All questions that wait; where nobody reads it, as by night, without those of tags, which come of all facts each time. */
export function countReviewsWaiting({ vault, world }: Pick<Context, 'vault' | 'world'>, view: View): number {
  return listReviews(view, { all: false }).length + (world.stdout.isTerminal ? countTagsWaiting(vault, view) : 0);
}

export type TagVerdict =
  /** One stands for both. `keep`: which; null for the one proposed. */
  | { readonly do: 'alias'; readonly keep: string | null }
  /** They are two, for good. */
  | { readonly do: 'apart' };

export interface DecidedTag {
  readonly review: TagReview;
  readonly status: 'approved' | 'rejected';
  readonly verdict: TagVerdict['do'];
  readonly alias: string;
  readonly canonical: string;
  /** A person's notes that carry the alias still. */
  readonly others: readonly string[];
  readonly applied: Applied;
}

export type AnyDecided = Decided | DecidedTag;

/** Writes nothing. Throws `settings` for a broken file, `usage`. */
export function checkTagVerdict(vault: Vault, review: TagReview, verdict: TagVerdict): void {
  mustReadTagsFile(vault);
  if (verdict.do === 'alias') directionOf(review, verdict.keep);
}

/** The caller holds the lock. Throws what `checkTagVerdict` throws, before anything is written. */
export function decideTag(context: Context, view: View, start: Date, commit: boolean, review: TagReview, verdict: TagVerdict): DecidedTag {
  const { vault } = context;
  checkTagVerdict(vault, review, verdict);
  const { alias, canonical } = directionOf(review, verdict.do === 'alias' ? verdict.keep : null);
  const isOne = verdict.do === 'alias';
  const edits = isOne
    ? [(text: string) => without(text, { apart: [alias, canonical] }), (text: string) => without(text, { alias: { alias: canonical, canonical: alias } }), (text: string) => withAlias(text, { alias, canonical })]
    : [(text: string) => without(text, { alias: { alias, canonical } }), (text: string) => without(text, { alias: { alias: canonical, canonical: alias } }), (text: string) => withApart(text, [alias, canonical])];
  return { review, status: isOne ? 'approved' : 'rejected', verdict: verdict.do, alias, canonical, ...retagBy(context, view, { start, commit, about: review.id, edits, isOne }) };
}

interface Run {
  readonly start: Date;
  readonly commit: boolean;
  readonly about: string;
  readonly edits: readonly ((text: string) => string | null)[];
  readonly isOne: boolean;
}

/** Of tags that are two nothing on a page changes: nobody knows which of them it meant. */
function retagBy(context: Context, view: View, { start, commit, about, edits, isOne }: Run): Pick<DecidedTag, 'others' | 'applied'> {
  const { vault } = context;
  const change = tagsChange(vault, edits);
  if (change === null) throw new MemvaultError('refused', `${about} is ${isOne ? 'approved' : 'rejected'} already`);
  const { table } = mustHold(change.before ?? '', change.after ?? '');
  const retagged = isOne ? retagPages(view, table) : { edits: [], others: [] };
  const link = renderLink('tags.yaml', 'log.md', TAGS_FILE);
  const summary = `${about} ${isOne ? 'approved: one more alias' : 'rejected: two tags stay apart'} in ${link}`;
  const made = planByHand(context, view, 'tags', start, commit, { changes: [], lines: [], about, edits: retagged.edits, tags: change, summary });
  return { others: retagged.others, applied: applyByHand(context, made) };
}
