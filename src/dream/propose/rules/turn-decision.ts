// What becomes of a fact by its turn among the claims that speak of the same thing.
import { isEvent } from '../../../language/profile.ts';
import type { Slot } from '../../../language/slots/types.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import { compareFacts, eventDay, type Fact } from '../../../model/fact.ts';
import type { Proposal } from '../../../model/plan.ts';
import { Decision, isBefore } from './decision.ts';
import { type KnownClaim, nameBeside, type Sense } from './known-claims.ts';
import { kindOfPair, nearestTo } from './near.ts';
import { relationTo } from './relation.ts';
import { placeIn, type Turn, turnOf } from './timeline.ts';

// What becomes of a fact that is past at once: it came late, or a later one names it. Where it falls into the time of a
// claim, what that said before is a claim of its own.

class LateDecision extends Decision {
  protected late({ by, byFact, after, afterFact, contradicted }: Extract<Turn<KnownClaim>, { as: 'late' }>): Proposal {
    const former = after ? nameBeside(after, afterFact ?? byFact, this.fact) : undefined;
    const said = contradicted ? byFact.id : nameBeside(by, byFact, this.fact);
    const proposal = this.past(
      by,
      said,
      former === undefined ? {} : contradicted ? { with: former } : { after: former, ...this.endedWith(after) },
      `it came late: a later fact is known on the ${this.label}`,
    );
    if (after === by) this.part(after, contradicted ? byFact : this.fact);
    else for (const id of [former, ...(proposal.ends ?? [])]) this.endsWith(id, this.fact.id);
    return proposal;
  }

  protected past(
    follower: KnownClaim,
    by: string,
    beside: Pick<Proposal, 'after' | 'with' | 'ends'>,
    reason: string,
  ): Proposal {
    const page =
      !isEvent(follower.sense.judged) || follower.sense.turns.length === 0
        ? follower.page
        : this.context.homeOf(this.fact, this.view).page;
    this.know(page, 'past', by);
    return { fact: this.fact.id, as: 'superseded', by, ...beside, page, text: this.text, reason };
  }

  protected endsWith(former: string | undefined, by: string): void {
    const claim = former === undefined ? null : this.context.memory.claims.citing(former);
    if (claim?.standing === 'past') this.context.memory.change(claim, { by });
  }

  /** The other sides of what was a contradiction until then. */
  private endedWith(after: KnownClaim | null): Pick<Proposal, 'ends'> {
    const {
      memory: { claims },
    } = this.context;
    const [key = ''] = after?.keys ?? [];
    const others =
      after?.by == null
        ? []
        : claims
            .about(this.key, this.sense)
            .filter(
              (claim) =>
                claim !== after &&
                claim.standing === 'past' &&
                claim.by !== null &&
                claims.citing(claim.by) === claims.citing(after.by ?? '') &&
                isBefore(claim, this.fact) &&
                relationTo(claim, { key, sense: after.sense }, between(claim, after)) === 'conflict',
            );
    return others.length === 0 ? {} : { ends: others.map(({ fact }) => fact) };
  }

  /** What it said before that fact is a claim of the past of its own. */
  private part(claim: KnownClaim, by: Fact): void {
    const { memory } = this.context;
    const at = placeIn(claim.facts, by);
    const [before, later] = [claim.facts.slice(0, at), claim.facts.slice(at)];
    const [first, next] = [before[0], later[0]];
    if (!first || !next || claim.standing === 'side' || this.isPinned(claim)) return;
    memory.change(claim, { facts: later, fact: later.some(({ id }) => id === claim.fact) ? claim.fact : next.id });
    memory.add({
      ...claim,
      fact: before.some(({ id }) => id === claim.fact) ? claim.fact : first.id,
      facts: before,
      standing: 'past',
      by: by.id,
    });
  }
}

function between(one: KnownClaim, other: KnownClaim): { readonly later: boolean; readonly sameDay: boolean } {
  const [a, b] = [one.facts[0], other.facts[0]];
  return {
    later: a !== undefined && b !== undefined && compareFacts(a, b) < 0,
    sameDay: one.facts.some((fact) => other.facts.some((beside) => eventDay(beside) === eventDay(fact))),
  };
}

interface SaidInSlot {
  readonly facts: readonly Fact[];
  readonly slot: Slot;
}

export class TurnDecision extends LateDecision {
  protected turn(): Turn<KnownClaim> {
    const {
      memory: { claims },
    } = this.context;
    const about = claims.about(this.key, this.sense).filter((claim) => this.isOther(claim) && !this.isApart(claim));
    const near = nearestTo(this.fact, about);
    const { slot } = this.sense;
    const hasOne = slot !== null && this.hasOneValue(slot, near);
    return turnOf(this.fact, near, (claim, which) => {
      const as = relationTo({ keys: claim.keys, sense: this.saidBy(claim, which.nearest) }, this, which);
      return as === 'none' && hasOne && isOtherValue(claim.sense.slot, slot) ? 'update' : as;
    });
  }

  /** A value that came back after another shows that there is one at a time, which the words alone may leave open. */
  private hasOneValue(slot: Slot, claims: readonly KnownClaim[]): boolean {
    const inSlot = claims.flatMap(({ facts, sense }) =>
      sense.slot?.key === slot.key ? [{ facts, slot: sense.slot }] : [],
    );
    const said: readonly SaidInSlot[] = [...inSlot, { facts: [this.fact], slot }];
    return said.some((one) => {
      const same = said.filter(({ slot: { value, negated } }) => value === one.slot.value && !negated);
      const ends = same.flatMap(endsOf).sort(compareFacts);
      const [first = this.fact, last = this.fact] = [ends[0], ends.at(-1)];
      const isBetween = (fact: Fact): boolean => compareFacts(first, fact) < 0 && compareFacts(fact, last) < 0;
      const between = said.filter((other) => isOtherValue(one.slot, other.slot) && endsOf(other).some(isBetween));
      return between.some((other) => !same.some((each) => this.areApart(each, other)));
    });
  }

  private areApart(a: SaidInSlot, b: SaidInSlot): boolean {
    return (
      this.view.reviews.size > 0 && a.facts.some(({ id }) => b.facts.some((other) => this.view.apart(id, other.id)))
    );
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
    return {
      fact: this.fact.id,
      as: 'conflict',
      with: claim.fact,
      page: claim.page,
      text: this.text,
      reason: 'it contradicts another claim, and neither says that it replaces the other',
    };
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
    if (isMerged && missingSpecifics(this.fact.text, follower.text).length === 0 && !this.isApart(follower))
      return this.fold(follower, null);
    this.ask('supersede', follower, 0.85, 'it says again what this took the place of');
    return this.alone();
  }
}

/** The first and the last. */
const endsOf = ({ facts }: SaidInSlot): Fact[] => [...facts.slice(0, 1), ...facts.slice(-1)];

/** Do they give one thing two values, as far as the words tell? */
function isOtherValue(a: Slot | null, b: Slot): boolean {
  return a?.key === b.key && kindOfPair(a, b) === 'supersede';
}
