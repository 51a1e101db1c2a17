// `lint --llm`: the model that the settings or a flag choose is asked about claims of related pages. It was asked for, so
// one that is away is an error.
import { openTokenizer } from '../index/tokenizer/open.ts';
import { askAboutPairs, type AskedPairs } from '../lint/contradictions/ask.ts';
import { relatedPairs } from '../lint/contradictions/pairs.ts';
import type { LintInput } from '../lint/input.ts';
import { LLMError } from '../llm/errors.ts';
import type { Usage } from '../model/plan.ts';
import type { Context } from './context.ts';
import { mustAnswer, openAskedModel } from './asked-model.ts';

/** Pairs of claims in one look, at most. */
const MOST_PAIRS = 80;

export interface LookedByModel extends AskedPairs {
  readonly pairs: number;
  readonly model: string;
  readonly usage: Usage;
}

/** Throws `model` where none is chosen or it does not answer, `refused` where it is not trusted, `settings`. */
export async function askForContradictions(context: Context, input: LintInput): Promise<LookedByModel> {
  const { model, name, system, asks, progress, signal, usage } = openAskedModel(context, 'contradictions', 'memvault lint --llm');
  const tokenizer = await openTokenizer(context.settings.retrieve.languages);
  const pairs = relatedPairs(input, (text) => tokenizer.terms(text), MOST_PAIRS);
  if (pairs.length > 0) await mustAnswer(model, signal);
  const asked = await askAboutPairs(pairs, system, asks);
  progress.end();
  if (asked.reason !== null && asked.answered.length === 0) throw new LLMError(`${model.name}: ${asked.reason}`);
  return { ...asked, pairs: pairs.length, model: name, usage: usage() };
}
