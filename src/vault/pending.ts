// What waits for a dream, read from a view: facts without a disposition, facts whose line or claim a
// person changed since. Says what is so; decides nothing.
import { factDigest } from '../markdown/digest.ts';
import { CITED } from '../model/disposition.ts';
import { compareFacts, compareText, type Fact, orderKey } from '../model/fact.ts';
import { type View, zoneOf } from './view.ts';

export interface Pending {
  /** No disposition, or the line was edited since: in the order in which they happened. */
  readonly facts: readonly Fact[];
  /** Cited on a page without a disposition that says so: a merge, a crash or a hand brought it. By fact: the page. */
  readonly cited: ReadonlyMap<string, string>;
  /** The ledger says a page cites it, and none does: a person took the claim away. */
  readonly removed: readonly Fact[];
}

/**
 * Facts of today and later are never pending; forgotten ones neither. Who asks more than once gives a
 * `digestOf` that remembers.
 */
export function readPending(view: View, today: string, digestOf: (fact: Fact) => string = factDigest): Pending {
  const facts: Fact[] = [];
  const cited = new Map<string, string>();
  const removed: Fact[] = [];
  for (const fact of view.facts) {
    if (fact.day >= today || view.forgotten.has(fact.id)) continue;
    const line = view.ledger.get(fact.id);
    const held = line?.as === 'pending' ? undefined : line;
    if (held?.as === 'forgotten' || held?.as === 'quarantined') continue;
    const pages = view.citedOn.get(fact.id);
    const edited = held !== undefined && held.digest !== digestOf(fact);
    if (edited || (held === undefined && !pages)) facts.push(fact);
    else if (pages && !isSaid(held, pages)) cited.set(fact.id, pages[0] ?? '');
    else if (held && !pages && CITED.has(held.as) && !view.lostZones.has(zoneOf(held.page))) removed.push(fact);
  }
  return { facts: inOrder(facts), cited, removed };
}

/** Each fact's key is made once: a sort of a hundred thousand compares them millions of times. */
function inOrder(facts: readonly Fact[]): Fact[] {
  const keyed = facts.map((fact) => ({ fact, key: orderKey(fact) }));
  return keyed.sort((a, b) => compareText(a.key, b.key) || compareFacts(a.fact, b.fact)).map(({ fact }) => fact);
}

/** The digest of a fact's content, computed once for each fact. */
export function rememberDigests(): (fact: Fact) => string {
  const known = new WeakMap<Fact, string>();
  return (fact) => {
    const digest = known.get(fact) ?? factDigest(fact);
    known.set(fact, digest);
    return digest;
  };
}

function isSaid(held: { as: string; page?: string } | undefined, pages: readonly string[]): boolean {
  return held !== undefined && CITED.has(held.as) && pages.includes(held.page ?? '');
}

/** How many facts a dream would look at, and their days, ascending. */
export function countPending(view: View, pending: Pending): { facts: number; days: string[] } {
  const facts = [...pending.facts, ...pending.removed, ...[...pending.cited.keys()].flatMap((id) => view.factById.get(id) ?? [])];
  return { facts: facts.length, days: [...new Set(facts.map((fact) => fact.day))].sort() };
}
