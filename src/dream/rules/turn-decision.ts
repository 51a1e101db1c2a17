// What becomes of a fact by its turn among the claims that speak of the same thing.
import type { Slot } from '../../markdown/slots/slots.ts';
import { missingSpecifics } from '../../markdown/specifics.ts';
import { compareFacts, type Fact } from '../../model/fact.ts';
import type { Proposal } from '../../model/plan.ts';
import type { KnownClaim, Sense } from './known-claims.ts';
import { LateDecision } from './late-decision.ts';
import { slotReview } from './near.ts';
import { nearestTo } from './neighbours.ts';
import { relationTo } from './relation.ts';
import { type Turn, turnOf } from './timeline.ts';

export class TurnDecision extends LateDecision {
  protected turn(): Turn<KnownClaim> {
    const { memory: { claims } } = this.context;
    const about = claims.about(this.key, this.sense).filter((claim) => this.isOther(claim) && !this.isApart(claim));
    const near = nearestTo(this.fact, about);
    const hasReturned = this.hasReturned(near);
    return turnOf(this.fact, near, (claim, which) => {
      const as = relationTo({ keys: claim.keys, sense: this.saidBy(claim, which.nearest) }, this, which);
      return as === 'none' && hasReturned && this.isOtherValue(claim, this.sense.slot) ? 'update' : as;
    });
  }

  /** Has a value of this slot come back after another? Then the slot has one value at a time, which its words alone leave open. */
  private hasReturned(claims: readonly KnownClaim[]): boolean {
    const { slot } = this.sense;
    if (slot === null || !claims.some((claim) => this.isOtherValue(claim, slot))) return false;
    const inSlot = claims.filter(({ sense }) => sense.slot?.key === slot.key && !sense.slot.negated);
    const said = [...inSlot.map(({ facts, sense }) => ({ facts, slot: sense.slot })), { facts: [this.fact], slot }];
    return inSlot.some(({ facts, sense }) => {
      const same = said.filter((one) => one.slot?.value === sense.slot?.value).flatMap((one) => [one.facts[0], one.facts.at(-1)]);
      const isAmong = (fact: Fact | undefined): boolean => fact !== undefined && [-1, 1].every((side) => same.some((one) => one !== undefined && Math.sign(compareFacts(one, fact)) === side));
      return said.some((other) => {
        const isOther = inSlot.some((claim) => claim.facts === facts && this.isOtherValue(claim, other.slot));
        return isOther && !facts.some(({ id }) => other.facts.some((one) => this.view.apart(one.id, id))) && [other.facts[0], other.facts.at(-1)].some(isAmong);
      });
    });
  }

  /** Does it give one thing another value, as far as its words tell? */
  private isOtherValue(claim: KnownClaim, slot: Slot | null): boolean {
    return slot !== null && claim.sense.slot?.key === slot.key && slotReview(claim, slot)?.kind === 'supersede';
  }

  protected taken(turn: Turn<KnownClaim>): Proposal {
    switch (turn.as) {
      case 'duplicate':
        return this.duplicate(turn.of, turn.after);
      case 'update':
        return this.replacing(turn.of, `it is the later word on the ${this.label}`);
      case 'return':
        return this.returning(turn);
      case 'late':
        if (!this.view.pinned.has(this.fact.id)) return this.late(turn);
        this.ask('supersede', turn.by, 0.9, 'it is pinned, and a later fact says something else');
        return this.alone();
      case 'conflict':
        return this.against(turn.with);
      case 'back':
        return this.back(turn.of);
      case 'alone':
      default:
        return this.alone();
    }
  }

  /** Of what several facts say alike, one may have words of change that another has not. */
  private saidBy({ facts, sense }: KnownClaim, nearest: Fact): Sense {
    const own = facts.length > 1 && !sense.lent ? this.context.findings.senseOf(nearest) : sense;
    const [a, b] = [own.slot, sense.slot];
    return a && b && a.key === b.key && a.value === b.value && a.negated === b.negated ? own : sense;
  }

  /** Each claim ends with the next. Nothing of that is done where one of them may not go. */
  private returning({ of, ends }: Extract<Turn<KnownClaim>, { as: 'return' }>): Proposal {
    if (ends.some((claim) => this.isPinned(claim))) return this.duplicate(of, null);
    const proposal = this.replacing(ends, `it is the later word on the ${this.label}, and was said before`);
    for (const [at, { fact }] of ends.slice(1).entries()) this.endsWith(ends[at]?.fact, fact);
    return { ...proposal, inTurn: true };
  }

  private against(claim: KnownClaim): Proposal {
    if (this.isPinned(claim)) {
      this.ask('supersede', claim, 0.95, 'it contradicts a pinned claim');
      return this.alone();
    }
    this.context.memory.change(claim, { standing: 'side' });
    this.know(claim.page, 'side', null);
    return { fact: this.fact.id, as: 'conflict', with: claim.fact, page: claim.page, text: this.text, reason: 'it contradicts another claim, and neither says that it replaces the other' };
  }

  /** It says again what went to History for a reason that is no slot's. */
  private back(claim: KnownClaim): Proposal {
    const { claims } = this.context.memory;
    const follower = claim.by === null ? null : claims.citing(claim.by);
    const [began] = follower?.facts ?? [];
    if (!follower || !began) return this.alone();
    if (compareFacts(this.fact, began) < 0) return this.duplicate(claim, null);
    const isMerged = this.view.factById.get(follower.fact)?.fields.source?.startsWith('review:') === true;
    if (follower.standing === 'past') return this.alone();
    if (isMerged && missingSpecifics(this.fact.text, follower.text).length === 0 && !this.isApart(follower)) return this.fold(follower, null);
    this.ask('supersede', follower, 0.85, 'it says again what this took the place of');
    return this.alone();
  }
}
