// Decides one fact given the known claims, by the rules in order. What only a person can decide is placed as its own
// claim, and asked. Does not choose pages.
import { corrects } from '../../../language/slots/compare.ts';
import { isCorrection } from '../../../language/slots/sentence.ts';
import { daysBetween } from '../../../model/day.ts';
import { compareFacts, eventDay, type Fact } from '../../../model/fact.ts';
import type { Proposal } from '../../../model/plan.ts';
import type { ReviewProposal } from '../../../model/review.ts';
import type { View } from '../../../vault/view.ts';
import { type DecideContext, Decision, isBefore } from './decision.ts';
import type { KnownClaim } from './known-claims.ts';
import { reviewOf } from './near.ts';
import { type Relation, relationTo } from './timeline.ts';

// The claim that a correction refers to: the one in its slot, else a contradicting one from the same session, the same
// day, or shortly before. If in doubt none, and a person is asked.

interface Corrected {
  readonly claim: KnownClaim;
  /** False: it may be another one. */
  readonly certain: boolean;
}

const RECENT_DAYS = 30;
const MAYBE = 0.25;

function claimToCorrect(decision: Decision): Corrected | null {
  const { fact, text, key, sense } = decision;
  const { near, memory } = decision.context;
  const isOpen = (claim: KnownClaim): boolean =>
    claim.standing === 'current' && decision.isOther(claim) && !decision.isApart(claim) && isBefore(claim, fact);
  const isRecent = (claim: KnownClaim): boolean => isOfSame(claim, fact) && daysSince(claim, fact) <= RECENT_DAYS;
  const isMeant = (claim: KnownClaim): boolean => isOpen(claim) && corrects(claim.sense.judged, sense.judged);
  const { slot } = sense;
  const isOne = ({ sense: { slot: other } }: KnownClaim): boolean => slot?.single === true || other?.single === true;
  const inSlot = slot === null ? [] : memory.inSlot(slot.key).filter((claim) => isOne(claim) && isMeant(claim));
  if (inSlot.length > 0) return oneOf(inSlot);
  const alike = near.likest(fact, text, (claim) => isMeant(claim) && isRecent(claim)).map(({ claim }) => claim);
  const found = [
    ...new Set([...alike, ...memory.about(key, sense).filter((claim) => isMeant(claim) && isRecent(claim))]),
  ];
  const nearest = [isOfSitting, isOfDay, (): boolean => true]
    .map((isBeside) => found.filter((claim) => claim.facts.some((one) => isBeside(one, fact))))
    .find(({ length }) => length > 0);
  if (nearest) return oneOf(nearest);
  const [maybe] = near.likest(fact, text, (claim) => isOpen(claim) && isRecent(claim));
  return maybe && maybe.score >= MAYBE ? { claim: maybe.claim, certain: false } : null;
}

/** If there are several, the most recent one, without certainty. */
function oneOf(claims: readonly KnownClaim[]): Corrected | null {
  const [last] = [...claims].sort((a, b) => compareFacts(lastOf(b), lastOf(a)));
  return last ? { claim: last, certain: claims.length === 1 } : null;
}

const lastOf = ({ facts }: KnownClaim): Fact => facts.at(-1) as Fact;
const isOfSitting = (one: Fact, other: Fact): boolean => one.day === other.day && one.session === other.session;
const isOfDay = (one: Fact, other: Fact): boolean => one.day === other.day || eventDay(one) === eventDay(other);

/** Same project and same speaker. */
function isOfSame(claim: KnownClaim, { fields }: Fact): boolean {
  const own = lastOf(claim).fields;
  return own.project === fields.project && (own.persons ?? '') === (fields.persons ?? '');
}

const daysSince = (claim: KnownClaim, fact: Fact): number => daysBetween(eventDay(lastOf(claim)), eventDay(fact));

// What an edited fact releases, by its new text: claims in History that it no longer replaces, and its own if nothing
// replaces it any more.

/** Returns a fact of each such claim, and updates the memory. */
function freedBy(decision: Decision): string[] {
  const { fact, view } = decision;
  const { memory, explicit } = decision.context;
  const own = memory.citing(fact.id);
  if (own === null) return [];
  const to = (claim: KnownClaim): Relation => {
    const [first] = claim.facts;
    const later = first !== undefined && compareFacts(first, fact) < 0;
    return relationTo(claim, decision, { later, sameDay: claim.facts.some((one) => eventDay(one) === eventDay(fact)) });
  };
  const isLeft = (claim: KnownClaim): boolean =>
    claim !== own &&
    claim.standing === 'past' &&
    !explicit.named(fact).some((id) => claim.facts.some((one) => one.id === id)) &&
    !['update', 'conflict'].includes(to(claim));
  // Decisions by hand stay.
  const replaced = [...view.ledger.values()].flatMap(({ as, by, engine, fact: id }) =>
    as === 'superseded' && by === fact.id && engine !== 'fix' && engine !== 'review' ? [id] : [],
  );
  const left = [...new Set(replaced.flatMap((id) => memory.citing(id) ?? []))].filter(isLeft);
  const follower = own.by === null ? null : memory.citing(own.by);
  const isFree =
    own.standing === 'past'
      ? follower !== null &&
        !explicit.naming(fact).some(({ id }) => follower.facts.some((one) => one.id === id)) &&
        !['update', 'conflict'].includes(to(follower))
      : own.standing === 'side' && contradictors(decision, own).every((claim) => to(claim) === 'none');
  // Other facts on the claim still replace it.
  const isShared = (view.citedOn.get(fact.id) ?? []).some(
    (path) => view.pages.get(path)?.claims.some(({ facts }) => facts.includes(fact.id) && facts.length > 1) === true,
  );
  if (!isShared)
    for (const claim of left)
      memory.change(
        claim,
        own.standing === 'past' && own.by !== null ? { by: own.by } : { standing: 'current', by: null },
      );
  if (isFree) memory.change(own, { standing: 'current', by: null });
  return [...left.map((claim) => claim.fact), ...(isFree ? [fact.id] : [])];
}

function contradictors({ fact, view, context: { memory } }: Decision, own: KnownClaim): KnownClaim[] {
  const callout = view.pages
    .get(own.page)
    ?.claims.find(({ sides }) => sides.some(({ facts }) => facts.includes(fact.id)));
  return (callout?.sides ?? [])
    .filter(({ facts }) => !facts.includes(fact.id))
    .flatMap(({ facts: [first = ''] }) => memory.citing(first) ?? []);
}

export interface Decided {
  readonly proposal: Proposal;
  readonly reviews: readonly ReviewProposal[];
}

export function decide(fact: Fact, view: View, context: DecideContext): Decided {
  const decision = new Decision(fact, view, context);
  const proposal = view.citedOn.has(fact.id)
    ? edited(decision)
    : (named(decision) ?? corrected(decision) ?? decision.taken(decision.turn()));
  return { proposal, reviews: decision.asked.map((one) => reviewOf(one, fact, view)) };
}

/**
 * A fact with a claim: the claim gets the new words in place; only an equal statement is folded into another claim.
 * Clashes with other claims are found afterwards, like any others.
 */
function edited(decision: Decision): Proposal {
  const { memory } = decision.context;
  const frees = freedBy(decision);
  const twin = memory.equal(decision.key).find((claim) => claim.standing !== 'past' && decision.isOther(claim));
  if (twin) return { ...decision.fold(twin, null), ...(frees.length === 0 ? {} : { frees }) };
  const targets = targetsOf(decision);
  for (const claim of targets) memory.change(claim, { standing: 'past', by: decision.fact.id });
  return {
    ...decision.placed(decision.context.homeOf(decision.fact)),
    ...(targets.length === 0 ? {} : { supersedes: targets.map(({ fact }) => fact) }),
    ...(frees.length === 0 ? {} : { frees }),
  };
}

/** The claims named by its field `supersedes`, directly or through facts that wait. */
function targetsOf(decision: Decision): KnownClaim[] {
  const { memory, explicit } = decision.context;
  const waits = (id: string): boolean => memory.citing(id) === null && !decision.view.forgotten.has(id);
  return [...new Set(explicit.through(decision.fact, waits).flatMap((id) => memory.citing(id) ?? []))].filter(
    (claim) => claim.standing !== 'past' && decision.isOther(claim) && !decision.isApart(claim),
  );
}

/**
 * The field `supersedes`, of this fact or of a placed one that names it: the author meant that claim, even if pinned.
 */
function named(decision: Decision): Proposal | null {
  const { memory, explicit } = decision.context;
  const by = explicit
    .naming(decision.fact)
    .find((fact) => memory.citing(fact.id) !== null && !decision.view.apart(fact.id, decision.fact.id));
  const follower = by && memory.citing(by.id);
  if (by && follower) return decision.past(follower, by.id, {}, 'a later fact says that it supersedes this one');
  const targets = targetsOf(decision);
  if (targets.length === 0) return null;
  const turn = decision.turn();
  const more =
    turn.as === 'update' ? turn.of : turn.as === 'duplicate' && turn.of.standing === 'current' ? [turn.of] : [];
  return decision.replacing([...new Set([...targets, ...more])], 'it says that it supersedes this', targets);
}

/**
 * A statement that says it is a correction. If its target is uncertain, it is judged like any other, and a person is
 * asked.
 */
function corrected(decision: Decision): Proposal | null {
  if (isCorrection(decision.fact.text) === null) return null;
  const { memory, homeOf } = decision.context;
  const meant = claimToCorrect(decision);
  if (meant === null) return settle(decision);
  const { claim, certain } = meant;
  if (certain && decision.isPinned(claim)) {
    decision.ask('supersede', claim, 0.95, 'it corrects a pinned claim');
    return decision.placed(homeOf(decision.fact));
  }
  if (!certain) {
    const settled = settle(decision);
    if (settled === null) decision.ask('supersede', claim, 0.85, 'it says that it corrects something, perhaps this');
    return settled;
  }
  memory.cite(claim, decision.fact);
  memory.change(claim, { text: decision.text, keys: [decision.key], sense: decision.sense });
  return {
    fact: decision.fact.id,
    as: 'placed',
    page: claim.page,
    text: decision.text,
    corrects: claim.fact,
    reason: 'it corrects what was said before',
  };
}

/** A correction of a contradiction replaces all its sides. */
function settle(decision: Decision): Proposal | null {
  const { slot } = decision.sense;
  const sides =
    slot?.single === true
      ? decision.context.memory
          .inSlot(slot.key)
          .filter((claim) => claim.standing === 'side' && !decision.isApart(claim) && isBefore(claim, decision.fact))
      : [];
  return sides.length === 0 ? null : decision.replacing(sides, 'it corrects what was said before');
}
