// What a dream would ask of a model, before anything is asked: calls and tokens of the facts that the rules leave open.
// Rather too many: what the first calls bring is not known, and an answer is taken as long as it may become.
import { estimateTokens } from '../../../llm/port.ts';
import type { Fact } from '../../../model/fact.ts';
import { NO_USAGE, type Proposals, type Usage } from '../../../model/plan.ts';
import type { Cancel, Progress } from '../../../model/ports.ts';
import type { Schema } from '../../../page/schema.ts';
import type { SummaryClaim } from '../../../page/summary.ts';
import type { View } from '../../../vault/view.ts';
import type { Engine } from '../../engine.ts';
import { fitGroup, fitsIn, mostPairCalls, sizeOf } from './asker.ts';
import { PAIRS_A_CALL } from './classify.ts';
import { FULL, type PairLimits } from './groups.ts';
import { findPairs, openCases, type Pair } from './pairs.ts';
import type { Prompts } from './prompts.ts';
import { firstRequest } from './summarise.ts';

/**
 * What stands around the words of a call about pairs, its schema included, and around those of one pair, with its
 * answer.
 */
const A_CALL = 250;
const A_PAIR = 180;

export interface EstimateOptions {
  /** Made anew for this: they learn what they are asked about. */
  readonly rules: Engine;
  /** Tokens that prompt and answer may have together. */
  readonly context: number;
  readonly prompts: Prompts;
  readonly conventions: string;
  readonly schema: Pick<Schema, 'routes'>;
  /** Which pairs of claims that are alike would be asked about. */
  readonly pairs: PairLimits;
  /** Local days in one batch, at most. */
  readonly maxDays: number;
  /** What `MEMORY.md` would be made from as things are. */
  readonly claims: readonly Pick<SummaryClaim, 'title' | 'text'>[];
}

/** `facts`: all that is pending. */
export async function estimateUsage(
  facts: readonly Fact[],
  view: View,
  options: EstimateOptions,
  progress: Progress,
  cancel: Cancel,
): Promise<Usage> {
  const about = { facts: NO_USAGE, pairs: NO_USAGE };
  for (const batch of byDays(facts, options.maxDays)) {
    const ruled = await options.rules.propose(batch, view, progress, cancel);
    about.facts = sum(about.facts, usageOfFacts(batch, ruled, view, options));
    about.pairs = sum(
      about.pairs,
      usageOfPairs(
        findPairs({ batch, proposals: ruled.proposals, reviews: ruled.reviews, view, limits: options.pairs }),
        options.prompts,
      ),
    );
  }
  const most = Math.min(Math.ceil(options.pairs.maxPairs / PAIRS_A_CALL) + 1, mostPairCalls(about.facts.calls));
  return [
    about.facts,
    atMost(most, about.pairs),
    facts.length === 0 ? NO_USAGE : usageOfSummary(facts, options),
  ].reduce(sum);
}

/** As a dream goes through them. */
function byDays(facts: readonly Fact[], maxDays: number): Fact[][] {
  const days = [...new Set(facts.map(({ day }) => day))].sort();
  const batchOf = new Map(days.map((day, at) => [day, Math.floor(at / maxDays)]));
  const batches = Array.from({ length: Math.ceil(days.length / maxDays) }, (): Fact[] => []);
  for (const fact of facts) batches[batchOf.get(fact.day) ?? 0]?.push(fact);
  return batches;
}

function usageOfFacts(
  batch: readonly Fact[],
  ruled: Proposals,
  view: View,
  { context, prompts, conventions, schema }: EstimateOptions,
): Usage {
  const cases = openCases(batch, ruled, view, schema);
  let [calls, tokens] = [0, 0];
  for (const sheaf of cases.sheaves) {
    const around = cases.around(sheaf);
    for (let rest = sheaf.facts; rest.length > 0;) {
      const fitted = fitGroup(
        { ...sheaf, facts: rest },
        FULL,
        around,
        { system: prompts.consolidate.text, conventions },
        (request, answerTokens) => fitsIn(context, request, answerTokens),
      );
      if (fitted !== null) {
        calls++;
        tokens += sizeOf(fitted.request) + fitted.answerTokens;
      }
      rest = rest.slice(fitted?.group.facts.length ?? 1);
    }
  }
  return { calls, tokens };
}

/** Where two have a claim in common, three may say the same: one call more, for a statement. */
function usageOfPairs(pairs: readonly Pair[], { classify, merge }: Prompts): Usage {
  const calls = Math.ceil(pairs.length / PAIRS_A_CALL);
  const words = pairs.reduce(
    (all, { older, newer }) => all + estimateTokens(older.text) + estimateTokens(newer.text),
    0,
  );
  const about = { calls, tokens: calls * (estimateTokens(classify.text) + A_CALL) + words + pairs.length * A_PAIR };
  const claims = pairs.flatMap(({ older, newer }) => [older.fact.id, newer.fact.id]);
  return new Set(claims).size === claims.length
    ? about
    : sum(about, { calls: 1, tokens: estimateTokens(merge.text) + A_CALL + 2 * words });
}

/** Each new fact may become a claim; those that there are come after them. */
function usageOfSummary(facts: readonly Fact[], { context, prompts, claims }: EstimateOptions): Usage {
  const asked = firstRequest(
    [...facts.map(({ text }) => ({ title: '', text })), ...claims],
    prompts.memory.text,
    (request, answerTokens) => fitsIn(context, request, answerTokens),
  );
  return asked === null ? NO_USAGE : { calls: 1, tokens: sizeOf(asked.request) + asked.answerTokens };
}

const sum = (a: Usage, b: Usage): Usage => ({ calls: a.calls + b.calls, tokens: a.tokens + b.tokens });

/** Of so many calls that are alike. */
const atMost = (most: number, { calls, tokens }: Usage): Usage =>
  calls <= most ? { calls, tokens } : { calls: most, tokens: Math.ceil((tokens / calls) * most) };
