// Which claims and pages are nearest to some facts, by the words that they share. Remembers what words it found.
import { reviewId } from '../../../model/bytes.ts';
import { compareFacts, type Fact } from '../../../model/fact.ts';
import { MAX_REVIEW_FACTS } from '../../../model/review.ts';
import type { View } from '../../../vault/view.ts';
import { type Bag, bagOf, likeness } from '../rules/near.ts';
import { createStem } from '../rules/terms.ts';
import type { Pair, PairClaim } from './pairs.ts';
import { isPinned, mayMeet } from './support.ts';

export interface Nearness {
  /**
   * At most so many of the claims, in their order: the chosen ones, then turn by turn the nearest to each text, then
   * the latest.
   */
  nearest<C extends { readonly text: string }>(
    texts: readonly string[],
    claims: readonly C[],
    most: number,
    isChosen: (claim: C) => boolean,
  ): C[];
  /** At most so many of the pages whose titles the facts have in their words or tags, the most often named first. */
  mentioned<P extends { readonly path: string; readonly title: string }>(
    facts: readonly Fact[],
    pages: readonly P[],
    most: number,
  ): P[];
}

const LEAST_TITLE = 3;

export function createNearness(): Nearness {
  const stem = createStem();
  const bags = new Map<string, Bag>();
  const bag = (text: string): Bag => {
    const known = bags.get(text) ?? bagOf(text, stem);
    bags.set(text, known);
    return known;
  };
  const titles = new Map<string, string>();
  const plainTitle = (title: string): string => {
    const known = titles.get(title) ?? plain(title);
    titles.set(title, known);
    return known;
  };
  return {
    nearest: (texts, claims, most, isChosen) => {
      if (claims.length <= most) return [...claims];
      const chosen = new Set(claims.filter(isChosen).slice(0, most));
      const ranked = texts.map((text) => {
        const own = bag(text);
        const scored = claims
          .map((claim, at) => ({ claim, at, score: likeness(own, bag(claim.text)) }))
          .filter(({ score }) => score > 0);
        return scored.sort((a, b) => b.score - a.score || b.at - a.at).map(({ claim }) => claim);
      });
      for (let turn = 0; chosen.size < most && ranked.some((row) => turn < row.length); turn++) {
        for (const row of ranked) {
          const claim = row[turn];
          if (claim && chosen.size < most) chosen.add(claim);
        }
      }
      for (let at = claims.length - 1; at >= 0 && chosen.size < most; at--) {
        const claim = claims[at];
        if (claim) chosen.add(claim);
      }
      return claims.filter((claim) => chosen.has(claim));
    },
    mentioned: (facts, pages, most) => {
      const said = facts.map(({ text, tags }) => ` ${plain(text)} ${tags.map(plain).join(' ')} `);
      const counted = pages.map((page, at) => {
        const title = plainTitle(page.title);
        const times = title.length < LEAST_TITLE ? 0 : said.filter((words) => words.includes(` ${title} `)).length;
        return { page, at, times };
      });
      return counted
        .filter(({ times }) => times > 0)
        .sort((a, b) => b.times - a.times || a.at - b.at)
        .slice(0, most)
        .map(({ page }) => page);
    },
  };
}

/** Words without case and punctuation. */
const plain = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

// Which claims a person is asked about together: those that the model called duplicates of each other, one way or by
// way of a third. What it called anything else is never joined, whatever stands between.

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
