// Builds the engine that asks a model, and a model for single questions outside a dream; handles an unavailable model;
// reads the model's state for `status`. Loaded only if the settings choose a model.
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
import { type Cancel, isLoopback, type Progress, within } from '../model/ports.ts';
import { NO_USAGE, type Proposals, type Usage } from '../model/plan.ts';
import { plural } from '../model/text.ts';
import { NIGHTS, readState, readWaited } from '../vault/state.ts';
import { readConventions } from '../vault/own-files.ts';
import { readNeighbours } from '../vault/read-index-files.ts';
import { promptFolder } from '../vault/named-files.ts';
import { isUndecided, type View } from '../vault/view.ts';
import type { Context } from './context.ts';
import type { HearModel, OverRules } from './dream.ts';
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

/** For `auto`, a running server answers at once. A model named explicitly may be starting up or far away. */
const AUTO_SECONDS = 5;
const NAMED_SECONDS = 30;

const WITHOUT = '--engine rules works without a model';

const MODELS: Readonly<Record<ModelKind, (options: ModelOptions) => Model>> = {
  ollama: createOllama,
  openai: createOpenAI,
  command: createCommand,
};

/** Makes no connection before `check` or `ask`. Throws `settings` for an invalid address. */
export const makeModel = (kind: ModelKind, options: ModelOptions): Model => MODELS[kind](options);

/** The model of a trusted choice. Makes no connection yet. Throws `settings`, `refused`. */
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
    // The program's whole process group ends with memvault.
    ...(atEnd !== undefined && killGroup !== undefined && { startsGroup: (leader) => atEnd(() => killGroup(leader)) }),
  });
}

/** Throws `model`, or the signal's reason if it was aborted. */
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

/** Returns a function from rules to an engine. Throws `model`, `refused`, `settings`, like `engineFor`. */
export async function chooseEngine(
  context: Context,
  heard: HearModel,
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

/** Null if the model is available. Throws no model errors. */
async function problemOf(model: Model, seconds: number, cancel: Cancel): Promise<LLMError | null> {
  try {
    await mustAnswer(model, cancel.signal, seconds);
  } catch (error) {
    if (error instanceof LLMError) return error;
    if (cancel.requested) return new LLMError(`${model.name} was not asked`);
    throw error;
  }
  // A server may not report its window.
  if (model.context >= LEAST_WINDOW) return null;
  return new LLMError(`the window of ${model.name} has ${model.context} tokens, and a dream needs ${LEAST_WINDOW}`, {
    hint: 'choose a model with a larger window, or start its server with one, such as llama-server -c 8192',
  });
}

/** Reports each answer and each failure to `heard`. */
const watched = (model: Model, heard: HearModel): Model => ({
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
  // Checked again after reading the prompts, so that the prompts used are the ones that were trusted.
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

/** Replaces an unavailable model: the rules decide facts that have waited long enough, the rest wait. */
function inPlaceOf({ vault }: Context, wrong: LLMError, cancel: Cancel): OverRules {
  const waited = readWaited(vault);
  const reason = wrong.message;
  let isFirst = true;
  return (rules) => ({
    name: rules.name,
    propose: async (batch, ...asked) => {
      const ripe = batch.filter(({ id }) => !cancel.requested && (waited.get(id) ?? 0) >= NIGHTS);
      // A dream that can do nothing throws the reason and a hint.
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

/** A model ready for single questions outside a dream. */
export interface AskedModel extends ModelReader {
  readonly model: Model;
  readonly progress: Progress;
  readonly cancel: Cancel;
  /** Whether the model may see a fact. A remote model never sees facts tagged `private`. */
  readonly mayRead: (fact: Pick<Fact, 'tags'>) => boolean;
}

export interface AskWishes {
  readonly prompt: PromptName;
  readonly progress: Progress;
  readonly cancel: Cancel;
  /** What earlier calls have already used of the limits. */
  readonly spent?: Usage;
}

/**
 * Opens a model for a flag that needs one. `command`: the command with that flag, for the hint. Throws `model` if none
 * is configured, `refused` if it is not trusted, `settings`.
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

/**
 * `instead`: what works without a model, as the end of a hint. Throws `refused` if the model is not trusted,
 * `settings`.
 */
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
  // Checked again after reading the prompt, so that the prompt used is the one that was trusted.
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

/** What each prompt outside a dream sends. */
const SENT: Partial<Record<PromptName, string>> = {
  extract: 'the conversations you import',
  inbox: 'the documents you import',
};

/** Before the first dream by a remote model: tells the user what is sent. */
function sayWhatIsSent(context: Context, choice: ModelChoice, { name }: Model, what: string): void {
  if (!isRemote(context, choice) || readState(context.vault).lastModel?.name === name) return;
  context.answer.remark(`note: ${what} are sent to ${name}; facts tagged private stay on this machine.`);
}

// The configured model as reader of inbox files or conversations. It is contacted only once there is something to read.
// If it is unavailable the caller reads without it, unless a flag named the model.

const CHECK_SECONDS = 10;

export interface ChosenReader {
  /** Engine, model and prompt version. */
  readonly name: string;
  /** Contacts the model; null if it is unavailable. Throws `model` and `refused` if a flag named it. */
  open(): Promise<ModelReader | null>;
}

/**
 * Null if no model is configured or the configured one may not be used. `without`: the fallback, as in "… is read
 * without a model". Throws `refused` if a flag named the model, `settings`.
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

/** Pairs that get a second look per night; the rest are queued. */
const MAX_PAIRS = 100;

/** Whether a request may leave this machine. The program of the engine `command` counts as remote. */
function isRemote({ world }: Context, choice: ModelChoice): boolean {
  const address = modelAddress(choice, world);
  return address === null || !isLoopback(address);
}

/** Null if only the rules decide. Contacts no model. */
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
    /** The rules decide if it does not answer. */
    auto: choice.isAuto,
    /** Why it may not be used; null if it may. */
    problem,
    /** ISO time of a dream's last request; null for never. */
    lastAsked: last?.at ?? null,
    answered: last?.answered ?? null,
    waiting,
  };
}
