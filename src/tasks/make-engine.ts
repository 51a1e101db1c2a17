// Which engine proposes: the embedded rules, always there, or a model. What a model needs is loaded only where one is
// asked for, and asked whether it is there only once there is something to ask.
import type { Engine } from '../dream/engine.ts';
import { createRules } from '../dream/propose/rules/rules.ts';
import type { Fact } from '../model/fact.ts';
import { NO_USAGE } from '../model/plan.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import { readSchema, readTagTable } from '../vault/own-files.ts';
import { readNeighbours } from '../vault/read-index-files.ts';
import { CLAIMS_PER_PAGE } from '../model/limits.ts';
import type { Context } from './context.ts';

/** Told of a model each time that it answered or did not. */
export type Heard = (name: string, answered: boolean) => void;

type MakeEngine = (facts: readonly Fact[]) => Engine;
/** An engine that leaves to these rules what it does not decide itself. */
export type OverRules = (rules: Engine) => Engine;
type Choose = (progress: Progress, cancel: Cancel) => Promise<OverRules>;

/**
 * The engine that the settings choose, for one invocation: engines that are made anew in it share what was found out
 * and spent. Its `propose` throws `model` where a model that was chosen by name cannot be asked and nothing else may be
 * done, `refused` where the user has not granted what the vault asks for, and `settings`.
 */
export function engineFor(context: Context, heard: Heard = () => undefined): MakeEngine {
  const rules = rulesFor(context);
  if (context.settings.consolidate.engine === 'rules') return rules;
  let chosen: Promise<OverRules> | null = null;
  const choose: Choose = async (progress, cancel) =>
    await (chosen ??= import('./model-engine.ts').then(({ chooseEngine }) =>
      chooseEngine(context, heard, progress, cancel),
    ));
  return (facts) => createLate(rules(facts), choose);
}

/** Facts about a named subject from which it gets its own page. */
const ENTITY_FACTS = 3;

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
      entityFacts: ENTITY_FACTS,
      profile: {
        names: (settings.consolidate.owner ?? '')
          .split(/[,，、]/u)
          .map((name) => name.trim())
          .filter((name) => name !== ''),
      },
    });
}

/**
 * An engine that is chosen when it is first asked; until then it goes by the name of the rules, which decide without
 * being asked.
 */
function createLate(rules: Engine, choose: Choose): Engine {
  let engine: Engine | null = null;
  const chosen = async (progress: Progress, cancel: Cancel): Promise<Engine> =>
    (engine ??= (await choose(progress, cancel))(rules));
  return {
    get name() {
      return (engine ?? rules).name;
    },
    propose: async (batch, view, ...how) => await (await chosen(...how)).propose(batch, view, ...how),
    curate: async (task, view, ...how) => (await (await chosen(...how)).curate?.(task, view, ...how)) ?? null,
    summarise: async (...asked) =>
      (await engine?.summarise?.(...asked)) ?? { lines: null, notices: [], usage: NO_USAGE },
    overviews: async (...asked) =>
      (await engine?.overviews?.(...asked)) ?? { overviews: {}, words: {}, notices: [], usage: NO_USAGE },
  };
}
