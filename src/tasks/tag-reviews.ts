// Reviews of tags beside reviews of facts, as one list; and a person's decision on one, carried out as a run of kind
// `tags`.
import { listReviews, type Review } from '../curate/review/review.ts';
import { directionOf, listTagReviews, type TagReview } from '../curate/tags/review.ts';
import { MemvaultError } from '../model/errors.ts';
import { readModelTags } from '../vault/tag-forms.ts';
import { mustReadTagsFile, readTagsFile } from '../vault/tags.ts';
import { TAGS_FILE, type Vault } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';
import type { Context } from './context.ts';
import type { Decided } from './decide-review.ts';
import { planTagDecision } from './decided-tags.ts';
import { type Applied, applyByHand, planByHand } from './record-by-hand.ts';

export type AnyReview = Review | TagReview;

/** Reviews that wait before decided ones, and among each those of facts before those of tags. */
export function listAllReviews(vault: Vault, view: View, { all }: { readonly all: boolean }): AnyReview[] {
  const reviews: AnyReview[] = [
    ...listReviews(view, { all }),
    ...listTagReviews(view, readTagsFile(vault), { all, fromModel: readModelTags(vault) }),
  ];
  return [
    ...reviews.filter(({ status }) => status === 'pending'),
    ...reviews.filter(({ status }) => status !== 'pending'),
  ];
}

/** How many pairs of tags wait for a person. */
export function countTagsWaiting(vault: Vault, view: View): number {
  return listTagReviews(view, readTagsFile(vault), { all: false, fromModel: readModelTags(vault) }).length;
}

/**
 * How many reviews wait. Without a terminal, as by night, those of tags are left out, since to find them takes a look
 * at all facts.
 */
export function countReviewsWaiting({ vault, world }: Pick<Context, 'vault' | 'world'>, view: View): number {
  return listReviews(view, { all: false }).length + (world.stdout.isTerminal ? countTagsWaiting(vault, view) : 0);
}

/** What a person says of two tags. */
export type TagVerdict =
  /** They are one. `keep`: the tag that stands for both; null for the one that was proposed. */
  | { readonly do: 'alias'; readonly keep: string | null }
  /** They are two, and it is not asked again. */
  | { readonly do: 'apart' };

export interface DecidedTag {
  readonly review: TagReview;
  readonly status: 'approved' | 'rejected';
  readonly verdict: TagVerdict['do'];
  readonly alias: string;
  readonly canonical: string;
  /** A person's own notes that still carry the alias. */
  readonly others: readonly string[];
  readonly applied: Applied;
}

export type AnyDecided = Decided | DecidedTag;

/**
 * Can this be decided? Writes nothing. Throws `settings` where tags.yaml cannot be read, `usage` where `keep` is
 * neither tag.
 */
export function checkTagVerdict(vault: Vault, review: TagReview, verdict: TagVerdict): void {
  mustReadTagsFile(vault);
  if (verdict.do === 'alias') directionOf(review, verdict.keep);
}

/** The caller holds the lock. Throws what `checkTagVerdict` throws, before anything is written. */
export function decideTag(
  context: Context,
  view: View,
  start: Date,
  commit: boolean,
  review: TagReview,
  verdict: TagVerdict,
): DecidedTag {
  const { vault } = context;
  checkTagVerdict(vault, review, verdict);
  const { alias, canonical } = directionOf(review, verdict.do === 'alias' ? verdict.keep : null);
  const isOne = verdict.do === 'alias';
  const status = isOne ? 'approved' : 'rejected';
  const planned = planTagDecision(vault, view, { alias, canonical, isOne, about: review.id, status });
  if (planned === null)
    throw new MemvaultError('refused', `${review.id} is ${status} already`, {
      hint: `memvault tags ${isOne ? 'apart' : 'alias'} decides otherwise; ${TAGS_FILE} says what holds`,
    });
  const applied = applyByHand(context, planByHand(context, view, 'tags', start, commit, planned.byHand));
  return { review, status, verdict: verdict.do, alias, canonical, others: planned.others, applied };
}
