// Proposals of tags as reviews: derived from the facts and from what was decided, like the contradictions that stand
// on pages. Nothing is written for one that waits.
import { reviewId } from '../markdown/digest.ts';
import type { TagsFile } from '../markdown/tags-file.ts';
import { MemvaultError } from '../model/errors.ts';
import type { ReviewStatus } from '../model/review.ts';
import { foldTag, type TagAlias } from '../model/tag-table.ts';
import type { View } from '../vault/view.ts';
import { proposeTags, type TagProposal } from './propose.ts';
import { countTags, type TagUse } from './use.ts';

export interface TagReview {
  readonly id: string;
  readonly kind: 'tag';
  readonly status: Extract<ReviewStatus, 'pending' | 'approved' | 'rejected'>;
  readonly alias: TagUse;
  readonly canonical: TagUse;
  readonly reason: string;
  /** Below that of every review of facts: a tag presses least. */
  readonly score: number;
  /** When the newest fact with the alias was logged, ISO in UTC; empty where none carries it. */
  readonly at: string;
}

export interface TagReviewsAsked {
  /** Those that are decided, too. */
  readonly all: boolean;
  /** What a model proposed; it counts only where both tags are in use still. */
  readonly fromModel?: readonly TagAlias[];
}

/** The surest first. None where the file is broken: nobody knows what was decided. */
export function listTagReviews(view: View, decided: TagsFile, { all, fromModel = [] }: TagReviewsAsked): TagReview[] {
  if (decided.broken !== null) return [];
  const uses = countTags({ ...view, pages: new Map() });
  const waiting = proposeTags(uses, view.facts, decided, undefined, fromModel).map((proposal) => toReview(proposal, 'pending'));
  if (!all) return waiting;
  const useOf = (tag: string): TagUse => uses.get(foldTag(tag)) ?? { key: foldTag(tag), tag, facts: [], pages: [], projects: [] };
  const said = (alias: string, canonical: string, status: 'approved' | 'rejected'): TagReview => toReview({ alias: useOf(alias), canonical: useOf(canonical), reason: 'a person said so', score: 0 }, status);
  return [...waiting, ...decided.aliases.map(({ alias, canonical }) => said(alias, canonical, 'approved')), ...decided.apart.map(([one, other]) => said(one, other, 'rejected'))];
}

function toReview({ alias, canonical, reason, score }: TagProposal, status: TagReview['status']): TagReview {
  const day = alias.facts.at(-1)?.day;
  return { id: tagReviewId(alias.key, canonical.key), kind: 'tag', status, alias, canonical, reason, score: Math.round(score * 50) / 100, at: day === undefined ? '' : `${day}T00:00:00.000Z` };
}

/** The same for the same two tags, whichever stands for both. */
export const tagReviewId = (one: string, other: string): string => reviewId([`tag ${foldTag(one)}`, `tag ${foldTag(other)}`]);

/** Which of the two stands for both: the one named, else the one proposed. Throws `usage`. */
export function directionOf({ id, alias, canonical }: TagReview, keep: string | null): { alias: string; canonical: string } {
  const wanted = keep === null ? canonical.key : foldTag(keep);
  if (wanted === canonical.key) return { alias: alias.tag, canonical: canonical.tag };
  if (wanted === alias.key) return { alias: canonical.tag, canonical: alias.tag };
  throw new MemvaultError('usage', `${id} is about ${alias.tag} and ${canonical.tag}, not about ${JSON.stringify(keep)}`, { hint: 'name one of the two' });
}
