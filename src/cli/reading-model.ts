// The model that reads what a person gave, texts of the inbox or conversations, where the settings choose one: with all it
// goes by, asked whether it is there once there is something to read. Where it cannot be asked, it is read without it,
// unless a flag named it.
import { createAsker } from '../dream/model/asker.ts';
import { createBudget } from '../dream/model/budget.ts';
import { type PromptName, readPrompt } from '../dream/model/prompts.ts';
import type { ModelReader } from '../llm/asks.ts';
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
  readonly prompt: PromptName;
  /** What is done where it cannot be asked: "… is read without a model". */
  readonly without: string;
  readonly progress: Progress;
  readonly cancel: Cancel;
  /** What of the limits is spent already. */
  readonly spent: Usage;
}

export interface ChosenReader {
  /** Engine, model and version of the prompt. */
  readonly name: string;
  /** Asks whether it is there; null where it is not. Throws `model` and `refused` where one was named by a flag and cannot be asked. */
  open(): Promise<ModelReader | null>;
}

/** Null where the settings choose none, or one that may not be asked. Throws `refused` where that was named by a flag, `settings`. */
export function chooseReader(context: Context, { prompt, without, progress, cancel, spent }: ReaderWishes): ChosenReader | null {
  const choice = readModelChoice(context);
  if (choice.kind === null) return null;
  const isNamed = context.flags.some(({ key }) => key === 'consolidate.engine') && !choice.isAuto;
  const goWithout = (error: MemvaultError): null => {
    if (isNamed) throw error;
    progress.end();
    context.answer.remark(`${error.message}: ${without}.`);
    return null;
  };
  const mayBeAsked = (): boolean => {
    const held = untrusted(context, choice);
    if (held !== null) goWithout(new MemvaultError('refused', `${held.needs.map(({ key }) => key).join(', ')} of this vault ${held.needs.length === 1 ? 'is' : 'are'} not trusted`, { hint: 'memvault trust shows what this vault asks for, and accepts it; --engine rules does without' }));
    return held === null;
  };
  if (!mayBeAsked()) return null;
  const { world, vault } = context;
  const { models, consolidate } = choice.settings;
  const model = modelOf(context, choice);
  const own = models.prompts === null ? null : promptFolder(models.prompts, vault.root, world.home);
  const { text, version } = readPrompt({ templates: world.templates, own }, prompt);
  // Read between two looks at what is trusted, so that it is what was looked at.
  if (own !== null && !mayBeAsked()) return null;
  const name = `${model.name}/${version}`;
  const open = async (): Promise<ModelReader | null> => {
    const wrong = await problemOf(model, cancel);
    if (wrong !== null) return cancel.requested ? null : goWithout(wrong);
    const budget = createBudget({ maxCalls: Math.max(0, models.max_calls - spent.calls), maxTokens: Math.max(0, models.max_tokens - spent.tokens) });
    const shown = model.name.slice(model.name.indexOf(':') + 1);
    const asks = createAsker({ model, budget, idleSeconds: consolidate.timeout_seconds, cancel, isTentative: choice.isAuto, heard: (label, tokens) => progress.update(`asking ${shown}: ${label}`, 0, 0, tokens) });
    return { name, system: text, asks, usage: () => budget.usage };
  };
  return { name, open };
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
