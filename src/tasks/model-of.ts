// The model of a choice, as llm/ makes it: with the address, the limits, the environment and the folder it may have.
import { makeModel } from '../llm/make-model.ts';
import type { Model, ModelOptions } from '../llm/port.ts';
import type { Context } from './context.ts';
import type { ModelChoice } from './model-choice.ts';
import { folderForCommands } from './model-trust.ts';
import type { World } from './world.ts';

/** Reaches for nothing yet. The caller has seen to it that the choice is trusted. Throws `settings`, `refused`. */
export function modelOf(context: Pick<Context, 'world' | 'vault'>, choice: ModelChoice): Model {
  const { world } = context;
  const {
    kind,
    settings: { models },
  } = choice;
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
    ...startsGroup(world),
  });
}

/** What a program has started ends with memvault. */
function startsGroup({ processes: { atEnd, killGroup } }: World): Pick<ModelOptions, 'startsGroup'> {
  return atEnd === undefined || killGroup === undefined
    ? {}
    : { startsGroup: (leader) => atEnd(() => killGroup(leader)) };
}
