// One batch before the model: page by page, call after call, each as large as fits. What is cut off is asked in parts,
// what was left out once more; what nobody decides falls to the rules or waits.
import type { Fact } from '../../../model/fact.ts';
import type { Left, PageWords, Proposal } from '../../../model/plan.ts';
import type { ReviewProposal } from '../../../model/review.ts';
import { NIGHTS } from '../../../vault/attempts.ts';
import type { View } from '../../../vault/view.ts';
import { readAnswer } from './answer.ts';
import { type Budget, type Cut, fitGroup, type Fitted, type Wording } from './asker.ts';
import { take } from './check-answer.ts';
import { type Around, type Asker, type Counts, FULL, halfOf, type OpenFact, type Sheaf, type Size } from './groups.ts';
import { badNotice } from './notices.ts';
import type { OpenCases } from './pairs.ts';
import type { Prompts } from './prompts.ts';

// What was not taken of a model's answers, counted over a batch and said to a person in a few sentences. None of them
// holds a word of the model, of a fact or of an error.

const facts = (count: number): string => `${count} ${count === 1 ? 'fact' : 'facts'}`;

/** What the engine itself counts. */
const WORDS: Readonly<Record<string, (count: number) => string>> = {
  unanswered: (count) => `the model left out ${facts(count)}, also when it was asked again: the rules decided`,
  cutPrompt: (count) =>
    `${facts(count)} reached the model in part: the rules decided (the window of its server is smaller than ` +
    'models.num_ctx)',
  cutAnswer: (count) =>
    `${facts(count)} got an answer that was cut off: the rules decided (models.num_ctx sets how long it may be)`,
  unfit: (count) => `${facts(count)} did not fit into a prompt: the rules decided (models.num_ctx sets its size)`,
};

class Notices {
  private readonly counts = new Map<string, number>();
  private readonly failures = new Map<string, number>();

  count(counts: Counts): void {
    for (const [kind, count] of Object.entries(counts))
      if (count > 0) this.counts.set(kind, (this.counts.get(kind) ?? 0) + count);
  }

  /** The rules took a fact that the model failed to decide. `isOver`: it has waited long enough. */
  failed(reason: string, isOver: boolean): void {
    const why = isOver ? `after three nights of waiting: ${reason}` : reason;
    this.failures.set(why, (this.failures.get(why) ?? 0) + 1);
  }

  lines(): string[] {
    const counted = [...this.counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([kind, count]) => WORDS[kind]?.(count) ?? badNotice(kind, count) ?? []);
    return [
      ...counted,
      ...[...this.failures].map(
        ([why, count]) => `the rules decided ${facts(count)}${why.startsWith('after') ? ' ' : ': '}${why}`,
      ),
    ];
  }
}

export interface BatchOptions {
  readonly budget: Pick<Budget, 'cutOff' | 'isCutOff'>;
  readonly prompts: Pick<Prompts, 'consolidate'>;
  readonly conventions: string;
  readonly waited: (fact: string) => number;
  readonly isPagePath: (path: string) => boolean;
}

export interface BatchAnswer {
  /** By fact what the model's answers came to; a fact without one is the rules', or waits. */
  readonly proposals: ReadonlyMap<string, Proposal>;
  readonly reviews: readonly ReviewProposal[];
  readonly words: Readonly<Record<string, PageWords>>;
  readonly waits: readonly Left[];
  /** Facts that the rules take because the model did not decide them. */
  readonly ruled: readonly string[];
  /** Those of them that the model left out though it was asked, or that fit into no prompt. */
  readonly leftOut: readonly string[];
  readonly notices: readonly string[];
}

/** So many calls in a row that were cut off, and it is no matter of what is asked. */
const CUT = 12;
const INTERRUPTED = 'the dream was interrupted';

export class BatchAsking {
  /** Facts that were gone through. */
  done = 0;
  private readonly proposals = new Map<string, Proposal>();
  private readonly reviews: ReviewProposal[] = [];
  private readonly words = new Map<string, PageWords>();
  private readonly waits: Left[] = [];
  private readonly ruled: string[] = [];
  private readonly leftOut: string[] = [];
  private readonly notices = new Notices();
  /** Why nothing is asked any more in this batch. */
  private ended: { readonly reason: string; readonly why: 'failed' | 'limit' | 'stopped' } | null = null;
  private cuts = 0;
  private readonly cases: OpenCases;
  private readonly view: View;
  private readonly asker: Asker;
  private readonly options: BatchOptions;
  private readonly wording: Wording;
  private readonly waiting = new Set<string>();

  constructor(cases: OpenCases, view: View, asker: Asker, options: BatchOptions) {
    this.cases = cases;
    this.view = view;
    this.asker = asker;
    this.options = options;
    this.wording = { system: options.prompts.consolidate.text, conventions: options.conventions };
  }

  /** The facts of one page, one call after the other: a later one sees what an earlier one brought. */
  async askAbout(sheaf: Sheaf): Promise<void> {
    const around = this.cases.around(sheaf);
    let size: Size = FULL;
    for (let rest = sheaf.facts; rest.length > 0 && this.mayGoOn;) {
      const fitted = fitGroup({ ...sheaf, facts: rest }, size, around, this.wording, this.asker.fits);
      if (fitted === null) {
        rest = this.leaveToRules(rest, 'unfit');
        continue;
      }
      const { facts, claims } = fitted.group;
      const left = await this.ask(fitted, sheaf, true);
      if (typeof left !== 'string') {
        if (left.length > 0) await this.askAgain({ ...sheaf, facts: left }, size, around);
        rest = rest.slice(facts.length);
        continue;
      }
      const half = halfOf({ facts: facts.length, claims: facts.length > 1 ? size.claims : claims.length });
      if (half === null) rest = this.leaveToRules(rest, left);
      else size = half;
    }
    for (const { fact, base } of sheaf.facts) if (!this.isDecided(fact)) this.leave(fact, base);
  }

  result(): BatchAnswer {
    const { proposals, reviews, waits, ruled, leftOut } = this;
    return {
      proposals,
      reviews,
      waits,
      ruled,
      leftOut,
      words: Object.fromEntries(this.words),
      notices: this.notices.lines(),
    };
  }

  /** What an answer left out, together and once; then the rules take it. */
  private async askAgain(sheaf: Sheaf, size: Size, around: Around): Promise<void> {
    for (let rest = sheaf.facts; rest.length > 0 && this.mayGoOn;) {
      const fitted = fitGroup({ ...sheaf, facts: rest }, size, around, this.wording, this.asker.fits);
      const left = fitted === null ? rest : await this.ask(fitted, sheaf, false);
      const asked = fitted?.group.facts.length ?? rest.length;
      const [open, why] =
        typeof left === 'string' ? ([rest.slice(0, asked), left] as const) : ([left, 'unanswered'] as const);
      for (const { fact, base } of open) this.giveToRules(fact, base, why);
      rest = rest.slice(asked);
    }
  }

  /** One call; gives the facts that are to be asked about again, or says that it was cut off. */
  private async ask(
    { group, request, answerTokens }: Fitted,
    { facts }: Sheaf,
    counts: boolean,
  ): Promise<readonly OpenFact[] | Cut> {
    const asked = await this.asker.ask(request, { label: group.page.title, answerTokens });
    const own = facts.filter(({ fact }) => group.facts.some((one) => one.fact === fact));
    if (asked.kind === 'cut') {
      const cut = asked.what === 'prompt' ? 'cutPrompt' : 'cutAnswer';
      if (++this.cuts >= CUT) this.options.budget.cutOff(cut);
      return cut;
    }
    this.cuts = 0;
    if (asked.kind === 'stopped') this.ended = { reason: INTERRUPTED, why: 'stopped' };
    else if (asked.kind === 'limit') this.ended = { reason: asked.reason, why: 'limit' };
    else if (asked.kind === 'failed') {
      if (asked.all) this.ended = { reason: asked.reason, why: 'failed' };
      for (const { fact, base } of own) this.fail(fact, base, asked.reason);
    } else return this.takeAnswer(asked.value, group, own, counts);
    return [];
  }

  private takeAnswer(value: unknown, group: Fitted['group'], own: readonly OpenFact[], counts: boolean): OpenFact[] {
    const taken = take(readAnswer(value, group), group, this.view, this.options);
    for (const { fact } of own) {
      const proposal = taken.proposals.get(fact.id);
      if (proposal) this.decide(fact, proposal);
    }
    this.reviews.push(...taken.reviews);
    if (taken.words !== null) this.words.set(group.page.path, { ...this.words.get(group.page.path), ...taken.words });
    if (counts) this.notices.count(taken.bad);
    return own.filter(({ fact }) => !this.isDecided(fact));
  }

  private get mayGoOn(): boolean {
    return this.ended === null && this.options.budget.isCutOff === null;
  }

  private decide(fact: Fact, proposal: Proposal): void {
    if (this.isDecided(fact)) return;
    this.proposals.set(fact.id, proposal);
    this.cases.board.apply(fact, proposal);
    this.done++;
  }

  private giveToRules(fact: Fact, base: Proposal, why: 'unanswered' | 'unfit' | Cut): void {
    if (this.isDecided(fact)) return;
    this.notices.count({ [why]: 1 });
    this.ruled.push(fact.id);
    // Where a call was cut off, another window may help.
    if (why === 'unanswered' || why === 'unfit') this.leftOut.push(fact.id);
    this.decide(fact, base);
  }

  /** The first fact is too long for any call, or its page is, or what is asked about it alone is cut off. */
  private leaveToRules(rest: readonly OpenFact[], why: 'unfit' | Cut): readonly OpenFact[] {
    for (const { fact, base } of rest.slice(0, 1)) this.giveToRules(fact, base, why);
    return rest.slice(1);
  }

  /** Nobody could be asked about it: not this time, or never. */
  private fail(fact: Fact, base: Proposal, reason: string): void {
    const isOver = this.options.waited(fact.id) >= NIGHTS;
    if (!isOver) return this.wait(fact, reason, 'model');
    this.ruled.push(fact.id);
    this.notices.failed(reason, isOver);
    this.decide(fact, base);
  }

  private leave(fact: Fact, base: Proposal): void {
    const cut = this.options.budget.isCutOff;
    if (this.ended === null) return this.giveToRules(fact, base, cut ?? 'unanswered');
    const { reason, why } = this.ended;
    if (why === 'stopped') this.wait(fact, reason, 'later');
    else this.fail(fact, base, reason);
  }

  private wait(fact: Fact, reason: string, why: 'model' | 'later'): void {
    this.waits.push({ fact: fact.id, reason, why });
    this.waiting.add(fact.id);
    this.done++;
  }

  private isDecided({ id }: Fact): boolean {
    return this.proposals.has(id) || this.waiting.has(id);
  }
}
