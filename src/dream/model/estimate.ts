// What a dream would ask of a model, before anything is asked: calls and tokens of the facts that the rules leave open.
// Rather too many: what the first calls bring is not known, and an answer is taken as long as it may become.
import type { Schema } from '../../markdown/schema.ts';
import type { Fact } from '../../model/fact.ts';
import { NO_USAGE, type Usage } from '../../model/plan.ts';
import type { Cancel, Progress } from '../../model/ports.ts';
import type { View } from '../../vault/view.ts';
import type { Engine } from '../engine.ts';
import { fitsIn, sizeOf } from './asker.ts';
import { FULL } from './groups.ts';
import { openCases } from './open-cases.ts';
import type { Prompts } from './prompts.ts';
import { fitGroup } from './sizing.ts';

export interface EstimateOptions {
  /** Made anew for this: they learn what they are asked about. */
  readonly rules: Engine;
  /** Tokens that prompt and answer may have together. */
  readonly context: number;
  readonly prompts: Pick<Prompts, 'consolidate'>;
  readonly conventions: string;
  readonly schema: Pick<Schema, 'routes'>;
}

/** `facts`: all that is pending, as one batch. */
export async function estimateUsage(facts: readonly Fact[], view: View, { rules, context, prompts, conventions, schema }: EstimateOptions, progress: Progress, cancel: Cancel): Promise<Usage> {
  if (facts.length === 0) return NO_USAGE;
  const cases = openCases(facts, await rules.propose(facts, view, progress, cancel), view, schema);
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
  return { calls, tokens };
}
