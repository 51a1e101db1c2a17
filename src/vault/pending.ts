// What waits for a dream, read from a view: facts without a disposition, facts whose line or claim a
// person changed since. Says what is so; decides nothing.
import { factDigest } from '../markdown/digest.ts';
import { CITED } from '../model/disposition.ts';
import { compareFacts, type Fact } from '../model/fact.ts';
import type { View } from './view.ts';

export interface Pending {
  /** No disposition, or the line was edited since: in the order in which they happened. */
  readonly facts: readonly Fact[];
  /** Cited on a page without a disposition that says so: a merge, a crash or a hand brought it. By fact: the page. */
  readonly cited: ReadonlyMap<string, string>;
  /** The ledger says a page cites it, and none does: a person took the claim away. */
  readonly removed: readonly Fact[];
}

/** Facts of today and later are never pending; forgotten ones neither. */
export function readPending(view: View, today: string): Pending {
  const facts: Fact[] = [];
  const cited = new Map<string, string>();
  const removed: Fact[] = [];
  for (const fact of view.facts) {
    if (fact.day >= today || view.forgotten.has(fact.id)) continue;
    const line = view.ledger.get(fact.id);
    const held = line?.as === 'pending' ? undefined : line;
    if (held?.as === 'forgotten' || held?.as === 'quarantined') continue;
    const pages = view.citedOn.get(fact.id);
    const edited = held !== undefined && held.digest !== factDigest(fact);
    if (edited || (held === undefined && !pages)) facts.push(fact);
    else if (pages && !isSaid(held, pages)) cited.set(fact.id, pages[0] ?? '');
    else if (held && !pages && CITED.has(held.as)) removed.push(fact);
  }
  return { facts: facts.sort(compareFacts), cited, removed };
}

function isSaid(held: { as: string; page?: string } | undefined, pages: readonly string[]): boolean {
  return held !== undefined && CITED.has(held.as) && pages.includes(held.page ?? '');
}

/** How many facts a dream would look at, and their days, ascending. */
export function countPending(view: View, pending: Pending): { facts: number; days: string[] } {
  const facts = [...pending.facts, ...pending.removed, ...[...pending.cited.keys()].flatMap((id) => view.factById.get(id) ?? [])];
  return { facts: facts.length, days: [...new Set(facts.map((fact) => fact.day))].sort() };
}
