// What a new fact does to claims that stand already, and how claims that clash since a merge, an older memvault or a
// hand are settled. Whatever an engine says, a pinned claim stays unless the fact's own line names it as superseded,
// what a person keeps apart stays apart, and what cannot be done is placed beside. Pure.
import { normalForm } from '../../language/normal-form.ts';
import { isEvent } from '../../language/profile.ts';
import { reviewId } from '../../model/bytes.ts';
import { compareFacts, eventDay, type Fact } from '../../model/fact.ts';
import type { KeptApart, Move, PlannedReview, Proposal, Update } from '../../model/plan.ts';
import type { ReviewKind } from '../../model/review.ts';
import { isMonth } from '../../page/key-facts.ts';
import type { Clash } from '../../vault/agreement.ts';
import type { Restated } from '../../vault/pending.ts';
import { type Choice, choiceOf } from '../collect.ts';
import { isNamedBy, isNamedThrough } from '../propose/rules/timeline.ts';
import { heldUntil, type Standing } from './claims-ahead.ts';
import { Parting } from './placing.ts';

class Timeline extends Parting {
  readonly updates: Update[] = [];

  /** `placed`, and claims go to History for it. */
  protected replace(fact: Fact, proposal: Proposal): void {
    const targets = this.targetsOf(fact, proposal);
    const [first] = targets;
    if (first === undefined) return this.place(fact, proposal);
    const elsewhere =
      proposal.page !== undefined && proposal.page !== first.page && this.input.isPagePath(proposal.page);
    const page = elsewhere ? (proposal.page ?? first.page) : first.page;
    if (this.waitsForPage(fact, page, ...[...targets].map((target) => target.page))) return;
    const head = elsewhere || first.head === null || isMonth(first.head) ? proposal.head || null : first.head;
    const place = elsewhere ? {} : this.claims.ownPlaceOf(first);
    const text = this.wordingOf(fact, proposal.text);
    this.settle(fact, { as: 'placed', page, reason: proposal.reason }, () => {
      this.claims.bring({ page, text, head, facts: [fact.id], reason: proposal.reason, ...place }, 'current');
      for (const target of targets) this.takePlaceOf(target, fact, text, proposal.reason);
    });
  }

  protected takePlaceOf(target: Standing, fact: Fact, text: string, reason: string): void {
    this.updates.push({ kind: 'update', page: target.page, fact: fact.id, from: target.text, to: text });
    this.toHistory(target, fact, reason);
  }

  /** The claims that it takes the place of, as far as they may go. */
  protected targetsOf(fact: Fact, proposal: Proposal): Set<Standing> {
    const targets = new Set<Standing>();
    const { factById, forgotten } = this.input.view;
    const waiting = (id: string): Fact | null =>
      forgotten.has(id) || this.standingOf(id) !== null ? null : (factById.get(id) ?? null);
    for (const id of proposal.supersedes ?? []) {
      const standing = id === fact.id ? null : this.standingOf(id);
      if (standing?.stand === 'past') continue;
      const isNamed = standing?.facts.some((one) => isNamedThrough(fact, one, waiting)) === true;
      const why = standing === null ? `no page cites ${id}` : this.whyItStays(standing, fact, !isNamed, isNamed);
      if (standing !== null && why === null) targets.add(standing);
      else this.notice(`${fact.id} does not replace the claim of ${id}: ${why ?? ''}; it is placed beside it`);
    }
    return targets;
  }

  /** The claim of a fact that another names, and why that one may not touch it. */
  private currentOf(named: string, by: Fact, inOrder: boolean): { claim: Standing | null; why: string | null } {
    const claim = named === by.id ? null : this.standingOf(named);
    if (claim === null) return { claim, why: `no page cites ${named}` };
    return { claim, why: claim.stand === 'past' ? 'that is past' : this.whyItStays(claim, by, inOrder) };
  }

  /** `placed`, and the words of a claim are replaced in place by these, without a history. */
  protected putRight(fact: Fact, proposal: Proposal): void {
    const old = proposal.corrects ?? '';
    const { claim, why } = this.currentOf(old, fact, true);
    if (claim === null || why !== null) {
      this.notice(`${fact.id} does not correct the claim of ${old}: ${why ?? ''}; it is placed beside it`);
      return this.place(fact, proposal);
    }
    const { page } = claim;
    if (this.waitsForPage(fact, page)) return;
    const text = this.wordingOf(fact, proposal.text);
    const [base = old] = this.basesOf(claim);
    const like = claim.stand === 'side' ? this.contradicting(claim, base) : { as: 'placed' as const };
    this.settle(fact, { ...like, page, reason: proposal.reason }, () => {
      this.updates.push({ kind: 'correction', page, fact: fact.id, from: claim.text, to: text });
      if (claim.today !== null) {
        this.edits.push({ kind: 'cite', page, claim: base, facts: [fact.id], reason: proposal.reason });
        this.edits.push({ kind: 'correct', page, claim: base, text, facts: [fact.id], reason: proposal.reason });
      }
      for (const id of claim.facts)
        if (!this.isPutRight(claim, id))
          this.redecide(id, { as: 'superseded', page, by: fact.id, reason: proposal.reason });
      for (const id of this.contradictorsOf(claim, base))
        this.redecide(id, { as: 'conflict', page, with: fact.id, reason: proposal.reason });
      this.claims.cite(claim, fact.id);
      claim.text = text;
    });
  }

  /** `conflict`: the claim that it contradicts becomes a callout with both. */
  protected contradict(fact: Fact, proposal: Proposal): void {
    const other = proposal.with ?? '';
    const { claim, why } = this.currentOf(other, fact, false);
    if (claim === null || why !== null) {
      this.notice(`${fact.id} is not put against the claim of ${other}: ${why ?? ''}; it is placed beside it`);
      return this.place(fact, { ...proposal, page: this.pageFor(proposal, claim) });
    }
    const { page } = claim;
    if (this.waitsForPage(fact, page)) return;
    const text = this.wordingOf(fact, proposal.text);
    const bases = this.basesOf(claim);
    this.settle(fact, { as: 'conflict', page, with: bases[0] ?? other, reason: proposal.reason }, () => {
      this.updates.push({ kind: 'conflict', page, fact: fact.id, from: claim.text, to: text });
      const side = this.claims.bring(
        { page, text, head: claim.head, facts: [fact.id], reason: proposal.reason },
        'side',
      );
      this.claims.join(claim, side);
      for (const id of bases)
        if (this.heldOf(id)?.as !== 'conflict')
          this.redecide(id, { as: 'conflict', page, with: fact.id, reason: proposal.reason });
    });
  }

  /** `superseded`: it came late, and what followed it is known already. */
  protected placeInThePast(fact: Fact, proposal: Proposal): void {
    const { by = '', after, with: beside, reason } = proposal;
    const next = by === fact.id ? null : this.standingOf(by);
    const why = next === null ? `no page cites ${by}` : this.whyNotPast(fact, by, next);
    if (next === null || why !== null) {
      this.notice(`${fact.id} is not past for ${by}: ${why ?? ''}; it is placed as current`);
      return this.place(fact, { ...proposal, page: this.pageFor(proposal, next) });
    }
    // What an event ended is past on the page that it would be current on.
    const page =
      isEvent(this.input.view.factById.get(by)) && proposal.page !== undefined && this.input.isPagePath(proposal.page)
        ? proposal.page
        : next.page;
    if (this.waitsForPage(fact, page)) return;
    const text = this.wordingOf(fact, proposal.text);
    this.settle(fact, { as: 'superseded', page, by, reason }, () => {
      const from = eventDay(fact);
      const later = next.facts.filter((id) => this.isOlder(fact.id, id));
      const isContradicted = beside !== undefined && this.standingOf(beside) === next;
      const to = this.claims.firstDay(isContradicted ? [by] : later) ?? from;
      if (isContradicted) this.part(next, by, { by, to, reason });
      else if (after !== undefined && this.standingOf(after) === next)
        this.part(next, fact.id, { by: fact.id, to: from, reason });
      else if (after !== undefined)
        for (const one of [after, ...(proposal.ends ?? [])]) this.endAt(fact, one, page, reason);
      this.claims.bring({ page, text, head: null, facts: [fact.id], reason }, 'past', heldUntil(from, to));
    });
  }

  /** Says the same as a claim that is past: it is past as well, and that began with it where it is earlier. */
  protected repeatPast(fact: Fact, of: string, claim: Standing, reason: string): void {
    const [base = of] = this.basesOf(claim);
    const held = this.heldOf(base);
    const { page } = claim;
    const choice: Choice =
      held?.as === 'superseded' && held.by !== undefined
        ? { as: 'superseded', page, by: held.by, reason }
        : { as: 'duplicate', page, of: base, reason };
    this.settle(fact, choice, () => this.citeOn(claim, of, fact, reason));
  }

  /** Why a fact that says the same as a past claim is not past as well, or null. */
  protected whyNotLikePast(fact: Fact, claim: Standing, of: string): string | null {
    const held = this.heldOf(this.basesOf(claim)[0] ?? of);
    return held?.as === 'superseded' && held.by !== undefined ? this.whyNotPast(fact, held.by, claim) : null;
  }

  /** One footnote more; a claim that began earlier than was known ends the one before it earlier. */
  protected citeOn(claim: Standing, of: string, fact: Fact, reason: string): void {
    const day = eventDay(fact);
    const began = claim.stand === 'past' ? (claim.held?.from ?? null) : this.claims.firstDay(claim.facts);
    if (claim.today !== null) this.edits.push({ kind: 'cite', page: claim.page, claim: of, facts: [fact.id], reason });
    const facts = new Set(claim.facts);
    this.claims.cite(claim, fact.id);
    if (began === null || day >= began) return;
    if (claim.held !== null) claim.held = { ...claim.held, from: day };
    for (const before of this.claims.allOn(claim.page)) {
      const { held } = before;
      const ends =
        before.stand === 'past' &&
        held?.to === began &&
        this.basesOf(before).some((id) => facts.has(this.heldOf(id)?.by ?? ''));
      if (ends && held !== null && before !== claim) before.held = heldUntil(held.from, day);
    }
  }

  protected toHistory(claim: Standing, by: Fact, reason: string): void {
    const bases = this.basesOf(claim);
    const to = eventDay(by);
    claim.held = heldUntil(this.claims.firstDay(claim.facts) ?? to, to);
    claim.stand = 'past';
    this.leaveCallout(claim, 'what it contradicted was replaced');
    for (const id of bases) this.redecide(id, { as: 'superseded', page: claim.page, by: by.id, reason });
  }

  /** Of a callout of two the other is a plain claim again. */
  protected leaveCallout(claim: Standing, reason: string): void {
    const others = claim.sides.filter((side) => side !== claim);
    claim.sides = [];
    const [last] = others;
    for (const other of others) other.sides = others.length === 1 ? [] : others;
    if (last === undefined || others.length > 1) return;
    last.stand = 'current';
    for (const id of this.basesOf(last))
      if (this.heldOf(id)?.as === 'conflict') this.redecide(id, { as: 'placed', page: last.page, reason });
  }

  /** The claim before a late one ends where that begins. */
  private endAt(fact: Fact, after: string, page: string, reason: string): void {
    const claim = this.standingOf(after);
    const day = eventDay(fact);
    const isBefore =
      claim !== null &&
      claim.page === page &&
      claim.stand === 'past' &&
      claim.held !== null &&
      claim.held.from <= day &&
      this.isOlder(after, fact.id) &&
      !claim.facts.some((id) => this.input.view.apart(id, fact.id));
    if (!isBefore) return this.notice(`${fact.id} does not follow the claim of ${after}; the days of that stay`);
    claim.held = heldUntil(claim.held?.from ?? day, day);
    for (const id of this.basesOf(claim))
      if (this.heldOf(id)?.as === 'superseded') this.redecide(id, { as: 'superseded', page, by: fact.id, reason });
  }

  /**
   * Why a current claim must not go, become a side or be reworded for this fact; null where it may. `isNamed`: that its
   * line supersedes it is a person's word.
   */
  protected whyItStays(claim: Standing, fact: Fact, inOrder: boolean, isNamed = false): string | null {
    const { view, isPagePath } = this.input;
    if (!isPagePath(claim.page)) return `${claim.page} is in no zone`;
    if (!isNamed && claim.facts.some((id) => view.pinned.has(id))) return 'it is pinned';
    if (claim.facts.some((id) => view.apart(id, fact.id))) return 'a person keeps them apart';
    if (inOrder && !claim.facts.every((id) => this.isOlder(id, fact.id))) return 'it is not older';
    if (claim.facts.some((id) => view.forgotten.has(id))) return 'a fact on it was forgotten';
    if (!this.claims.isRewordable(claim)) return 'its words are a person’s, too';
    const bases = this.basesOf(claim);
    if (bases.some((id) => this.left.has(id))) return 'it waits';
    return bases.length > 1 && !this.saysOneThing(bases) ? 'it says more than that' : null;
  }

  private whyNotPast(fact: Fact, by: string, next: Standing): string | null {
    const { view, isPagePath } = this.input;
    if (!isPagePath(next.page)) return `${next.page} is in no zone`;
    const follower = view.factById.get(by);
    const isNamed = follower !== undefined && isNamedBy(follower, fact.id);
    if (!isNamed && view.pinned.has(fact.id)) return 'it is pinned';
    if (view.apart(fact.id, by) || next.facts.some((id) => view.apart(id, fact.id))) return 'a person keeps them apart';
    return isNamed || this.isOlder(fact.id, by) ? null : 'it is not older';
  }

  private saysOneThing(facts: readonly string[]): boolean {
    return new Set(facts.map((id) => normalForm(this.input.view.factById.get(id)?.text ?? ''))).size === 1;
  }

  private contradicting(claim: Standing, base: string): Pick<Choice, 'as' | 'with'> {
    const others = claim.sides.filter((side) => side !== claim).flatMap((side) => side.facts);
    const named = this.heldOf(base)?.with;
    const against = named !== undefined && others.includes(named) ? named : others[0];
    return against === undefined ? { as: 'placed' } : { as: 'conflict', with: against };
  }

  private contradictorsOf(claim: Standing, base: string): string[] {
    return claim.sides
      .filter((side) => side !== claim)
      .flatMap((side) => side.facts)
      .filter((id) => this.heldOf(id)?.as === 'conflict' && this.heldOf(id)?.with === base);
  }

  /** Where it goes alone: where the engine wants it, else beside what it was about. */
  private pageFor({ page }: Proposal, claim: Standing | null): string {
    return page !== undefined && this.input.isPagePath(page) ? page : (claim?.page ?? page ?? '');
  }
}

export const KINDS: Readonly<Record<Clash['as'], ReviewKind>> = {
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
    this.decide(fact, { ...choiceOf({ as, page, by, with: other }), reason });
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

  /** A plain claim of memvault's own that nothing in this plan has touched goes to another page. */
  recordMove({ fact: id, page, head = null, reason }: Move): void {
    const { factById, pinned } = this.input.view;
    const [fact, claim] = [factById.get(id), this.standingOf(id)];
    const isFree =
      claim !== null &&
      claim.today !== null &&
      claim.stand === 'current' &&
      claim.page !== page &&
      this.claims.isRewordable(claim) &&
      !claim.facts.some((one) => this.decisions.has(one) || this.left.has(one) || pinned.has(one));
    if (!fact || !isFree || !this.input.isPagePath(page) || this.waitsForPage(fact, claim.page, page)) return;
    this.follow(claim, page, () => null, reason);
    const { text } = claim;
    const facts = this.takeAway(claim, page);
    this.claims.bring({ page, text, head, facts, reason }, 'current');
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

  protected settlePair(
    kind: ReviewKind,
    a: string,
    b: string,
    status: 'approved' | 'rejected' | 'expired',
    reason: string,
  ): void {
    const known = [a, b]
      .flatMap((id) => this.input.view.factById.get(id) ?? [])
      .sort(compareFacts)
      .map(({ id }) => id);
    const facts = known.length === 2 ? known : [a, b].sort();
    const id = reviewId(facts);
    // Where what was agreed could not be done, the last word holds.
    const before = this.settledPairs.findIndex((one) => one.id === id);
    if (before >= 0) this.settledPairs.splice(before, 1);
    this.settledPairs.push({ id, kind, status, facts, reason, score: 1 });
  }
}
