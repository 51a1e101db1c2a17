// Proposals of several hands held against each other: nothing may rest on a fact that waits or was set aside. Pure.
import type { Left, Proposal } from '../../model/plan.ts';
import { namedIn } from './settled.ts';

export interface Reconciled {
  readonly proposals: readonly Proposal[];
  readonly waits: readonly Left[];
}

/**
 * `base`: what the rules propose, by fact. All facts of `proposals` and `waits` together stay accounted for, each once.
 */
export function reconcile(
  proposals: readonly Proposal[],
  waits: readonly Left[],
  base: ReadonlyMap<string, Proposal>,
): Reconciled {
  const waiting = new Map(waits.map((left) => [left.fact, left]));
  const named = new Set(proposals.flatMap(namedIn));
  // What another fact repeats or replaces says something.
  const kept = proposals.map((proposal) =>
    proposal.as === 'set-aside' && named.has(proposal.fact) ? (base.get(proposal.fact) ?? proposal) : proposal,
  );
  for (let found = true; found;) {
    found = false;
    for (const proposal of kept) {
      if (waiting.has(proposal.fact)) continue;
      const other = namedIn(proposal)
        .map((id) => waiting.get(id))
        .find((left) => left !== undefined);
      if (other === undefined) continue;
      waiting.set(proposal.fact, { ...other, fact: proposal.fact });
      found = true;
    }
  }
  return { proposals: kept.filter(({ fact }) => !waiting.has(fact)), waits: [...waiting.values()] };
}
