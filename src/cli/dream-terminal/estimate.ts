// What a dream at the terminal is about to ask of a model, before anything is asked. Asks nothing and writes nothing.
import { rememberSecrets } from '../../dream/engine.ts';
import { estimateUsage } from '../../dream/propose/model/estimate.ts';
import { readPrompts } from '../../dream/propose/model/prompts.ts';
import { shown } from '../../llm/address.ts';
import type { Fact } from '../../model/fact.ts';
import { isLoopback } from '../../model/loopback.ts';
import type { Usage } from '../../model/plan.ts';
import type { Context } from '../../tasks/context.ts';
import { rulesFor } from '../../tasks/make-engine.ts';
import { addressOf, readModelChoice, untrusted } from '../../tasks/model.ts';
import { modelOf } from '../../tasks/model-engine.ts';
import { readConventions } from '../../vault/own-files.ts';
import { readPending } from '../../vault/pending.ts';
import { claimsToSummarise } from '../../vault/summary.ts';
import { promptFolder } from '../../vault/trusted-files.ts';
import type { View } from '../../vault/view.ts';

export interface ModelEstimate {
  /** As the ledger has it. */
  readonly model: string;
  /** The server; null for a command. */
  readonly address: string | null;
  /** Nothing leaves this machine. */
  readonly isHere: boolean;
  readonly usage: Usage;
  /** So many calls at most, by the settings. */
  readonly maxCalls: number;
}

/**
 * Null where no model will be asked: by the settings, or since what the vault asks for is not trusted. Throws
 * `settings`.
 */
export async function readEstimate(
  context: Context,
  view: View,
  today: string,
  retry: boolean,
): Promise<ModelEstimate | null> {
  return await estimateFor(context, view, today, () => readPending(view, today, { retry }).facts);
}

/** The same for other facts than those that are pending. */
export async function estimateFor(
  context: Context,
  view: View,
  today: string,
  factsOf: () => readonly Fact[],
): Promise<ModelEstimate | null> {
  const { vault, world, answer } = context;
  const choice = readModelChoice(context);
  if (choice.kind === null || untrusted(context, choice) !== null) return null;
  const looksSecret = rememberSecrets();
  const facts = factsOf().filter((fact) => !looksSecret(fact));
  const { models } = choice.settings;
  const model = modelOf(context, choice);
  const own = models.prompts === null ? null : promptFolder(models.prompts, vault.root, world.home);
  const progress = await answer.progress();
  const usage = await estimateUsage(
    facts,
    view,
    {
      rules: rulesFor(context)(view.facts.filter(({ id, day }) => day < today && !view.forgotten.has(id))),
      context: model.context,
      prompts: readPrompts({ templates: world.templates, own }),
      conventions: readConventions(vault),
      claims: claimsToSummarise(vault, view, world.now()),
    },
    progress,
    world.cancellable(),
  );
  progress.end();
  const address = addressOf(choice, world.env);
  return {
    model: model.name,
    address: address === null ? null : shown(new URL(address)),
    isHere: address !== null && isLoopback(address),
    usage,
    maxCalls: models.max_calls,
  };
}
