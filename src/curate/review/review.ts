// The reviews of a vault for a person: the question, the facts with their claims, and whether it is still open.
import { factDigest, reviewId } from '../../model/bytes.ts';
import { compareFacts, compareText, confidenceOf, eventDay, type Fact } from '../../model/fact.ts';
import { defined } from '../../model/json.ts';
import { type Claim, isHistory } from '../../model/page.ts';
import type { ReviewLine, ReviewPair, ReviewStatus } from '../../model/review.ts';
import { type Procedure, procedureOf } from '../../vault/derived-pages.ts';
import type { View } from '../../vault/view.ts';
import { claimsCiting, lackingIn } from '../fix/standing.ts';

/** The longest text with the specifics of all, of equally long ones the last; null if none has them. */
export function draftOf(said: readonly string[]): string | null {
  const whole = said.filter((text) => lackingIn(text, said).length === 0);
  return whole.reduce<string | null>((best, text) => (best === null || text.length >= best.length ? text : best), null);
}

/** One of a review's facts. */
export interface Party {
  readonly fact: Fact;
  /** The first current claim that cites it, preferably on its home page; null for none. */
  readonly claim: Claim | null;
  /** 0 to 1. */
  readonly confidence: number;
}

export interface Review extends Omit<ReviewLine, 'run' | 'draft'> {
  /** The current status; `withdrawn` if its subject is gone. */
  readonly status: ReviewStatus;
  /** Everything it refers to exists and is current, so it can be decided, even again. */
  readonly open: boolean;
  /** Those that are known and not forgotten. */
  readonly parties: readonly Party[];
  /** `merge`: the text of the merged claim; null if no wording says everything. `lesson`: the lines, with citations. */
  readonly draft: string | null;
  /** `skill`: the procedure that approving it publishes. */
  readonly procedure?: Procedure;
  /** `page`: the proposed changes; for a pending review only those that are still possible. */
  readonly pairs?: readonly ReviewPair[];
}

/** Combines a line of the file with the current state of the vault. */
function toReview(line: ReviewLine, view: View): Review {
  const { id, kind, facts, reason, score, at, looks, pairs } = line;
  const parties = partiesOf(facts, view);
  const todo = pairs?.filter((pair) => isOpen({ kind, facts: pair.facts }, partiesOf(pair.facts, view), view));
  const isWhole = parties.length === facts.length;
  const procedure = kind === 'skill' && isWhole ? procedureOf(view, facts) : null;
  const open =
    kind === 'skill'
      ? procedure !== null
      : kind === 'lesson'
        ? isWhole && line.draft !== undefined
        : todo === undefined
          ? isOpen(line, parties, view)
          : todo.length > 0;
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
    ...(procedure !== null && { procedure }),
    draft:
      kind === 'lesson'
        ? (line.draft ?? null)
        : kind === 'merge' && open
          ? (line.draft ?? draftOf(parties.flatMap(wordingsOf)))
          : null,
    reason,
    score,
    at,
    ...defined({ looks, pairs: status === 'pending' ? todo : pairs }),
  };
}

/** The texts of the fact and of its claim, which a person may have reworded. */
const wordingsOf = ({ fact, claim }: Party): string[] =>
  claim === null || claim.sides.length > 1 ? [fact.text] : [claim.text, fact.text];

function partiesOf(ids: readonly string[], view: View): Party[] {
  return ids.flatMap((id) => {
    const fact = view.forgotten.has(id) ? undefined : view.factById.get(id);
    const claim = claimsCiting(id, view).find((one) => !isHistory(one)) ?? null;
    return fact ? [{ fact, claim, confidence: view.pinned.has(id) ? 1 : confidenceOf(fact) }] : [];
  });
}

/** All facts exist and are current, on more than one claim. Pinned facts are not merged. */
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

/** Pending facts are decided by the next dream, and superseded ones are over. */
function isStanding(fact: Fact, view: View): boolean {
  const held = view.ledger.get(fact.id);
  return held !== undefined && held.as !== 'superseded' && held.as !== 'pending' && held.digest === factDigest(fact);
}

const isApart = (ids: readonly string[], view: View): boolean =>
  ids.some((a, at) => ids.slice(at + 1).some((b) => view.apart(a, b)));

const OF_ONE_DAY = 'they contradict each other, and nothing says which one is later';
const OF_DAYS = 'they contradict each other, and the later one does not say that it replaces the older';

/** Most urgent first. `all`: include decided ones. */
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

/** A review for each conflict callout. It is not stored anywhere and exists as long as the callout. */
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

/** Null if fewer than two sides cite a known fact: then it is a person's own callout. */
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
