// The engine that asks a model. The rules propose first, and their certain decisions stand. The model looks twice at
// what they leave open: first at each fact with the claims that it may be about, then at each named pair by itself.
// Whatever the model answers, every fact of the batch gets a proposal or waits.
import type { Neighbours } from '../../../language/neighbours.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import type { Asked, Asks, Model } from '../../../llm/port.ts';
import { reviewId } from '../../../model/bytes.ts';
import { compareFacts, compareText, eventDay, type Fact } from '../../../model/fact.ts';
import { groupBy } from '../../../model/group-by.ts';
import {
  type Agreed,
  type Left,
  namedIn,
  NO_PROPOSALS,
  NO_USAGE,
  type Proposal,
  type Proposals,
  type Usage,
  withDependents,
} from '../../../model/plan.ts';
import type { Cancel, Progress } from '../../../model/ports.ts';
import type { Look, ReviewLine, ReviewProposal } from '../../../model/review.ts';
import { plural } from '../../../model/text.ts';
import { NIGHTS } from '../../../vault/state.ts';
import type { View } from '../../../vault/view.ts';
import { LEAST_FOR_OVERVIEW, MOST_PAGES } from '../../due-passes.ts';
import { type Engine, isStandIn } from '../../engine.ts';
import { type Budget, createAsker, type Cut } from './asker.ts';
import { Board, type BoardClaim, placeOf } from './board.ts';
import { writeLessons } from './lessons.ts';
import {
  type FirstLook,
  firstLook,
  FULL,
  halfOf,
  type OpenFact,
  type Pair,
  PAIRS_A_CALL,
  readFirstLook,
  readSecondLook,
  type Said,
  secondLook,
  type Size,
} from './looks.ts';
import { writeOverviews } from './overviews.ts';
import { compare, passOver } from './passes.ts';
import type { Prompts } from './prompts.ts';
import {
  agrees,
  asItStands,
  isClosed,
  LOOK_OF,
  needsPerson,
  type OpenPair,
  proposalFor,
  questionFor,
  wordingOf,
} from './settle.ts';
import { MOST_LINES, summarise } from './summarise.ts';

export interface ModelEngineOptions {
  /** Decides the plain cases, and whatever the model does not. */
  readonly rules: Engine;
  readonly model: Model;
  /** One per dream, shared by all engines made in it. */
  readonly budget: Budget;
  readonly prompts: Prompts;
  /** The prose of the vault's schema. */
  readonly conventions: string;
  readonly silenceMs?: number | undefined;
  /** The number of nights that a fact has already waited for a model. */
  readonly waited: (fact: string) => number;
  /** Whether a fact must not reach this model. */
  readonly isPrivate: (fact: Fact) => boolean;
  /** Words with similar use. */
  readonly neighbours?: Neighbours;
  /** The most pairs per night. */
  readonly maxPairs: number;
  /** If given and the dream's first call fails, the rules decide everything, and this is called with the reason. */
  readonly instead?: (reason: string) => void;
}

/** After this many consecutive truncated calls, the model is at fault, not the requests. */
const CUT = 12;

export function createModelEngine(options: ModelEngineOptions): Engine {
  const { rules, model, prompts, budget } = options;
  const night: Night = {
    board: new Board({ neighbours: options.neighbours, isHidden: options.isPrivate }),
    pairsLeft: options.maxPairs,
    cuts: 0,
    isFirst: true,
  };
  const openAsker = (progress: Progress, cancel: Cancel, done: () => readonly [number, number] = () => [0, 0]) =>
    createAsker({
      model,
      budget,
      silenceMs: options.silenceMs,
      cancel,
      isTentative: options.instead !== undefined,
      // The model's name without its engine.
      heard: (label, tokens) =>
        progress.update(`asking ${model.name.slice(model.name.indexOf(':') + 1)}: ${label}`, ...done(), tokens),
    });
  /** Why the rules decide the whole dream instead of the model; null if they do not. */
  const whyGivenUp = (): string | null => (options.instead === undefined || budget.answered ? null : budget.stopped);
  return {
    name: `${model.name}/${prompts['first-look'].version}`,
    get usage() {
      return budget.usage;
    },
    propose: async (batch, view, progress, cancel) => {
      const ruled = await rules.propose(batch, view, progress, cancel);
      const asks = openAsker(progress, cancel, () => [looking.done, batch.length]);
      const looking = new Looking(batch, view, { given: ruled, asks, options, night });
      await looking.work();
      const gaveUp = whyGivenUp();
      if (gaveUp !== null) {
        options.instead?.(budget.firstFailure?.words ?? gaveUp);
        return { ...ruled, by: Object.fromEntries(ruled.proposals.map(({ fact }) => [fact, rules.name])) };
      }
      const proposed = looking.result();
      // A dream that can do nothing throws the reason and a hint.
      const refusal = budget.firstFailure?.refusal;
      if (night.isFirst && refusal && !budget.answered && proposed.proposals.length === 0) throw refusal;
      night.isFirst &&= batch.length === 0;
      return proposed;
    },
    curate: async (task, view, progress, cancel) => {
      const asks = openAsker(progress, cancel);
      const looking = new Looking([], view, { given: NO_PROPOSALS, asks, options, night });
      const pass = task.kind === 'page' ? await passOver(task, looking) : await compare(task.most, looking);
      return pass && { ...looking.result(), ...pass };
    },
    summarise: async (claims, progress, cancel) => {
      if (budget.stopped !== null) return { lines: null, notices: [] };
      const asks = openAsker(progress, cancel);
      const open = claims.filter(({ facts }) => !night.board.hides(facts));
      return await summarise({ claims: open, system: prompts.memory.text, asks });
    },
    lessons: async (groups, progress, cancel) => {
      if (budget.stopped !== null) return { reviews: [], notices: [] };
      return await writeLessons(groups, { system: prompts.lessons.text, asks: openAsker(progress, cancel) });
    },
    overviews: async (pages, progress, cancel) => {
      if (whyGivenUp() !== null) return { overviews: {}, words: {}, notices: [] };
      const asks = openAsker(progress, cancel);
      return await writeOverviews({ pages, system: prompts.overview.text, asks });
    },
  };
}

/** State shared by the batches of one dream. */
interface Night {
  readonly board: Board;
  pairsLeft: number;
  cuts: number;
  isFirst: boolean;
}

interface Surroundings {
  /** The rules' proposals. */
  readonly given: Proposals;
  readonly asks: Asks;
  readonly options: ModelEngineOptions;
  readonly night: Night;
}

/** One batch in front of the model. */
export class Looking {
  /** The number of facts that the model decided. */
  private heard = 0;
  private readonly proposals = new Map<string, Proposal>();
  private readonly reviews: ReviewProposal[] = [];
  private readonly queued: ReviewProposal[] = [];
  /** What both looks agreed on about existing claims. */
  readonly agreed: Agreed[] = [];
  private readonly waits = new Map<string, Left>();
  private readonly ruled: string[] = [];
  private readonly counts: Record<string, number> = {};
  /** Why this batch asks nothing more. */
  private ended: Unanswered | null = null;
  /** Claims that this batch already replaced, corrected or contradicted; each only once. */
  private readonly moved = new Set<string>();
  /** Pairs that had both looks, or wait for the second. */
  private readonly looked = new Set<string>();
  private readonly base: ReadonlyMap<string, Proposal>;

  private readonly batch: readonly Fact[];
  readonly view: View;
  private readonly given: Proposals;
  readonly asks: Asks;
  readonly options: ModelEngineOptions;
  private readonly night: Night;
  readonly board: Board;

  constructor(batch: readonly Fact[], view: View, { given, asks, options, night }: Surroundings) {
    [this.batch, this.view, this.asks, this.options, this.night] = [batch, view, asks, options, night];
    this.board = night.board;
    this.board.follow(view);
    // Pairs that wait for their second look get it before a person is asked.
    const reviews = given.reviews.filter(({ facts }) => !waitsForLook(view.reviews.get(reviewId(facts))));
    this.given = { ...given, reviews };
    this.base = new Map(given.proposals.map((proposal) => [proposal.fact, proposal]));
  }

  async work(): Promise<void> {
    await this.workQueue();
    const open: OpenFact[] = [];
    for (const fact of [...this.batch].sort(compareFacts)) {
      const base = this.base.get(fact.id);
      if (!base) continue;
      if (isSettled(fact, base, this.view) || this.options.isPrivate(fact)) this.decide(fact, base);
      else open.push({ fact, base });
    }
    let size: Size = FULL;
    for (let rest: readonly OpenFact[] = open; rest.length > 0 && this.mayGoOn;) {
      const look = this.lookFor(rest, size);
      const left = look === null ? 'unfit' : await this.lookAt(look, true);
      const half =
        left === 'cutPrompt' || left === 'cutAnswer' ? halfOf({ ...size, facts: look?.facts.length ?? 1 }) : null;
      if (half !== null) size = half;
      else {
        if (left !== null && rest[0]) this.leaveToRules(rest[0], left);
        rest = rest.slice(left === null ? look?.facts.length : 1);
      }
    }
    for (const one of open) if (!this.isDecided(one.fact)) this.leave(one);
  }

  /** The first of these facts that fit into one call; null if not even one does. */
  lookFor(facts: readonly OpenFact[], size = FULL): FirstLook | null {
    const { prompts, conventions } = this.options;
    const { board, asks } = this;
    return firstLook(facts, { size, board, system: prompts['first-look'].text, conventions, fits: asks.fits });
  }

  result(): Proposals {
    const all = this.batch.flatMap(({ id }) => this.proposals.get(id) ?? []);
    const waits = withDependents(all, this.waits);
    const kept = all.filter(({ fact }) => !waits.has(fact));
    // A fact that another one depends on must not be set aside.
    const named = new Set(kept.flatMap(namedIn));
    const proposals = kept.map((one) =>
      one.as === 'set-aside' && named.has(one.fact) ? (this.base.get(one.fact) ?? one) : one,
    );
    const by = this.heard === 0 && this.ruled.length > 0 ? proposals.map(({ fact }) => fact) : this.ruled;
    return {
      ...this.given,
      proposals,
      reviews: [...this.given.reviews.filter((review) => !this.looked.has(reviewId(review.facts))), ...this.reviews],
      queued: this.queued,
      agreed: this.agreed,
      waits: [...waits.values()],
      by: Object.fromEntries(by.map((fact) => [fact, this.options.rules.name])),
      notices: [...(this.given.notices ?? []), ...countNotices(this.counts)],
    };
  }

  /** Makes one call and the second looks that follow. Returns what was truncated, if anything. */
  private async lookAt(look: FirstLook, mayAskAgain: boolean): Promise<Cut | null> {
    const { request, facts } = look;
    const asked = await this.asks.ask(request, plural(facts.length, 'fact'));
    if (asked.kind === 'cut') {
      const what = asked.what === 'prompt' ? 'cutPrompt' : 'cutAnswer';
      if (++this.night.cuts >= CUT) {
        this.options.budget.cutsOff ??= what;
        this.options.budget.stopped ??= 'the model cuts off what it is asked';
      }
      return what;
    }
    this.night.cuts = 0;
    if (asked.kind !== 'answer') {
      this.stop(asked);
      if (asked.kind === 'failed') for (const one of facts) this.fail(one, asked.reason);
      return null;
    }
    const { said, bad } = readFirstLook(asked.value, look);
    this.count('form', bad);
    const missing = facts.filter(({ fact }) => !said.has(fact.id));
    await this.settle(
      facts.filter((one) => !missing.includes(one)),
      said,
    );
    if (missing.length === 0) return null;
    // Facts missing in an answer are asked once more, then left to the rules.
    const again = mayAskAgain && this.mayGoOn ? this.lookFor(missing) : null;
    if (again !== null) await this.lookAt(again, false);
    for (const one of missing) this.leaveToRules(one, 'unanswered');
    return null;
  }

  /** Gives the named pairs their second look, and decides their facts. */
  private async settle(facts: readonly OpenFact[], said: ReadonlyMap<string, Said>): Promise<void> {
    this.heard += facts.length;
    // Facts of one call may name each other. Until its own decision, each counts as a claim.
    for (const { fact, base } of facts) this.board.apply(fact, base);
    const pairs = facts.flatMap((one) => this.pairsOf(one, said.get(one.fact.id)));
    const looks = await this.secondLooks(pairs);
    for (const { fact, base } of facts) {
      const own = said.get(fact.id);
      const applied = pairs
        .filter((pair) => pair.fact === fact)
        .map((pair) => this.conclude(pair, looks.get(pair)))
        .find((proposal) => proposal !== null);
      // A joint sentence says too much if both claims stay.
      const text = own === undefined || own.as === 'duplicate' ? null : own.text;
      const alone: Proposal = { ...base, ...wordingOf(fact, base, text) };
      const aside = own?.as === 'set-aside' ? this.setAside(fact, base) : null;
      this.decide(fact, applied ?? aside ?? alone);
    }
  }

  /** Pairs of a fact with the claims that the model named and those that the rules would ask about. */
  private pairsOf({ fact, base }: OpenFact, said: Said | undefined): OpenPair[] {
    const pairs = new Map<string, OpenPair>();
    const add = (other: string, first: Look | null, review: ReviewProposal | null): void => {
      const claim = this.board.citing(other);
      if (claim === null || isClosed(fact, claim, this.view) || this.board.hides(claim.facts)) return;
      const { looks = { first, second: null }, score = 0, review: known = null } = pairs.get(claim.fact) ?? {};
      pairs.set(claim.fact, {
        fact,
        base,
        claim,
        looks,
        text: said?.text ?? null,
        score: Math.max(score, review?.score ?? NAMED),
        review: known ?? review,
      });
    };
    if (said?.other != null) add(said.other, LOOK_OF[said.as], null);
    for (const review of this.given.reviews) {
      const [other, later] = review.facts;
      if (review.facts.length === 2 && later === fact.id && other !== undefined)
        add(other, said ? 'both' : null, review);
    }
    return [...pairs.values()];
  }

  private async secondLooks(pairs: readonly OpenPair[]): Promise<Map<OpenPair, Look>> {
    const looks = new Map<OpenPair, Look>();
    for (let at = 0; at < pairs.length && this.night.pairsLeft > 0 && this.mayGoOn;) {
      let some = pairs.slice(at, at + Math.min(PAIRS_A_CALL, this.night.pairsLeft));
      const call = (): ReturnType<typeof secondLook> =>
        secondLook(
          some.map((pair) => this.shown(pair)),
          this.options.prompts['second-look'].text,
        );
      while (some.length > 1 && !this.asks.fits(call().request, call().answerTokens))
        some = some.slice(0, Math.ceil(some.length / 2));
      const asked = await this.asks.ask(call().request, 'a second look');
      if (asked.kind === 'answer') {
        const found = readSecondLook(asked.value, some.length);
        for (const [place, pair] of some.entries()) {
          const look = found.get(place);
          if (look !== undefined) looks.set(pair, look);
        }
        this.count('form', some.length - found.size);
      } else if (asked.kind !== 'cut') {
        this.stop(asked);
        break;
      }
      this.night.pairsLeft -= some.length;
      at += some.length;
    }
    return looks;
  }

  private shown({ fact, base, claim }: OpenPair): Pair {
    const named = this.view.factById.get(claim.fact);
    return {
      older: { text: claim.text, day: claim.since, place: named ? placeOf(named, claim.page) : claim.place },
      newer: { text: base.text ?? fact.text, day: eventDay(fact), place: placeOf(fact, base.page ?? '') },
    };
  }

  /** The proposal that both looks agree on; otherwise null, after recording the question to ask or queue. */
  private conclude(open: OpenPair, second: Look | undefined): Proposal | null {
    const { fact, claim, review } = open;
    for (const id of claim.facts) this.looked.add(reviewId([id, fact.id]));
    if (second === undefined) {
      const question = questionFor(open) ?? (review && { ...review, looks: open.looks });
      if (question) this.queued.push(question);
      return null;
    }
    const { pair, why, isAgreed } = this.lookedTwice(open, second);
    const { first } = pair.looks;
    if (isAgreed && (first === 'same' || this.isFree(claim))) {
      // An earlier fact of this call may have reworded the claim.
      const text = this.board.citing(claim.fact)?.text ?? claim.text;
      const proposal = proposalFor({ ...pair, claim: { ...claim, text } });
      if (proposal === null) this.count('apart');
      else if (first !== 'same') for (const id of claim.facts) this.moved.add(id);
      return proposal;
    }
    const question = questionFor(pair, why);
    if (question) this.reviews.push(question);
    return null;
  }

  /** The pair with both looks, why only a person may decide it, and whether the looks may. */
  private lookedTwice(
    open: OpenPair,
    second: Look,
  ): { readonly pair: OpenPair; readonly why: string | null; readonly isAgreed: boolean } {
    const pair = { ...open, looks: { ...open.looks, second } };
    const why = needsPerson(pair, this.view);
    return { pair, why, isAgreed: why === null && agrees(pair.looks) };
  }

  private isFree({ facts }: BoardClaim): boolean {
    return !facts.some((id) => this.moved.has(id));
  }

  /** Gives queued pairs of earlier nights their second look, oldest first. */
  private async workQueue(): Promise<void> {
    const waiting = [...this.view.reviews.values()]
      .filter(waitsForLook)
      .sort((a, b) => compareText(a.at, b.at) || compareText(a.id, b.id))
      .slice(0, this.night.pairsLeft)
      .flatMap(({ facts, looks = { first: null, second: null }, score }) => {
        const [older, newer] = facts.map((id) => this.view.factById.get(id));
        const pair = this.standing(older, newer);
        // A review is about its own facts, even if another fact identifies the claim by now.
        return pair === null ? [] : [{ ...pair, older: older?.id, looks, score }];
      });
    await this.settleStanding(waiting, true);
  }

  /** A pair of existing claims; null if the two must not be compared. */
  standing(older: Fact | undefined, newer: Fact | undefined): OpenPair | null {
    const [claim, own] = [older, newer].map((fact) => this.board.citing(fact?.id ?? ''));
    if (!newer || !claim || !own || claim === own || isClosed(newer, claim, this.view)) return null;
    if (this.board.hides([...claim.facts, ...own.facts])) return null;
    const looks = { first: null, second: null };
    return { fact: newer, base: asItStands(newer, own), claim, looks, text: null, score: NAMED, review: null };
  }

  /** Gives pairs of existing claims their second look, and records the result. */
  async settleStanding(waiting: readonly OpenPair[], areQueued = false): Promise<void> {
    const looks = await this.secondLooks(waiting);
    for (const open of waiting) {
      const second = looks.get(open);
      if (second === undefined) {
        const question = areQueued ? null : questionFor(open);
        if (question) this.queued.push(question);
        continue;
      }
      const { fact, claim, older = claim.fact } = open;
      const { pair, why, isAgreed } = this.lookedTwice(open, second);
      const proposal = isAgreed ? proposalFor(pair) : null;
      const facts: readonly [string, string] = [older, fact.id];
      if (proposal !== null && this.isFree(claim)) {
        for (const id of claim.facts) this.moved.add(id);
        const { as, reason, text } = proposal;
        if (as === 'duplicate') this.agreed.push({ facts, as, reason, text: text ?? fact.text });
        else this.agreed.push({ facts, as: as === 'conflict' ? as : 'superseded', reason });
        continue;
      }
      const question = questionFor(pair, why);
      if (question) this.reviews.push(question);
      else this.agreed.push({ facts, as: null, reason: 'both stay' });
    }
  }

  /**
   * Accepts set-aside only for small talk and requests: a fact without fields, tags or pin, and without numbers, dates,
   * names, links or negations.
   */
  private setAside(fact: Fact, { page }: Proposal): Proposal | null {
    const isBare = Object.keys(fact.fields).length === 0 && fact.tags.length === 0 && !this.view.pinned.has(fact.id);
    if (isBare && missingSpecifics(fact.text, '').length === 0)
      return {
        fact: fact.id,
        as: 'set-aside',
        ...(page === undefined ? {} : { page }),
        reason: 'the model says that it states nothing',
      };
    this.count('set-aside');
    return null;
  }

  /** The number of facts processed. */
  get done(): number {
    return this.proposals.size + this.waits.size;
  }

  get mayGoOn(): boolean {
    return this.ended === null && this.options.budget.cutsOff === null;
  }

  stop(asked: Unanswered): void {
    if (asked.kind !== 'failed' || asked.all === true) this.ended = asked;
  }

  private decide(fact: Fact, proposal: Proposal): void {
    if (this.isDecided(fact)) return;
    this.proposals.set(fact.id, proposal);
    this.board.apply(fact, proposal);
  }

  private leaveToRules({ fact, base }: OpenFact, kind: string): void {
    if (this.isDecided(fact)) return;
    this.count(kind);
    this.ruled.push(fact.id);
    this.decide(fact, base);
  }

  /** The model could not be asked about it: it waits, or the rules decide it after three nights. */
  private fail(one: OpenFact, reason: string): void {
    if (this.options.waited(one.fact.id) < NIGHTS) this.wait(one.fact, reason, 'model');
    else this.leaveToRules(one, `after three nights of waiting: ${reason}`);
  }

  private leave(one: OpenFact): void {
    if (this.ended === null) this.leaveToRules(one, this.options.budget.cutsOff ?? 'unanswered');
    else if (this.ended.kind === 'stopped') this.wait(one.fact, 'the dream was interrupted', 'later');
    else this.fail(one, this.ended.reason);
  }

  private wait({ id }: Fact, reason: string, why: 'model' | 'later'): void {
    this.waits.set(id, { fact: id, reason, why });
  }

  private isDecided({ id }: Fact): boolean {
    return this.proposals.has(id) || this.waits.has(id);
  }

  count(kind: string, count = 1): void {
    if (count > 0) this.counts[kind] = (this.counts[kind] ?? 0) + count;
  }
}

/** Results that end the asking. */
type Unanswered = Exclude<Asked, { readonly kind: 'answer' | 'cut' }>;

/** The score of a pair that the model named. */
const NAMED = 0.6;

/** Whether a review's pair still lacks its second look. */
const waitsForLook = (review: ReviewLine | undefined): boolean =>
  review?.status === 'queued' &&
  review.kind !== 'page' &&
  review.facts.length === 2 &&
  (review.looks?.second ?? null) === null;

/** Whether the rules' proposal for a fact is final. Facts that they cannot judge are placed, which is not. */
function isSettled(fact: Fact, base: Proposal, view: Pick<View, 'citedOn'>): boolean {
  return (
    isStandIn(fact) ||
    base.as !== 'placed' ||
    base.page === undefined ||
    view.citedOn.has(fact.id) ||
    namedIn(base).length > 0
  );
}

/** What was rejected of a model's answers. Contains no text of a model, fact or error. */
const NOTICES: Readonly<Record<string, string>> = {
  form: 'answers of the model that could not be read',
  pass: 'parts of a look at a whole page that could not be read; those claims keep their places',
  unanswered: 'facts that the model left out even when asked again; the rules decided',
  cutPrompt: 'facts that reached the model in part, as its window is smaller than models.num_ctx; the rules decided',
  cutAnswer: 'facts whose answer was cut off, see models.num_ctx; the rules decided',
  unfit: 'facts that did not fit into a prompt, see models.num_ctx; the rules decided',
  apart: 'facts that say the same as a claim but cannot be merged into one sentence; each has its own claim',
  'set-aside': 'facts that the model would set aside although they state something; each got a claim',
};

/**
 * One line per kind; an unknown kind is used as the reason itself. Each ends with its count, so that the lines of
 * several runs can be added up.
 */
function countNotices(counts: Readonly<Record<string, number>>): string[] {
  return Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, count]) => `${NOTICES[kind] ?? `facts that the rules decided ${kind}`}: ${count}`);
}

// The cost of a dream, before anything is asked.

/** Tokens: a call's instructions, a fact with its claims and a pair, a page with its overview, a line of `MEMORY.md`. */
const COST = { call: 700, fact: 160, page: 1800, line: 50 };

export interface EstimateOptions {
  /** Must be a separate instance, since the rules learn from what they are asked. */
  readonly rules: Engine;
  /** The number of claims that `MEMORY.md` would currently be made from. */
  readonly claims: number;
}

/** An upper estimate, from the facts that the rules leave open: each may name a pair. `facts`: all pending facts. */
export async function estimateUsage(
  facts: readonly Fact[],
  view: View,
  { rules, claims }: EstimateOptions,
  progress: Progress,
  cancel: Cancel,
): Promise<Usage> {
  const { proposals } = await rules.propose(facts, view, progress, cancel);
  const open = proposals.filter((one) => {
    const fact = view.factById.get(one.fact);
    return fact !== undefined && !isSettled(fact, one, view);
  }).length;
  if (open === 0) return NO_USAGE;
  const described = [...groupBy(proposals, ({ page = '' }) => page)].filter(
    ([page, own]) => own.length + (view.pages.get(page)?.claims.length ?? 0) >= LEAST_FOR_OVERVIEW,
  );
  const pages = Math.min(MOST_PAGES, described.length);
  const calls = Math.ceil(open / FULL.facts) + Math.ceil(open / PAIRS_A_CALL) + pages + 1;
  const lines = Math.min(MOST_LINES, facts.length + claims);
  return { calls, tokens: calls * COST.call + open * COST.fact + pages * COST.page + lines * COST.line };
}
