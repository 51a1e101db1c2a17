// From the claims as they will be to the changes that make them so: what comes, what goes to History, what becomes a
// callout. Pure; the words and footnotes of what stands on a page already are not its matter.
import type { Change } from '../model/plan.ts';
import type { ClaimsAhead, Standing } from './claims-ahead.ts';

/** What was decided of a claim of today, so that the change can say why. */
export type ReasonOf = (standing: Standing) => string;

/** New claims that are current, in the order in which they were brought. */
export function additions(claims: ClaimsAhead): Change[] {
  const seen = new Set<Standing>();
  return claims.all().flatMap((standing): Change[] => {
    if (standing.today !== null || standing.stand === 'past' || standing.facts.length === 0) return [];
    // Of a callout of new claims alone the first is added, and the others contradict it.
    if (
      standing.stand === 'side' &&
      (standing.sides.some(({ today }) => today !== null) || standing.sides.some((side) => seen.has(side)))
    )
      return [];
    seen.add(standing);
    return [
      {
        kind: 'add',
        page: standing.page,
        text: standing.text,
        head: standing.head,
        facts: standing.facts,
        reason: standing.reason,
        ...(standing.beside === undefined ? {} : { beside: standing.beside }),
      },
    ];
  });
}

/**
 * The rest, in the order in which it must be carried out: a callout gets its new side before an old one leaves it,
 * so that it stays one; that which is left of one alone becomes plain with the others' going.
 */
export function movements(claims: ClaimsAhead, reasonOf: ReasonOf): Change[] {
  const all = claims.all().filter(({ facts }) => facts.length > 0);
  const added = new Set(additions(claims).map(({ facts }) => facts));
  const past = all.flatMap((one): Change[] =>
    one.today === null && one.stand === 'past' && one.held !== null
      ? [{ kind: 'past', page: one.page, text: one.text, facts: one.facts, ...one.held, reason: one.reason }]
      : [],
  );
  const conflicts = all.flatMap((one): Change[] => {
    if (one.today !== null || one.stand !== 'side' || added.has(one.facts)) return [];
    const beside = one.sides.find(({ today, facts }) => today !== null || added.has(facts)) ?? one;
    return [
      {
        kind: 'conflict',
        page: one.page,
        claim: nameOf(beside, claims),
        text: one.text,
        facts: one.facts,
        reason: one.reason,
      },
    ];
  });
  const gone = all.flatMap((one): Change[] => {
    if (one.today === null || one.stand !== 'past' || one.held === null) return [];
    const grounds = {
      page: one.page,
      claim: nameOf(one, claims),
      ...one.held,
      facts: one.facts,
      reason: reasonOf(one),
    };
    if (one.today.stand !== 'past') return [{ kind: 'supersede', ...grounds }];
    return one.today.held?.from === one.held.from && one.today.held.to === one.held.to
      ? []
      : [{ kind: 'redate', ...grounds }];
  });
  const back = all.flatMap((one): Change[] =>
    one.today?.stand === 'past' && one.stand === 'current'
      ? [
          {
            kind: 'revive',
            page: one.page,
            claim: nameOf(one, claims),
            head: one.head,
            facts: one.facts,
            reason: reasonOf(one),
          },
        ]
      : [],
  );
  const open = new Set(
    all.flatMap(({ today, stand }) => (today?.stand === 'side' && stand !== 'current' ? [today.claim] : [])),
  );
  const dissolved = new Map(
    all.flatMap((one) =>
      one.today?.stand === 'side' && !open.has(one.today.claim) ? [[one.today.claim, one] as const] : [],
    ),
  );
  const settled = [...dissolved].flatMap(([claim, one]): Change[] => {
    const sides = all.filter(({ today }) => today?.claim === claim);
    return sides.length < 2
      ? []
      : [
          {
            kind: 'settle',
            page: one.page,
            claim: nameOf(one, claims),
            facts: sides.flatMap(({ facts }) => facts),
            reason: reasonOf(one),
          },
        ];
  });
  return [...past, ...conflicts, ...gone, ...back, ...settled];
}

/** A fact by which it is found on its page: one that it cites today, and that no claim above it does. */
function nameOf(standing: Standing, claims: ClaimsAhead): string {
  const today = standing.today?.facts.filter((fact) => standing.facts.includes(fact)) ?? [];
  return today.find((fact) => claims.citing(standing.page, fact) === standing) ?? today[0] ?? standing.facts[0] ?? '';
}
