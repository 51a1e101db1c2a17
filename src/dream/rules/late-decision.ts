// What becomes of a fact that is past at once: it came late, or a later one names it. Where it falls into the time of a
// claim, what that said before is a claim of its own.
import { isEvent } from '../../markdown/profile/kinds.ts';
import { compareFacts, eventDay, type Fact } from '../../model/fact.ts';
import type { Proposal } from '../../model/plan.ts';
import { Decision, isBefore } from './decision.ts';
import { type KnownClaim, nameBeside } from './known-claims.ts';
import { relationTo } from './relation.ts';
import { placeIn, type Turn } from './timeline.ts';

export class LateDecision extends Decision {
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
