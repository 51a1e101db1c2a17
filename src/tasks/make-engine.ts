// Which engine proposes: the embedded rules, always there, or a model. What a model needs is loaded only where one is
// asked for, and asked whether it is there only once there is something to ask.
import type { Engine } from '../dream/engine.ts';
import { createRules } from '../dream/propose/rules/rules.ts';
import type { Fact } from '../model/fact.ts';
import { NO_PROPOSALS, NO_USAGE } from '../model/plan.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import { plural } from '../model/text.ts';
import { readSchema, readTagTable } from '../vault/own-files.ts';
import { readNeighbours } from '../vault/read-index-files.ts';
import { CLAIMS_PER_PAGE } from '../model/limits.ts';
import type { Context } from './context.ts';

export interface EngineWishes {
  /** New reviews that the dream may ask for. */
  readonly reviews: number;
  /** Told of a model each time that it answered or did not. */
  readonly heard: (name: string, answered: boolean) => void;
}

type MakeEngine = (facts: readonly Fact[]) => Engine;
/** An engine that leaves to these rules what it does not decide itself. */
export type OverRules = (rules: Engine) => Engine;
type Choose = (progress: Progress, cancel: Cancel) => Promise<OverRules>;

/**
 * The engine that the settings choose, for one invocation: engines that are made anew in it share what was found out
 * and spent. Its `propose` throws `model` where a model that was chosen by name cannot be asked and nothing else may be
 * done, `refused` where the user has not granted what the vault asks for, and `settings`.
 */
export function engineFor(context: Context, wishes: Partial<EngineWishes> = {}): MakeEngine {
  const rules = rulesFor(context);
  if (context.settings.consolidate.engine === 'rules') return rules;
  const { reviews = context.settings.review.nightly, heard = () => undefined } = wishes;
  let chosen: Promise<OverRules> | null = null;
  const choose: Choose = async (progress, cancel) =>
    await (chosen ??= import('./model-engine.ts').then(({ chooseEngine }) =>
      chooseEngine(context, { reviews, heard }, progress, cancel),
    ));
  return (facts) => createLate(rules(facts), choose);
}

/** The embedded rules, whatever the settings say. */
export function rulesFor({ vault, settings, world }: Pick<Context, 'vault' | 'settings' | 'world'>): MakeEngine {
  const schema = readSchema(vault);
  const tagTable = readTagTable(vault);
  const neighbours = readNeighbours(world);
  return (facts) =>
    createRules(facts, {
      zones: vault.zones,
      schema,
      tagTable,
      neighbours,
      claimsPerPage: CLAIMS_PER_PAGE,
      names: (settings.consolidate.owner ?? '')
        .split(/[,，、]/u)
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    });
}

/**
 * An engine that is chosen when it is first asked; until then it goes by the name of the rules, which decide without
 * being asked.
 */
function createLate(rules: Engine, choose: Choose): Engine {
  let engine: Engine | null = null;
  return {
    get name() {
      return (engine ?? rules).name;
    },
    propose: async (batch, view, progress, cancel) => {
      engine ??= (await choose(progress, cancel))(rules);
      return await engine.propose(batch, view, progress, cancel);
    },
    curate: async (task, view, progress, cancel) => {
      engine ??= (await choose(progress, cancel))(rules);
      return (await engine.curate?.(task, view, progress, cancel)) ?? null;
    },
    summarise: async (claims, progress, cancel) =>
      (await engine?.summarise?.(claims, progress, cancel)) ?? { lines: null, notices: [], usage: NO_USAGE },
    overviews: async (pages, progress, cancel) =>
      (await engine?.overviews?.(pages, progress, cancel)) ?? {
        overviews: {},
        words: {},
        notices: [],
        usage: NO_USAGE,
      },
  };
}

// The engine in place of a model that cannot be asked: what has waited long enough the rules decide, the rest waits.

export interface Unasked {
  /** Why the model is not asked, in memvault's own words. */
  readonly reason: string;
  readonly isRulesTurn: (fact: string) => boolean;
  /** The rules have nothing to decide in this batch. May throw. */
  readonly onNothing: () => void;
  /** A batch was seen to. */
  readonly asked: () => void;
}

export function createUnasked(rules: Engine, { reason, isRulesTurn, onNothing, asked }: Unasked): Engine {
  return {
    name: rules.name,
    propose: async (batch, view, progress, cancel) => {
      const ripe = batch.filter(({ id }) => isRulesTurn(id));
      if (ripe.length === 0) onNothing();
      asked();
      const proposals = ripe.length === 0 ? NO_PROPOSALS : await rules.propose(ripe, view, progress, cancel);
      const taken = new Set(ripe.map(({ id }) => id));
      const notices = ripe.length === 0 ? [] : [`the rules decided ${plural(ripe.length, 'fact')}: ${reason}`];
      return {
        ...proposals,
        notices: [...(proposals.notices ?? []), ...notices],
        waits: [
          ...(proposals.waits ?? []),
          ...batch.filter(({ id }) => !taken.has(id)).map(({ id }) => ({ fact: id, reason, why: 'model' as const })),
        ],
      };
    },
  };
}
