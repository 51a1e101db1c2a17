// One fact that is being decided, and what can become of it alone or with one claim: it is placed, folded into a claim,
// or takes the place of some. What only a person can decide is asked. Which of these it is, is decided elsewhere.
import { isEvent } from '../../../language/profile.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import { compareFacts, type Fact } from '../../../model/fact.ts';
import type { Proposal } from '../../../model/plan.ts';
import type { ReviewKind } from '../../../model/review.ts';
import type { View } from '../../../vault/view.ts';
import type { Findings } from './claim-senses.ts';
import type { Explicit } from './explicit.ts';
import { type KnownClaim, lendSlot, type Sense } from './known-claims.ts';
import type { Memory } from './memory.ts';
import { type Found, type Near, nearestTo, slotReview } from './near.ts';

export interface DecideContext {
  readonly memory: Memory;
  readonly findings: Findings;
  readonly explicit: Explicit;
  readonly near: Near;
  /** The page for a claim of its own, made where there is none. */
  homeOf(fact: Fact, view: View): { readonly page: string; readonly reason: string };
  /** Nothing but a greeting or the like. */
  isEmpty(fact: Fact): boolean;
}

export class Decision {
  readonly fact: Fact;
  protected readonly view: View;
  protected readonly context: DecideContext;
  readonly text: string;
  readonly key: string;
  sense: Sense;
  protected readonly asked: Found[] = [];

  constructor(fact: Fact, view: View, context: DecideContext) {
    const { findings, memory } = context;
    this.fact = fact;
    this.view = view;
    this.context = context;
    this.text = findings.wordingOf(fact);
    this.key = findings.keyOf(fact);
    const sense = findings.senseOf(fact);
    const left = sense.leaves === null || sense.slot !== null ? undefined : memory.claims.holding(sense.leaves).at(-1);
    this.sense = lendSlot(sense, left?.sense.slot ?? null);
  }

  protected duplicate(claim: KnownClaim, after: KnownClaim | null): Proposal {
    const isEqual = claim.keys.includes(this.key);
    if (missingSpecifics(this.fact.text, claim.text).length > 0) {
      if (claim.standing === 'current') this.ask('merge', claim, 0.8, 'both say the same, one of them with more');
      return this.alone();
    }
    if (isEqual || !this.isPinned(claim)) return this.fold(claim, after);
    this.ask('merge', claim, 0.9, 'it says what a pinned claim says in other words');
    return this.alone();
  }

  protected fold(claim: KnownClaim, after: KnownClaim | null): Proposal {
    this.context.memory.cite(claim, this.fact);
    const reason = claim.keys.includes(this.key) ? 'says the same' : 'says the same in other words';
    return {
      fact: this.fact.id,
      as: 'duplicate',
      of: claim.fact,
      text: this.text,
      ...(after === null ? {} : { after: after.fact }),
      reason,
    };
  }

  /** These go to History, as far as they are not pinned; `named` in any case. */
  protected replacing(claims: readonly KnownClaim[], reason: string, named: readonly KnownClaim[] = []): Proposal {
    const free = claims.filter((claim) => named.includes(claim) || !this.isPinned(claim));
    for (const claim of claims)
      if (!free.includes(claim)) this.ask('supersede', claim, 0.95, 'a pinned claim looks superseded');
    const [first] = free;
    if (!first) return this.alone();
    const { memory, homeOf } = this.context;
    for (const claim of free) memory.change(claim, { standing: 'past', by: this.fact.id });
    const page = !isEvent(this.fact) || this.sense.turns.length === 0 ? first.page : homeOf(this.fact, this.view).page;
    return { ...this.placed({ page, reason }), supersedes: free.map(({ fact }) => fact) };
  }

  protected alone(): Proposal {
    const { isEmpty, homeOf, near, memory } = this.context;
    if (isEmpty(this.fact)) return { fact: this.fact.id, as: 'set-aside', reason: 'small talk that states nothing' };
    const seen = new Set(this.asked.map(({ claim }) => claim));
    const open = (claim: KnownClaim): boolean =>
      claim.standing === 'current' && !seen.has(claim) && this.isOther(claim) && !this.isApart(claim);
    const slot = this.sense.slot;
    const inSlot =
      slot === null
        ? []
        : nearestTo(this.fact, memory.claims.inSlot(slot.key).filter(open)).flatMap(
            (claim) => slotReview(claim, slot) ?? [],
          );
    const alike = near.alike(
      this.fact,
      this.text,
      (claim) => open(claim) && !inSlot.some((one) => one.claim === claim),
    );
    const [best] = [...inSlot, ...(alike ? [alike] : [])].sort((a, b) => b.score - a.score);
    if (best) this.asked.push(best);
    return this.placed(homeOf(this.fact, this.view));
  }

  protected placed({ page, reason }: { readonly page: string; readonly reason: string }): Proposal {
    if (!this.view.citedOn.has(this.fact.id)) this.know(page, 'current', null);
    this.context.memory.count(page);
    return { fact: this.fact.id, as: 'placed', page, text: this.text, reason };
  }

  protected know(page: string, standing: KnownClaim['standing'], by: string | null): void {
    this.context.memory.add({
      fact: this.fact.id,
      facts: [this.fact],
      page,
      text: this.text,
      keys: [this.key],
      standing,
      by,
      sense: this.sense,
    });
  }

  protected get label(): string {
    return this.sense.slot?.label ?? 'same thing';
  }

  protected isOther(claim: KnownClaim): boolean {
    return claim.facts.length > 1 || claim.fact !== this.fact.id;
  }

  protected isApart({ facts }: KnownClaim): boolean {
    return this.view.reviews.size > 0 && facts.some(({ id }) => this.view.apart(id, this.fact.id));
  }

  protected isPinned({ facts }: KnownClaim): boolean {
    return this.view.pinned.size > 0 && facts.some(({ id }) => this.view.pinned.has(id));
  }

  protected ask(kind: ReviewKind, claim: KnownClaim, score: number, reason: string): void {
    this.asked.push({ kind, claim, score, reason });
  }
}

export const isBefore = ({ facts }: KnownClaim, fact: Fact): boolean =>
  facts.every((one) => compareFacts(one, fact) < 0);
