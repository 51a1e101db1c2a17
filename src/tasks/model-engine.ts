// Makes the engine that asks a model, with all it goes by, and says what is done where it cannot be asked: the rules,
// or to wait. Loaded only where the settings choose a model.
import type { Ask } from '../config/trust.ts';
import { createBudget } from '../dream/propose/model/asker.ts';
import { createModelEngine } from '../dream/propose/model/engine.ts';
import type { PairLimits } from '../dream/propose/model/groups.ts';
import { readPrompts } from '../dream/propose/model/prompts.ts';
import { LLMError } from '../llm/errors.ts';
import type { Model } from '../llm/port.ts';
import { LEAST_WINDOW } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import type { Settings } from '../config/settings.ts';
import { NIGHTS, readWaited } from '../vault/attempts.ts';
import { isPagePath } from '../vault/confine.ts';
import { readConventions, readSchema } from '../vault/own-files.ts';
import { promptFolder } from '../vault/trusted-files.ts';
import type { Context } from './context.ts';
import { createUnasked, type EngineWishes, type OverRules } from './make-engine.ts';
import { type ModelChoice, readModelChoice } from './model-choice.ts';
import { modelOf } from './model-of.ts';
import { untrusted } from './model-trust.ts';

/** A server that is there says so at once; one that was named may be on its way up, or far. */
const AUTO_SECONDS = 5;
const NAMED_SECONDS = 30;

/** Gives an engine for given rules. Throws `model`, `refused`, `settings`, as `engineFor` says. */
export async function chooseEngine(
  context: Context,
  wishes: EngineWishes,
  progress: Progress,
  cancel: Cancel,
): Promise<OverRules> {
  const { heard } = wishes;
  const choice = readModelChoice(context);
  if (choice.kind === null) return (rules) => rules;
  const held = untrusted(context, choice);
  if (held !== null && !choice.isAuto) throw notTrusted(held.needs, held.standing === 'changed');
  if (held !== null)
    return byRules(context, progress, `${whatIsNotTrusted(held.needs)}: the rules decide (memvault config trust)`);
  const model = modelOf(context, choice);
  const wrong = await problemOf(model, choice.isAuto ? AUTO_SECONDS : NAMED_SECONDS, cancel);
  if (wrong === null || !cancel.requested) heard(model.name, wrong === null);
  if (wrong === null) return engineWith(context, choice, watched(model, heard), { reviews: wishes.reviews, progress });
  if (choice.isAuto && !cancel.requested) return byRules(context, progress, `${wrong.message}: the rules decide`);
  const waited = readWaited(context.vault);
  let isFirst = true;
  return (rules) =>
    createUnasked(rules, {
      reason: wrong.message,
      isRulesTurn: (fact) => !cancel.requested && (waited.get(fact) ?? 0) >= NIGHTS,
      // A dream that can do nothing at all says why, and what would help.
      onNothing: () => {
        if (isFirst && !cancel.requested) throw wrong;
      },
      asked: () => void (isFirst = false),
    });
}

function byRules({ answer }: Context, progress: Progress, why: string): OverRules {
  progress.end();
  answer.remark(`${why}.`);
  return (rules) => rules;
}

/** Null where it can be asked. Throws nothing that is about the model. */
async function problemOf(model: Model, seconds: number, cancel: Cancel): Promise<LLMError | null> {
  const time = AbortSignal.timeout(seconds * 1000);
  try {
    await model.check(cancel.signal === undefined ? time : AbortSignal.any([time, cancel.signal]));
    return isTooSmall(model) ? tooSmall(model) : null;
  } catch (error) {
    if (error instanceof LLMError) return error;
    if (cancel.requested) return new LLMError(`${model.name} was not asked`);
    if (time.aborted)
      return new LLMError(`${model.name} did not answer within ${seconds} seconds`, { retryable: true });
    throw error;
  }
}

/** As far as its server says how large its window is. */
const isTooSmall = ({ context }: Model): boolean => context < LEAST_WINDOW;

const tooSmall = ({ name, context }: Model): LLMError =>
  new LLMError(`the window of ${name} has ${context} tokens, and a dream needs ${LEAST_WINDOW}`, {
    hint: name.startsWith('openai')
      ? 'start its server with a larger window, such as llama-server -c 8192, or choose another model'
      : 'choose a model with a larger window',
  });

/** Tells of each answer, and of each that did not come. */
function watched(model: Model, heard: EngineWishes['heard']): Model {
  return {
    name: model.name,
    context: model.context,
    check: (signal) => model.check(signal),
    ask: async (request, asking) => {
      try {
        const reply = await model.ask(request, asking);
        heard(model.name, true);
        return reply;
      } catch (error) {
        if (error instanceof LLMError) heard(model.name, false);
        throw error;
      }
    },
  };
}

function engineWith(
  context: Context,
  choice: ModelChoice,
  model: Model,
  { reviews, progress }: { readonly reviews: number; readonly progress: Progress },
): OverRules {
  const { vault, world } = context;
  const { models, consolidate, review } = choice.settings;
  const own = models.prompts === null ? null : promptFolder(models.prompts, vault.root, world.home);
  const prompts = readPrompts({ templates: world.templates, own });
  // Read between two looks at what is trusted, so that they are what was looked at.
  const held = own === null ? null : untrusted(context, choice);
  if (held !== null) throw notTrusted(held.needs, true);
  const budget = createBudget({ maxCalls: models.max_calls, seconds: consolidate.timeout_seconds });
  const waited = readWaited(vault);
  const schema = readSchema(vault);
  const conventions = readConventions(vault);
  let isTold = false;
  const instead = (reason: string): void => {
    if (!isTold) byRules(context, progress, `${reason}: the rules decide`);
    isTold = true;
  };
  return (rules) =>
    createModelEngine({
      rules,
      model,
      budget,
      prompts,
      schema,
      conventions,
      waited: (fact) => waited.get(fact) ?? 0,
      isPagePath: (path) => isPagePath(vault, path),
      pairs: pairLimits(review, reviews),
      ...(choice.isAuto ? { instead } : {}),
    });
}

/** `reviews`: new questions that the dream may ask. */
export function pairLimits(review: Settings['review'], reviews: number): PairLimits {
  return {
    nearDuplicate: review.near_duplicate,
    contradiction: review.contradiction,
    maxPairs: reviews * 2,
  };
}

function notTrusted(needs: readonly Ask[], isChanged: boolean): MemvaultError {
  return new MemvaultError(
    'refused',
    isChanged
      ? `what this vault asks for changed since you trusted it: ${needs.map(({ key }) => key).join(', ')}`
      : whatIsNotTrusted(needs),
    {
      hint:
        'memvault config trust shows what this vault asks for, and accepts it; ' +
        '--engine rules works without a model',
      data: { needs: needs.map(({ key, value }) => ({ key, value })) },
    },
  );
}

const whatIsNotTrusted = (needs: readonly Ask[]): string =>
  `${needs.map(({ key }) => key).join(', ')} of this vault ${needs.length === 1 ? 'is' : 'are'} not trusted`;
