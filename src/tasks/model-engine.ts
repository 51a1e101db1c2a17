// The engine that asks a model, and a model for a few questions outside a dream, each with all it goes by; what is done
// where it cannot be asked; and how it stands for `status`. Loaded only where the settings choose a model.
import { createAsker, createBudget } from '../dream/propose/model/asker.ts';
import { createModelEngine } from '../dream/propose/model/engine.ts';
import { type PromptFolders, type PromptName, readPrompt, readPrompts } from '../dream/propose/model/prompts.ts';
import { createCommand } from '../llm/command.ts';
import { LLMError } from '../llm/errors.ts';
import { createOllama } from '../llm/ollama.ts';
import { createOpenAI } from '../llm/openai.ts';
import type { Model, ModelOptions, ModelReader } from '../llm/port.ts';
import { LEAST_WINDOW } from '../model/day.ts';
import { MemvaultError, mustBeExpected } from '../model/errors.ts';
import { type Fact, isPrivate } from '../model/fact.ts';
import { isLoopback } from '../model/loopback.ts';
import { NO_USAGE, type Proposals, type Usage } from '../model/plan.ts';
import { type Cancel, type Progress, within } from '../model/ports.ts';
import { plural } from '../model/text.ts';
import { NIGHTS, readWaited } from '../vault/attempts.ts';
import { readConventions } from '../vault/own-files.ts';
import { readNeighbours } from '../vault/read-index-files.ts';
import { readState } from '../vault/state.ts';
import { promptFolder } from '../vault/named-files.ts';
import { isUndecided, type View } from '../vault/view.ts';
import type { Context } from './context.ts';
import type { Heard, OverRules } from './dream.ts';
import {
  folderForCommands,
  type ModelChoice,
  modelAddress,
  type ModelKind,
  readModelChoice,
  trustProblem,
  trustRefusal,
  untrusted,
  whatIsNotTrusted,
} from './model.ts';

/** A server that is there says so at once; one that was named may be on its way up, or far. */
const AUTO_SECONDS = 5;
const NAMED_SECONDS = 30;

const WITHOUT = '--engine rules works without a model';

const MODELS: Readonly<Record<ModelKind, (options: ModelOptions) => Model>> = {
  ollama: createOllama,
  openai: createOpenAI,
  command: createCommand,
};

/** Reaches for nothing until `check` or `ask`. Throws `settings` where an address is none. */
export const makeModel = (kind: ModelKind, options: ModelOptions): Model => MODELS[kind](options);

/** The model of a choice that is trusted. Reaches for nothing yet. Throws `settings`, `refused`. */
export function modelOf({ world }: Pick<Context, 'world'>, { kind, settings: { models } }: ModelChoice): Model {
  const { atEnd, killGroup } = world.processes;
  if (kind === null) throw new Error('the rules are no model');
  return makeModel(kind, {
    model: models.model,
    url: models.url,
    command: models.command,
    numCtx: models.num_ctx,
    retries: models.retries,
    env: world.env,
    cwd: folderForCommands(world),
    platform: world.platform,
    // What a program has started ends with memvault.
    ...(atEnd !== undefined && killGroup !== undefined && { startsGroup: (leader) => atEnd(() => killGroup(leader)) }),
  });
}

/** Throws `model`, and where it was stopped whatever the signal says. */
export async function mustAnswer(
  model: Model,
  signal: AbortSignal | undefined,
  seconds = NAMED_SECONDS,
): Promise<void> {
  const limit = within(seconds * 1000, signal);
  try {
    await model.check(limit);
  } catch (error) {
    if (error instanceof LLMError || !limit.aborted || signal?.aborted) throw error;
    throw new LLMError(`${model.name} did not answer within ${seconds} seconds`, { retryable: true });
  }
}

/** Gives an engine for given rules. Throws `model`, `refused`, `settings`, as `engineFor` says. */
export async function chooseEngine(
  context: Context,
  heard: Heard,
  progress: Progress,
  cancel: Cancel,
): Promise<OverRules> {
  const choice = readModelChoice(context);
  const { kind, isAuto } = choice;
  if (kind === null) return (rules) => rules;
  const byRules = (why: string): OverRules => {
    progress.end();
    context.answer.remark(`${why}.`);
    return (rules) => rules;
  };
  const held = untrusted(context, choice);
  if (held !== null && !isAuto) throw trustRefusal(held, WITHOUT);
  if (held !== null) return byRules(`${whatIsNotTrusted(held)}: the rules decide (memvault config trust)`);
  const model = modelOf(context, choice);
  const wrong = await problemOf(model, isAuto ? AUTO_SECONDS : NAMED_SECONDS, cancel);
  if (wrong === null || !cancel.requested) heard(model.name, wrong === null);
  const instead = (reason: string): OverRules => byRules(`${reason}: the rules decide`);
  if (wrong === null) {
    sayWhatIsSent(context, choice, model, 'pending facts and the claims they resemble');
    return engineWith(context, choice, watched(model, heard), instead);
  }
  return isAuto && !cancel.requested ? instead(wrong.message) : inPlaceOf(context, wrong, cancel);
}

/** Null where it can be asked. Throws nothing that is about the model. */
async function problemOf(model: Model, seconds: number, cancel: Cancel): Promise<LLMError | null> {
  try {
    await mustAnswer(model, cancel.signal, seconds);
  } catch (error) {
    if (error instanceof LLMError) return error;
    if (cancel.requested) return new LLMError(`${model.name} was not asked`);
    throw error;
  }
  // As far as its server says how large its window is.
  if (model.context >= LEAST_WINDOW) return null;
  return new LLMError(`the window of ${model.name} has ${model.context} tokens, and a dream needs ${LEAST_WINDOW}`, {
    hint: 'choose a model with a larger window, or start its server with one, such as llama-server -c 8192',
  });
}

/** Reports each answer, and each that did not come. */
const watched = (model: Model, heard: Heard): Model => ({
  ...model,
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
});

function engineWith(
  context: Context,
  choice: ModelChoice,
  model: Model,
  instead: (reason: string) => unknown,
): OverRules {
  const { vault, world } = context;
  const { models, dream } = choice.settings;
  const prompts = readPrompts(promptFolders(context, choice));
  // Read between two looks at what is trusted, so that they are what was looked at.
  const held = models.prompts === null ? null : untrusted(context, choice);
  if (held !== null) throw trustRefusal({ ...held, standing: 'changed' }, WITHOUT);
  const budget = createBudget({ maxCalls: models.max_calls, minutes: dream.max_minutes });
  const waited = readWaited(vault);
  const conventions = readConventions(vault);
  let isTold = false;
  return (rules) =>
    createModelEngine({
      rules,
      model,
      budget,
      prompts,
      conventions,
      waited: (fact) => waited.get(fact) ?? 0,
      isPrivate: (fact) => isPrivate(fact) && isRemote(context, choice),
      neighbours: readNeighbours(world),
      maxPairs: MAX_PAIRS,
      ...(choice.isAuto && {
        instead: (reason) => {
          if (!isTold) instead(reason);
          isTold = true;
        },
      }),
    });
}

const NOTHING: Proposals = { proposals: [], pages: [], heads: {}, tags: {}, related: {}, reviews: [] };

/** In place of a model that cannot be asked: what has waited long enough the rules decide, the rest waits. */
function inPlaceOf({ vault }: Context, wrong: LLMError, cancel: Cancel): OverRules {
  const waited = readWaited(vault);
  const reason = wrong.message;
  let isFirst = true;
  return (rules) => ({
    name: rules.name,
    propose: async (batch, ...asked) => {
      const ripe = batch.filter(({ id }) => !cancel.requested && (waited.get(id) ?? 0) >= NIGHTS);
      // A dream that can do nothing at all says why, and what would help.
      if (ripe.length === 0 && isFirst && !cancel.requested) throw wrong;
      isFirst = false;
      const {
        waits = [],
        notices = [],
        ...proposed
      } = ripe.length === 0 ? NOTHING : await rules.propose(ripe, ...asked);
      return {
        ...proposed,
        notices: [
          ...notices,
          ...(ripe.length === 0 ? [] : [`the rules decided ${plural(ripe.length, 'fact')}: ${reason}`]),
        ],
        waits: [
          ...waits,
          ...batch
            .filter((fact) => !ripe.includes(fact))
            .map(({ id }) => ({ fact: id, reason, why: 'model' as const })),
        ],
      };
    },
  });
}

export const promptFolders = ({ vault, world }: Context, { settings: { models } }: ModelChoice): PromptFolders => ({
  templates: world.templates,
  own: models.prompts === null ? null : promptFolder(models.prompts, vault.root, world.home),
});

/** A model that is ready to be asked a few questions outside a dream. */
export interface AskedModel extends ModelReader {
  readonly model: Model;
  readonly progress: Progress;
  readonly cancel: Cancel;
  /** May it see a fact? One on another machine sees nothing tagged `private`. */
  readonly mayRead: (fact: Pick<Fact, 'tags'>) => boolean;
}

export interface AskWishes {
  readonly prompt: PromptName;
  readonly progress: Progress;
  readonly cancel: Cancel;
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
      hint:
        `name one: ${command} --set engine=ollama; memvault config set consolidate.engine ollama makes it the ` +
        'default',
    });
  const { answer, world } = context;
  return openModel(context, choice, { prompt, progress: await answer.progress(), cancel: world.cancellable() });
}

/** `instead`: what works without a model, as the end of a hint. Throws `refused` if it is not trusted, `settings`. */
function openModel(
  context: Context,
  choice: ModelChoice,
  { prompt, progress, cancel, spent = NO_USAGE }: AskWishes,
  instead?: string,
): AskedModel {
  const { models, dream } = choice.settings;
  const mustBeTrusted = (): void => {
    const held = untrusted(context, choice);
    if (held !== null) throw trustRefusal(held, instead);
  };
  mustBeTrusted();
  const isImport = prompt === 'extract' || prompt === 'inbox';
  const own = isImport ? { ...models, model: models.import_model ?? models.model } : models;
  const model = modelOf(context, { ...choice, settings: { ...choice.settings, models: own } });
  const { text, version } = readPrompt(promptFolders(context, choice), prompt);
  // Read between two looks at what is trusted, so that it is what was looked at.
  mustBeTrusted();
  sayWhatIsSent(context, choice, model, SENT[prompt] ?? 'claims of your pages');
  const budget = createBudget({
    maxCalls: Math.max(0, models.max_calls - spent.calls),
    minutes: dream.max_minutes,
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
    cancel,
    usage: () => budget.usage,
    mayRead: (fact) => !isPrivate(fact) || !isRemote(context, choice),
  };
}

/** What a prompt outside a dream sends. */
const SENT: Partial<Record<PromptName, string>> = {
  extract: 'the conversations you import',
  inbox: 'the documents you import',
};

/** Before the first dream by a model on another machine: what leaves this one. */
function sayWhatIsSent(context: Context, choice: ModelChoice, { name }: Model, what: string): void {
  if (!isRemote(context, choice) || readState(context.vault).lastModel?.name === name) return;
  context.answer.remark(`note: ${what} are sent to ${name}; facts tagged private stay on this machine.`);
}

// The model that reads what a person gave, texts of the inbox or conversations, where the settings choose one: asked
// whether it is there once there is something to read. Where it cannot be asked, it is read without it, unless a flag
// named it.

const CHECK_SECONDS = 10;

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
 * Null where the settings choose none, or one that may not be asked. `without`: what is done where it cannot be asked,
 * "… is read without a model". Throws `refused` where that was named by a flag, `settings`.
 */
export function chooseReader(context: Context, without: string, wishes: AskWishes): ChosenReader | null {
  const { progress, cancel } = wishes;
  const choice = readModelChoice(context);
  if (choice.kind === null) return null;
  const isNamed = context.flags.some(({ key }) => key === 'consolidate.engine') && !choice.isAuto;
  const goWithout = (error: unknown): null => {
    mustBeExpected(error, 'model', 'refused');
    if (isNamed) throw error;
    progress.end();
    context.answer.remark(`${error.message}: ${without}.`);
    return null;
  };
  try {
    const asked = openModel(context, choice, wishes, WITHOUT);
    const open = async (): Promise<ModelReader | null> =>
      await mustAnswer(asked.model, cancel.signal, CHECK_SECONDS).then(
        () => asked,
        (error: unknown) => (cancel.requested ? null : goWithout(error)),
      );
    return { name: asked.name, open };
  } catch (error) {
    return goWithout(error);
  }
}

/** Pairs that get a second look in one night; the rest is queued. */
const MAX_PAIRS = 100;

/** Does what is asked leave this machine, as far as can be told? A program may send it anywhere. */
function isRemote({ world }: Context, choice: ModelChoice): boolean {
  const address = modelAddress(choice, world);
  return address === null || !isLoopback(address);
}

/** Null where the rules decide alone. Asks nothing. */
export function readModelStatus(context: Context, view: View) {
  const choice = readModelChoice(context);
  if (choice.kind === null) return null;
  let name: string = choice.kind;
  const problem = trustProblem(() => {
    ({ name } = modelOf(context, choice));
    return untrusted(context, choice);
  });
  const { lastModel } = readState(context.vault);
  const last = lastModel?.name === name ? lastModel : null;
  const waiting = [...readWaited(context.vault).keys()].filter((fact) => isUndecided(fact, view)).length;
  return {
    /** Engine and model, such as `ollama:qwen3:8b`. */
    name,
    /** The rules decide where it does not answer. */
    auto: choice.isAuto,
    /** Why it is not asked, whatever it would say; null where nothing stands in the way. */
    problem,
    /** When a dream asked it last, ISO; null for never. */
    lastAsked: last?.at ?? null,
    answered: last?.answered ?? null,
    waiting,
  };
}
