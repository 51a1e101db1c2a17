// A plan in the making: fact by fact one decision or a reason to wait, and the changes that follow from it.
// Pure. A claim stands for a fact only where it keeps what is specific in it, whatever an engine says.
import { normalForm } from '../markdown/normal-form.ts';
import { missingSpecifics } from '../markdown/specifics.ts';
import type { Fact } from '../model/fact.ts';
import type { Claim } from '../model/page.ts';
import type { Change, Proposal } from '../model/plan.ts';
import type { Home } from '../vault/homes.ts';
import { isUndoneAsIs } from '../vault/undone.ts';
import { Account } from './account.ts';
import { ClaimsAhead, orphansOn } from './claims-ahead.ts';
import type { PlanInput } from './plan-input.ts';
import { takeOff } from './take-off.ts';

const EDITED = 'its log line was edited';
const UNSAID = 'since a merge its claim says what another fact says';

/** A claim that is to be added. */
export interface Add {
  readonly page: string;
  readonly text: string;
  readonly head: string | null;
  readonly facts: string[];
  readonly reason: string;
}

export class Draft extends Account {
  readonly adds = new Map<string, Add>();
  private readonly edits: Change[] = [];
  /** By page the facts whose citations go. */
  private readonly off = new Map<string, Set<string>>();
  /** Of the adds those of facts that came off a claim, or were kept off one; by page, words and fields. */
  private readonly alone = new Map<string, Add>();
  private edited: ReadonlySet<string> | undefined;
  private readonly claims: ClaimsAhead;

  constructor(input: PlanInput) {
    super(input);
    this.claims = new ClaimsAhead(input.view);
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
    // A hand did that, and no plan: what was undone does not hold it back.
    if (this.input.view.pages.has(page)) this.edits.push({ kind: 'unsource', page, facts: [fact.id], reason: 'removed by hand' });
    this.decide(fact, { as: 'set-aside', reason: 'removed by hand' });
  }

  /** On two pages after a merge: it stays where the later decision put it. */
  recordDoubled(fact: Fact, { home, others }: Home): void {
    if (this.waitsForPage(fact, home, ...others)) return;
    const held = this.input.view.ledger.get(fact.id);
    const same = held?.page === home && held.as === 'duplicate' && held.of !== undefined ? { as: held.as, of: held.of } : { as: 'placed' as const };
    this.settle(fact, { ...same, page: home, reason: `two clones placed it; it stays on ${home}` }, () => this.dropCopies(fact));
  }

  /** Its claim says another fact's words since a merge: it gets its own on the same page. */
  recordUnsaid(fact: Fact, page: string): void {
    if (this.waitsForPage(fact, page)) return;
    const claim = this.claims.citing(page, fact.id);
    this.placeAlone(fact, page, { text: fact.text, head: claim?.head ?? null, reason: UNSAID }, () => this.leaveClaim(claim, fact.id, UNSAID));
  }

  take(fact: Fact, proposal: Proposal | undefined): void {
    if (proposal === undefined) this.leaveFailed(fact, 'the engine said nothing of it');
    else if (proposal.as === 'duplicate') this.fold(fact, proposal);
    else if (proposal.as === 'placed') this.place(fact, proposal);
    else if (proposal.as === 'set-aside') this.settle(fact, { as: 'set-aside', reason: proposal.reason });
    else this.leaveFailed(fact, `the engine said ${proposal.as}, which this version cannot apply`, 'the engine decided what this version cannot apply');
  }

  /** Was its line edited after a claim was made of it? */
  isCorrection(fact: Fact): boolean {
    return this.input.view.ledger.has(fact.id) && this.pageCiting(fact.id) !== null;
  }

  /** An edited log line: its claim gets the new words in place; a claim that it shares keeps the others'. */
  correct(fact: Fact, proposal: Proposal | undefined): void {
    const page = this.pageCiting(fact.id) ?? '';
    if (this.waitsForPage(fact, page, ...(this.input.batch.doubled.get(fact.id)?.others ?? []))) return;
    const claim = this.claims.citing(page, fact.id);
    const text = this.wordingOf(fact, proposal?.text);
    const others = claim ? this.stayingOn(claim).filter((id) => id !== fact.id) : [];
    const twin = claim && proposal?.as === 'duplicate' && missingSpecifics(fact.text, this.claims.wordsOf(claim)).length === 0 ? others.find((id) => id === proposal.of) : undefined;
    if (twin !== undefined) {
      const same = this.input.view.ledger.get(fact.id)?.as === 'placed' ? { as: 'placed' as const } : { as: 'duplicate' as const, of: twin };
      return this.settle(fact, { ...same, page, reason: EDITED }, () => this.dropCopies(fact));
    }
    if (claim && others.length === 0 && this.claims.isRewordable(claim)) {
      return this.settle(fact, { as: 'placed', page, reason: EDITED }, () => {
        this.edits.push({ kind: 'correct', page, claim: fact.id, text, facts: [fact.id], reason: EDITED });
        this.claims.reword(claim, text);
        this.dropCopies(fact);
      });
    }
    this.placeAlone(fact, page, { text, head: claim?.head ?? null, reason: EDITED }, () => {
      this.leaveClaim(claim, fact.id, EDITED);
      this.dropCopies(fact);
    });
  }

  private place(fact: Fact, proposal: Proposal): void {
    const page = proposal.page ?? '';
    if (this.waitsForPage(fact, page)) return;
    if (!this.input.isPagePath(page)) return this.leaveFailed(fact, `the engine named the page ${JSON.stringify(page)}, which is in no zone`, 'the engine named a page that is in no zone');
    const [text, head, reason] = [this.wordingOf(fact, proposal.text), proposal.head || null, proposal.reason];
    // What comes off a claim in this plan no engine has seen as a claim of its own.
    if (this.alone.size > 0) return this.placeAlone(fact, page, { text, head, reason });
    this.settle(fact, { as: 'placed', page, reason }, () => void this.adds.set(fact.id, { page, text, head, facts: [fact.id], reason }));
  }

  /** Invariant 2, whatever an engine says: a claim stands for a fact only where it keeps what is specific in it. */
  private fold(fact: Fact, { of = '', text, head, reason }: Proposal): void {
    const fresh = this.adds.get(of) ?? this.adds.get(this.decisions.get(of)?.of ?? '');
    const page = fresh?.page ?? this.pageCiting(of);
    if (page === null) return this.waitWith(fact, of);
    if (this.waitsForPage(fact, page)) return;
    const claim = fresh ? undefined : this.claims.citing(page, of);
    const words = fresh?.text ?? (claim ? this.claims.wordsOf(claim) : '');
    const missing = missingSpecifics(fact.text, words);
    if (missing.length > 0) {
      this.notice(`the claim of ${of} does not say ${missing.join(', ')}, which ${fact.id} does; it gets a claim of its own`);
      return this.placeAlone(fact, page, { text: this.wordingOf(fact, text), head: head ?? (fresh ?? claim)?.head ?? null, reason: `its words are not those of ${of}` });
    }
    if (fresh) return this.settle(fact, { as: 'duplicate', page, of: fresh.facts[0] ?? of, reason }, () => void fresh.facts.push(fact.id));
    this.settle(fact, { as: 'duplicate', page, of, reason }, () => void this.edits.push({ kind: 'cite', page, claim: of, facts: [fact.id], reason }));
  }

  /** A claim of its own; one for all that this plan takes off their claims, or keeps off, with the same words. */
  private placeAlone(fact: Fact, page: string, { text, head, reason }: Pick<Add, 'text' | 'head' | 'reason'>, follow: () => void = () => undefined): void {
    const key = JSON.stringify([page, normalForm(text), fact.category, fact.fields]);
    const twin = this.alone.get(key);
    if (twin && missingSpecifics(fact.text, twin.text).length === 0) {
      return this.settle(fact, { as: 'duplicate', page, of: twin.facts[0] ?? '', reason }, () => {
        follow();
        twin.facts.push(fact.id);
      });
    }
    this.settle(fact, { as: 'placed', page, reason }, () => {
      follow();
      const add: Add = { page, text, head, facts: [fact.id], reason };
      this.adds.set(fact.id, add);
      this.alone.set(key, add);
    });
  }

  /** The fact goes off a claim. What was a duplicate of it there is one no more: the first that stays is placed. */
  private leaveClaim(claim: Claim | undefined, fact: string, reason: string): void {
    if (!claim) return;
    this.edits.push({ kind: 'uncite', page: claim.page, claim: fact, facts: [fact], reason });
    this.claims.takeOff(claim, fact);
    for (const { orphan, of, former } of orphansOn(claim, this.stayingOn(claim), this.input.view)) {
      if (this.decisions.has(orphan.id) || this.left.has(orphan.id)) continue;
      this.decide(orphan, { page: claim.page, reason: `${former} says something else now`, ...(of === null ? { as: 'placed' } : { as: 'duplicate', of }) });
    }
  }

  /** The facts that a claim will cite once all of this batch that goes off it, or takes its words along, has been decided. */
  private stayingOn(claim: Claim): string[] {
    const { batch, failing, undone, view } = this.input;
    const isEdited = (id: string): boolean => batch.unsaid.has(id) || (this.edited ??= new Set(batch.facts.map((one) => one.id))).has(id);
    const isHeldBack = (fact: Fact | undefined): boolean => fact !== undefined && isUndoneAsIs(fact, undone.get(fact.id) ?? []);
    return this.claims.staying(claim).filter((id) => !isEdited(id) || this.decisions.has(id) || this.left.has(id) || failing.has(id) || isHeldBack(view.factById.get(id)));
  }

  /** The fact that it repeats is on no page: it waits as that one does. */
  private waitWith(fact: Fact, of: string): void {
    const first = of === fact.id ? undefined : (this.left.get(of) ?? this.input.waiting.get(of));
    if (!first) return this.leaveFailed(fact, `the engine called it a duplicate of ${of}, which no page cites`, 'the engine called it a duplicate of what no page cites');
    this.leave(fact, `it says the same as ${of}, which waits: ${first.reason}`, first.why === 'own' ? 'other' : first.why);
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
}
