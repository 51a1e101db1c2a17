// Whether vectors may be made by the server that the settings name: the same rules as for a model of a dream.
import { type Ask, embeddingsNeedTrust, type Standing, standingOf } from '../config/trust.ts';
import { countVectors, type VectorCount } from '../index/vectors/store.ts';
import type { Tables } from '../index/view.ts';
import { ollamaAddress, openaiAddress } from '../llm/address.ts';
import { embedderName, type EmbedServer } from '../llm/embed.ts';
import type { IndexFiles } from '../model/ports.ts';
import type { Settings } from '../config/settings.ts';
import { realPath } from '../vault/disk.ts';
import type { Context } from './context.ts';
import { type ModelChoice, readModelChoice } from './model-choice.ts';
import { trustProblem } from './model-status.ts';
import { readAsks, readGrants } from './model-trust.ts';

type Surroundings = Pick<Context, 'world' | 'vault'>;

/** The server that vectors would come from; null where there is to be none. Throws `settings`. */
function embeddingsAddress({ retrieve }: Settings, env: Readonly<Record<string, string | undefined>>): string | null {
  if (retrieve.embeddings === 'off') return null;
  return (embeddingsOf(retrieve.embeddings).kind === 'openai' ? openaiAddress : ollamaAddress)(
    retrieve.embeddings_url,
    env,
  ).href;
}

/** What of a vault's own config stands in the way; null where nothing does. Throws `settings`, `refused`. */
export function embeddingsUntrusted(
  context: Surroundings,
  choice: ModelChoice,
): { readonly needs: readonly Ask[]; readonly standing: Standing } | null {
  const address = embeddingsAddress(choice.settings, context.world.env);
  if (address === null) return null;
  const asks = readAsks(context, choice);
  const needs = embeddingsNeedTrust(asks, choice.inForce, address);
  if (needs.length === 0) return null;
  const standing = standingOf(readGrants(context), realPath(context.vault.root), asks);
  return standing === 'trusted' ? null : { needs, standing };
}

// How embeddings stand, for `status`: by which model, whether it may be asked, how many statements have a vector. Asks
// no server. Loaded only where embeddings are set up.

export interface EmbedStatus extends VectorCount {
  /** Protocol and model, such as `ollama:embeddinggemma`. */
  readonly name: string;
  /** Why it is not asked, whatever it would say; null where nothing stands in the way. */
  readonly problem: string | null;
}

/** Null where embeddings are off. */
export function readEmbedStatus(context: Context, files: IndexFiles, tables: Tables): EmbedStatus | null {
  const choice = readModelChoice(context);
  const { embeddings } = choice.settings.retrieve;
  if (embeddings === 'off') return null;
  const { kind, model } = embeddingsOf(embeddings);
  const name = embedderName(kind, model);
  return {
    name,
    problem: trustProblem(() => embeddingsUntrusted(context, choice)),
    ...countVectors(files, name, tables),
  };
}

/** The server and the model that `retrieve.embeddings` names, such as `ollama:bge-m3`; null is the usual model. */
export function embeddingsOf(value: string): { readonly kind: EmbedServer; readonly model: string | null } {
  const [kind = ''] = value.split(':', 1);
  return { kind: kind === 'openai' ? 'openai' : 'ollama', model: value.slice(kind.length + 1) || null };
}
