// Proposals of tags as reviews. They follow from the facts and from what was decided, like reviews of contradictions
// that stand on pages, so nothing is written for one that waits.
import { reviewId } from '../../model/bytes.ts';
import { MemvaultError } from '../../model/errors.ts';
import type { ReviewStatus } from '../../model/review.ts';
import { foldTag, type TagAlias } from '../../model/tag-table.ts';
import type { TagsFile } from '../../page/tags-file.ts';
import type { View } from '../../vault/view.ts';
import { proposeTags, type TagProposal } from './propose.ts';
import { countTags, type TagUse } from './use.ts';

/** The question whether two tags are one. */
export interface TagReview {
  readonly id: string;
  readonly kind: 'tag';
  readonly status: Extract<ReviewStatus, 'pending' | 'approved' | 'rejected'>;
  readonly alias: TagUse;
  readonly canonical: TagUse;
  readonly reason: string;
  /** 0 to 0.5, so that it stands behind reviews of facts: a tag is never urgent. */
  readonly score: number;
  /** The day of the newest fact with the alias, as an ISO time; empty where no fact carries it. */
  readonly at: string;
}

export interface TagReviewsAsked {
  /** Also those that are decided. */
  readonly all: boolean;
  /** What a model proposed. A pair counts only while both tags are in use. */
  readonly fromModel?: readonly TagAlias[];
}

/** The surest first. None where tags.yaml cannot be read: then nobody knows what was decided. */
export function listTagReviews(view: View, decided: TagsFile, { all, fromModel = [] }: TagReviewsAsked): TagReview[] {
  if (decided.broken !== null) return [];
  const uses = countTags({ ...view, pages: new Map() });
  const waiting = proposeTags(uses, view.facts, decided, fromModel).map((proposal) => toReview(proposal, 'pending'));
  if (!all) return waiting;
  const useOf = (tag: string): TagUse =>
    uses.get(foldTag(tag)) ?? { key: foldTag(tag), tag, facts: [], pages: [], projects: [] };
  const said = (alias: string, canonical: string, status: 'approved' | 'rejected'): TagReview =>
    toReview({ alias: useOf(alias), canonical: useOf(canonical), reason: 'a person said so', score: 0 }, status);
  return [
    ...waiting,
    ...decided.aliases.map(({ alias, canonical }) => said(alias, canonical, 'approved')),
    ...decided.apart.map(([one, other]) => said(one, other, 'rejected')),
  ];
}

function toReview({ alias, canonical, reason, score }: TagProposal, status: TagReview['status']): TagReview {
  const day = alias.facts.at(-1)?.day;
  return {
    id: tagReviewId(alias.key, canonical.key),
    kind: 'tag',
    status,
    alias,
    canonical,
    reason,
    score: Math.round(score * 50) / 100,
    at: day === undefined ? '' : `${day}T00:00:00.000Z`,
  };
}

/** The id of the review of two tags: the same whichever of them comes first. */
export const tagReviewId = (one: string, other: string): string =>
  reviewId([`tag ${foldTag(one)}`, `tag ${foldTag(other)}`]);

/**
 * Which tag is read as which: `keep` names the one that stays, null leaves it as proposed. Throws `usage` where `keep`
 * is neither.
 */
export function directionOf(
  { id, alias, canonical }: TagReview,
  keep: string | null,
): { alias: string; canonical: string } {
  const wanted = keep === null ? canonical.key : foldTag(keep);
  if (wanted === canonical.key) return { alias: alias.tag, canonical: canonical.tag };
  if (wanted === alias.key) return { alias: canonical.tag, canonical: alias.tag };
  throw new MemvaultError(
    'usage',
    `${id} is about ${alias.tag} and ${canonical.tag}, not about ${JSON.stringify(keep)}`,
    { hint: 'name one of the two' },
  );
}
