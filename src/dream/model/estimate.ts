// What a dream would ask of a model, before anything is asked: calls and tokens of the facts that the rules leave open.
// Rather too many: what the first calls bring is not known, and an answer is taken as long as it may become.
import { estimateTokens } from '../../llm/tokens.ts';
import type { Schema } from '../../markdown/schema.ts';
import type { Fact } from '../../model/fact.ts';
import { NO_USAGE, type Usage } from '../../model/plan.ts';
import type { Cancel, Progress } from '../../model/ports.ts';
import type { View } from '../../vault/view.ts';
import type { Engine } from '../engine.ts';
import { fitsIn, sizeOf } from './asker.ts';
import { PAIRS_A_CALL } from './classify.ts';
import { FULL } from './groups.ts';
import { openCases } from './open-cases.ts';
import { findPairs, type Pair } from './pairs.ts';
import type { Prompts } from './prompts.ts';
import { fitGroup } from './sizing.ts';
import type { PairLimits } from './types.ts';

/** What stands around the words of a call about pairs, its schema included, and around those of one pair, with its answer. */
const A_CALL = 250;
const A_PAIR = 180;

export interface EstimateOptions {
  /** Made anew for this: they learn what they are asked about. */
  readonly rules: Engine;
  /** Tokens that prompt and answer may have together. */
  readonly context: number;
  readonly prompts: Pick<Prompts, 'consolidate' | 'classify'>;
  readonly conventions: string;
  readonly schema: Pick<Schema, 'routes'>;
  /** Where they are given, the pairs of claims that are alike are counted, too. */
  readonly pairs?: PairLimits;
}

/** `facts`: all that is pending, as one batch. */
export async function estimateUsage(facts: readonly Fact[], view: View, { rules, context, prompts, conventions, schema, pairs }: EstimateOptions, progress: Progress, cancel: Cancel): Promise<Usage> {
  if (facts.length === 0) return NO_USAGE;
  const ruled = await rules.propose(facts, view, progress, cancel);
  const cases = openCases(facts, ruled, view, schema);
  let [calls, tokens] = [0, 0];
  for (const sheaf of cases.sheaves) {
    const around = cases.around(sheaf);
    for (let rest = sheaf.facts; rest.length > 0; ) {
      const fitted = fitGroup({ ...sheaf, facts: rest }, FULL, around, { system: prompts.consolidate.text, conventions }, (request, answerTokens) => fitsIn(context, request, answerTokens));
      if (fitted !== null) {
        calls++;
        tokens += sizeOf(fitted.request) + fitted.answerTokens;
      }
      rest = rest.slice(fitted?.group.facts.length ?? 1);
    }
  }
  const alike = pairs === undefined ? NO_USAGE : usageOfPairs(findPairs({ batch: facts, proposals: ruled.proposals, reviews: ruled.reviews, view, limits: pairs }), prompts.classify.text);
  return { calls: calls + alike.calls, tokens: tokens + alike.tokens };
}

function usageOfPairs(pairs: readonly Pair[], prompt: string): Usage {
  const calls = Math.ceil(pairs.length / PAIRS_A_CALL);
  const words = pairs.reduce((sum, { older, newer }) => sum + estimateTokens(older.text) + estimateTokens(newer.text), 0);
  return { calls, tokens: calls * (estimateTokens(prompt) + A_CALL) + words + pairs.length * A_PAIR };
}
