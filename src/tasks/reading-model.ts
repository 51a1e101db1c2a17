// The model that reads what a person gave, texts of the inbox or conversations, where the settings choose one: with all
// it goes by, asked whether it is there once there is something to read. Where it cannot be asked, it is read without
// it, unless a flag named it.
import type { PromptName } from '../dream/propose/model/prompts.ts';
import type { ModelReader } from '../llm/port.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Usage } from '../model/plan.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import { type AskedModel, mustAnswer, openChosenModel } from './model-engine.ts';
import type { Context } from './context.ts';
import { readModelChoice } from './model.ts';

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
  /**
   * Asks whether it is there; null where it is not. Throws `model` and `refused` where one was named by a flag and
   * cannot be asked.
   */
  open(): Promise<ModelReader | null>;
}

/**
 * Null where the settings choose none, or one that may not be asked. Throws `refused` where that was named by a flag,
 * `settings`.
 */
export async function chooseReader(
  context: Context,
  { prompt, without, progress, cancel, spent }: ReaderWishes,
): Promise<ChosenReader | null> {
  const choice = readModelChoice(context);
  if (choice.kind === null) return null;
  const isNamed = context.flags.some(({ key }) => key === 'consolidate.engine') && !choice.isAuto;
  const goWithout = (error: unknown): null => {
    if (isNamed || !(error instanceof MemvaultError) || !(error.code === 'model' || error.code === 'refused'))
      throw error;
    progress.end();
    context.answer.remark(`${error.message}: ${without}.`);
    return null;
  };
  let asked: AskedModel;
  try {
    asked = await openChosenModel(context, choice, {
      prompt,
      instead: '--engine rules works without a model',
      progress,
      cancel,
      spent,
    });
  } catch (error) {
    return goWithout(error);
  }
  const open = async (): Promise<ModelReader | null> => {
    try {
      await mustAnswer(asked.model, cancel.signal, CHECK_SECONDS);
      return asked;
    } catch (error) {
      return cancel.requested ? null : goWithout(error);
    }
  };
  return { name: asked.name, open };
}
