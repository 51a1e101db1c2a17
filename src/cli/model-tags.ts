// `tags propose --llm`: the model that the settings or a flag choose is asked which tags are one. It was asked for, so
// one that is away is an error. What it says is kept in the cache of this clone, until it is asked again.
import { askAboutTags, type AskedTags } from '../curate/tags/review.ts';
import { countTags } from '../curate/tags/use.ts';
import { LLMError } from '../llm/errors.ts';
import type { Usage } from '../model/plan.ts';
import { mustAnswer, openAskedModel } from '../tasks/asked-model.ts';
import type { Context } from '../tasks/context.ts';
import { writeModelTags } from '../vault/tag-forms.ts';
import type { View } from '../vault/view.ts';

export interface TagsByModel extends AskedTags {
  readonly model: string;
  readonly usage: Usage;
}

/** Throws `model` where none is chosen or it does not answer, `refused` where it is not trusted, `settings`. */
export async function askForTags(context: Context, view: View): Promise<TagsByModel> {
  const { model, name, system, asks, progress, signal, usage } = await openAskedModel(
    context,
    'tags',
    'memvault tags propose --llm',
  );
  const uses = countTags({ ...view, pages: new Map() });
  if (uses.size > 1) await mustAnswer(model, signal);
  const asked = await askAboutTags(uses.values(), system, asks);
  progress.end();
  if (asked.reason !== null) throw new LLMError(`${model.name}: ${asked.reason}`);
  writeModelTags(context.vault, asked.pairs);
  return { ...asked, model: name, usage: usage() };
}
