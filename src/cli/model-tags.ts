// `tags propose --llm`: the model that the settings or a flag choose is asked which tags are one. It was asked for, so one
// that is away is an error. What it says is kept in the cache of this clone, until it is asked again.
import { createAsker } from '../dream/model/asker.ts';
import { createBudget } from '../dream/model/budget.ts';
import { readPrompt } from '../dream/model/prompts.ts';
import { LLMError } from '../llm/errors.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Usage } from '../model/plan.ts';
import { type AskedTags, askAboutTags } from '../tags/ask.ts';
import { countTags } from '../tags/use.ts';
import { promptFolder } from '../vault/asked-files.ts';
import { writeModelTags } from '../vault/model-tags.ts';
import type { View } from '../vault/view.ts';
import type { Context } from './context.ts';
import { mustAnswer, mustBeTrusted } from './asked-model.ts';
import { readModelChoice } from './model-choice.ts';
import { modelOf } from './model-of.ts';
import { makeProgress } from './progress.ts';

export interface TagsByModel extends AskedTags {
  readonly model: string;
  readonly usage: Usage;
}

/** Throws `model` where none is chosen or it does not answer, `refused` where it is not trusted, `settings`. */
export async function askForTags(context: Context, view: View): Promise<TagsByModel> {
  const { world, vault, answer } = context;
  const choice = readModelChoice(context);
  if (choice.kind === null) throw new MemvaultError('model', '--llm asks a model, and the settings choose none', { hint: 'name one: memvault tags propose --llm --engine ollama; memvault config set consolidate.engine ollama makes it the usual one' });
  mustBeTrusted(context, choice);
  const { models, consolidate } = choice.settings;
  const model = modelOf(context, choice);
  const [progress, cancel] = [makeProgress(world, answer), world.cancellable()];
  const prompt = readPrompt({ templates: world.templates, own: models.prompts === null ? null : promptFolder(models.prompts, vault.root, world.home) }, 'tags');
  // Read between two looks at what is trusted, so that it is what was looked at.
  mustBeTrusted(context, choice);
  const budget = createBudget({ maxCalls: models.max_calls, maxTokens: models.max_tokens });
  const asks = createAsker({ model, budget, cancel, idleSeconds: consolidate.timeout_seconds, heard: (label, tokens) => progress.update(`asking ${model.name}: ${label}`, 0, 0, tokens) });
  const uses = countTags({ ...view, pages: new Map() });
  if (uses.size > 1) await mustAnswer(model, cancel.signal);
  const asked = await askAboutTags(uses.values(), prompt.text, asks);
  progress.end();
  if (asked.reason !== null) throw new LLMError(`${model.name}: ${asked.reason}`);
  writeModelTags(vault, asked.pairs);
  return { ...asked, model: `${model.name}/${prompt.version}`, usage: budget.usage };
}
