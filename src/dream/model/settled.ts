// Which facts the rules settle, so that no model is asked about them: what is plain, what a person said, what is past.
import type { Fact } from '../../model/fact.ts';
import type { Proposal } from '../../model/plan.ts';
import { isStandIn } from '../engine.ts';
import type { View } from '../../vault/view.ts';

/** The facts that a proposal names beside its own. */
export function namedIn({
  of,
  supersedes = [],
  corrects,
  by,
  after,
  ends = [],
  with: other,
  frees = [],
}: Proposal): readonly string[] {
  return [of, ...supersedes, corrects, by, after, ...ends, other, ...frees].filter((id) => id !== undefined);
}

/** Is what the rules propose for a fact final? */
export function isSettled(fact: Fact, base: Proposal, view: Pick<View, 'citedOn' | 'pinned'>): boolean {
  // An equal statement, small talk, what came late: nothing is left to decide. An edited line keeps its place.
  if (isStandIn(fact) || (base.as !== 'placed' && base.as !== 'conflict')) return true;
  if (base.page === undefined || view.citedOn.has(fact.id)) return true;
  // A person's own word on what it replaces, and what a person holds fast.
  return fact.fields.supersedes !== undefined || [fact.id, ...namedIn(base)].some((id) => view.pinned.has(id));
}
