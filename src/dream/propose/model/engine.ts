// The engine that asks a model. The rules propose first, and what they are certain of stands. What they leave open the
// model looks at twice, call by call: each fact beside the claims that it may be about, then each pair that this names,
// by itself. Whatever comes back, every fact of the batch gets a proposal or waits.
import { reviewId } from '../../../model/bytes.ts';
import type { Neighbours } from '../../../language/neighbours.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import type { Model } from '../../../llm/port.ts';
import { compareFacts, eventDay, type Fact } from '../../../model/fact.ts';
import {
  type Agreed,
  type Left,
  namedIn,
  NO_PROPOSALS,
  NO_USAGE,
  type Proposal,
  type Proposals,
  type Usage,
} from '../../../model/plan.ts';
import type { Cancel, Progress } from '../../../model/ports.ts';
import type { Look, ReviewLine, ReviewProposal } from '../../../model/review.ts';
import { NIGHTS } from '../../../vault/attempts.ts';
import type { View } from '../../../vault/view.ts';
import { type Engine, isStandIn } from '../../engine.ts';
import { type Asked, type Asker, type Budget, createAsker } from './asker.ts';
import { Board, placeOf } from './board.ts';
import {
  firstLook,
  type FirstLook,
  FULL,
  halfOf,
  type OpenFact,
  readFirstLook,
  type Said,
  type Size,
  type Wording,
} from './first-look.ts';
import { countNotices, type Counts } from './notices.ts';
import { writeOverviews } from './overviews.ts';
import { compare, passOver, type StandingPair } from './passes.ts';
import type { Prompts } from './prompts.ts';
import { type Pair, PAIRS_A_CALL, readSecondLook, secondLook } from './second-look.ts';
import {
  agrees,
  isClosed,
  isHidden,
  LOOK_OF,
  type OpenPair,
  needsPerson,
  proposalFor,
  questionFor,
  wordingOf,
} from './settle.ts';
import { summarise } from './summarise.ts';

export interface ModelEngineOptions {
  /** What settles the plain cases, and takes what the model does not decide. */
  readonly rules: Engine;
  readonly model: Model;
  /** Made once a dream: engines that are made anew in it share it. */
  readonly budget: Budget;
  readonly prompts: Prompts;
  /** The prose of the vault's schema. */
  readonly conventions: string;
  readonly silenceMs?: number | undefined;
  /** Nights that a fact has waited for a model before this dream. */
  readonly waited: (fact: string) => number;
  /** Facts that must not reach this model. */
  readonly isPrivate: (fact: Fact) => boolean;
  /** Words that are used alike. */
  readonly neighbours?: Neighbours;
  /** Pairs that may be looked at tonight. */
  readonly maxPairs: number;
  /** Where the first call of a dream fails, the rules decide all of it, and this is told why. */
  readonly instead?: (reason: string) => void;
}

const INTERRUPTED = 'the dream was interrupted';
/** So many calls in a row that were cut off, and it is no matter of what is asked. */
const CUT = 12;

export function createModelEngine(options: ModelEngineOptions): Engine {
  const { rules, model, prompts, budget } = options;
  const night: Night = {
    board: new Board({ neighbours: options.neighbours, isHidden: options.isPrivate }),
    factById: new Map(),
    pairsLeft: options.maxPairs,
    cuts: 0,
    isFirst: true,
  };
  const askerFor = (progress: Progress, cancel: Cancel, done: () => readonly [number, number]) =>
    createAsker({
      model,
      budget,
      silenceMs: options.silenceMs,
      cancel,
      isTentative: options.instead !== undefined,
      heard: (label, tokens) => progress.update(`asking ${nameOf(model)}: ${label}`, ...done(), tokens),
    });
  /** Why the rules decide the whole dream in the model's place, which is told once; null where they do not. */
  const whyGivenUp = (): string | null => (options.instead === undefined || budget.answered ? null : budget.stopped);
  return {
    name: `${model.name}/${prompts['first-look'].version}`,
    propose: async (batch, view, progress, cancel) => {
      const before = budget.usage;
      night.factById = view.factById;
      const ruled = await rules.propose(batch, view, progress, cancel);
      const asker = askerFor(progress, cancel, () => [looking.done, batch.length]);
      const looking = new Looking(batch, view, { given: ruled, asker, options, night });
      await looking.work();
      const none = asker.firstFailure;
      const gaveUp = whyGivenUp();
      if (gaveUp !== null) {
        options.instead?.(none?.words ?? gaveUp);
        return { ...ruled, by: Object.fromEntries(ruled.proposals.map(({ fact }) => [fact, rules.name])) };
      }
      const proposed = looking.result();
      // A dream that can do nothing at all says why, and what would help.
      if (night.isFirst && none?.refusal && !budget.answered && proposed.proposals.length === 0) throw none.refusal;
      night.isFirst &&= batch.length === 0;
      return { ...proposed, usage: usageSince(before, budget) };
    },
    curate: async (task, view, progress, cancel) => {
      const before = budget.usage;
      const asker = askerFor(progress, cancel, () => [0, 0]);
      const looking = new Looking([], view, { given: NO_PROPOSALS, asker, options, night });
      const pass = task.kind === 'page' ? await passOver(task, looking) : await compare(looking);
      if (pass === null) return null;
      return { ...looking.result(), ...pass, usage: usageSince(before, budget) };
    },
    summarise: async (claims, progress, cancel) => {
      if (whyGivenUp() !== null) return { lines: null, notices: [], usage: NO_USAGE };
      const before = budget.usage;
      const asker = askerFor(progress, cancel, () => [0, 0]);
      const open = claims.filter(({ facts }) => !isHidden(facts, night.factById, options));
      const said = await summarise({ claims: open, system: prompts.memory.text, asker });
      return { ...said, usage: usageSince(before, budget) };
    },
    overviews: async (pages, progress, cancel) => {
      if (whyGivenUp() !== null) return { overviews: {}, words: {}, notices: [], usage: NO_USAGE };
      const before = budget.usage;
      const asker = askerFor(progress, cancel, () => [0, 0]);
      const written = await writeOverviews({ pages, system: prompts.overview.text, asker });
      return { ...written, usage: usageSince(before, budget) };
    },
  };
}

/** The model without the name of its engine. */
const nameOf = ({ name }: Model): string => name.slice(name.indexOf(':') + 1);

const usageSince = (before: Usage, { usage: { calls, tokens } }: Budget): Usage => ({
  calls: calls - before.calls,
  tokens: tokens - before.tokens,
});

/** What goes on from batch to batch of one dream. */
interface Night {
  readonly board: Board;
  factById: View['factById'];
  pairsLeft: number;
  cuts: number;
  isFirst: boolean;
}

interface Surroundings {
  /** What the rules propose. */
  readonly given: Proposals;
  readonly asker: Asker;
  readonly options: ModelEngineOptions;
  readonly night: Night;
}

/** One batch before the model. */
class Looking {
  /** Facts that were gone through. */
  done = 0;
  /** Those of them that the model said something of. */
  private heard = 0;
  private readonly proposals = new Map<string, Proposal>();
  private readonly reviews: ReviewProposal[] = [];
  private readonly queued: ReviewProposal[] = [];
  readonly agreed: Agreed[] = [];
  private readonly waits = new Map<string, Left>();
  private readonly ruled: string[] = [];
  private readonly leftOut: string[] = [];
  private readonly counts: Record<string, number> = {};
  /** Why nothing is asked any more in this batch. */
  private ended: { readonly reason: string; readonly why: 'failed' | 'limit' | 'stopped' } | null = null;
  /** Claims that a decision of this batch replaced, corrected or set against another: each once. */
  private readonly moved = new Set<string>();
  /** Pairs that both looks were asked about, or that wait for the second. */
  private readonly looked = new Set<string>();
  private readonly base: ReadonlyMap<string, Proposal>;
  readonly wording: Wording;

  private readonly batch: readonly Fact[];
  readonly view: View;
  private readonly given: Proposals;
  readonly asker: Asker;
  readonly options: ModelEngineOptions;
  private readonly night: Night;

  constructor(batch: readonly Fact[], view: View, around: Surroundings) {
    [this.batch, this.view] = [batch, view];
    ({ asker: this.asker, options: this.options, night: this.night } = around);
    // What waits for its second look gets it before anybody is asked.
    const waits = ({ facts }: ReviewProposal): boolean => waitsForLook(view.reviews.get(reviewId(facts)));
    this.given = { ...around.given, reviews: around.given.reviews.filter((review) => !waits(review)) };
    this.base = new Map(this.given.proposals.map((proposal) => [proposal.fact, proposal]));
    this.wording = { system: this.options.prompts['first-look'].text, conventions: this.options.conventions };
  }

  async work(): Promise<void> {
    const { board } = this.night;
    board.follow(this.view);
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
      const look = firstLook(rest, size, board, this.wording, this.asker.fits);
      const left = look === null ? 'unfit' : await this.lookAt(look, true);
      if (typeof left !== 'string') rest = rest.slice(look?.facts.length);
      else {
        const half =
          left === 'unfit' ? null : halfOf({ ...size, facts: Math.min(size.facts, look?.facts.length ?? 1) });
        if (half !== null) size = half;
        else {
          const [first] = rest;
          if (first) this.leaveToRules(first, left);
          rest = rest.slice(1);
        }
      }
    }
    for (const one of open) if (!this.isDecided(one.fact)) this.leave(one);
  }

  result(): Proposals {
    const { proposals: kept, waits } = this.withoutWaiting();
    // What another fact rests on is not set aside.
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
      leftOut: this.leftOut,
      notices: [...(this.given.notices ?? []), ...countNotices(this.counts)],
    };
  }

  /** One call and the second looks that it asks for; says what was cut off where it was. */
  private async lookAt(look: FirstLook, mayAskAgain: boolean): Promise<'cutPrompt' | 'cutAnswer' | null> {
    const { request, answerTokens, facts } = look;
    const asked = await this.asker.ask(request, { label: labelOf(facts), answerTokens });
    if (asked.kind === 'cut') {
      const what = asked.what === 'prompt' ? 'cutPrompt' : 'cutAnswer';
      if (++this.night.cuts >= CUT) this.options.budget.cutOff(what);
      return what;
    }
    this.night.cuts = 0;
    if (asked.kind !== 'answer') {
      this.stop(asked);
      if (asked.kind === 'failed') for (const one of facts) this.fail(one, asked.reason);
      return null;
    }
    const { said, bad } = readFirstLook(asked.value, look);
    this.count({ form: bad });
    const missing = facts.filter(({ fact }) => !said.has(fact.id));
    const answered = facts.filter(({ fact }) => said.has(fact.id));
    await this.settle(answered, said);
    if (missing.length === 0) return null;
    // What an answer left out is asked once more, then the rules take it.
    const again =
      mayAskAgain && this.mayGoOn ? firstLook(missing, FULL, this.night.board, this.wording, this.asker.fits) : null;
    if (again !== null) await this.lookAt(again, false);
    for (const one of missing) if (!this.isDecided(one.fact)) this.leaveToRules(one, 'unanswered');
    return null;
  }

  /** The second look at what the first one named, and what both come to. */
  private async settle(facts: readonly OpenFact[], said: ReadonlyMap<string, Said>): Promise<void> {
    const { board } = this.night;
    this.heard += facts.length;
    // Facts of one call may name each other: each is a claim by then, until its own decision makes it another.
    for (const { fact, base } of facts) board.apply(fact, base);
    const pairs = facts.flatMap((one) => this.pairsOf(one, said.get(one.fact.id)));
    const looks = await this.secondLooks(pairs);
    for (const { fact, base } of facts) {
      const own = said.get(fact.id);
      const applied = pairs
        .filter((pair) => pair.fact === fact)
        .map((pair) =>
          this.conclude({ ...pair, looks: { ...pair.looks, second: looks.get(pair) ?? null } }, looks.has(pair)),
        )
        .find((proposal) => proposal !== null);
      // A sentence for two that stay apart says what one of them does not.
      const text = own === undefined || own.as === 'duplicate' ? null : own.text;
      const alone: Proposal = { ...base, ...wordingOf(fact, base, text) };
      const aside = own?.as === 'set-aside' ? this.setAside(fact, base) : null;
      this.decide(fact, applied ?? aside ?? alone);
    }
  }

  /** What the model named for a fact, and what the rules would ask about it. */
  private pairsOf({ fact, base }: OpenFact, said: Said | undefined): OpenPair[] {
    const pairs = new Map<string, OpenPair>();
    const add = (other: string, first: Look | null, score: number): void => {
      const claim = this.night.board.citing(other);
      if (claim === null || isClosed(fact, claim, this.view) || isHidden(claim.facts, this.view.factById, this.options))
        return;
      const known = pairs.get(claim.fact);
      if (known) pairs.set(claim.fact, { ...known, score: Math.max(known.score, score) });
      else
        pairs.set(claim.fact, { fact, base, claim, looks: { first, second: null }, text: said?.text ?? null, score });
    };
    if (said?.other != null) add(said.other, LOOK_OF[said.as], 0.6);
    for (const { facts, score } of this.given.reviews) {
      const [other, later] = facts;
      if (facts.length === 2 && later === fact.id && other !== undefined) add(other, said ? 'both' : null, score);
    }
    return [...pairs.values()];
  }

  private async secondLooks(pairs: readonly OpenPair[]): Promise<Map<OpenPair, Look>> {
    const looks = new Map<OpenPair, Look>();
    const shown = pairs.map((pair): readonly [OpenPair, Pair] => [pair, this.shown(pair)]);
    for (let at = 0; at < shown.length && this.night.pairsLeft > 0 && this.mayGoOn;) {
      let count = Math.min(PAIRS_A_CALL, this.night.pairsLeft, shown.length - at);
      const call = (): ReturnType<typeof secondLook> =>
        secondLook(
          shown.slice(at, at + count).map(([, pair]) => pair),
          this.options.prompts['second-look'].text,
        );
      while (count > 1 && !this.asker.fits(call().request, call().answerTokens)) count = Math.ceil(count / 2);
      const { request, answerTokens } = call();
      const asked = await this.asker.ask(request, { label: 'a second look', answerTokens });
      if (asked.kind === 'answer') {
        const found = readSecondLook(asked.value, count);
        for (const [place, look] of found) {
          const pair = shown[at + place]?.[0];
          if (pair) looks.set(pair, look);
        }
        this.count({ form: count - found.size });
      } else if (asked.kind !== 'cut') {
        this.stop(asked);
        break;
      }
      this.night.pairsLeft -= count;
      at += count;
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

  /** The proposal that both looks agree on; else what is asked or queued is noted, and null. */
  private conclude(pair: OpenPair, wasAsked: boolean): Proposal | null {
    const { fact, claim } = pair;
    const { first, second } = pair.looks;
    for (const id of claim.facts) this.looked.add(reviewId([id, fact.id]));
    if (!wasAsked) {
      const question = questionFor(pair) ?? this.suspicionOf(pair);
      if (question) this.queued.push(question);
      return null;
    }
    const why = first === null || first === 'both' ? null : needsPerson(fact, claim, first, this.view);
    const isFree = first === 'same' || !claim.facts.some((id) => this.moved.has(id));
    if (agrees(first, second) && why === null && isFree) {
      // An earlier fact of this call may have given the claim other words.
      const text = this.night.board.citing(claim.fact)?.text ?? claim.text;
      const proposal = proposalFor({ ...pair, claim: { ...claim, text } });
      if (proposal === null) this.count({ apart: 1 });
      else if (first !== 'same') for (const id of claim.facts) this.moved.add(id);
      return proposal;
    }
    const question = questionFor(pair, why);
    if (question) this.reviews.push(question);
    return null;
  }

  /** What the rules would ask about a pair that no look has named. */
  private suspicionOf({ fact, claim, looks }: OpenPair): ReviewProposal | null {
    const review = this.given.reviews.find(
      ({ facts: [other, later] }) => later === fact.id && claim.facts.includes(other ?? ''),
    );
    return review ? { ...review, looks } : null;
  }

  /** Pairs of earlier nights that wait for their second look, the oldest first. */
  private async workQueue(): Promise<void> {
    const waiting = [...this.view.reviews.values()]
      .filter(waitsForLook)
      .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : 1))
      .slice(0, this.night.pairsLeft)
      .flatMap((line): { line: ReviewLine; pair: OpenPair }[] => {
        const [older, newer] = line.facts.map((id) => this.view.factById.get(id));
        const [claim, own] = line.facts.map((id) => this.night.board.citing(id));
        if (!older || !newer || !claim || !own || claim === own || isClosed(newer, claim, this.view)) return [];
        if (isHidden([...claim.facts, ...own.facts], this.view.factById, this.options)) return [];
        const base: Proposal = { fact: newer.id, as: 'placed', page: own.page, text: own.text, reason: line.reason };
        const looks = line.looks ?? { first: null, second: null };
        return [{ line, pair: { fact: newer, base, claim, looks, text: null, score: line.score } }];
      });
    // A line is about its own facts, though its claim may be named by another by now.
    await this.settleStanding(
      waiting.map(({ line, pair }) => ({ pair, older: line.facts[0] ?? pair.claim.fact, isQueued: true })),
    );
  }

  /** The second look at pairs that both have claims, and what both looks come to. */
  async settleStanding(waiting: readonly StandingPair[]): Promise<void> {
    if (waiting.length === 0) return;
    const looks = await this.secondLooks(waiting.map(({ pair }) => pair));
    for (const { pair, older, isQueued } of waiting) {
      const second = looks.get(pair);
      if (second === undefined) {
        const question = isQueued ? null : questionFor(pair);
        if (question) this.queued.push(question);
        continue;
      }
      const { fact, claim } = pair;
      const both = { ...pair.looks, second };
      const why = pair.looks.first === null ? null : needsPerson(fact, claim, pair.looks.first, this.view);
      const proposal = agrees(both.first, second) && why === null ? proposalFor({ ...pair, looks: both }) : null;
      const facts: readonly [string, string] = [older, fact.id];
      if (proposal !== null && !claim.facts.some((id) => this.moved.has(id))) {
        for (const id of claim.facts) this.moved.add(id);
        const as = AGREED[proposal.as] ?? 'superseded';
        this.agreed.push({
          facts,
          as,
          reason: proposal.reason,
          ...(as === 'duplicate' ? { text: proposal.text } : {}),
        });
        continue;
      }
      const question = questionFor({ ...pair, looks: both }, why);
      if (question) this.reviews.push({ ...question, facts });
      else this.agreed.push({ facts, as: null, reason: 'both stay' });
    }
  }

  /** Small talk and orders: nothing speaks for keeping it, and it has no number, day, name, link or "not". */
  private setAside(fact: Fact, { page }: Proposal): Proposal | null {
    const isBare = Object.keys(fact.fields).length === 0 && fact.tags.length === 0 && !this.view.pinned.has(fact.id);
    if (isBare && missingSpecifics(fact.text, '').length === 0)
      return {
        fact: fact.id,
        as: 'set-aside',
        ...(page === undefined ? {} : { page }),
        reason: 'the model says that it states nothing',
      };
    this.count({ 'set-aside': 1 });
    return null;
  }

  get board(): Board {
    return this.night.board;
  }

  get mayGoOn(): boolean {
    return this.ended === null && this.options.budget.isCutOff === null;
  }

  stop(asked: Exclude<Asked, { readonly kind: 'answer' | 'cut' }>): void {
    if (asked.kind === 'stopped') this.ended = { reason: INTERRUPTED, why: 'stopped' };
    else if (asked.kind === 'limit') this.ended = { reason: asked.reason, why: 'limit' };
    else if (asked.all) this.ended = { reason: asked.reason, why: 'failed' };
  }

  private decide(fact: Fact, proposal: Proposal): void {
    if (this.isDecided(fact)) return;
    this.proposals.set(fact.id, proposal);
    this.night.board.apply(fact, proposal);
    this.done++;
  }

  private leaveToRules({ fact, base }: OpenFact, why: 'unanswered' | 'unfit' | 'cutPrompt' | 'cutAnswer'): void {
    if (this.isDecided(fact)) return;
    this.count({ [why]: 1 });
    this.ruled.push(fact.id);
    // Where a call was cut off, another window may help.
    if (why === 'unanswered' || why === 'unfit') this.leftOut.push(fact.id);
    this.decide(fact, base);
  }

  /** Nobody could be asked about it: not this time, or never. */
  private fail({ fact, base }: OpenFact, reason: string): void {
    if (this.options.waited(fact.id) < NIGHTS) return this.wait(fact, reason, 'model');
    this.ruled.push(fact.id);
    this.count({ [`after three nights of waiting: ${reason}`]: 1 });
    this.decide(fact, base);
  }

  private leave(one: OpenFact): void {
    const cut = this.options.budget.isCutOff;
    if (this.ended === null) this.leaveToRules(one, cut ?? 'unanswered');
    else if (this.ended.why === 'stopped') this.wait(one.fact, this.ended.reason, 'later');
    else this.fail(one, this.ended.reason);
  }

  private wait(fact: Fact, reason: string, why: 'model' | 'later'): void {
    this.waits.set(fact.id, { fact: fact.id, reason, why });
    this.done++;
  }

  private isDecided({ id }: Fact): boolean {
    return this.proposals.has(id) || this.waits.has(id);
  }

  count(counts: Counts): void {
    for (const [kind, count] of Object.entries(counts))
      if (count > 0) this.counts[kind] = (this.counts[kind] ?? 0) + count;
  }

  /** Nothing may rest on a fact that waits: what names one waits, too. */
  private withoutWaiting(): { proposals: readonly Proposal[]; waits: ReadonlyMap<string, Left> } {
    const waits = new Map(this.waits);
    const proposals = this.batch.flatMap(({ id }) => this.proposals.get(id) ?? []);
    for (let found = true; found;) {
      found = false;
      for (const proposal of proposals) {
        const other = namedIn(proposal)
          .map((id) => waits.get(id))
          .find((left) => left !== undefined);
        if (waits.has(proposal.fact) || other === undefined) continue;
        waits.set(proposal.fact, { ...other, fact: proposal.fact });
        found = true;
      }
    }
    return { proposals: proposals.filter(({ fact }) => !waits.has(fact)), waits };
  }
}

/** Is a review about a pair that got no second look yet? */
const waitsForLook = (review: ReviewLine | undefined): boolean =>
  review?.status === 'queued' &&
  review.kind !== 'page' &&
  review.facts.length === 2 &&
  (review.looks?.second ?? null) === null;

const AGREED: Readonly<Record<string, Agreed['as']>> = { duplicate: 'duplicate', conflict: 'conflict' };

const labelOf = (facts: readonly OpenFact[]): string => (facts.length === 1 ? '1 fact' : `${facts.length} facts`);

/** Is what the rules propose for a fact final? They place what they do not know. */
export function isSettled(fact: Fact, base: Proposal, view: Pick<View, 'citedOn'>): boolean {
  return (
    isStandIn(fact) ||
    base.as !== 'placed' ||
    base.page === undefined ||
    view.citedOn.has(fact.id) ||
    namedIn(base).length > 0
  );
}
