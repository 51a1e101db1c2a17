// A review: a change that waits for a person, as lines of `.memvault/reviews.jsonl`. Lines contain ids and general
// words, never those of a fact, so nothing forgotten is in them. Two facts of a rejected review are kept apart for
// good.
import { compareLines, groupBy } from './group-by.ts';

export const REVIEW_KINDS = ['merge', 'supersede', 'contradiction', 'page', 'skill', 'lesson'] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

/** Fixed reasons, because an engine's words may quote a fact, and a review's line outlives a forgotten fact. */
export const QUESTIONS: Readonly<Record<ReviewKind, string>> = {
  merge: 'they may say the same',
  supersede: 'the later may replace the earlier',
  contradiction: 'they may contradict each other',
  page: 'a night would have changed too much at once',
  skill: 'several paths have one goal',
  lesson: 'several decisions about the same are archived',
};

/**
 * `queued`: it still awaits a look and nobody is asked yet; `expired`: it was not decided and both stay; `withdrawn`:
 * the run that asked was undone, or its subject is gone.
 */
export const REVIEW_STATUSES = ['pending', 'queued', 'approved', 'rejected', 'expired', 'withdrawn'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export const PAIR_KINDS = ['duplicate', 'superseded', 'set-aside'] as const;

/**
 * One change of a `page` review: what the later fact was to become relative to the earlier; for `set-aside` both are
 * the same fact.
 */
export interface ReviewPair {
  readonly facts: readonly [string, string];
  readonly as: (typeof PAIR_KINDS)[number];
  /** `duplicate`: a model's wording of both. */
  readonly text?: string;
}

/** The pairs without wordings, which may contain forgotten words. */
export const withoutTexts = (pairs: readonly ReviewPair[]): ReviewPair[] => pairs.map(({ text: _, ...pair }) => pair);

export const LOOKS = ['same', 'replaces', 'corrects', 'contradicts', 'both'] as const;
/**
 * The verdict of one look on two statements: the newer says the same, replaces the older, corrects it, contradicts it,
 * or both hold.
 */
export type Look = (typeof LOOKS)[number];

/** Two independent looks at one pair; null for a look that did not see it. */
export interface Looks {
  readonly first: Look | null;
  readonly second: Look | null;
}

/** A review with more facts than this is not created: nobody can weigh them at once. */
export const MAX_REVIEW_FACTS = 8;

/** A review proposed by an engine. Untrusted until the planner accepts it. */
export interface ReviewProposal {
  readonly kind: ReviewKind;
  /** Two to eight, in chronological order; any number for `page`, `skill` and `lesson`. */
  readonly facts: readonly string[];
  /** One sentence for the user, without words of the facts. */
  readonly reason: string;
  /** 0 to 1; the greatest are asked first. */
  readonly score: number;
  /**
   * A statement that would replace all, if it is not the words of one fact, for example a model's; `lesson`: lines with
   * their citations.
   */
  readonly draft?: string;
  /** `page`: what a night would have done to one page, decided as a whole. */
  readonly pairs?: readonly ReviewPair[];
  /** The verdicts of a model, if one was asked. */
  readonly looks?: Looks;
}

/** One line. Each line is complete on its own. */
export interface ReviewLine extends ReviewProposal {
  /** Ten base-32 characters, computed from the facts alone. */
  readonly id: string;
  readonly status: ReviewStatus;
  readonly run: string;
  /** ISO in UTC. */
  readonly at: string;
}

/** The current line of each review: the one with the greatest (`at`, `run`). */
export function foldReviews(lines: Iterable<ReviewLine>): Map<string, ReviewLine> {
  return new Map(
    [...groupBy(lines, (line) => line.id)].map(([id, history]) => [
      id,
      history.reduce((a, b) => (compareLines(a, b) > 0 ? a : b)),
    ]),
  );
}

/** True if a person decided to keep two facts apart. */
export type Apart = (a: string, b: string) => boolean;

export function apartIn(reviews: Iterable<ReviewLine>): Apart {
  const others = new Map<string, Set<string>>();
  for (const { kind, status, facts, pairs } of reviews) {
    // Paths and episodes have no claims to keep apart.
    if (status !== 'rejected' || kind === 'skill' || kind === 'lesson') continue;
    // A review of a whole page concerns only its pairs.
    for (const group of pairs?.map((pair) => pair.facts) ?? [facts])
      for (const fact of group)
        others.set(fact, new Set([...(others.get(fact) ?? []), ...group.filter((other) => other !== fact)]));
  }
  return (a, b) => others.get(a)?.has(b) ?? false;
}
