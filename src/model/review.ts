// A review: a change that waits for a person, as lines of `.memvault/reviews.jsonl`. The lines hold ids and general
// words, never those of a fact: what was forgotten is not in them. Two facts of a rejected one are kept apart for good.
import { compareLines, groupBy } from './group-by.ts';

export const REVIEW_KINDS = ['merge', 'supersede', 'contradiction', 'page'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/**
 * `queued`: a look at it is still to come, and nobody is asked yet; `expired`: it was not decided and both stay;
 * `withdrawn`: the run that asked was taken back, or what it is about went.
 */
export const REVIEW_STATUSES = ['pending', 'queued', 'approved', 'rejected', 'expired', 'withdrawn'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export const PAIR_KINDS = ['duplicate', 'superseded', 'set-aside'] as const;

/** One change of a `page` review: what the later fact was to be to the earlier; itself twice for `set-aside`. */
export interface ReviewPair {
  readonly facts: readonly [string, string];
  readonly as: (typeof PAIR_KINDS)[number];
}

export const LOOKS = ['same', 'replaces', 'corrects', 'contradicts', 'both'] as const;
/** What one look finds of two statements: the newer says the same, replaces the older, corrects it, or both hold. */
export type Look = (typeof LOOKS)[number];

/** Two independent looks at one pair; null for one that did not see it. */
export interface Looks {
  readonly first: Look | null;
  readonly second: Look | null;
}

/** What a person says of reviews by id, and the list of them. */
export const REVIEW_ACTIONS = ['list', 'approve', 'reject'] as const;

/** More facts than a person can weigh at once make no review. */
export const MAX_REVIEW_FACTS = 8;

/** What an engine wants to be asked. Untrusted until the plan took it. */
export interface ReviewProposal {
  readonly kind: ReviewKind;
  /** Two to eight, in the order in which they happened; of `page` any number. */
  readonly facts: readonly string[];
  /** One sentence for a person, without words of the facts. */
  readonly reason: string;
  /** 0 to 1; the greatest are asked first. */
  readonly score: number;
  /** A statement that stands for all, where it is no fact's own words, such as a model's. */
  readonly draft?: string;
  /** `page`: what a night would have done to one page, all of which is decided at once. */
  readonly pairs?: readonly ReviewPair[];
  /** What a model found, where one was asked. */
  readonly looks?: Looks;
}

/** One line. Each is whole, so that any of them stands by itself. */
export interface ReviewLine extends ReviewProposal {
  /** Ten base-32 characters, computed from the facts alone. */
  readonly id: string;
  readonly status: ReviewStatus;
  readonly run: string;
  /** ISO in UTC. */
  readonly at: string;
}

/** For each review the line that holds: the greatest (`at`, `run`). */
export function foldReviews(lines: Iterable<ReviewLine>): Map<string, ReviewLine> {
  return new Map(
    [...groupBy(lines, (line) => line.id)].map(([id, history]) => [
      id,
      history.reduce((a, b) => (compareLines(a, b) > 0 ? a : b)),
    ]),
  );
}

/** Are two facts kept apart, because a person said so? */
export type Apart = (a: string, b: string) => boolean;

export function apartIn(reviews: Iterable<ReviewLine>): Apart {
  const others = new Map<string, Set<string>>();
  for (const { status, facts, pairs } of reviews) {
    if (status !== 'rejected') continue;
    // A question about a whole page is about its pairs alone.
    for (const group of pairs?.map((pair) => pair.facts) ?? [facts])
      for (const fact of group)
        others.set(fact, new Set([...(others.get(fact) ?? []), ...group.filter((other) => other !== fact)]));
  }
  return (a, b) => others.get(a)?.has(b) ?? false;
}
