// What becomes of each fact of a plan: one decision, or a reason to wait, and never two. Pure. What is left of
// itself three times is quarantined; what a person undid is not done again.
import { factDigest } from '../markdown/digest.ts';
import type { LedgerLine } from '../model/disposition.ts';
import type { Fact } from '../model/fact.ts';
import type { Decision, Left, WhyLeft } from '../model/plan.ts';
import { pendingIds } from '../vault/pending.ts';
import type { PlanInput } from './plan-input.ts';

/** So many failures of its own, and a fact is quarantined. */
const MAX_FAILURES = 3;

export type Choice = Pick<Decision, 'as' | 'page' | 'of' | 'by' | 'with' | 'reason'>;

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
   * What was replaced or contradicted at once would be placed alone while the other one waits: half of what was undone.
   */
  private repeats(choice: Choice, line: LedgerLine): boolean {
    if (line.page !== choice.page) return false;
    if (line.as === choice.as && line.of === choice.of && line.by === choice.by && line.with === choice.with)
      return true;
    const other = line.as === 'superseded' ? line.by : line.as === 'conflict' ? line.with : undefined;
    return choice.as === 'placed' && other !== undefined && this.input.undone.has(other) && this.own.has(other);
  }
}
