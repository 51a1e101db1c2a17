// The model that reads the texts of the inbox, where the settings choose one: with all it goes by, asked whether it is
// there once there is something to read. Where it cannot be asked, the texts are read without it, unless a flag named it.
import { createAsker } from '../dream/model/asker.ts';
import { createBudget } from '../dream/model/budget.ts';
import { readPrompt } from '../dream/model/prompts.ts';
import type { ModelReader } from '../inbox/process.ts';
import { LLMError } from '../llm/errors.ts';
import type { Model } from '../llm/port.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Usage } from '../model/plan.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import { promptFolder } from '../vault/asked-files.ts';
import type { Context } from './context.ts';
import { readModelChoice } from './model-choice.ts';
import { modelOf } from './model-of.ts';
import { untrusted } from './model-trust.ts';

const CHECK_SECONDS = 10;

export interface ReaderWishes {
  readonly progress: Progress;
  readonly cancel: Cancel;
  /** What of the limits is spent already. */
  readonly spent: Usage;
}

/** Null where no model is to read. Throws `model` and `refused` where one was named by a flag and cannot be asked, `settings`. */
export async function readerFor(context: Context, { progress, cancel, spent }: ReaderWishes): Promise<ModelReader | null> {
  const choice = readModelChoice(context);
  if (choice.kind === null) return null;
  const isNamed = context.flags.some(({ key }) => key === 'consolidate.engine') && !choice.isAuto;
  const without = (error: MemvaultError): null => {
    if (isNamed) throw error;
    progress.end();
    context.answer.remark(`${error.message}: what is in the inbox is read without a model.`);
    return null;
  };
  const held = untrusted(context, choice);
  if (held !== null) return without(new MemvaultError('refused', `${held.needs.map(({ key }) => key).join(', ')} of this vault ${held.needs.length === 1 ? 'is' : 'are'} not trusted`, { hint: 'memvault trust shows what this vault asks for, and accepts it; --engine rules does without' }));
  const { models, consolidate } = choice.settings;
  const model = modelOf(context, choice);
  const wrong = await problemOf(model, cancel);
  if (wrong !== null) return without(wrong);
  const { world, vault } = context;
  const own = models.prompts === null ? null : promptFolder(models.prompts, vault.root, world.home);
  const inbox = readPrompt({ templates: world.templates, own }, 'inbox');
  const budget = createBudget({ maxCalls: Math.max(0, models.max_calls - spent.calls), maxTokens: Math.max(0, models.max_tokens - spent.tokens) });
  const name = model.name.slice(model.name.indexOf(':') + 1);
  const asks = createAsker({ model, budget, idleSeconds: consolidate.timeout_seconds, cancel, heard: (label, tokens) => progress.update(`asking ${name}: ${label}`, 0, 0, tokens) });
  return { name: `${model.name}/${inbox.version}`, system: inbox.text, asks, usage: () => budget.usage };
}

/** Null where it can be asked. */
async function problemOf(model: Model, cancel: Cancel): Promise<LLMError | null> {
  const time = AbortSignal.timeout(CHECK_SECONDS * 1000);
  try {
    await model.check(cancel.signal === undefined ? time : AbortSignal.any([time, cancel.signal]));
    return null;
  } catch (error) {
    if (error instanceof LLMError) return error;
    if (cancel.requested || time.aborted) return new LLMError(`${model.name} did not answer within ${CHECK_SECONDS} seconds`, { retryable: true });
    throw error;
  }
}
