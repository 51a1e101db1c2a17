// What a correction by hand comes to, as a value: changes of pages, lines of the ledger, pairs that are kept apart.
import { reviewId } from '../../model/bytes.ts';
import type { DispositionKind, LedgerLine } from '../../model/disposition.ts';
import { compareFacts, type Fact } from '../../model/fact.ts';
import type { Change } from '../../model/plan.ts';
import type { ReviewKind, ReviewLine } from '../../model/review.ts';
import type { View } from '../../vault/view.ts';

export type DecisionLine = Omit<LedgerLine, 'run' | 'at' | 'engine'>;
export type ReviewWish = Omit<ReviewLine, 'run' | 'at'>;

export interface Remedy {
  /** In the order in which they are made. */
  readonly changes: readonly Change[];
  readonly lines: readonly DecisionLine[];
  readonly reviews: readonly ReviewWish[];
  /** One sentence for a person and for log.md: ids, and no word of a fact. */
  readonly summary: string;
}

/** Nothing is to be done; why, in a sentence. */
export interface Already {
  readonly already: string;
}

export const isAlready = (outcome: Remedy | Already): outcome is Already => 'already' in outcome;

/** The line of a fact with another disposition. What was logged is as its last line knew it. */
export function lineWith(
  { fact, day, digest }: LedgerLine,
  as: DispositionKind,
  page: string,
  other: Pick<LedgerLine, 'of' | 'by' | 'with'> = {},
): DecisionLine {
  return { fact, day, as, page, ...other, digest };
}

/** Lines that keep a fact apart from others for good; none for those that are apart already. */
export function keptApart(view: View, fact: string, others: readonly string[], kind: ReviewKind): ReviewWish[] {
  return [...new Set(others)]
    .filter((other) => other !== fact && !view.apart(fact, other))
    .map((other) => {
      const held = view.reviews.get(reviewId([fact, other]));
      const facts = inOrder([fact, other], view);
      return {
        id: reviewId(facts),
        kind: held?.kind ?? kind,
        status: 'rejected',
        facts,
        reason: held?.reason ?? 'a person keeps them apart',
        score: held?.score ?? 1,
      };
    });
}

/** As they happened; those that nobody knows first. */
export function inOrder(ids: readonly string[], view: Pick<View, 'factById'>): string[] {
  const known = ids
    .map((id) => view.factById.get(id))
    .filter((fact): fact is Fact => fact !== undefined)
    .sort(compareFacts)
    .map(({ id }) => id);
  return [...ids.filter((id) => !view.factById.has(id)), ...known];
}
