// An approval of a merge that is taken back before a dream has carried it out: what it logged stays in the log, and
// no dream takes it up. Reads a view; writes nothing.
import { factDigest } from '../../model/bytes.ts';
import type { LedgerLine } from '../../model/disposition.ts';
import type { Fact } from '../../model/fact.ts';
import type { View } from '../../vault/view.ts';
import { sourceOf } from './decide.ts';
import type { Review } from './review.ts';

const REASON = 'the merge was taken back';

/** The statements that an approval logged and nothing was decided about, or no longer. */
export function waitingMerges(view: Pick<View, 'facts' | 'ledger' | 'forgotten'>, review: Pick<Review, 'id'>): Fact[] {
  const source = sourceOf(review);
  return view.facts.filter(
    ({ id, fields }) =>
      fields.source === source && !view.forgotten.has(id) && (view.ledger.get(id)?.as ?? 'pending') === 'pending',
  );
}

/** The lines that set them aside. */
export function notMerged(view: View, review: Pick<Review, 'id'>): Omit<LedgerLine, 'run' | 'at' | 'engine'>[] {
  return waitingMerges(view, review).map((fact) => ({
    fact: fact.id,
    day: fact.day,
    as: 'set-aside',
    reason: REASON,
    digest: factDigest(fact),
  }));
}

/** Reviews whose merge an undo leaves in the log, where the next dream would find it. `run`: that undo. */
export function mergesLeftBy(view: View, run: string): string[] {
  return [...view.reviews.values()]
    .filter(
      (review) =>
        review.status !== 'rejected' && waitingMerges(view, review).some(({ id }) => view.ledger.get(id)?.run === run),
    )
    .map(({ id }) => id);
}
