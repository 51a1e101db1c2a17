// What a merge, an older memvault or a hand left on the pages is settled: of two claims that clash one goes to History,
// both become a callout, or they become one; where a fact stands elsewhere than was decided, the decision follows.
// Pure.
import { reviewId } from '../../model/bytes.ts';
import { compareFacts, type Fact } from '../../model/fact.ts';
import type { KeptApart, PlannedReview } from '../../model/plan.ts';
import type { ReviewKind } from '../../model/review.ts';
import type { Clash } from '../../vault/agreement.ts';
import type { Restated } from '../../vault/restated.ts';
import type { Choice } from '../collect.ts';
import type { Standing } from './claims-ahead.ts';
import { Timeline } from './timeline.ts';

const KINDS: Readonly<Record<Clash['as'], ReviewKind>> = {
  superseded: 'supersede',
  conflict: 'contradiction',
  duplicate: 'merge',
};

export class Settling extends Timeline {
  /** Pairs about which nobody is asked, and that are not to be looked at again. */
  protected readonly settledPairs: PlannedReview[] = [];

  /** A hand or a merge put it there, and no plan: what was undone does not hold it back. */
  recordRestated(fact: Fact, { as, by, with: other, apart, isAlone, reason }: Restated): void {
    const page = this.input.view.ledger.get(fact.id)?.page ?? '';
    if (this.waitsForPage(fact, page)) return;
    if (isAlone === true)
      return this.placeAlone(fact, page, { text: fact.text, head: null, reason }, this.claims.citing(page, fact.id));
    this.decide(fact, {
      as,
      page,
      ...(by === undefined ? {} : { by }),
      ...(other === undefined ? {} : { with: other }),
      reason,
    });
    if (apart !== undefined && !this.input.view.apart(fact.id, apart))
      this.settlePair('supersede', fact.id, apart, 'rejected', 'a person keeps them apart');
  }

  /** Its claim and that of another cannot both be current. */
  recordClash(fact: Fact, clash: Clash): void {
    const [claim, other] = [this.standingOf(fact.id), this.standingOf(clash.other)];
    if (!claim || !other || claim === other || claim.stand === 'past' || claim.today === null)
      return this.leaveBoth(fact, clash);
    if (this.waitsForPage(fact, claim.page, other.page)) return;
    if (clash.as === 'superseded') this.supersede(fact, claim, other, clash);
    else if (other.stand === 'past' || claim.sides.includes(other)) this.leaveBoth(fact, clash);
    else if (clash.as === 'conflict') this.oppose(fact, claim, other, clash);
    else this.unite(fact, claim, other, clash);
  }

  private supersede(fact: Fact, claim: Standing, other: Standing, clash: Clash): void {
    const by = this.input.view.factById.get(clash.other);
    if (!by || this.whyItStays(claim, by, true) !== null) return this.leaveBoth(fact, clash);
    this.settleAgain(
      fact,
      { as: 'superseded', page: claim.page, by: by.id, reason: clash.reason },
      this.basesOf(claim),
      () => {
        this.updates.push({ kind: 'update', page: claim.page, fact: by.id, from: claim.text, to: other.text });
        this.toHistory(claim, by, clash.reason);
      },
    );
  }

  private oppose(fact: Fact, claim: Standing, other: Standing, clash: Clash): void {
    const against = this.input.view.factById.get(clash.other);
    if (!against || this.whyItStays(other, fact, false) !== null || this.whyItStays(claim, against, false) !== null)
      return this.leaveBoth(fact, clash);
    const { page } = other;
    const [bases, { reason }] = [this.basesOf(other), clash];
    this.settleAgain(fact, { as: 'conflict', page, with: bases[0] ?? clash.other, reason }, this.basesOf(claim), () => {
      this.updates.push({ kind: 'conflict', page, fact: fact.id, from: other.text, to: claim.text });
      this.follow(
        claim,
        page,
        (id) => (id === fact.id || this.isBase(claim, id) ? { as: 'conflict', with: bases[0] ?? clash.other } : null),
        reason,
      );
      const facts = this.takeAway(claim, page);
      this.claims.join(other, this.claims.bring({ page, text: claim.text, head: other.head, facts, reason }, 'side'));
      for (const id of bases)
        if (this.heldOf(id)?.as !== 'conflict') this.redecide(id, { as: 'conflict', page, with: fact.id, reason });
    });
  }

  private unite(fact: Fact, claim: Standing, other: Standing, clash: Clash): void {
    const { page } = other;
    const [of = clash.other] = this.basesOf(other);
    const { reason } = clash;
    this.settleAgain(
      fact,
      { as: 'duplicate', page, of, reason },
      claim.facts.filter((id) => !this.isPutRight(claim, id)),
      () => {
        this.follow(claim, page, () => ({ as: 'duplicate', of }), reason);
        for (const id of this.takeAway(claim, page)) {
          const again = this.input.view.factById.get(id);
          if (again) this.citeOn(other, clash.other, again, reason);
        }
      },
    );
  }

  /** What the facts of a claim that goes elsewhere are there; one that another on it put right stays so. */
  private follow(
    claim: Standing,
    page: string,
    choose: (id: string) => Pick<Choice, 'as' | 'of' | 'with'> | null,
    reason: string,
  ): void {
    for (const id of claim.facts) {
      const held = this.heldOf(id);
      const chosen = this.isPutRight(claim, id) ? null : choose(id);
      if (chosen !== null) this.redecide(id, { ...chosen, page, reason });
      else if (held && claim.page !== page) this.redecide(id, { ...choiceOf(held), page, reason });
    }
  }

  /** The claim goes, with its line; gives the facts that it cited. */
  private takeAway(claim: Standing, to: string): string[] {
    const facts = [...claim.facts];
    const reason = 'it stands elsewhere now';
    this.edits.push({ kind: 'remove', page: claim.page, claim: facts[0] ?? '', facts, reason });
    if (claim.page !== to) this.edits.push({ kind: 'unsource', page: claim.page, facts, reason });
    for (const id of facts) this.claims.takeOff(claim, id);
    this.leaveCallout(claim, 'what it contradicted stands elsewhere now');
    return facts;
  }

  /** What cannot be done is not tried again: nobody is asked, and both stay. */
  private leaveBoth(fact: Fact, { as, other }: Clash): void {
    const held = this.heldOf(fact.id);
    if (!held) return this.leave(fact, 'its claim moved', 'other');
    this.redecide(fact.id, { ...choiceOf(held), reason: 'both stay' });
    this.settlePair(KINDS[as], fact.id, other, 'expired', 'both stay');
  }

  /** A person's word about two of which neither waits. */
  keepApart({ kind, facts: [a, b] }: KeptApart): void {
    if (
      a === b ||
      this.left.has(a) ||
      this.left.has(b) ||
      !this.input.view.factById.has(a) ||
      !this.input.view.factById.has(b)
    )
      return;
    this.settlePair(kind, a, b, 'rejected', 'a person keeps them apart');
  }

  private settlePair(kind: ReviewKind, a: string, b: string, status: 'rejected' | 'expired', reason: string): void {
    const known = [a, b]
      .flatMap((id) => this.input.view.factById.get(id) ?? [])
      .sort(compareFacts)
      .map(({ id }) => id);
    const facts = known.length === 2 ? known : [a, b].sort();
    this.settledPairs.push({ id: reviewId(facts), kind, status, facts, reason, score: 1 });
  }
}

/** What was decided, and no more of its line. */
export function choiceOf({ as, page, of, by, with: other }: Omit<Choice, 'reason'>): Omit<Choice, 'reason'> {
  return {
    as,
    ...(page === undefined ? {} : { page }),
    ...(of === undefined ? {} : { of }),
    ...(by === undefined ? {} : { by }),
    ...(other === undefined ? {} : { with: other }),
  };
}
