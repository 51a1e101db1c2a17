// The reviews of a vault as a person sees them: what is asked, the facts it is about with their claims, and whether
// it still waits.
import { factDigest, reviewId } from '../../model/bytes.ts';
import { compareFacts, compareText, confidenceOf, eventDay, type Fact } from '../../model/fact.ts';
import { defined } from '../../model/json.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import type { Looks, ReviewKind, ReviewLine, ReviewPair, ReviewStatus } from '../../model/review.ts';
import type { View } from '../../vault/view.ts';
import { lackingIn } from '../fix/fold.ts';
import { claimsCiting } from '../fix/standing.ts';

/** The longest wording that keeps the specifics of all, of equally long ones the latest; null where none does. */
export function draftOf(said: readonly string[]): string | null {
  const whole = said.filter((text) => lackingIn(text, said).length === 0);
  return whole.reduce<string | null>((best, text) => (best === null || text.length >= best.length ? text : best), null);
}

/** One of the facts that a review is about. */
export interface Party {
  readonly fact: Fact;
  /** The first claim outside History that cites it, on its own page where that has one; null where none does. */
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
  /** `merge`: what the one claim will say; null where no wording keeps what all of them say. */
  readonly draft: string | null;
  readonly reason: string;
  readonly score: number;
  /** ISO in UTC. */
  readonly at: string;
  /** What a model found of the two, where one was asked. */
  readonly looks?: Looks;
  /** `page`: what would be done; of one that waits only what still can be. */
  readonly pairs?: readonly ReviewPair[];
}

/** A line of the file with all that the vault says of it today. */
function toReview(line: ReviewLine, view: View): Review {
  const { id, kind, facts, reason, score, at, looks, pairs } = line;
  const parties = partiesOf(facts, view);
  const todo = pairs?.filter((pair) => isOpen({ kind, facts: pair.facts }, partiesOf(pair.facts, view), view));
  const open = todo === undefined ? isOpen(line, parties, view) : todo.length > 0;
  const apart = todo === undefined ? isApart(facts, view) : todo.every((pair) => isApart(pair.facts, view));
  const waits = line.status === 'pending' || line.status === 'queued';
  const status = waits && (!open || apart) ? 'withdrawn' : line.status;
  return {
    id,
    kind,
    status,
    open,
    facts,
    parties,
    draft: kind === 'merge' && open ? (line.draft ?? draftOf(parties.flatMap(wordingsOf))) : null,
    reason,
    score,
    at,
    ...defined({ looks, pairs: status === 'pending' ? todo : pairs }),
  };
}

/** Of the fact and of its claim, which a person may have reworded. */
const wordingsOf = ({ fact, claim }: Party): string[] =>
  claim === null || claim.sides.length > 1 ? [fact.text] : [claim.text, fact.text];

function partiesOf(ids: readonly string[], view: View): Party[] {
  return ids.flatMap((id) => {
    const fact = view.forgotten.has(id) ? undefined : view.factById.get(id);
    const claim = claimsCiting(id, view).find((one) => !isHistory(one)) ?? null;
    return fact ? [{ fact, claim, confidence: view.pinned.has(id) ? 1 : confidenceOf(fact) }] : [];
  });
}

/** All are there and current, on more than one claim. What is pinned is not merged. */
function isOpen(
  { kind, facts: ids }: Pick<ReviewLine, 'kind' | 'facts'>,
  parties: readonly Party[],
  view: View,
): boolean {
  const claims = new Set(parties.map(({ claim }) => claim));
  return (
    parties.length === ids.length &&
    !claims.has(null) &&
    claims.size >= Math.min(2, new Set(ids).size) &&
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

const OF_ONE_DAY = 'they contradict each other, and nothing says which one is later';
const OF_DAYS = 'they contradict each other, and the later one does not say that it replaces the older';

/** The most pressing first. `all`: those that are decided, too. */
export function listReviews(view: View, { all }: { readonly all: boolean }): Review[] {
  const callouts = readCallouts(view);
  const standing = new Set(callouts.map(({ id }) => id));
  const asked = [...view.reviews.values()].filter(({ id }) => !standing.has(id)).map((line) => toReview(line, view));
  const reviews = [...callouts, ...asked].filter(({ status }) => all || status === 'pending');
  return reviews.sort(
    (a, b) =>
      Number(b.status === 'pending') - Number(a.status === 'pending') ||
      b.score - a.score ||
      compareText(a.at, b.at) ||
      compareText(a.id, b.id),
  );
}

export const countReviews = (view: View): number => listReviews(view, { all: false }).length;

/** Every callout of conflicting claims. Nothing is written for one: it is there as long as it stands. */
function readCallouts(view: View): Review[] {
  const found = new Map<string, Review>();
  for (const page of view.pages.values()) {
    for (const claim of page.claims) {
      const review = isHistory(claim) || claim.sides.length < 2 ? null : toContradiction(claim, view);
      if (review !== null && !found.has(review.id)) found.set(review.id, review);
    }
  }
  return [...found.values()];
}

/** Null where a side rests on no fact that is known: then it is a person's own callout. */
function toContradiction({ sides }: Claim, view: View): Review | null {
  const known = sides.map(({ facts }) => facts.filter((id) => view.factById.has(id) && !view.forgotten.has(id)));
  if (known.filter((facts) => facts.length > 0).length < 2) return null;
  const parties = partiesOf([...new Set(known.flat())], view).sort((a, b) => compareFacts(a.fact, b.fact));
  const facts = parties.map(({ fact }) => fact.id);
  const days = new Set(parties.map(({ fact }) => eventDay(fact)));
  const at = facts.map((id) => view.ledger.get(id)?.at ?? '').reduce((a, b) => (a > b ? a : b), '');
  return {
    id: reviewId(facts),
    kind: 'contradiction',
    status: 'pending',
    open: true,
    facts,
    parties,
    draft: null,
    reason: days.size === 1 ? OF_ONE_DAY : OF_DAYS,
    score: 1,
    at,
  };
}
