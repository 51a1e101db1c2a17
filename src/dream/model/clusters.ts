// Which claims a person is asked about together: those that the model called duplicates of each other, one way or by
// way of a third. What it called anything else is never joined, whatever stands between. Pure; the order of its answers
// and of the pairs changes nothing.
import { reviewId } from '../../markdown/digest.ts';
import { compareFacts } from '../../model/fact.ts';
import { MAX_REVIEW_FACTS } from '../../model/review.ts';
import type { View } from '../../vault/view.ts';
import type { Pair, PairClaim } from './pairs.ts';
import { isPinned, mayMeet } from './support.ts';

/** Claims that say the same, two to eight, in the order in which they happened. */
export interface Cluster {
  readonly claims: readonly PairClaim[];
  /** The pairs among them that the model called duplicates, the most alike first. */
  readonly pairs: readonly Pair[];
}

export type Joins = (a: PairClaim, b: PairClaim) => boolean;

/**
 * Of pairs that the model called duplicates. Each claim is in one cluster at most: the most alike go together first,
 * and what would make one too large, or bring in two of which `mayJoin` says no, stays out.
 */
export function clustersOf(duplicates: readonly Pair[], mayJoin: Joins): Cluster[] {
  let clusters: Cluster[] = [];
  for (const pair of [...duplicates].sort(byLikeness)) {
    const { older, newer } = pair;
    const [a, b] = [older, newer].map(
      (claim) =>
        clusters.find(({ claims }) => claims.some((one) => isSame(one, claim))) ?? { claims: [claim], pairs: [] },
    ) as [Cluster, Cluster];
    if (a === b) {
      clusters = clusters.map((one) => (one === a ? { ...one, pairs: [...one.pairs, pair] } : one));
      continue;
    }
    if (
      a.claims.length + b.claims.length > MAX_REVIEW_FACTS ||
      !a.claims.every((one) => b.claims.every((other) => mayJoin(one, other)))
    )
      continue;
    const joined = {
      claims: [...a.claims, ...b.claims].sort((one, other) => compareFacts(one.fact, other.fact)),
      pairs: [...a.pairs, ...b.pairs, pair],
    };
    clusters = [...clusters.filter((one) => one !== a && one !== b), joined];
  }
  return clusters;
}

const byLikeness = (a: Pair, b: Pair): number =>
  b.likeness - a.likeness || compareFacts(a.newer.fact, b.newer.fact) || compareFacts(a.older.fact, b.older.fact);

/** Do both rest on one fact? */
export const isSame = (a: PairClaim, b: PairClaim): boolean =>
  a.facts.some(({ id }) => b.facts.some((other) => other.id === id));

/**
 * Of one project and speaker, neither pinned nor kept apart, and nobody settled or was asked whether they contradict
 * each other.
 */
export function mayBeOne(
  a: PairClaim,
  b: PairClaim,
  view: Pick<View, 'apart' | 'forgotten' | 'pinned' | 'reviews'>,
): boolean {
  if (isPinned([...a.facts, ...b.facts], view) || !a.facts.every((fact) => mayMeet(fact, b.facts, view))) return false;
  return a.facts.every((one) =>
    b.facts.every((other) => {
      const known = view.reviews.get(reviewId([one.id, other.id]));
      return (
        known === undefined || known.status === 'withdrawn' || (known.status === 'pending' && known.kind === 'merge')
      );
    }),
  );
}
