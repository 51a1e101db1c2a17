// `lint --llm`: the model that the settings or a flag choose is asked about claims of related pages. It was asked for, so
// one that is away is an error.
import { createAsker } from '../dream/model/asker.ts';
import { createBudget } from '../dream/model/budget.ts';
import { readPrompt } from '../dream/model/prompts.ts';
import { openTokenizer } from '../index/tokenizer/open.ts';
import { askAboutPairs, type AskedPairs } from '../lint/contradictions/ask.ts';
import { relatedPairs } from '../lint/contradictions/pairs.ts';
import type { LintInput } from '../lint/input.ts';
import { LLMError } from '../llm/errors.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Usage } from '../model/plan.ts';
import { promptFolder } from '../vault/asked-files.ts';
import type { Context } from './context.ts';
import { mustAnswer, mustBeTrusted } from './asked-model.ts';
import { readModelChoice } from './model-choice.ts';
import { modelOf } from './model-of.ts';
import { makeProgress } from './progress.ts';

/** Pairs of claims in one look, at most. */
const MOST_PAIRS = 80;

export interface LookedByModel extends AskedPairs {
  readonly pairs: number;
  readonly model: string;
  readonly usage: Usage;
}

/** Throws `model` where none is chosen or it does not answer, `refused` where it is not trusted, `settings`. */
export async function askForContradictions(context: Context, input: LintInput): Promise<LookedByModel> {
  const { world, vault, settings, answer } = context;
  const choice = readModelChoice(context);
  if (choice.kind === null) throw new MemvaultError('model', '--llm asks a model, and the settings choose none', { hint: 'name one: memvault lint --llm --engine ollama; memvault config set consolidate.engine ollama makes it the usual one' });
  mustBeTrusted(context, choice);
  const { models, consolidate } = choice.settings;
  const tokenizer = await openTokenizer(settings.retrieve.languages);
  const pairs = relatedPairs(input, (text) => tokenizer.terms(text), MOST_PAIRS);
  const model = modelOf(context, choice);
  const [progress, cancel] = [makeProgress(world, answer), world.cancellable()];
  const prompt = readPrompt({ templates: world.templates, own: models.prompts === null ? null : promptFolder(models.prompts, vault.root, world.home) }, 'contradictions');
  // Read between two looks at what is trusted, so that it is what was looked at.
  mustBeTrusted(context, choice);
  const budget = createBudget({ maxCalls: models.max_calls, maxTokens: models.max_tokens });
  const asks = createAsker({ model, budget, cancel, idleSeconds: consolidate.timeout_seconds, heard: (label, tokens) => progress.update(`asking ${model.name}: ${label}`, 0, 0, tokens) });
  if (pairs.length > 0) await mustAnswer(model, cancel.signal);
  const asked = await askAboutPairs(pairs, prompt.text, asks);
  progress.end();
  if (asked.reason !== null && asked.answered.length === 0) throw new LLMError(`${model.name}: ${asked.reason}`);
  return { ...asked, pairs: pairs.length, model: `${model.name}/${prompt.version}`, usage: budget.usage };
}
