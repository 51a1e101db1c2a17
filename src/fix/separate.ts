// `--separate`: the fact gets a claim of its own, and is kept apart from what it was joined with.
import { isHistory } from '../model/page.ts';
import type { Change } from '../model/plan.ts';
import type { View } from '../vault/view.ts';
import { onItsOwn } from './own-claim.ts';
import { type Already, type DecisionLine, inOrder, keptApart, lineWith, type Remedy } from './remedy.ts';
import { restore } from './restore.ts';
import { type Cited, mustBeCited, type Standing } from './standing.ts';

const REASON = 'a person says that it is a statement of its own';

/** Of a duplicate, a side of a conflict, a superseded fact, and of any that shares a claim. Throws `refused`. */
export function separate(standing: Standing, view: View): Remedy | Already {
  const { fact, held } = standing;
  if (held.as === 'superseded') return restore(standing, view, null);
  const cited = mustBeCited(standing, view);
  if (cited.claim.sides.length > 1) return offCallout(cited, view);
  const others = cited.claim.facts.filter((id) => id !== fact.id && view.factById.has(id));
  if (others.length === 0) return isHistory(cited.claim) ? restore(standing, view, null) : { already: `${fact.id} has a claim of its own already` };
  return { ...onItsOwn(cited, view, REASON), reviews: keptApart(view, fact.id, others, 'merge'), summary: `${fact.id} has a claim of its own, apart from ${others.join(', ')}` };
}

/** Two sides become two plain claims; of more the others stay a callout. */
function offCallout({ fact, claim }: Cited, view: View): Remedy {
  const { page, sides } = claim;
  const own = sides.find(({ facts }) => facts.includes(fact.id));
  const others = sides.filter((side) => side !== own);
  const otherFacts = others.flatMap(({ facts }) => facts);
  const settled = others.length === 1 ? sides : own === undefined ? [] : [own];
  const [first, ...more] = others;
  const again: Change[] = others.length === 1 ? [] : more.flatMap(({ text, facts }): Change[] => [
    { kind: 'remove', page, claim: facts[0] ?? '', facts, reason: REASON },
    { kind: 'conflict', page, claim: first?.facts[0] ?? '', text, facts, reason: REASON },
  ]);
  return {
    changes: [{ kind: 'settle', page, claim: fact.id, facts: claim.facts, reason: REASON }, ...again],
    lines: [...settled.flatMap(({ facts }) => placedSide(facts, page, view)), ...(others.length === 1 ? [] : withEachOther(others.map(({ facts }) => facts), fact.id, page, view))],
    reviews: (own?.facts ?? [fact.id]).flatMap((id) => keptApart(view, id, otherFacts, 'contradiction')),
    summary: `${fact.id} and ${otherFacts.join(', ')} hold side by side`,
  };
}

/** The facts of one side that were in conflict have a claim; those that only repeat one stay as they are. */
export function placedSide(facts: readonly string[], page: string, view: View): DecisionLine[] {
  return inOrder(facts, view).flatMap((id): DecisionLine[] => {
    const line = view.ledger.get(id);
    return line === undefined || line.as === 'duplicate' ? [] : [lineWith(line, 'placed', page)];
  });
}

/** Those that named the fact that went contradict one of the others from now on. */
function withEachOther(sides: readonly (readonly string[])[], gone: string, page: string, view: View): DecisionLine[] {
  return sides.flatMap((facts, at) => facts.flatMap((id): DecisionLine[] => {
    const line = view.ledger.get(id);
    const other = sides[at === 0 ? 1 : 0]?.[0];
    return line?.as === 'conflict' && line.with === gone && other !== undefined ? [lineWith(line, 'conflict', page, { with: other })] : [];
  }));
}
