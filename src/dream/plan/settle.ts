// Settles what needs no engine: changes by hand or by a merge, edited lines, clashing claims, and existing claims about
// which two looks, a pass or a person decided. Pure.
import { normalForm } from '../../language/normal-form.ts';
import { keepsSpecifics, missingSpecifics } from '../../language/specifics.ts';
import { factDigest, reviewId } from '../../model/bytes.ts';
import { CITED } from '../../model/disposition.ts';
import { compareFacts, type Fact } from '../../model/fact.ts';
import type { Agreed, KeptApart, Move, PlannedReview, Proposal } from '../../model/plan.ts';
import type { ReviewKind } from '../../model/review.ts';
import { type Clash, type Home } from '../../vault/current-claims.ts';
import type { Restated } from '../../vault/pending.ts';
import { SECRET } from '../engine.ts';
import {
  citeOn,
  follow,
  free,
  leaveCallout,
  leaveClaim,
  likeOn,
  pastPage,
  placeAlone,
  reword,
  stayingOn,
  takeAway,
  uncite,
  whyItStays,
} from './claims.ts';
import {
  basesOf,
  bring,
  type Choice,
  choiceOf,
  cite,
  citing,
  type Draft,
  heldOf,
  isBase,
  isPutRight,
  isRewordable,
  join,
  type Outcome,
  pageCiting,
  putRightBy,
  record,
  redecide,
  sidesAgainst,
  type Standing,
  standingOf,
  undoneBefore,
  waitFor,
  wordingOf,
} from './draft.ts';
import { oppose, sayBoth, takePlaceOf, targetsOf, textsOf } from './rules.ts';

/** A likely secret goes on no page, whatever an engine says, until a person has checked the log. */
export function holdBack({ view: { ledger, citedOn } }: Draft, fact: Fact): Outcome {
  const held = ledger.get(fact.id);
  const isHeldBack = held?.as === 'quarantined' && held.digest === factDigest(fact);
  // If a page already cites it, it stays as it is.
  return citedOn.has(fact.id) || isHeldBack
    ? { reason: SECRET, why: 'other' }
    : { choice: { as: 'quarantined', reason: SECRET }, isGiven: true };
}

// Changes by hand or by a merge.

export function settleCited(draft: Draft, fact: Fact, page: string): Outcome {
  const claim = citing(draft, page, fact.id);
  const choice = claim ? stillOn(draft, claim, fact.id) : { as: 'placed' as const };
  return waitFor(draft, page) ?? { choice: { ...choice, page, reason: 'a page cites it already' } };
}

/** The disposition of a fact that moved with its claim: as before, as far as still visible. */
function stillOn(draft: Draft, claim: Standing, id: string): Omit<Choice, 'reason'> {
  const { as, of, by } = draft.view.ledger.get(id) ?? {};
  if (as === 'duplicate' && of !== undefined && of !== id && claim.facts.includes(of)) return { as, of };
  if (as === 'superseded' && by !== undefined && (claim.stand === 'past' || claim.facts.includes(by)))
    return { as, by };
  const isOtherBase = (other: string): boolean => other !== id && isBase(draft, claim, other);
  const beside = claim.stand === 'past' ? claim.facts.find(isOtherBase) : id;
  return beside === undefined ? { as: 'placed' } : likeOn(draft, claim, beside);
}

export function settleRemoved(draft: Draft, fact: Fact): Outcome {
  const page = draft.view.ledger.get(fact.id)?.page ?? '';
  const reason = 'removed by hand';
  const unsource = (): void => {
    if (draft.view.pages.has(page)) draft.edits.push({ kind: 'unsource', page, facts: [fact.id], reason });
  };
  return waitFor(draft, page) ?? { choice: { as: 'set-aside', reason }, effect: unsource, isGiven: true };
}

/** On two pages after a merge: stays where the later decision put it. */
export function settleDoubled(draft: Draft, fact: Fact, { home, others }: Home): Outcome {
  const held = draft.view.ledger.get(fact.id);
  const same = held?.page === home && CITED.has(held.as) ? choiceOf(held) : { as: 'placed' as const };
  const reason = `two clones placed it; it stays on ${home}`;
  return (
    waitFor(draft, home, ...others) ?? {
      choice: { ...same, page: home, reason },
      effect: () => dropCopies(draft, fact),
    }
  );
}

function dropCopies({ batch, off }: Draft, { id }: Fact): void {
  for (const page of batch.doubled.get(id)?.others ?? []) off.set(page, (off.get(page) ?? new Set()).add(id));
}

/** Its claim has another fact's words after a merge: it gets its own claim on the same page. */
export function settleUnsaid(draft: Draft, fact: Fact, page: string): Outcome {
  const claim = citing(draft, page, fact.id);
  const reason = 'since a merge its claim says what another fact says';
  return (
    waitFor(draft, page) ?? placeAlone(draft, fact, { page, text: fact.text, head: claim?.head ?? null, reason }, claim)
  );
}

export function settleRestated(draft: Draft, fact: Fact, restated: Restated): Outcome {
  const { as, by, with: other, apart, isAlone, reason } = restated;
  const page = draft.view.ledger.get(fact.id)?.page ?? '';
  const wait = waitFor(draft, page);
  if (wait) return wait;
  if (isAlone === true)
    return placeAlone(draft, fact, { page, text: fact.text, head: null, reason }, citing(draft, page, fact.id));
  const keep = (): void => {
    if (apart !== undefined && !draft.view.apart(fact.id, apart))
      settlePair(draft, 'supersede', [fact.id, apart], 'rejected', 'a person keeps them apart');
  };
  return { choice: { ...choiceOf({ as, page, by, with: other }), reason }, effect: keep, isGiven: true };
}

// Edited log lines.

const EDITED = 'its log line was edited';

/** Whether its line was edited after a claim was made of it. */
export function isCorrection(draft: Draft, fact: Fact): boolean {
  return draft.view.ledger.has(fact.id) && pageCiting(draft, fact.id) !== null;
}

/** Rewords its claim in place; a shared claim keeps the others' words. */
export function correct(draft: Draft, fact: Fact, proposal: Proposal | undefined): Outcome {
  const page = pageCiting(draft, fact.id) ?? '';
  const wait = waitFor(draft, page, ...(draft.batch.doubled.get(fact.id)?.others ?? []));
  if (wait) return wait;
  const claim = standingOf(draft, fact.id) ?? undefined;
  const { frees = [] } = proposal ?? {};
  // Sides of its own callout stay: only the words are corrected.
  const targets = (proposal ? targetsOf(draft, fact, proposal) : []).filter(
    (target) => target !== claim && claim?.sides.includes(target) !== true,
  );
  const touched = [...targets, ...frees.flatMap((id) => standingOf(draft, id) ?? [])];
  const later = waitFor(draft, ...touched.map((one) => one.page));
  if (later) return later;
  const others = claim ? stayingOn(draft, claim).filter((id) => id !== fact.id && !isPutRight(draft, claim, id)) : [];
  const follow = (): void => {
    free(draft, fact, frees, claim ?? null);
    for (const target of targets)
      takePlaceOf(draft, target, fact, { page, text: proposal?.text ?? fact.text, reason: EDITED });
    dropCopies(draft, fact);
  };
  const stays = (choice: Omit<Choice, 'reason'>, first?: () => void): Outcome => ({
    choice: { ...choice, page, reason: EDITED },
    effect: () => {
      first?.();
      follow();
    },
  });
  const by = draft.view.ledger.get(fact.id)?.by;
  // A later fact corrected the claim, so the words stay.
  if (claim && by !== undefined && isPutRight(draft, claim, fact.id)) return stays({ as: 'superseded', by });
  const text = wordingOf(draft, fact, proposal?.text);
  if (claim) {
    const isAlone = others.length === 0;
    const isFreed = frees.includes(fact.id);
    const like = likeOn(draft, claim, fact.id);
    const isTwin = proposal?.as === 'duplicate' && missingSpecifics(fact.text, claim.text).length === 0;
    const twin = isTwin ? others.find((id) => id === proposal.of) : undefined;
    if (twin !== undefined) return stays(isBase(draft, claim, fact.id) ? like : { as: 'duplicate', of: twin });
    const agreed = sidesAgainst(claim).find((side) => normalForm(side.text) === normalForm(text));
    if (isAlone && agreed)
      return stays({ as: 'duplicate', of: basesOf(draft, agreed)[0] }, () => agree(draft, claim, agreed, fact.id));
    if (isAlone && isRewordable(draft, claim))
      return stays(isFreed ? { as: 'placed' } : like, () =>
        reword(draft, claim, { base: fact.id, text, reason: EDITED }),
      );
    if (claim.stand !== 'current' && !isFreed) return stays(like, () => moveBeside(draft, claim, fact.id, text));
  }
  return placeAlone(draft, fact, { page, text, head: claim?.head ?? null, reason: EDITED }, claim, follow);
}

/** A side that now says the same as another is folded into it. */
function agree(draft: Draft, side: Standing, other: Standing, fact: string): void {
  const going = [fact, ...putRightBy(draft, side, fact)];
  for (const id of going) uncite(draft, side, id, EDITED);
  const [claim] = basesOf(draft, other);
  draft.edits.push({ kind: 'cite', page: side.page, claim, facts: going, reason: EDITED });
  leaveCallout(draft, side, 'what it contradicted says the same now');
  for (const id of going) cite(draft, other, id);
}

/** Takes it off a shared past claim or side; its new claim is past or a side as well. */
function moveBeside(draft: Draft, claim: Standing, fact: string, text: string): void {
  const { page, head, held } = claim;
  const facts = [fact, ...leaveClaim(draft, claim, fact, EDITED)];
  // A person put the claim into History without dates, so the new one can only be current.
  const stand = claim.stand === 'past' && claim.held === null ? 'current' : claim.stand;
  const own = bring(draft, { page, head, text, facts, reason: EDITED }, stand, held);
  if (stand === 'side') join(claim, own);
}

// Claims that cannot both be current, and agreements about existing claims.

const KINDS: Readonly<Record<Clash['as'], ReviewKind>> = {
  superseded: 'supersede',
  conflict: 'contradiction',
  duplicate: 'merge',
};

/** Settles a clash between its claim and another. */
export function settleClash(draft: Draft, fact: Fact, clash: Clash): Outcome {
  const [claim, other] = [standingOf(draft, fact.id), standingOf(draft, clash.other)];
  const against = draft.view.factById.get(clash.other);
  const { as, reason } = clash;
  if (!claim || !other || claim === other || claim.stand === 'past' || claim.today === null)
    return leaveBoth(draft, fact, clash);
  const wait = waitFor(draft, claim.page, other.page);
  if (wait) return wait;
  const isOpen = other.stand !== 'past' && !claim.sides.includes(other);
  if (as === 'duplicate' && isOpen) return unite(draft, claim, other, clash);
  if (as === 'superseded' && against && whyItStays(draft, claim, against) === null)
    return {
      choice: { as, page: pastPage(draft, claim, { by: against, page: other.page }), by: against.id, reason },
      along: basesOf(draft, claim),
      effect: () => takePlaceOf(draft, claim, against, { page: other.page, text: other.text, reason }),
    };
  const mayOppose =
    as === 'conflict' &&
    isOpen &&
    against &&
    whyItStays(draft, other, fact, { inOrder: false }) === null &&
    whyItStays(draft, claim, against, { inOrder: false }) === null;
  if (!mayOppose) return leaveBoth(draft, fact, clash);
  const { page, head } = other;
  const bases = basesOf(draft, other);
  const chosen = { as, with: bases[0] };
  return {
    choice: { as, page, with: bases[0], reason },
    along: basesOf(draft, claim),
    effect: () => {
      draft.updates.push({ kind: 'conflict', page, fact: fact.id, from: other.text, to: claim.text });
      follow(draft, claim, page, reason, (id) => (id === fact.id || isBase(draft, claim, id) ? chosen : null));
      const facts = takeAway(draft, claim, page);
      join(other, bring(draft, { page, text: claim.text, head, facts, reason }, 'side'));
      oppose(draft, bases, page, fact.id, reason);
    },
  };
}

function unite(draft: Draft, claim: Standing, other: Standing, clash: Clash): Outcome {
  const { page } = other;
  const [of] = basesOf(draft, other);
  const { reason } = clash;
  return {
    choice: { as: 'duplicate', page, of, reason },
    along: claim.facts.filter((id) => !isPutRight(draft, claim, id)),
    effect: () => {
      follow(draft, claim, page, reason, () => ({ as: 'duplicate', of }));
      for (const id of takeAway(draft, claim, page)) {
        const again = draft.view.factById.get(id);
        if (again) citeOn(draft, other, clash.other, again, reason);
      }
    },
  };
}

/** A clash that cannot be settled is not tried again: nobody is asked, and both stay. */
function leaveBoth(draft: Draft, { id }: Fact, { as, other }: Clash): Outcome {
  const held = heldOf(draft, id);
  if (!held) return { reason: 'its claim moved', why: 'other' };
  const choice = { ...choiceOf(held), reason: 'both stay' };
  const effect = (): void => {
    redecide(draft, id, choice);
    settlePair(draft, KINDS[as], [id, other], 'expired', 'both stay');
  };
  return { choice, effect, along: [], isGiven: true };
}

/** Carries out what two looks agreed on about existing claims; otherwise both stay. */
export function settleAgreed(draft: Draft, { facts: [older, newer], as, text, reason }: Agreed): void {
  const { factById } = draft.view;
  const [id, other] = as === 'superseded' ? [older, newer] : [newer, older];
  const fact = factById.get(id);
  if (!fact || !factById.has(other)) return;
  const joint = as === 'duplicate' ? jointWording(draft, id, other, text) : null;
  const both = as === null || (as === 'duplicate' && joint === null);
  settlePair(draft, KINDS[as ?? 'superseded'], [older, newer], both ? 'expired' : 'approved', reason);
  if (both || draft.decisions.has(id)) return;
  const claim = standingOf(draft, other);
  record(draft, fact, settleClash(draft, fact, { as, other, reason }));
  if (claim !== null && joint !== null) sayBoth(draft, claim, joint, reason);
}

/** The sentence with which the claim of `other` can also represent that of `fact`; null if none keeps everything. */
function jointWording(draft: Draft, fact: string, other: string, text: string | undefined): string | null {
  const [own, claim] = [standingOf(draft, fact), standingOf(draft, other)];
  if (own === null || claim === null) return null;
  const said = [own, claim].flatMap((one) => [one.text, ...textsOf(draft, one)]);
  const wordings = isRewordable(draft, claim) ? [text ?? claim.text, claim.text, own.text] : [claim.text];
  return wordings.find((wording) => keepsSpecifics(wording, said)) ?? null;
}

/** Moves a plain claim of memvault's to another page, if nothing else in this plan changes it. */
export function move(draft: Draft, { fact, page, head = null, reason }: Move): void {
  const { view, decisions, left } = draft;
  const claim = standingOf(draft, fact);
  const isFree =
    claim !== null &&
    claim.today !== null &&
    claim.stand === 'current' &&
    claim.page !== page &&
    isRewordable(draft, claim) &&
    !claim.facts.some((id) => decisions.has(id) || left.has(id) || view.pinned.has(id));
  const known = view.factById.get(fact);
  if (!known || !isFree || !draft.isPagePath(page)) return;
  const facts = claim.facts.flatMap((id) => view.factById.get(id) ?? []);
  if (facts.some((one) => undoneBefore(draft, one, { as: 'placed', page, reason }))) return;
  const wait = waitFor(draft, claim.page, page);
  if (wait) return record(draft, known, wait);
  follow(draft, claim, page, reason, () => null);
  const taken = takeAway(draft, claim, page);
  bring(draft, { page, text: claim.text, head, facts: taken, reason }, 'current');
}

/** Records that a person keeps two facts apart, if neither waits. */
export function keepApart(draft: Draft, { kind, facts }: KeptApart): void {
  const isOpen = (id: string): boolean => draft.view.factById.has(id) && !draft.left.has(id);
  if (facts[0] !== facts[1] && facts.every(isOpen))
    settlePair(draft, kind, facts, 'rejected', 'a person keeps them apart');
}

function settlePair(
  { view, settledPairs }: Draft,
  kind: ReviewKind,
  pair: readonly string[],
  status: NonNullable<PlannedReview['status']>,
  reason: string,
): void {
  const known = pair.flatMap((id) => view.factById.get(id) ?? []).sort(compareFacts);
  const facts = known.length === 2 ? known.map(({ id }) => id) : [...pair].sort();
  const id = reviewId(facts);
  // If an agreement could not be carried out, the later line counts.
  settledPairs.delete(id);
  settledPairs.set(id, { id, kind, status, facts, reason, score: 1 });
}
