// What a person makes current holds beside what holds already: no dream takes one of the two for the other's successor.
import { isHistory } from '../model/page.ts';
import { currentClaims, readJudged, slotKeyOf } from '../vault/current-claims.ts';
import type { View } from '../vault/view.ts';
import { keptApart, type Remedy } from './remedy.ts';
import { claimOf } from './standing.ts';

/**
 * The remedy with the facts that get a current claim kept apart from the current claims that speak of the same thing.
 */
export function besideWhatHolds(remedy: Remedy, view: View): Remedy {
  const slots = remedy.lines.flatMap(({ fact, as }) => {
    const slot = as === 'placed' ? slotOf(fact, view) : null;
    return slot === null ? [] : [{ fact, slot }];
  });
  if (slots.length === 0) return remedy;
  const claims = currentClaims();
  claims.follow(view);
  const gone = new Set(remedy.lines.flatMap(({ fact, as }) => (as === 'superseded' ? [fact] : [])));
  const known = new Set(remedy.reviews.map(({ id }) => id));
  const reviews = slots.flatMap(({ fact, slot }) => {
    const others = [...claims.inSlot(slot)].flatMap(({ cited }) =>
      cited.includes(fact) ? [] : cited.filter((id) => !gone.has(id)),
    );
    return keptApart(view, fact, others, 'supersede').filter(({ id }) => !known.has(id) && known.add(id));
  });
  return { ...remedy, reviews: [...remedy.reviews, ...reviews] };
}

/**
 * What the fact speaks of that has one value at a time, by the words of its claim; null where it is current already.
 */
function slotOf(id: string, view: View): string | null {
  const [fact, held] = [view.factById.get(id), view.ledger.get(id)];
  if (fact === undefined || held === undefined) return null;
  const claim = claimOf(view, held);
  const isAlone = claim?.sides.length === 0 && claim.facts.length === 1;
  if (claim !== null && !isHistory(claim) && isAlone) return null;
  return slotKeyOf(isAlone ? readJudged(claim.text, fact) : fact);
}
