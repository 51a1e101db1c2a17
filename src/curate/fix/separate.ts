// `--separate`: the fact gets a claim of its own, and is kept apart from what it was joined with.
import { isHistory, type Side } from '../../model/page.ts';
import type { View } from '../../vault/view.ts';
import {
  type Already,
  type DecisionLine,
  inOrder,
  keptApart,
  lineWith,
  type Remedy,
  type ReviewWish,
} from './remedy.ts';
import { restore, successorsOf } from './restore.ts';
import { type Cited, mustBeCited, onItsOwn, type Standing } from './standing.ts';

const REASON = 'a person says that it is a statement of its own';

/** Of a duplicate, a side of a conflict, a superseded fact, and of any that shares a claim. Throws `refused`. */
export function separate(standing: Standing, view: View): Remedy | Already {
  const { fact, held } = standing;
  const shared = standing.claim?.facts.some((id) => id !== fact.id && view.factById.has(id)) === true;
  if (held.as === 'superseded' && !shared) return restore(standing, view, null);
  const cited = mustBeCited(standing, view);
  if (cited.claim.sides.length > 1) return offCallout(cited, view);
  const others = cited.claim.facts.filter((id) => id !== fact.id && view.factById.has(id));
  if (others.length === 0)
    return isHistory(cited.claim)
      ? restore(standing, view, null)
      : { already: `${fact.id} has a claim of its own already` };
  return {
    ...onItsOwn(cited, view, REASON),
    reviews: keptApart(view, fact.id, [...others, ...successorsOf(fact.id, view)], 'merge'),
    summary: `${fact.id} has a claim of its own, apart from ${others.join(', ')}`,
  };
}

/** Two sides become two plain claims; of more the others stay a callout. */
function offCallout(cited: Cited, view: View): Remedy {
  const {
    fact,
    claim: { page, sides },
  } = cited;
  const own = sides.find(({ facts }) => facts.includes(fact.id));
  const others = sides.filter((side) => side !== own);
  if (own === undefined || others.length < 2) return settle(cited, view);
  return {
    changes: [
      { kind: 'remove', page, claim: fact.id, facts: own.facts, reason: REASON },
      { kind: 'add', page, text: own.text, head: null, facts: own.facts, reason: REASON },
    ],
    lines: [
      ...placedSide(own.facts, page, view),
      ...withEachOther(
        others.map(({ facts }) => facts),
        own.facts,
        page,
        view,
      ),
    ],
    reviews: apartFrom([own], others, view),
    summary: `${fact.id} holds beside ${others.flatMap(({ facts }) => facts).join(', ')}`,
  };
}

/** A callout becomes plain claims again, one for each side, which are kept apart. */
export function settle({ fact, claim: { page, sides, facts } }: Cited, view: View): Remedy {
  return {
    changes: [{ kind: 'settle', page, claim: fact.id, facts, reason: REASON }],
    lines: sides.flatMap((side) => placedSide(side.facts, page, view)),
    reviews: sides.flatMap((side, at) => apartFrom([side], sides.slice(at + 1), view)),
    summary: `${facts.join(', ')} hold side by side`,
  };
}

function apartFrom(some: readonly Side[], others: readonly Side[], view: View): ReviewWish[] {
  return some.flatMap(({ facts }) =>
    facts.flatMap((id) =>
      keptApart(
        view,
        id,
        others.flatMap((other) => other.facts),
        'contradiction',
      ),
    ),
  );
}

/** The facts of one side that were in conflict have a claim; those that only repeat one stay as they are. */
export function placedSide(facts: readonly string[], page: string, view: View): DecisionLine[] {
  return inOrder(facts, view).flatMap((id): DecisionLine[] => {
    const line = view.ledger.get(id);
    return line === undefined || line.as === 'duplicate' ? [] : [lineWith(line, 'placed', page)];
  });
}

/** Those that named the fact that went contradict one of the others from now on. */
function withEachOther(
  sides: readonly (readonly string[])[],
  gone: readonly string[],
  page: string,
  view: View,
): DecisionLine[] {
  return sides.flatMap((facts, at) =>
    facts.flatMap((id): DecisionLine[] => {
      const line = view.ledger.get(id);
      const other = sides[at === 0 ? 1 : 0]?.[0];
      return line?.as === 'conflict' && gone.includes(line.with ?? '') && other !== undefined
        ? [lineWith(line, 'conflict', page, { with: other })]
        : [];
    }),
  );
}
