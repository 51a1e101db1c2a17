// The reviews of a vault: those that runs asked for, and the contradictions that stand on pages as callouts.
import { reviewId } from '../../model/bytes.ts';
import { compareFacts, compareText, eventDay } from '../../model/fact.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import type { View } from '../../vault/view.ts';
import { partiesOf, type Review, toReview } from './review.ts';

const OF_ONE_DAY = 'they contradict each other, and nothing says which one is later';
const OF_DAYS = 'they contradict each other, and the later one does not say that it replaces the older';

/** The most pressing first. `all`: those that are decided, too. */
export function listReviews(view: View, { all }: { readonly all: boolean }): Review[] {
  const callouts = readCallouts(view);
  const standing = new Set(callouts.map(({ id }) => id));
  const asked = [...view.reviews.values()].filter(({ id }) => !standing.has(id)).map((line) => toReview(line, view));
  const reviews = [...callouts, ...asked].filter(({ status }) => all || status === 'pending');
  return reviews.sort(
    (a, b) =>
      Number(b.status === 'pending') - Number(a.status === 'pending') ||
      b.score - a.score ||
      compareText(a.at, b.at) ||
      compareText(a.id, b.id),
  );
}

/** Every callout of conflicting claims. Nothing is written for one: it is there as long as it stands. */
function readCallouts(view: View): Review[] {
  const found = new Map<string, Review>();
  for (const page of view.pages.values()) {
    for (const claim of page.claims) {
      const review = isHistory(claim) || claim.sides.length < 2 ? null : toContradiction(claim, view);
      if (review !== null && !found.has(review.id)) found.set(review.id, review);
    }
  }
  return [...found.values()];
}

/** Null where a side rests on no fact that is known: then it is a person's own callout. */
function toContradiction({ sides }: Claim, view: View): Review | null {
  const known = sides.map(({ facts }) => facts.filter((id) => view.factById.has(id) && !view.forgotten.has(id)));
  if (known.filter((facts) => facts.length > 0).length < 2) return null;
  const parties = partiesOf([...new Set(known.flat())], view).sort((a, b) => compareFacts(a.fact, b.fact));
  const facts = parties.map(({ fact }) => fact.id);
  const days = new Set(parties.map(({ fact }) => eventDay(fact)));
  const at = facts.map((id) => view.ledger.get(id)?.at ?? '').reduce((a, b) => (a > b ? a : b), '');
  return {
    id: reviewId(facts),
    kind: 'contradiction',
    status: 'pending',
    open: true,
    facts,
    parties,
    draft: null,
    reason: days.size === 1 ? OF_ONE_DAY : OF_DAYS,
    score: 1,
    at,
  };
}
