// One fact being decided: alone, with one claim, or at its place among the claims about the same thing.
import { isEvent } from '../../../language/profile.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import { compareFacts, eventDay, type Fact } from '../../../model/fact.ts';
import { defined } from '../../../model/json.ts';
import type { Proposal } from '../../../model/plan.ts';
import type { ReviewKind } from '../../../model/review.ts';
import type { View } from '../../../vault/view.ts';
import { claimOf, type Findings, type KnownClaim, type KnownClaims, nameBeside, type Sense } from './known-claims.ts';
import { type Found, type Near, nearestTo, slotReview } from './near.ts';
import { type Explicit, placeIn, relationTo, type Turn, turnOf } from './timeline.ts';

export interface DecideContext {
  readonly memory: KnownClaims;
  readonly findings: Findings;
  readonly explicit: Explicit;
  readonly near: Near;
  /** The page for a claim of its own, created if necessary. `like`: a claim that it may repeat or replace. */
  homeOf(fact: Fact, like?: Found): { readonly page: string; readonly reason: string; readonly isLoose?: true };
  /** Whether it is only a greeting or the like. */
  isEmpty(fact: Fact): boolean;
}

/** The decision about one fact. */
export class Decision {
  readonly fact: Fact;
  readonly view: View;
  readonly context: DecideContext;
  readonly text: string;
  readonly key: string;
  readonly sense: Sense;
  readonly asked: Found[] = [];

  constructor(fact: Fact, view: View, context: DecideContext) {
    const { findings } = context;
    this.fact = fact;
    this.view = view;
    this.context = context;
    this.text = findings.wordingOf(fact);
    this.key = findings.keyOf(fact);
    this.sense = findings.senseOf(fact);
  }

  duplicate(claim: KnownClaim, after: KnownClaim | null): Proposal {
    const isEqual = claim.keys.includes(this.key);
    if (missingSpecifics(this.fact.text, claim.text).length > 0) {
      if (claim.standing === 'current') this.ask('merge', claim, 0.8, 'both say the same, one in more detail');
      return this.alone();
    }
    if (isEqual || !this.isPinned(claim)) return this.fold(claim, after);
    this.ask('merge', claim, 0.9, 'it says what a pinned claim says in other words');
    return this.alone();
  }

  fold(claim: KnownClaim, after: KnownClaim | null): Proposal {
    this.context.memory.cite(claim, this.fact);
    const reason = claim.keys.includes(this.key) ? 'says the same' : 'says the same in other words';
    return {
      fact: this.fact.id,
      as: 'duplicate',
      of: claim.fact,
      ...(after === null ? {} : { after: after.fact }),
      reason,
    };
  }

  /** These go to History unless pinned; `named` ones in any case. */
  replacing(claims: readonly KnownClaim[], reason: string, named: readonly KnownClaim[] = []): Proposal {
    const free = claims.filter((claim) => named.includes(claim) || !this.isPinned(claim));
    for (const claim of claims)
      if (!free.includes(claim)) this.ask('supersede', claim, 0.95, 'a pinned claim looks superseded');
    const [first] = free;
    if (!first) return this.alone();
    const { memory, homeOf } = this.context;
    for (const claim of free) memory.change(claim, { standing: 'past', by: this.fact.id });
    const page = !isEvent(this.fact) || this.sense.turn === null ? first.page : homeOf(this.fact).page;
    return { ...this.placed({ page, reason }), supersedes: free.map(({ fact }) => fact) };
  }

  alone(): Proposal {
    const { isEmpty, homeOf, near, memory } = this.context;
    if (isEmpty(this.fact)) return { fact: this.fact.id, as: 'set-aside', reason: 'small talk that states nothing' };
    const seen = new Set(this.asked.map(({ claim }) => claim));
    const open = (claim: KnownClaim): boolean =>
      claim.standing === 'current' && !seen.has(claim) && this.isOther(claim) && !this.isApart(claim);
    const slot = this.sense.slot;
    const inSlot =
      slot === null
        ? []
        : nearestTo(this.fact, memory.inSlot(slot.key).filter(open)).flatMap((claim) => slotReview(claim, slot) ?? []);
    const alike = near.alike(
      this.fact,
      this.text,
      (claim) => open(claim) && !inSlot.some((one) => one.claim === claim),
    );
    const [best] = [...inSlot, ...(alike ? [alike] : [])].sort((a, b) => b.score - a.score);
    if (best) this.asked.push(best);
    const [like] = [...this.asked].sort((a, b) => b.score - a.score);
    const home = homeOf(this.fact, like);
    const beside = like?.claim.page === home.page ? like.claim.fact : undefined;
    return { ...this.placed(home), ...defined({ beside, isLoose: home.isLoose }) };
  }

  placed({ page, reason }: { readonly page: string; readonly reason: string }): Proposal {
    if (!this.view.citedOn.has(this.fact.id)) this.know(page, 'current', null);
    this.context.memory.count(page);
    return { fact: this.fact.id, as: 'placed', page, text: this.text, reason };
  }

  know(page: string, standing: KnownClaim['standing'], by: string | null): void {
    this.context.memory.bring(claimOf(this.fact, this.context.findings, { page, standing, by }));
  }

  get label(): string {
    return this.sense.slot?.label ?? 'same thing';
  }

  isOther(claim: KnownClaim): boolean {
    return claim.facts.length > 1 || claim.fact !== this.fact.id;
  }

  isApart({ facts }: KnownClaim): boolean {
    return this.view.reviews.size > 0 && facts.some(({ id }) => this.view.apart(id, this.fact.id));
  }

  isPinned({ facts }: KnownClaim): boolean {
    return this.view.pinned.size > 0 && facts.some(({ id }) => this.view.pinned.has(id));
  }

  ask(kind: ReviewKind, claim: KnownClaim, score: number, reason: string): void {
    this.asked.push({ kind, claim, score, reason });
  }

  // A fact that is past at once: it came late, or a later one names it. If it falls within a claim's time, the earlier
  // part of that claim becomes a claim of its own.

  late({ by, byFact, after, afterFact, contradicted }: Extract<Turn<KnownClaim>, { as: 'late' }>): Proposal {
    const former = after ? nameBeside(after, afterFact ?? byFact, this.fact) : undefined;
    const said = contradicted ? byFact.id : nameBeside(by, byFact, this.fact);
    const proposal = this.past(
      by,
      said,
      former === undefined ? {} : contradicted ? { with: former } : { after: former, ...this.endedWith(after) },
      `a later fact about the ${this.label} is known already`,
    );
    if (after === by) this.part(after, contradicted ? byFact : this.fact);
    else for (const id of [former, ...(proposal.ends ?? [])]) this.endsWith(id, this.fact.id);
    return proposal;
  }

  past(follower: KnownClaim, by: string, beside: Pick<Proposal, 'after' | 'with' | 'ends'>, reason: string): Proposal {
    const page =
      !isEvent(follower.sense.judged) || follower.sense.turn === null
        ? follower.page
        : this.context.homeOf(this.fact).page;
    this.know(page, 'past', by);
    return { fact: this.fact.id, as: 'superseded', by, ...beside, page, text: this.text, reason };
  }

  endsWith(former: string | undefined, by: string): void {
    const claim = former === undefined ? null : this.context.memory.citing(former);
    if (claim?.standing === 'past') this.context.memory.change(claim, { by });
  }

  /** The other sides of the contradiction until then. */
  private endedWith(after: KnownClaim | null): Pick<Proposal, 'ends'> {
    const { memory } = this.context;
    const [key = ''] = after?.keys ?? [];
    const others =
      after?.by == null
        ? []
        : memory
            .about(this.key, this.sense)
            .filter(
              (claim) =>
                claim !== after &&
                claim.standing === 'past' &&
                claim.by !== null &&
                memory.citing(claim.by) === memory.citing(after.by ?? '') &&
                isBefore(claim, this.fact) &&
                relationTo(claim, { key, sense: after.sense }, between(claim, after)) === 'conflict',
            );
    return others.length === 0 ? {} : { ends: others.map(({ fact }) => fact) };
  }

  /** Makes the facts before this one a past claim of their own. */
  private part(claim: KnownClaim, by: Fact): void {
    const { memory } = this.context;
    const at = placeIn(claim.facts, by);
    const [before, later] = [claim.facts.slice(0, at), claim.facts.slice(at)];
    const [first, next] = [before[0], later[0]];
    if (!first || !next || claim.standing === 'side' || this.isPinned(claim)) return;
    memory.change(claim, { facts: later, fact: later.some(({ id }) => id === claim.fact) ? claim.fact : next.id });
    memory.bring({
      ...claim,
      fact: before.some(({ id }) => id === claim.fact) ? claim.fact : first.id,
      facts: before,
      standing: 'past',
      by: by.id,
    });
  }

  turn(): Turn<KnownClaim> {
    const { memory } = this.context;
    const about = memory.about(this.key, this.sense).filter((claim) => this.isOther(claim) && !this.isApart(claim));
    const near = nearestTo(this.fact, about);
    return turnOf(this.fact, near, (claim, which) =>
      relationTo({ keys: claim.keys, sense: this.saidBy(claim, which.nearest) }, this, which),
    );
  }

  taken(turn: Turn<KnownClaim>): Proposal {
    switch (turn.as) {
      case 'duplicate':
        return this.duplicate(turn.of, turn.after);
      case 'update':
        return this.replacing(turn.of, `it gives a newer value for the ${this.label}`);
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

  /** Of several facts that say the same, one may have words of change that another lacks. */
  private saidBy({ facts, sense }: KnownClaim, nearest: Fact): Sense {
    const own = facts.length > 1 ? this.context.findings.senseOf(nearest) : sense;
    const [a, b] = [own.slot, sense.slot];
    return a && b && a.key === b.key && a.value === b.value && a.negated === b.negated ? own : sense;
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

  /** It repeats a claim that is in History for another reason than its slot. */
  private back(claim: KnownClaim): Proposal {
    const { memory } = this.context;
    const follower = claim.by === null ? null : memory.citing(claim.by);
    const [began] = follower?.facts ?? [];
    if (!follower || !began) return this.alone();
    if (compareFacts(this.fact, began) < 0) return this.duplicate(claim, null);
    const isMerged = this.view.factById.get(follower.fact)?.fields.source?.startsWith('review:') === true;
    if (follower.standing === 'past') return this.alone();
    if (isMerged && missingSpecifics(this.fact.text, follower.text).length === 0 && !this.isApart(follower))
      return this.fold(follower, null);
    this.ask('supersede', follower, 0.85, 'it repeats what this replaced');
    return this.alone();
  }
}

export const isBefore = ({ facts }: KnownClaim, fact: Fact): boolean =>
  facts.every((one) => compareFacts(one, fact) < 0);

function between(one: KnownClaim, other: KnownClaim): { readonly later: boolean; readonly sameDay: boolean } {
  const [a, b] = [one.facts[0], other.facts[0]];
  return {
    later: a !== undefined && b !== undefined && compareFacts(a, b) < 0,
    sameDay: one.facts.some((fact) => other.facts.some((beside) => eventDay(beside) === eventDay(fact))),
  };
}
