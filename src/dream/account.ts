// What becomes of each fact of a plan: one decision, or a reason to wait, and never two. Pure. What is left of
// itself three times is quarantined; what a person undid is not done again.
import { factDigest } from '../markdown/digest.ts';
import type { Fact } from '../model/fact.ts';
import type { Decision, Left, WhyLeft } from '../model/plan.ts';
import type { PlanInput } from './plan-input.ts';

/** So many failures of its own, and a fact is quarantined. */
const MAX_FAILURES = 3;

type Choice = Pick<Decision, 'as' | 'page' | 'of' | 'reason'>;

export class Account {
  readonly decisions = new Map<string, Decision>();
  readonly left = new Map<string, Left>();
  readonly notices: string[] = [];
  protected readonly input: PlanInput;

  constructor(input: PlanInput) {
    this.input = input;
  }

  notice(text: string): void {
    this.notices.push(text);
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
    if (count >= MAX_FAILURES && !view.citedOn.has(fact.id)) return this.decide(fact, { as: 'quarantined', reason: `failed ${count} times: ${kept}` });
    const stays = view.ledger.get(fact.id)?.as === 'quarantined' ? '; it stays quarantined' : '';
    this.leave(fact, `${reason}${stays}`, 'own');
  }

  /** Decides it, and does what follows from that, unless it would repeat what a person undid. */
  protected settle(fact: Fact, choice: Choice, follow: () => void = () => undefined): void {
    const digest = factDigest(fact);
    const taken = this.input.undone.get(fact.id)?.find((line) => line.as === choice.as && line.page === choice.page && line.of === choice.of && line.digest === digest);
    if (taken) return this.leave(fact, `${taken.run} decided the same, and it was undone`, 'undone');
    follow();
    this.decide(fact, choice);
  }

  protected decide(fact: Fact, choice: Choice): void {
    if (this.decisions.has(fact.id)) throw new Error(`two dispositions for ${fact.id}`);
    const again = this.input.view.ledger.get(fact.id)?.undoes;
    this.decisions.set(fact.id, { fact: fact.id, day: fact.day, ...choice, digest: factDigest(fact), ...(again === undefined ? {} : { again }) });
  }
}
