// The engine that asks a model: the rules propose first, and what they do not settle is put before the model, page by
// page. Whatever comes back, every fact of the batch gets a proposal or waits.
import { statementKey } from '../../../language/slots/equal.ts';
import { parseSlot } from '../../../language/slots/parse-slot.ts';
import type { Model } from '../../../llm/port.ts';
import type { Fact } from '../../../model/fact.ts';
import { isHistory } from '../../../model/page.ts';
import type { Left, Proposal, Proposals, Usage } from '../../../model/plan.ts';
import type { Cancel, Progress } from '../../../model/ports.ts';
import type { Schema } from '../../../page/schema.ts';
import { roughKey } from '../../../vault/current-claims.ts';
import type { View } from '../../../vault/view.ts';
import type { Engine } from '../../engine.ts';
import { BatchAsking } from './ask-batch.ts';
import { type Budget, createAsker } from './asker.ts';
import { isFaint } from './check-answer.ts';
import { classify } from './classify.ts';
import { namedIn, type PairLimits } from './groups.ts';
import { openCases } from './pairs.ts';
import type { Prompts } from './prompts.ts';
import { summarise } from './summarise.ts';

// Wordings of a model that say word for word what another claim says, or by which the rules would find that it speaks
// of the same as another: two statements must not come to that by rewording, or the next dream would settle them.

/**
 * The proposals, each of which has the words of `base`, what the rules propose for its fact, where its own make it
 * equal to another claim.
 */
export function withoutTwins(
  proposals: readonly Proposal[],
  base: ReadonlyMap<string, Proposal>,
  view: Pick<View, 'factById' | 'pages'>,
): Proposal[] {
  const reworded = proposals.filter(
    ({ fact, text }) => text !== undefined && text !== base.get(fact)?.text && base.has(fact),
  );
  if (reworded.length === 0) return [...proposals];
  const sought = new Map<string, Proposal[]>();
  for (const one of reworded)
    sought.set(roughKey(one.text ?? ''), [...(sought.get(roughKey(one.text ?? '')) ?? []), one]);
  const twins = new Set<Proposal>();
  const compare = (text: string, id: string): void => {
    const fact = view.factById.get(id);
    for (const one of fact ? (sought.get(roughKey(text)) ?? []) : []) {
      if (one.fact !== id && fact && keyOf(one, view) === statementKey(text, fact)) twins.add(one);
    }
  };
  // What a claim that goes spoke of is free.
  const gone = new Set(proposals.flatMap(({ supersedes = [] }) => supersedes));
  const gained = gainedSlots(reworded, base, view);
  const speaksOf = (text: string, id: string): void => {
    const fact = gained.size > 0 && !gone.has(id) ? view.factById.get(id) : undefined;
    for (const one of fact ? (gained.get(slotKey(text, fact) ?? '') ?? []) : []) if (one.fact !== id) twins.add(one);
  };
  for (const { claims } of view.pages.values()) {
    for (const claim of claims) {
      if (isHistory(claim)) continue;
      for (const {
        text,
        facts: [first = ''],
      } of claim.sides.length > 0 ? claim.sides : [claim]) {
        compare(text, first);
        speaksOf(text, first);
      }
    }
  }
  for (const { fact, as, text = view.factById.get(fact)?.text ?? '' } of proposals) {
    if (as !== 'placed' && as !== 'conflict') continue;
    compare(text, fact);
    speaksOf(text, fact);
  }
  return proposals.map((one) => (twins.has(one) ? inWordsOf(one, base.get(one.fact)) : one));
}

/** Wordings in which the rules find what they do not find in the words of `base`, by what they find. */
function gainedSlots(
  reworded: readonly Proposal[],
  base: ReadonlyMap<string, Proposal>,
  { factById }: Pick<View, 'factById'>,
): Map<string, Proposal[]> {
  const gained = new Map<string, Proposal[]>();
  for (const one of reworded) {
    const fact = factById.get(one.fact);
    const key = fact && slotKey(one.text ?? '', fact);
    if (!fact || !key || slotKey(base.get(one.fact)?.text ?? fact.text, fact) !== null) continue;
    gained.set(key, [...(gained.get(key) ?? []), one]);
  }
  return gained;
}

const slotKey = (text: string, { fields, category }: Fact): string | null =>
  parseSlot({ text, fields, category })?.key ?? null;

function inWordsOf({ text: _, ...proposal }: Proposal, base: Proposal | undefined): Proposal {
  return { ...proposal, ...(base?.text === undefined ? {} : { text: base.text }) };
}

function keyOf({ fact: id, text = '' }: Proposal, { factById }: Pick<View, 'factById'>): string | null {
  const fact: Fact | undefined = factById.get(id);
  return fact ? statementKey(text, fact) : null;
}

// Proposals of several hands held against each other: nothing may rest on a fact that waits or was set aside.

export interface Reconciled {
  readonly proposals: readonly Proposal[];
  readonly waits: readonly Left[];
}

/**
 * `base`: what the rules propose, by fact. All facts of `proposals` and `waits` together stay accounted for, each once.
 */
export function reconcile(
  proposals: readonly Proposal[],
  waits: readonly Left[],
  base: ReadonlyMap<string, Proposal>,
): Reconciled {
  const waiting = new Map(waits.map((left) => [left.fact, left]));
  const named = new Set(proposals.flatMap(namedIn));
  // What another fact repeats or replaces says something.
  const kept = proposals.map((proposal) =>
    proposal.as === 'set-aside' && named.has(proposal.fact) ? (base.get(proposal.fact) ?? proposal) : proposal,
  );
  for (let found = true; found;) {
    found = false;
    for (const proposal of kept) {
      if (waiting.has(proposal.fact)) continue;
      const other = namedIn(proposal)
        .map((id) => waiting.get(id))
        .find((left) => left !== undefined);
      if (other === undefined) continue;
      waiting.set(proposal.fact, { ...other, fact: proposal.fact });
      found = true;
    }
  }
  return { proposals: kept.filter(({ fact }) => !waiting.has(fact)), waits: [...waiting.values()] };
}

export interface ModelEngineOptions {
  /** What settles the plain cases, and takes what the model does not decide. */
  readonly rules: Engine;
  readonly model: Model;
  /** Made once a dream: engines that are made anew in it share it. */
  readonly budget: Budget;
  readonly prompts: Prompts;
  readonly schema: Pick<Schema, 'routes'>;
  /** The prose of the vault's schema. */
  readonly conventions: string;
  readonly silenceMs?: number | undefined;
  /** Nights that a fact has waited for a model before this dream. */
  readonly waited: (fact: string) => number;
  readonly isPagePath: (path: string) => boolean;
  readonly pairs: PairLimits;
  /**
   * Where the first call of a dream fails, the rules decide all of it, and this is told why, batch by batch. Without it
   * that is a failure like any other.
   */
  readonly instead?: (reason: string) => void;
}

/** So many questions of a dream rest on the model's word alone. */
const FAINT_A_DREAM = 2;

/** The same answers of the model give the same proposals. */
export function createModelEngine(options: ModelEngineOptions): Engine {
  const { rules, model, prompts, budget } = options;
  // Those of one dream, so that pairs leave calls for the facts of its later batches.
  let pairsLeft = options.pairs.maxPairs;
  let faintLeft = FAINT_A_DREAM;
  let isFirst = true;
  return {
    name: `${model.name}/${prompts.consolidate.version}`,
    propose: async (batch, view, progress, cancel) => {
      const before = budget.usage;
      const proposals = await propose(options, batch, view, progress, cancel);
      return { ...proposals, usage: usageSince(before, budget) };
    },
    summarise: async (claims, progress, cancel) => {
      const before = budget.usage;
      const asker = createAsker({
        model,
        budget,
        silenceMs: options.silenceMs,
        cancel,
        heard: (label, tokens) => progress.update(`asking ${nameOf(model)}: ${label}`, 0, 0, tokens),
      });
      const said = await summarise({ claims, system: prompts.memory.text, asker });
      return { ...said, usage: usageSince(before, budget) };
    },
  };

  function byRules(facts: readonly string[]): Readonly<Record<string, string>> {
    return Object.fromEntries(facts.map((fact) => [fact, rules.name]));
  }

  async function propose(
    { schema, pairs }: ModelEngineOptions,
    batch: readonly Fact[],
    view: View,
    progress: Progress,
    cancel: Cancel,
  ): Promise<Proposals> {
    const ruled = await rules.propose(batch, view, progress, cancel);
    const cases = openCases(batch, ruled, view, schema);
    const total = cases.sheaves.reduce((sum, { facts }) => sum + facts.length, 0);
    const heard = (label: string, tokens: number): void =>
      progress.update(`asking ${nameOf(model)}: ${label}`, asking.done, total, tokens);
    const asker = createAsker({
      model,
      budget,
      silenceMs: options.silenceMs,
      cancel,
      heard,
      isTentative: options.instead !== undefined,
    });
    const asking = new BatchAsking(cases, view, asker, options);
    for (const sheaf of cases.sheaves) await asking.askAbout(sheaf);
    const none = asker.firstFailure;
    if (options.instead !== undefined && !budget.answered && budget.stopped !== null) {
      options.instead(none?.words ?? budget.stopped);
      return { ...ruled, by: byRules(ruled.proposals.map(({ fact }) => fact)) };
    }
    const taken = asking.result();
    const { proposals, waits } = reconcile(
      batch.flatMap(({ id }) => taken.proposals.get(id) ?? cases.base.get(id) ?? []),
      taken.waits,
      cases.base,
    );
    // A dream that can do nothing at all says why, and what would help.
    if (isFirst && none?.refusal && !budget.answered && proposals.length === 0) throw none.refusal;
    isFirst &&= batch.length === 0;
    const decided = taken.proposals.size - taken.ruled.length;
    const faint = taken.reviews.filter(isFaint).slice(0, faintLeft);
    faintLeft -= faint.length;
    const asked = taken.reviews.filter((review) => !isFaint(review) || faint.includes(review));
    const paired = await classify({
      batch,
      proposals: withoutTwins(proposals, cases.base, view),
      reviews: [...ruled.reviews, ...asked],
      view,
      limits: { ...pairs, maxPairs: pairsLeft },
      prompt: prompts.classify.text,
      mergePrompt: prompts.merge.text,
      asker,
      mayAsk: () => budget.mayAskAboutPairs,
    });
    pairsLeft -= paired.asked;
    return {
      ...ruled,
      proposals: paired.proposals,
      reviews: paired.reviews,
      words: taken.words,
      waits,
      // Where the model decided nothing of what was open, they decided all.
      by: byRules(decided === 0 && taken.ruled.length > 0 ? proposals.map(({ fact }) => fact) : taken.ruled),
      leftOut: taken.leftOut,
      notices: [...(ruled.notices ?? []), ...taken.notices, ...paired.notices],
    };
  }
}

/** The model without the name of its engine. */
const nameOf = ({ name }: Model): string => name.slice(name.indexOf(':') + 1);

const usageSince = (before: Usage, { usage: { calls, tokens } }: Budget): Usage => ({
  calls: calls - before.calls,
  tokens: tokens - before.tokens,
});
