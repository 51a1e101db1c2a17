// A review as a person sees it: what is asked, the facts it is about with their claims, and whether it waits still.
// Reads a view; writes nothing. What the files say is in model/review.ts.
import { factDigest } from '../markdown/digest.ts';
import type { Claim } from '../model/page.ts';
import { isHistory } from '../model/page.ts';
import { confidenceOf, type Fact } from '../model/fact.ts';
import type { ReviewKind, ReviewLine, ReviewStatus } from '../model/review.ts';
import type { View } from '../vault/view.ts';
import { draftOf } from './draft.ts';

/** One of the facts that a review is about. */
export interface Party {
  readonly fact: Fact;
  /** The current claim that cites it; null where none does. */
  readonly claim: Claim | null;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface Review {
  readonly id: string;
  readonly kind: ReviewKind;
  /** As it is now: one that lost its subject since is `withdrawn`. */
  readonly status: ReviewStatus;
  /** All that it is about is there and current, so that it can be decided, once more if need be. */
  readonly open: boolean;
  /** Ids, in the order in which they happened. */
  readonly facts: readonly string[];
  /** Those of them that are known and not forgotten. */
  readonly parties: readonly Party[];
  /** `merge`: the statement that an approval logs; null where no wording keeps what all of them say. */
  readonly draft: string | null;
  readonly reason: string;
  readonly score: number;
  /** ISO in UTC. */
  readonly at: string;
}

/** A line of the file with all that the vault says of it today. */
export function toReview(line: ReviewLine, view: View): Review {
  const parties = partiesOf(line.facts, view);
  const open = isOpen(line, parties, view);
  const status = line.status === 'pending' && (!open || isApart(line.facts, view)) ? 'withdrawn' : line.status;
  const { id, kind, facts, reason, score, at } = line;
  return {
    id,
    kind,
    status,
    open,
    facts,
    parties,
    draft: kind === 'merge' && open ? (line.draft ?? draftOf(parties.map(({ fact }) => fact))) : null,
    reason,
    score,
    at,
  };
}

export function partiesOf(ids: readonly string[], view: View): Party[] {
  return ids.flatMap((id) => {
    const fact = view.forgotten.has(id) ? undefined : view.factById.get(id);
    return fact
      ? [{ fact, claim: currentClaim(id, view), confidence: view.pinned.has(id) ? 1 : confidenceOf(fact) }]
      : [];
  });
}

/** The first claim outside History that cites the fact, on its own page where that has one. */
function currentClaim(id: string, view: View): Claim | null {
  const home = view.ledger.get(id)?.page;
  const paths = view.citedOn.get(id) ?? [];
  const claims = [...paths]
    .sort((a, b) => Number(b === home) - Number(a === home))
    .flatMap((path) => view.pages.get(path)?.claims ?? []);
  return claims.find((claim) => claim.facts.includes(id) && !isHistory(claim)) ?? null;
}

/** All are there and current, on more than one claim. What is pinned is not merged. */
function isOpen({ kind, facts: ids }: ReviewLine, parties: readonly Party[], view: View): boolean {
  const claims = new Set(parties.map(({ claim }) => claim));
  return (
    parties.length === ids.length &&
    !claims.has(null) &&
    claims.size > 1 &&
    parties.every(({ fact }) => isStanding(fact, view)) &&
    ids.every((id) => !(kind === 'merge' && view.pinned.has(id)))
  );
}

/** What is pending is decided by the next dream, and what was superseded is over. */
function isStanding(fact: Fact, view: View): boolean {
  const held = view.ledger.get(fact.id);
  return held !== undefined && held.as !== 'superseded' && held.as !== 'pending' && held.digest === factDigest(fact);
}

const isApart = (ids: readonly string[], view: View): boolean =>
  ids.some((a, at) => ids.slice(at + 1).some((b) => view.apart(a, b)));
