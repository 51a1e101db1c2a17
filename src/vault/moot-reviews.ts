// Questions that a later decision has answered, whoever made it: they are withdrawn with the run that did. Pure.
import { isHistory } from '../model/page.ts';
import type { ReviewLine } from '../model/review.ts';
import type { View } from './view.ts';

/**
 * Pending reviews about one of these facts that ask nothing any more: one of its claims is past or gone, or two became
 * one. Without a draft, since their words may be forgotten.
 */
export function mootReviews(after: View, touched: ReadonlySet<string>): ReviewLine[] {
  return [...after.reviews.values()].flatMap(({ draft: _, ...line }) => {
    const { status, facts, pairs } = line;
    const waits = status === 'pending' || status === 'queued';
    const isOver = (): boolean =>
      pairs === undefined ? isMoot(facts, after) : pairs.every((pair) => isMoot([...new Set(pair.facts)], after));
    return waits && facts.some((fact) => touched.has(fact)) && isOver() ? [line] : [];
  });
}

function isMoot(facts: readonly string[], view: View): boolean {
  const claims = facts.map((fact) => {
    if (view.forgotten.has(fact) || view.ledger.get(fact)?.as === 'superseded') return null;
    for (const path of view.citedOn.get(fact) ?? []) {
      const claim = view.pages.get(path)?.claims.find((one) => one.facts.includes(fact) && !isHistory(one));
      const side = claim?.sides.find((one) => one.facts.includes(fact));
      if (claim) return `${path}:${claim.line}:${side?.facts[0] ?? ''}`;
    }
    return null;
  });
  return claims.includes(null) || new Set(claims).size < facts.length;
}
