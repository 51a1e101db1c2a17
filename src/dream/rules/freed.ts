// What an edited fact gives free: claims in History that it took the place of and does not any more, and its own where
// nothing takes that one's place any more. By what its line says now.
import { compareFacts, eventDay, type Fact } from '../../model/fact.ts';
import type { View } from '../../vault/view.ts';
import type { Explicit } from './explicit.ts';
import type { KnownClaim } from './known-claims.ts';
import type { Memory } from './memory.ts';
import { type Newcomer, relationTo } from './relation.ts';
import type { Relation } from './timeline.ts';

interface FreedContext {
  readonly memory: Memory;
  readonly explicit: Explicit;
  readonly view: View;
}

/** A fact of each such claim; the memory knows of it from then on. */
export function freedBy(fact: Fact, words: Newcomer, { memory, explicit, view }: FreedContext): string[] {
  const { claims } = memory;
  const own = claims.citing(fact.id);
  if (own === null) return [];
  const to = (claim: KnownClaim): Relation => {
    const [first] = claim.facts;
    const later = first !== undefined && compareFacts(first, fact) < 0;
    return relationTo(claim, words, { later, sameDay: claim.facts.some((one) => eventDay(one) === eventDay(fact)) });
  };
  const isLeft = (claim: KnownClaim): boolean =>
    claim !== own &&
    claim.standing === 'past' &&
    !explicit.named(fact).some((id) => claim.facts.some((one) => one.id === id)) &&
    !['update', 'conflict'].includes(to(claim));
  const left = [
    ...new Set(
      replacedBy(view.ledger)
        .get(fact.id)
        ?.flatMap((id) => claims.citing(id) ?? []) ?? [],
    ),
  ].filter(isLeft);
  const follower = own.by === null ? null : claims.citing(own.by);
  const isFree =
    own.standing === 'past'
      ? follower !== null &&
        !explicit.naming(fact).some(({ id }) => follower.facts.some((one) => one.id === id)) &&
        !['update', 'conflict'].includes(to(follower))
      : own.standing === 'side' && contradictors(fact, own, { memory, view }).every((claim) => to(claim) === 'none');
  // What still says it takes its place then.
  const isShared = (view.citedOn.get(fact.id) ?? []).some(
    (path) => view.pages.get(path)?.claims.some(({ facts }) => facts.includes(fact.id) && facts.length > 1) === true,
  );
  if (!isShared)
    for (const claim of left)
      memory.change(
        claim,
        own.standing === 'past' && own.by !== null ? { by: own.by } : { standing: 'current', by: null },
      );
  if (isFree) memory.change(own, { standing: 'current', by: null });
  return [...left.map((claim) => claim.fact), ...(isFree ? [fact.id] : [])];
}

function contradictors(
  fact: Fact,
  own: KnownClaim,
  { memory, view }: Pick<FreedContext, 'memory' | 'view'>,
): KnownClaim[] {
  const callout = view.pages
    .get(own.page)
    ?.claims.find(({ sides }) => sides.some(({ facts }) => facts.includes(fact.id)));
  return (callout?.sides ?? [])
    .filter(({ facts }) => !facts.includes(fact.id))
    .flatMap(({ facts: [first = ''] }) => memory.claims.citing(first) ?? []);
}

const replaced = new WeakMap<View['ledger'], ReadonlyMap<string, readonly string[]>>();

/** By fact those whose place the ledger says that it took. */
function replacedBy(ledger: View['ledger']): ReadonlyMap<string, readonly string[]> {
  const known = replaced.get(ledger);
  if (known) return known;
  const found = new Map<string, string[]>();
  for (const { fact, as, by, engine } of ledger.values()) {
    // What a person decided by hand stays decided.
    if (as !== 'superseded' || by === undefined || engine === 'fix' || engine === 'review') continue;
    const list = found.get(by);
    if (list) list.push(fact);
    else found.set(by, [fact]);
  }
  replaced.set(ledger, found);
  return found;
}
