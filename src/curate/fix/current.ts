// `--current`: this one holds. What is said against it, or took its place, goes to History, whatever the dates.
import { eventDay } from '../../model/fact.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import type { Change } from '../../model/plan.ts';
import type { View } from '../../vault/view.ts';
import { type Already, type DecisionLine, lineWith, type Remedy } from './remedy.ts';
import { headBeside, revivedLines, successorsOf } from './restore.ts';
import { placedSide } from './separate.ts';
import { type Cited, claimOf, mustBeCited, refused, type Standing } from './standing.ts';

const REASON = 'a person says which one holds';

/** Throws `refused`. */
export function makeCurrent(standing: Standing, view: View): Remedy | Already {
  const { fact, held } = standing;
  const cited = mustBeCited(standing, view, { withNotes: true });
  if (cited.claim.sides.length > 1)
    return insteadOf(
      cited,
      view,
      cited.claim.sides.flatMap(({ facts }) => (facts.includes(fact.id) ? [] : facts)),
    );
  const gone =
    held.as === 'superseded'
      ? fact.id
      : cited.claim.facts.find((id) => view.ledger.get(id)?.as === 'superseded' && isHistory(cited.claim));
  const successor = gone === undefined ? undefined : successorsOf(gone, view).at(-1);
  if (gone === undefined || successor === undefined)
    return { already: `${fact.id} is current already, and nothing contradicts it` };
  return insteadOf(cited, view, [successor]);
}

/** Makes the claim of a fact current and puts those of others into History, superseded by it. Throws `refused`. */
export function insteadOf(keep: Cited, view: View, others: readonly string[]): Remedy {
  const { fact, claim } = keep;
  const gone = claimsOf(others, keep, view);
  const shared = gone.some((other) => other === claim) && claim.sides.length < 2;
  const moved = shared ? [] : gone.filter((other) => other !== claim || claim.sides.length > 1);
  const revive: Change[] = !isHistory(claim)
    ? []
    : [
        {
          kind: 'revive',
          page: claim.page,
          claim: fact.id,
          head: headBeside(others, claim.page, view),
          facts: claim.facts,
          reason: REASON,
        },
      ];
  const words: Change[] = shared
    ? [{ kind: 'correct', page: claim.page, claim: fact.id, text: fact.text, facts: [fact.id], reason: REASON }]
    : [];
  const sent = new Set(others.filter((id) => !claimFacts(keep).includes(id) || shared));
  return {
    changes: [...revive, ...words, ...moved.flatMap((other) => toHistory(other, keep, view, sent))],
    lines: [
      ...keptLines(keep, view, sent),
      ...[...sent, ...alongWith(moved, keep, view, sent)].flatMap((id) => goneLine(id, keep, view)),
    ],
    reviews: [],
    summary: `${fact.id} holds, and ${others.join(', ')} ${others.length === 1 ? 'is' : 'are'} history`,
  };
}

/** Of a callout only the side of the fact is its claim. */
function claimFacts({ fact, claim }: Cited): readonly string[] {
  return claim.sides.length < 2 ? claim.facts : (claim.sides.find(({ facts }) => facts.includes(fact.id))?.facts ?? []);
}

/** Each claim of the others once. */
function claimsOf(others: readonly string[], keep: Cited, view: View): Claim[] {
  return [
    ...new Set(
      others.flatMap((id): Claim[] => {
        const held = view.ledger.get(id);
        const found = held === undefined || !view.factById.has(id) ? null : claimOf(view, held);
        if (held === undefined || found === null || isHistory(found)) return [];
        if (found !== keep.claim && found.sides.length > 1)
          throw refused(
            `${id} contradicts another fact`,
            `decide that first: memvault fix ${id} --current, or --separate`,
          );
        return [
          mustBeCited({ fact: view.factById.get(id) ?? keep.fact, held, claim: found }, view, { withNotes: true })
            .claim,
        ];
      }),
    ),
  ];
}

/** One change for each claim, or for each side of a callout, that goes. */
function toHistory(claim: Claim, keep: Cited, view: View, sent: ReadonlySet<string>): Change[] {
  const groups =
    claim.sides.length > 1
      ? claim.sides.filter(({ facts }) => facts.some((id) => sent.has(id))).map(({ facts }) => facts)
      : [claim.facts];
  return groups.map((facts) => {
    const from = facts.flatMap((id) => dayOf(id, view)).sort()[0] ?? eventDay(keep.fact);
    const until = eventDay(keep.fact);
    return {
      kind: 'supersede',
      page: claim.page,
      claim: facts[0] ?? '',
      from,
      to: until > from ? until : from,
      facts,
      reason: REASON,
    };
  });
}

function dayOf(id: string, view: View): string[] {
  const fact = view.factById.get(id);
  return fact === undefined ? [] : [eventDay(fact)];
}

/** The claim that is kept: those of its facts that were superseded or in conflict have it from now on. */
function keptLines(keep: Cited, view: View, sent: ReadonlySet<string>): DecisionLine[] {
  const facts = claimFacts(keep).filter(
    (id) => !sent.has(id) && (isHistory(keep.claim) || keep.claim.sides.length > 1 || id === keep.fact.id),
  );
  return keep.claim.sides.length > 1
    ? placedSide(facts, keep.claim.page, view)
    : revivedLines(facts, keep.claim.page, view);
}

/** What stands on a claim that goes and has a claim of its own there. */
function alongWith(claims: readonly Claim[], keep: Cited, view: View, sent: ReadonlySet<string>): string[] {
  return claims
    .filter(({ sides }) => sides.length < 2)
    .flatMap(({ facts }) =>
      facts.filter((id) => !sent.has(id) && id !== keep.fact.id && view.ledger.get(id)?.as === 'placed'),
    );
}

/** What only repeats a fact that goes stays its duplicate. */
function goneLine(id: string, { fact }: Cited, view: View): DecisionLine[] {
  const line = view.ledger.get(id);
  if (line?.page === undefined || line.as === 'superseded' || (line.as === 'duplicate' && line.of !== fact.id))
    return [];
  return [lineWith(line, 'superseded', line.page, { by: fact.id })];
}
