// What becomes of one fact beside the claims that are known: the rules in their order. What only a person can decide
// is placed as a claim of its own, and asked. Decides nothing about homes and pages.
import { corrects } from '../../../language/slots/compare.ts';
import { isCorrection } from '../../../language/slots/sentence.ts';
import { daysBetween } from '../../../model/day.ts';
import { compareFacts, eventDay, type Fact } from '../../../model/fact.ts';
import type { Proposal } from '../../../model/plan.ts';
import type { ReviewProposal } from '../../../model/review.ts';
import type { View } from '../../../vault/view.ts';
import { type DecideContext, isBefore, TurnDecision } from './decision.ts';
import type { KnownClaim, KnownClaims, Sense } from './known-claims.ts';
import { type Near, reviewOf } from './near.ts';

// Which claim a correction puts right: the one of its slot, else the one that it says otherwise in what was said at the
// same sitting, on the same day, or not long before. Where there is a doubt, none: then a person is asked.

export interface CorrectionContext {
  readonly claims: KnownClaims;
  readonly near: Near;
  isOpen(claim: KnownClaim): boolean;
}

/** What it says without its label. */
export interface Correction {
  readonly fact: Fact;
  readonly text: string;
  readonly key: string;
  readonly sense: Sense;
}

export interface Corrected {
  readonly claim: KnownClaim;
  /** False: it may as well be another. */
  readonly certain: boolean;
}

const RECENT_DAYS = 30;
const MAYBE = 0.25;

function claimToCorrect(
  { fact, text, key, sense }: Correction,
  { claims, near, isOpen }: CorrectionContext,
): Corrected | null {
  const isBefore = (claim: KnownClaim): boolean =>
    claim.standing === 'current' && isOpen(claim) && claim.facts.every((one) => compareFacts(one, fact) < 0);
  const isRecent = (claim: KnownClaim): boolean => isOfSame(claim, fact) && daysSince(claim, fact) <= RECENT_DAYS;
  const isMeant = (claim: KnownClaim): boolean => isBefore(claim) && corrects(claim.sense.judged, sense.judged);
  const { slot } = sense;
  const isOne = ({ sense: { slot: other } }: KnownClaim): boolean =>
    [slot, other].some((one) => one?.single === true || one?.asks === true);
  const inSlot = slot === null ? [] : claims.inSlot(slot.key).filter((claim) => isOne(claim) && isMeant(claim));
  if (inSlot.length > 0) return oneOf(inSlot);
  const alike = near.likest(fact, text, (claim) => isMeant(claim) && isRecent(claim)).map(({ claim }) => claim);
  const found = [
    ...new Set([...alike, ...claims.about(key, sense).filter((claim) => isMeant(claim) && isRecent(claim))]),
  ];
  const nearest = [isOfSitting, isOfDay, (): boolean => true]
    .map((isBeside) => found.filter((claim) => claim.facts.some((one) => isBeside(one, fact))))
    .find(({ length }) => length > 0);
  if (nearest) return oneOf(nearest);
  const [maybe] = near.likest(fact, text, (claim) => isBefore(claim) && isRecent(claim));
  return maybe && maybe.score >= MAYBE ? { claim: maybe.claim, certain: false } : null;
}

/** Of several the one that was said last, and no certainty. */
function oneOf(claims: readonly KnownClaim[]): Corrected | null {
  const [last] = [...claims].sort((a, b) => compareFacts(lastOf(b), lastOf(a)));
  return last ? { claim: last, certain: claims.length === 1 } : null;
}

const lastOf = ({ facts }: KnownClaim): Fact => facts.at(-1) as Fact;
const isOfSitting = (one: Fact, other: Fact): boolean => one.day === other.day && one.session === other.session;
const isOfDay = (one: Fact, other: Fact): boolean => one.day === other.day || eventDay(one) === eventDay(other);

/** About one project, and told by one speaker. */
function isOfSame(claim: KnownClaim, { fields }: Fact): boolean {
  const own = lastOf(claim).fields;
  return own.project === fields.project && (own.persons ?? '') === (fields.persons ?? '');
}

const daysSince = (claim: KnownClaim, fact: Fact): number => daysBetween(eventDay(lastOf(claim)), eventDay(fact));

export interface Decided {
  readonly proposal: Proposal;
  readonly reviews: readonly ReviewProposal[];
}

export function createDecide(context: DecideContext): (fact: Fact, view: View) => Decided {
  return (fact, view) => new RuledDecision(fact, view, context).make();
}

class RuledDecision extends TurnDecision {
  make(): Decided {
    const proposal = this.view.citedOn.has(this.fact.id)
      ? this.edited()
      : (this.named() ?? this.corrected() ?? this.taken(this.turn()));
    return { proposal, reviews: this.asked.map((one) => reviewOf(one, this.fact, this.view)) };
  }

  /**
   * Its claim stands already and gets the new words in place; only an equal statement is another's. What it says of
   * other claims is found once it stands so: two that cannot both be current are settled like any others.
   */
  private edited(): Proposal {
    const { memory } = this.context;
    const twin = memory.claims.equal(this.key).find((claim) => claim.standing !== 'past' && this.isOther(claim));
    if (twin) return this.fold(twin, null);
    const targets = this.targets();
    for (const claim of targets) memory.change(claim, { standing: 'past', by: this.fact.id });
    return {
      ...this.placed(this.context.homeOf(this.fact, this.view)),
      ...(targets.length === 0 ? {} : { supersedes: targets.map(({ fact }) => fact) }),
    };
  }

  /** What its field `supersedes` names, and what those that wait behind it name. */
  private targets(): KnownClaim[] {
    const {
      memory: { claims },
      explicit,
    } = this.context;
    const waits = (id: string): boolean => claims.citing(id) === null && !this.view.forgotten.has(id);
    return [...new Set(explicit.through(this.fact, waits).flatMap((id) => claims.citing(id) ?? []))].filter(
      (claim) => claim.standing !== 'past' && this.isOther(claim) && !this.isApart(claim),
    );
  }

  /**
   * The field `supersedes`, of this fact or of one that is placed already and names it: who wrote it meant that claim,
   * pinned or not.
   */
  private named(): Proposal | null {
    const {
      memory: { claims },
      explicit,
    } = this.context;
    const by = explicit
      .naming(this.fact)
      .find((fact) => claims.citing(fact.id) !== null && !this.view.apart(fact.id, this.fact.id));
    const follower = by && claims.citing(by.id);
    if (by && follower) return this.past(follower, by.id, {}, 'a later fact says that it supersedes this one');
    const targets = this.targets();
    if (targets.length === 0) return null;
    const turn = this.turn();
    if (turn.as === 'return' && targets.every((claim) => turn.ends.includes(claim))) return this.taken(turn);
    const more =
      turn.as === 'update' ? turn.of : turn.as === 'duplicate' && turn.of.standing === 'current' ? [turn.of] : [];
    return this.replacing([...new Set([...targets, ...more])], 'it says that it supersedes this', targets);
  }

  /**
   * What says that it corrects something. Where it is not certain what, it is judged like any other, and asked about.
   */
  private corrected(): Proposal | null {
    if (isCorrection(this.fact.text) === null) return null;
    const { memory, near, homeOf } = this.context;
    const meant = claimToCorrect(this, {
      claims: memory.claims,
      near,
      isOpen: (one) => this.isOther(one) && !this.isApart(one),
    });
    if (meant === null) return this.settled();
    const { claim, certain } = meant;
    if (certain && this.isPinned(claim)) {
      this.ask('supersede', claim, 0.95, 'it corrects a pinned claim');
      return this.placed(homeOf(this.fact, this.view));
    }
    if (!certain) {
      const settled = this.settled();
      if (settled === null) this.ask('supersede', claim, 0.85, 'it says that it corrects something, perhaps this');
      return settled;
    }
    memory.cite(claim, this.fact);
    memory.change(claim, { text: this.text, keys: [this.key], sense: this.sense });
    return {
      fact: this.fact.id,
      as: 'placed',
      page: claim.page,
      text: this.text,
      corrects: claim.fact,
      reason: 'it corrects what was said before',
    };
  }

  /** A correction of a contradiction takes the place of all its sides. */
  private settled(): Proposal | null {
    const { slot } = this.sense;
    const sides =
      slot?.single === true
        ? this.context.memory.claims
            .inSlot(slot.key)
            .filter((claim) => claim.standing === 'side' && !this.isApart(claim) && isBefore(claim, this.fact))
        : [];
    return sides.length === 0 ? null : this.replacing(sides, 'it corrects what was said before');
  }
}
