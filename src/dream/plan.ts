// From what an engine proposes to a plan. Pure: it validates, decides, gives reasons, and refuses to lose a
// fact. Whatever an engine says, every fact of the batch leaves here with exactly one disposition, or is named as left.
import { factDigest } from '../markdown/digest.ts';
import { missingSpecifics } from '../markdown/specifics.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import type { Change, Decision, Left, Plan, Proposal, Proposals, WhyLeft } from '../model/plan.ts';
import type { View } from '../vault/view.ts';

export interface PlanInput {
  readonly engine: string;
  readonly batch: readonly Fact[];
  readonly proposals: Proposals;
  readonly view: View;
  /** May memvault write this page? */
  readonly isPagePath: (path: string) => boolean;
  /** Pages that must not be touched now, and why. */
  readonly closed: Pick<ReadonlyMap<string, string>, 'get' | 'has'>;
  /** Cited on a page, and the ledger does not say so. By fact: the page. */
  readonly cited: ReadonlyMap<string, string>;
  /** Placed once, and on no page any more. */
  readonly removed: readonly Fact[];
}

/** Throws where a fact would be lost or counted twice: that is a defect of the program, never of an engine. */
export function makePlan(input: PlanInput): Plan {
  const draft = new Draft(input);
  for (const [fact, page] of input.cited) draft.recordCited(fact, page);
  for (const fact of input.removed) draft.recordRemoved(fact);
  const said = proposalsByFact(input, draft);
  for (const fact of input.batch) draft.take(fact, said.get(fact.id));
  return draft.finish();
}

/** One proposal a fact: an unknown fact is dropped, of two the first counts. Each is noted. */
function proposalsByFact({ batch, proposals }: PlanInput, draft: Draft): Map<string, Proposal> {
  const ids = new Set(batch.map((fact) => fact.id));
  const said = new Map<string, Proposal>();
  for (const proposal of proposals.proposals) {
    if (!ids.has(proposal.fact)) draft.notice(`the engine spoke of ${proposal.fact}, which is not in this batch`);
    else if (said.has(proposal.fact)) draft.notice(`the engine decided ${proposal.fact} twice; the first counts`);
    else said.set(proposal.fact, proposal);
  }
  return said;
}

class Draft {
  private readonly decisions = new Map<string, Decision>();
  private readonly left: Left[] = [];
  private readonly notices: string[] = [];
  private readonly adds = new Map<string, { page: string; text: string; head: string | null; facts: string[]; reason: string }>();
  private readonly edits: Change[] = [];
  private readonly input: PlanInput;

  constructor(input: PlanInput) {
    this.input = input;
  }

  notice(text: string): void {
    this.notices.push(text);
  }

  recordCited(id: string, page: string): void {
    const fact = this.input.view.factById.get(id);
    if (fact) this.decide(fact, { as: 'placed', page, reason: 'a page cites it already' });
  }

  recordRemoved(fact: Fact): void {
    const page = this.input.view.ledger.get(fact.id)?.page ?? '';
    const isOpen = this.input.view.pages.has(page) && !this.input.closed.has(page);
    if (isOpen) this.edits.push({ kind: 'unsource', page, facts: [fact.id], reason: 'removed by hand' });
    this.decide(fact, { as: 'set-aside', reason: 'removed by hand' });
  }

  take(fact: Fact, proposal: Proposal | undefined): void {
    const home = this.pageCiting(fact.id);
    if (home !== null && this.input.view.ledger.has(fact.id)) this.correct(fact, home, proposal);
    else if (proposal === undefined) this.leave(fact, 'the engine said nothing of it');
    else if (proposal.as === 'duplicate') this.fold(fact, proposal);
    else if (proposal.as === 'placed') this.place(fact, proposal);
    else if (proposal.as === 'set-aside') this.decide(fact, { as: 'set-aside', reason: proposal.reason });
    else this.leave(fact, `the engine said ${proposal.as}, which this version cannot apply`);
  }

  private place(fact: Fact, proposal: Proposal): void {
    const page = proposal.page ?? '';
    const closed = this.input.closed.get(page);
    if (closed !== undefined) return this.leave(fact, closed, 'page');
    if (!this.input.isPagePath(page)) return this.leave(fact, `the engine named the page ${JSON.stringify(page)}, which is in no zone`);
    const text = this.wordingOf(fact, proposal.text);
    this.adds.set(fact.id, { page, text, head: proposal.head || null, facts: [fact.id], reason: proposal.reason });
    this.decide(fact, { as: 'placed', page, reason: proposal.reason });
  }

  private fold(fact: Fact, proposal: Proposal): void {
    const of = proposal.of ?? '';
    const fresh = this.adds.get(of) ?? this.adds.get(this.decisions.get(of)?.of ?? '');
    if (fresh) {
      fresh.facts.push(fact.id);
      return this.decide(fact, { as: 'duplicate', page: fresh.page, of: fresh.facts[0] ?? of, reason: proposal.reason });
    }
    const page = this.pageCiting(of);
    if (page === null) return this.leave(fact, `the engine called it a duplicate of ${of}, which no page cites`);
    const closed = this.input.closed.get(page);
    if (closed !== undefined) return this.leave(fact, closed, 'page');
    this.edits.push({ kind: 'cite', page, claim: of, facts: [fact.id], reason: proposal.reason });
    this.decide(fact, { as: 'duplicate', page, of, reason: proposal.reason });
  }

  /** An edited log line: its claim gets the new words in place; a claim that it shares keeps the others'. */
  private correct(fact: Fact, page: string, proposal: Proposal | undefined): void {
    const closed = this.input.closed.get(page);
    if (closed !== undefined) return this.leave(fact, closed, 'page');
    const reason = 'its log line was edited';
    const text = this.wordingOf(fact, proposal?.text);
    const claim = this.input.view.pages.get(page)?.claims.find((candidate) => candidate.facts.includes(fact.id));
    if (claim?.facts.length === 1 && isListItem(this.input.view.pages.get(page)?.text ?? '', claim.line)) {
      this.edits.push({ kind: 'correct', page, claim: fact.id, text, facts: [fact.id], reason });
    } else {
      this.edits.push({ kind: 'uncite', page, claim: fact.id, facts: [fact.id], reason });
      this.adds.set(fact.id, { page, text, head: claim?.head ?? null, facts: [fact.id], reason });
    }
    this.decide(fact, { as: 'placed', page, reason });
  }

  private wordingOf(fact: Fact, wording: string | undefined): string {
    if (wording === undefined || wording.trim() === '') return fact.text;
    const missing = missingSpecifics(fact.text, wording);
    if (missing.length === 0) return wording;
    this.notice(`the wording for ${fact.id} drops ${missing.join(', ')}; the fact's own words are used`);
    return fact.text;
  }

  private pageCiting(id: string): string | null {
    return this.input.view.citedOn.get(id)?.[0] ?? null;
  }

  private leave(fact: Fact, reason: string, why: WhyLeft = 'own'): void {
    this.left.push({ fact: fact.id, reason, why });
  }

  private decide(fact: Fact, decision: Pick<Decision, 'as' | 'page' | 'of' | 'reason'>): void {
    if (this.decisions.has(fact.id)) throw new MemvaultError('refused', `two dispositions for ${fact.id}`);
    this.decisions.set(fact.id, { fact: fact.id, day: fact.day, ...decision, digest: factDigest(fact) });
  }

  finish(): Plan {
    const { batch, engine, proposals, view } = this.input;
    const waiting = new Set(this.left.map(({ fact }) => fact));
    for (const fact of batch) {
      if (this.decisions.has(fact.id) === waiting.has(fact.id)) throw new MemvaultError('refused', `the plan does not account for ${fact.id}`);
    }
    const adds = [...this.adds.values()].map((add): Change => ({ kind: 'add', ...add }));
    const touched = new Set([...adds, ...this.edits].map((change) => change.page));
    const changes: Change[] = [
      ...proposals.pages.filter(({ page }) => touched.has(page) && !view.pages.has(page)).map((page): Change => ({ kind: 'create', ...page, facts: factsOn(page.page, adds), reason: `first fact for ${page.title}` })),
      ...Object.entries(proposals.heads).filter(([page]) => touched.has(page)).map(([page, heads]): Change => ({ kind: 'arrange', page, heads, facts: Object.keys(heads), reason: 'more than twelve claims stand under heads' })),
      ...adds,
      ...this.edits,
      ...Object.entries(proposals.tags).filter(([page, tags]) => touched.has(page) && tags.length > 0).map(([page, tags]): Change => ({ kind: 'tag', page, tags, facts: [], reason: 'its facts carry these tags' })),
      ...this.relations(touched),
    ];
    const pages = Object.fromEntries([...new Set(changes.map((change) => change.page))].sort().map((page) => [page, view.pages.get(page)?.digest ?? null]));
    const days = [...new Set([...this.decisions.values()].map((decision) => decision.day))].sort();
    return { version: 1, engine, days, decisions: [...this.decisions.values()], changes, pages, left: this.left, notices: this.notices };
  }

  /** Links only between pages that exist or come into being, and never on a page that is closed. */
  private relations(touched: ReadonlySet<string>): Change[] {
    const { proposals, view, closed, isPagePath } = this.input;
    const exists = (page: string): boolean => view.pages.has(page) || touched.has(page);
    return Object.entries(proposals.related).flatMap(([page, targets]): Change[] => {
      const to = targets.filter((target) => exists(target) && target !== page);
      if (!exists(page) || closed.has(page) || !isPagePath(page) || to.length === 0) return [];
      return [{ kind: 'relate', page, to, facts: [], reason: 'its claims mention what these pages are about' }];
    });
  }
}

function factsOn(page: string, adds: readonly Change[]): string[] {
  return adds.filter((add) => add.page === page).flatMap((add) => add.facts);
}

/** Only an item of a list is memvault's to reword; a paragraph or a quote holds a person's words too. */
function isListItem(text: string, line: number): boolean {
  return /^\s*(?:[-*+]|\d{1,9}[.)])\s/.test(text.split('\n')[line - 1] ?? '');
}
