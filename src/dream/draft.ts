// A plan in the making: fact by fact one decision or a reason to wait, and the changes that follow from it.
// Pure. What is left of itself three times is quarantined; what a person undid is not done again.
import { factDigest } from '../markdown/digest.ts';
import { missingSpecifics } from '../markdown/specifics.ts';
import type { Fact } from '../model/fact.ts';
import type { Change, Decision, Left, Proposal, WhyLeft } from '../model/plan.ts';
import type { Home } from '../vault/homes.ts';
import type { PlanInput } from './plan-input.ts';
import { takeOff } from './take-off.ts';

/** So many failures of its own, and a fact is quarantined. */
const MAX_FAILURES = 3;

/** A claim that is to be added. */
export interface Add {
  readonly page: string;
  readonly text: string;
  readonly head: string | null;
  readonly facts: string[];
  readonly reason: string;
}

type Choice = Pick<Decision, 'as' | 'page' | 'of' | 'reason'>;

export class Draft {
  readonly decisions = new Map<string, Decision>();
  readonly left = new Map<string, Left>();
  readonly notices: string[] = [];
  readonly adds = new Map<string, Add>();
  private readonly edits: Change[] = [];
  /** By page the facts whose citations go. */
  private readonly off = new Map<string, Set<string>>();
  private readonly input: PlanInput;

  constructor(input: PlanInput) {
    this.input = input;
  }

  notice(text: string): void {
    this.notices.push(text);
  }

  /** Changes of claims that are on pages already. */
  changes(): Change[] {
    return [...this.edits, ...takeOff(this.input.view, this.off)];
  }

  /** A defect that only this fact brings out. */
  fail(fact: Fact, what: string): void {
    this.leaveFailed(fact, `memvault could not decide it: ${what}`, 'memvault could not decide it');
  }

  recordCited(fact: Fact, page: string): void {
    if (this.waitsForPage(fact, page)) return;
    this.settle(fact, { as: 'placed', page, reason: 'a page cites it already' });
  }

  recordRemoved(fact: Fact): void {
    const page = this.input.view.ledger.get(fact.id)?.page ?? '';
    if (this.waitsForPage(fact, page)) return;
    this.settle(fact, { as: 'set-aside', reason: 'removed by hand' }, () => {
      if (this.input.view.pages.has(page)) this.edits.push({ kind: 'unsource', page, facts: [fact.id], reason: 'removed by hand' });
    });
  }

  /** On two pages after a merge: it stays where the later decision put it. */
  recordDoubled(fact: Fact, { home, others }: Home): void {
    if (this.waitsForPage(fact, home, ...others)) return;
    const held = this.input.view.ledger.get(fact.id);
    const same = held?.page === home && held.as === 'duplicate' && held.of !== undefined ? { as: held.as, of: held.of } : { as: 'placed' as const };
    this.settle(fact, { ...same, page: home, reason: `two clones placed it; it stays on ${home}` }, () => this.dropCopies(fact));
  }

  take(fact: Fact, proposal: Proposal | undefined): void {
    const { view } = this.input;
    const home = this.pageCiting(fact.id);
    if (home !== null && view.ledger.has(fact.id)) this.correct(fact, home, proposal);
    else if (proposal === undefined) this.leaveFailed(fact, 'the engine said nothing of it');
    else if (proposal.as === 'duplicate') this.fold(fact, proposal);
    else if (proposal.as === 'placed') this.place(fact, proposal);
    else if (proposal.as === 'set-aside') this.settle(fact, { as: 'set-aside', reason: proposal.reason });
    else this.leaveFailed(fact, `the engine said ${proposal.as}, which this version cannot apply`, 'the engine decided what this version cannot apply');
  }

  private place(fact: Fact, proposal: Proposal): void {
    const page = proposal.page ?? '';
    if (this.waitsForPage(fact, page)) return;
    if (!this.input.isPagePath(page)) return this.leaveFailed(fact, `the engine named the page ${JSON.stringify(page)}, which is in no zone`, 'the engine named a page that is in no zone');
    this.settle(fact, { as: 'placed', page, reason: proposal.reason }, () => {
      const text = this.wordingOf(fact, proposal.text);
      this.adds.set(fact.id, { page, text, head: proposal.head || null, facts: [fact.id], reason: proposal.reason });
    });
  }

  private fold(fact: Fact, { of = '', reason }: Proposal): void {
    const fresh = this.adds.get(of) ?? this.adds.get(this.decisions.get(of)?.of ?? '');
    if (fresh) {
      return this.settle(fact, { as: 'duplicate', page: fresh.page, of: fresh.facts[0] ?? of, reason }, () => void fresh.facts.push(fact.id));
    }
    const page = this.pageCiting(of);
    if (page === null) return this.waitWith(fact, of);
    if (this.waitsForPage(fact, page)) return;
    this.settle(fact, { as: 'duplicate', page, of, reason }, () => void this.edits.push({ kind: 'cite', page, claim: of, facts: [fact.id], reason }));
  }

  /** The fact that it repeats is on no page: it waits as that one does. */
  private waitWith(fact: Fact, of: string): void {
    const first = of === fact.id ? undefined : (this.left.get(of) ?? this.input.waiting.get(of));
    if (!first) return this.leaveFailed(fact, `the engine called it a duplicate of ${of}, which no page cites`, 'the engine called it a duplicate of what no page cites');
    this.leave(fact, `it says the same as ${of}, which waits: ${first.reason}`, first.why === 'own' ? 'other' : first.why);
  }

  /** An edited log line: its claim gets the new words in place; a claim that it shares keeps the others'. */
  private correct(fact: Fact, page: string, proposal: Proposal | undefined): void {
    const { view, batch } = this.input;
    if (this.waitsForPage(fact, page, ...(batch.doubled.get(fact.id)?.others ?? []))) return;
    const reason = 'its log line was edited';
    this.settle(fact, { as: 'placed', page, reason }, () => {
      const text = this.wordingOf(fact, proposal?.text);
      const claim = view.pages.get(page)?.claims.find((candidate) => candidate.facts.includes(fact.id));
      if (claim?.facts.length === 1 && isListItem(view.pages.get(page)?.text ?? '', claim.line)) {
        this.edits.push({ kind: 'correct', page, claim: fact.id, text, facts: [fact.id], reason });
      } else {
        this.edits.push({ kind: 'uncite', page, claim: fact.id, facts: [fact.id], reason });
        this.adds.set(fact.id, { page, text, head: claim?.head ?? null, facts: [fact.id], reason });
      }
      this.dropCopies(fact);
    });
  }

  private dropCopies(fact: Fact): void {
    for (const page of this.input.batch.doubled.get(fact.id)?.others ?? []) this.off.set(page, (this.off.get(page) ?? new Set()).add(fact.id));
  }

  private wordingOf(fact: Fact, wording: string | undefined): string {
    if (wording === undefined || wording.trim() === '') return fact.text;
    const missing = missingSpecifics(fact.text, wording);
    if (missing.length === 0) return wording;
    this.notice(`the wording for ${fact.id} drops ${missing.join(', ')}; the fact's own words are used`);
    return fact.text;
  }

  /** Its own page where that cites it; a copy that somebody made elsewhere comes second. */
  private pageCiting(id: string): string | null {
    const { view, batch } = this.input;
    const pages = view.citedOn.get(id) ?? [];
    const home = batch.doubled.get(id)?.home ?? view.ledger.get(id)?.page ?? '';
    return pages.includes(home) ? home : (pages[0] ?? null);
  }

  private waitsForPage(fact: Fact, ...pages: readonly string[]): boolean {
    const closed = pages.map((page) => this.input.closed.get(page)).find((reason) => reason !== undefined);
    if (closed !== undefined) this.leave(fact, closed, 'page');
    return closed !== undefined;
  }

  private leave(fact: Fact, reason: string, why: WhyLeft): void {
    this.left.set(fact.id, { fact: fact.id, reason, why });
  }

  /** `kept`: the reason as the ledger may keep it, where the other quotes what an engine or an error said. */
  private leaveFailed(fact: Fact, reason: string, kept = reason): void {
    const { failures, view } = this.input;
    const count = (failures.get(fact.id) ?? 0) + 1;
    // What a page cites is not quarantined: it stands there already, and a page must hold what the ledger says.
    if (count >= MAX_FAILURES && !view.citedOn.has(fact.id)) return this.decide(fact, { as: 'quarantined', reason: `failed ${count} times: ${kept}` });
    const stays = view.ledger.get(fact.id)?.as === 'quarantined' ? '; it stays quarantined' : '';
    this.leave(fact, `${reason}${stays}`, 'own');
  }

  /** Decides it, and does what follows from that, unless it would repeat what a person undid. */
  private settle(fact: Fact, choice: Choice, follow: () => void = () => undefined): void {
    const digest = factDigest(fact);
    const taken = this.input.undone.get(fact.id)?.find((line) => line.as === choice.as && line.page === choice.page && line.of === choice.of && line.digest === digest);
    if (taken) return this.leave(fact, `${taken.run} decided the same, and it was undone`, 'undone');
    follow();
    this.decide(fact, choice);
  }

  private decide(fact: Fact, choice: Choice): void {
    if (this.decisions.has(fact.id)) throw new Error(`two dispositions for ${fact.id}`);
    const again = this.input.view.ledger.get(fact.id)?.undoes;
    this.decisions.set(fact.id, { fact: fact.id, day: fact.day, ...choice, digest: factDigest(fact), ...(again === undefined ? {} : { again }) });
  }
}

/** Only an item of a list is memvault's to reword; a paragraph or a quote holds a person's words too. */
function isListItem(text: string, line: number): boolean {
  return /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(text.split('\n')[line - 1] ?? '');
}
