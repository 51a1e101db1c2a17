// A batch: what one run is about. Cut from what is pending by days, and into halves where one fact must be found.
import { factDigest } from '../model/bytes.ts';
import type { LedgerLine } from '../model/disposition.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import type { Decision, Left, WhyLeft } from '../model/plan.ts';
import { type Pending, pendingIds } from '../vault/pending.ts';
import type { View } from '../vault/view.ts';
import type { PlanInput } from './engine.ts';

// What becomes of each fact of a plan: one decision, or a reason to wait, and never two. What is left of itself three
// times is quarantined; what a person undid is not done again.

/** So many failures of its own, and a fact is quarantined. */
const MAX_FAILURES = 3;

export type Choice = Pick<Decision, 'as' | 'page' | 'of' | 'by' | 'with' | 'reason'>;

/** What was decided, and no more of its line. */
export function choiceOf({ as, page, of, by, with: other }: Decided): Omit<Choice, 'reason'> {
  return {
    as,
    ...(page === undefined ? {} : { page }),
    ...(of === undefined ? {} : { of }),
    ...(by === undefined ? {} : { by }),
    ...(other === undefined ? {} : { with: other }),
  };
}

type Decided = Pick<Decision, 'as'> & { readonly [key in 'page' | 'of' | 'by' | 'with']?: string | undefined };

export class Account {
  readonly decisions = new Map<string, Decision>();
  readonly left = new Map<string, Left>();
  readonly notices: string[] = [];
  protected readonly input: PlanInput;
  private readonly own: ReadonlySet<string>;

  constructor(input: PlanInput) {
    this.input = input;
    this.own = pendingIds(input.batch);
  }

  notice(text: string): void {
    this.notices.push(text);
  }

  /** What holds of a fact now: what this plan says, else the ledger. */
  protected heldOf(fact: string): Pick<Decision, 'as' | 'page' | 'of' | 'by' | 'with'> | undefined {
    return this.decisions.get(fact) ?? this.input.view.ledger.get(fact);
  }

  protected waitsForPage(fact: Fact, ...pages: readonly string[]): boolean {
    const closed = pages.map((page) => this.input.closed.get(page)).find((reason) => reason !== undefined);
    if (closed !== undefined) this.leave(fact, closed, 'page');
    return closed !== undefined;
  }

  protected leave(fact: Fact, reason: string, why: WhyLeft): void {
    this.left.set(fact.id, { fact: fact.id, reason, why });
  }

  /** `kept`: the reason as the ledger may keep it, where the other quotes what an engine or an error said. */
  protected leaveFailed(fact: Fact, reason: string, kept = reason): void {
    const { failures, view } = this.input;
    const count = (failures.get(fact.id) ?? 0) + 1;
    // What a page cites is not quarantined: it stands there already, and a page must hold what the ledger says.
    if (count >= MAX_FAILURES && !view.citedOn.has(fact.id))
      return this.decide(fact, { as: 'quarantined', reason: `failed ${count} times: ${kept}` });
    const stays = view.ledger.get(fact.id)?.as === 'quarantined' ? '; it stays quarantined' : '';
    this.leave(fact, `${reason}${stays}`, 'own');
  }

  /** Decides it, and does what follows from that, unless it would repeat what a person undid. */
  protected settle(fact: Fact, choice: Choice, follow: () => void = () => undefined): void {
    if (this.repeatsUndone(fact, fact, choice)) return;
    follow();
    this.decide(fact, choice);
  }

  /**
   * The same for a fact that was decided before, and that `follow` may decide along with others. `along`: facts that
   * the same becomes of.
   */
  protected settleAgain(fact: Fact, choice: Choice, along: readonly string[], follow: () => void): void {
    for (const one of [fact, ...along.flatMap((id) => this.input.view.factById.get(id) ?? [])])
      if (this.repeatsUndone(fact, one, choice)) return;
    follow();
    if (this.heldOf(fact.id)?.as !== choice.as || !this.decisions.has(fact.id)) this.redecide(fact.id, choice);
  }

  /** Was that decided about `other` and undone? Then the fact is left. */
  private repeatsUndone(fact: Fact, other: Fact, choice: Choice): boolean {
    const digest = factDigest(other);
    const taken = this.input.undone.get(other.id)?.find((line) => line.digest === digest && this.repeats(choice, line));
    if (taken) this.leave(fact, `${taken.run} decided the same, and it was undone`, 'undone');
    return taken !== undefined;
  }

  protected decide(fact: Fact, choice: Choice): void {
    if (this.decisions.has(fact.id)) throw new Error(`two dispositions for ${fact.id}`);
    this.put(fact.id, fact.day, factDigest(fact), choice);
  }

  /**
   * What becomes of a fact because another was decided: its own decision of before, of this plan or the ledger, holds
   * no more.
   */
  protected redecide(id: string, choice: Choice): void {
    const { factById, ledger } = this.input.view;
    const [decided, held, fact] = [this.decisions.get(id), ledger.get(id), factById.get(id)];
    const day = fact?.day ?? held?.day;
    // An edited line stays noticed: its digest is the one that was decided.
    const digest = decided?.digest ?? held?.digest ?? (fact && factDigest(fact));
    if (day !== undefined && digest !== undefined && !this.left.has(id)) this.put(id, day, digest, choice);
  }

  private put(id: string, day: string, digest: string, choice: Choice): void {
    const again = this.input.view.ledger.get(id)?.undoes;
    const by = this.input.proposals.by?.[id];
    this.decisions.set(id, {
      fact: id,
      day,
      ...choice,
      digest,
      ...(again === undefined ? {} : { again }),
      ...(this.own.has(id) ? {} : { beside: true }),
      ...(by === undefined || by === this.input.engine ? {} : { engine: by }),
    });
  }

  /**
   * What was replaced or contradicted by a fact of the same run is not placed alone while that one waits, or beside it
   * on the same page: that is half of what was undone.
   */
  private repeats(choice: Choice, line: LedgerLine): boolean {
    if (line.page !== choice.page) return false;
    if (line.as === choice.as && line.of === choice.of && line.by === choice.by && line.with === choice.with)
      return true;
    const other = line.as === 'superseded' ? line.by : line.as === 'conflict' ? line.with : undefined;
    const { ledger, ledgerRead } = this.input.view;
    if (other === undefined || choice.as !== 'placed') return false;
    if (!ledgerRead.lines.some(({ fact, run }) => fact === other && run === line.run)) return false;
    const decided = this.decisions.get(other);
    return decided ? decided.page === line.page : this.own.has(other) || ledger.get(other)?.page === line.page;
  }
}

/**
 * The facts of the first so many days, and all that needs no engine; without those that wait already. Where claims
 * clash, that is settled first: an engine is to see what holds.
 */
export function nextBatch(pending: Pending, waiting: { has(fact: string): boolean }, maxDays: number): Pending {
  if (maxDays < 1) throw new MemvaultError('usage', '--max-days must be at least 1');
  const open = only(pending, (fact) => !waiting.has(fact));
  if (open.clashes.size > 0) return { ...open, facts: [] };
  const days = new Set([...new Set(open.facts.map((fact) => fact.day))].sort().slice(0, maxDays));
  const later = new Set(open.facts.filter((fact) => !days.has(fact.day)).map((fact: Fact) => fact.id));
  return later.size === 0 ? open : only(open, (fact) => !later.has(fact));
}

/** In what batches a dream goes on. */
export interface Batches {
  /** The next; an empty one ends the dream. */
  next(pending: Pending, waiting: { has(fact: string): boolean }, view: View): Pending;
  /**
   * Would nothing come after a batch that leaves this pending? Changes nothing. Where it is missing, any may be the
   * last.
   */
  isLast?(pending: Pending, waiting: { has(fact: string): boolean }): boolean;
  /** What of one is to be decided still, after parts of it were. */
  still(part: Pending, pending: Pending): Pending;
  /** Are there pairs of earlier nights that no batch goes with? Where it is missing, the vault tells. */
  hasQueue?(): boolean;
}

/** All that is pending, by days. */
export function byDays(maxDays: number): Batches {
  const next = (pending: Pending, waiting: { has(fact: string): boolean }): Pending =>
    nextBatch(pending, waiting, maxDays);
  return { next, isLast: (...after) => isEmpty(next(...after)), still: stillPending };
}

export function isEmpty(pending: Pending): boolean {
  return pendingIds(pending).size === 0;
}

/** Two parts of it, facts in their order, or null where it is about one fact alone. */
export function halves(batch: Pending): [Pending, Pending] | null {
  const ids = [...pendingIds(batch)];
  if (ids.length < 2) return null;
  const first = new Set(ids.slice(0, Math.ceil(ids.length / 2)));
  return [only(batch, (fact) => first.has(fact)), only(batch, (fact) => !first.has(fact))];
}

/** What of it is pending still. */
export function stillPending(batch: Pending, now: Pending): Pending {
  const ids = pendingIds(batch);
  return only(now, (fact) => ids.has(fact));
}

/** The part of it that is about these facts. */
export function only(
  { facts, cited, removed, doubled, unsaid, restated, clashes }: Pending,
  keeps: (fact: string) => boolean,
): Pending {
  return {
    facts: facts.filter((fact) => keeps(fact.id)),
    cited: new Map([...cited].filter(([fact]) => keeps(fact))),
    removed: removed.filter((fact) => keeps(fact.id)),
    doubled: new Map([...doubled].filter(([fact]) => keeps(fact))),
    unsaid: new Map([...unsaid].filter(([fact]) => keeps(fact))),
    restated: new Map([...restated].filter(([fact]) => keeps(fact))),
    clashes: new Map([...clashes].filter(([fact]) => keeps(fact))),
  };
}
