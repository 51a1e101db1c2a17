// What a person makes current holds beside what holds already: no dream takes one of the two for the other's successor.
import { parseSlot, parseTurns } from '../markdown/slots/slots.ts';
import { isHistory } from '../model/page.ts';
import { currentClaims, readJudged } from '../vault/current-claims.ts';
import type { View } from '../vault/view.ts';
import { keptApart, type Remedy } from './remedy.ts';
import { claimOf } from './standing.ts';

/** The remedy with the facts that get a current claim kept apart from the current claims that speak of the same thing. */
export function besideWhatHolds(remedy: Remedy, view: View): Remedy {
  const slots = remedy.lines.flatMap(({ fact, as }) => (as === 'placed' ? slotsOf(fact, view) : []).map((slot) => ({ fact, slot })));
  if (slots.length === 0) return remedy;
  const claims = currentClaims();
  claims.follow(view);
  const gone = new Set(remedy.lines.flatMap(({ fact, as }) => (as === 'superseded' ? [fact] : [])));
  const known = new Set(remedy.reviews.map(({ id }) => id));
  const reviews = slots.flatMap(({ fact, slot }) => {
    const others = [...claims.inSlot(slot)].flatMap(({ cited }) => (cited.includes(fact) ? [] : cited.filter((id) => !gone.has(id))));
    return keptApart(view, fact, others, 'supersede').filter(({ id }) => !known.has(id) && known.add(id));
  });
  return { ...remedy, reviews: [...remedy.reviews, ...reviews] };
}

/** What the fact speaks of that has one value at a time, by the words of its claim; none where it is current already. */
function slotsOf(id: string, view: View): string[] {
  const [fact, held] = [view.factById.get(id), view.ledger.get(id)];
  if (fact === undefined || held === undefined) return [];
  const claim = claimOf(view, held);
  const isAlone = claim?.sides.length === 0 && claim.facts.length === 1;
  if (claim !== null && !isHistory(claim) && isAlone) return [];
  const judged = isAlone ? readJudged(claim.text, fact) : fact;
  const slot = (parseSlot(judged) ?? parseTurns(judged)[0])?.key;
  return slot === undefined ? [] : [slot];
}
