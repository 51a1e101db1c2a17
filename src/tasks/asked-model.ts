// A model that something other than a dream asks, with all it goes by: the one that the settings or a flag choose. It
// must be trusted and there; what becomes of the work where it is not, who asks decides.
import { createAsker, createBudget } from '../dream/propose/model/asker.ts';
import { type PromptName, readPrompt } from '../dream/propose/model/prompts.ts';
import { LLMError } from '../llm/errors.ts';
import type { Asks, Model } from '../llm/port.ts';
import { MemvaultError } from '../model/errors.ts';
import { NO_USAGE, type Usage } from '../model/plan.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import { promptFolder } from '../vault/trusted-files.ts';
import type { Context } from './context.ts';
import { type ModelChoice, readModelChoice } from './model-choice.ts';
import { modelOf } from './model-of.ts';
import { untrusted } from './model-trust.ts';

const CHECK_SECONDS = 30;

/** What stands ready to be asked; nothing was yet. */
export interface AskedModel {
  readonly model: Model;
  /** Engine, model and version of the prompt. */
  readonly name: string;
  /** The text of the prompt file. */
  readonly system: string;
  readonly asks: Asks;
  readonly progress: Progress;
  readonly signal: AbortSignal | undefined;
  readonly usage: () => Usage;
}

export interface AskWishes {
  readonly prompt: PromptName;
  /** What does without a model, as the end of a hint. */
  readonly instead?: string;
  readonly progress?: Progress;
  readonly cancel?: Cancel;
  /** What of the limits is spent already. */
  readonly spent?: Usage;
}

/**
 * For a flag that asks a model. `command`: what has it, for a hint. Throws `model` where none is chosen, `refused`
 * where it is not trusted, `settings`.
 */
export async function openAskedModel(context: Context, prompt: PromptName, command: string): Promise<AskedModel> {
  const choice = readModelChoice(context);
  if (choice.kind === null)
    throw new MemvaultError('model', '--llm asks a model, but the settings name none', {
      hint: `name one: ${command} --engine ollama; memvault config set consolidate.engine ollama makes it the default`,
    });
  return await openChosenModel(context, choice, { prompt });
}

/** Throws `refused` where it is not trusted, `settings`. */
export async function openChosenModel(context: Context, choice: ModelChoice, wishes: AskWishes): Promise<AskedModel> {
  const { world, vault, answer } = context;
  const {
    prompt,
    instead,
    progress = await answer.progress(),
    cancel = world.cancellable(),
    spent = NO_USAGE,
  } = wishes;
  mustBeTrusted(context, choice, instead);
  const { models, consolidate } = choice.settings;
  const model = modelOf(context, prompt === 'extract' || prompt === 'inbox' ? forImport(choice) : choice);
  const { text, version } = readPrompt(
    {
      templates: world.templates,
      own: models.prompts === null ? null : promptFolder(models.prompts, vault.root, world.home),
    },
    prompt,
  );
  // Read between two looks at what is trusted, so that it is what was looked at.
  mustBeTrusted(context, choice, instead);
  const budget = createBudget({
    maxCalls: Math.max(0, models.max_calls - spent.calls),
    seconds: consolidate.timeout_seconds,
  });
  const shown = model.name.slice(model.name.indexOf(':') + 1);
  const asks = createAsker({
    model,
    budget,
    cancel,
    isTentative: choice.isAuto,
    heard: (label, tokens) => progress.update(`asking ${shown}: ${label}`, 0, 0, tokens),
  });
  return {
    model,
    name: `${model.name}/${version}`,
    system: text,
    asks,
    progress,
    signal: cancel.signal,
    usage: () => budget.usage,
  };
}

/** The same choice with the model that reads conversations and the inbox. */
function forImport(choice: ModelChoice): ModelChoice {
  const { models } = choice.settings;
  const model = models.import_model ?? models.model;
  return { ...choice, settings: { ...choice.settings, models: { ...models, model } } };
}

/** Throws `refused`. */
function mustBeTrusted(context: Context, choice: ModelChoice, instead?: string): void {
  const held = untrusted(context, choice);
  if (held === null) return;
  const keys = held.needs.map(({ key }) => key);
  throw new MemvaultError(
    'refused',
    `${keys.join(', ')} of this vault ${keys.length === 1 ? 'is' : 'are'} not trusted`,
    {
      hint:
        'memvault config trust shows what this vault asks for, and accepts it' +
        (instead === undefined ? '' : `; ${instead}`),
    },
  );
}

/** Throws `model`, and where it was stopped whatever the signal says. */
export async function mustAnswer(
  model: Model,
  signal: AbortSignal | undefined,
  seconds = CHECK_SECONDS,
): Promise<void> {
  const time = AbortSignal.timeout(seconds * 1000);
  try {
    await model.check(signal === undefined ? time : AbortSignal.any([time, signal]));
  } catch (error) {
    if (error instanceof LLMError || !time.aborted) throw error;
    throw new LLMError(`${model.name} did not answer within ${seconds} seconds`, { retryable: true });
  }
}
