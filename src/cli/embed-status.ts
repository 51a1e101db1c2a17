// How embeddings stand, for `status`: by which model, whether it may be asked, how many statements have a vector. Asks
// no server. Loaded only where embeddings are set up.
import { countVectors, type VectorCount } from '../index/vectors/count.ts';
import type { Tables } from '../index/view.ts';
import { embedderName } from '../llm/embed.ts';
import type { IndexFiles } from '../model/index-files.ts';
import type { Context } from './context.ts';
import { embeddingsUntrusted } from './embed-trust.ts';
import { readModelChoice } from './model-choice.ts';
import { trustProblem } from './trust-problem.ts';

export interface EmbedStatus extends VectorCount {
  /** Protocol and model, such as `ollama:embeddinggemma`. */
  readonly name: string;
  /** Why it is not asked, whatever it would say; null where nothing stands in the way. */
  readonly problem: string | null;
}

/** Null where embeddings are off. */
export function readEmbedStatus(context: Context, files: IndexFiles, tables: Tables): EmbedStatus | null {
  const choice = readModelChoice(context);
  const { embeddings, embeddings_model: model } = choice.settings.retrieve;
  if (embeddings === 'off') return null;
  const name = embedderName(embeddings, model);
  return {
    name,
    problem: trustProblem(() => embeddingsUntrusted(context, choice)),
    ...countVectors(files, name, tables),
  };
}
