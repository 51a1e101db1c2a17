// Whether vectors may be made by the server that the settings name: the same rules as for a model of a dream.
import { type Ask, embeddingsNeedTrust, type Standing, standingOf } from '../config/trust.ts';
import { ollamaAddress, openaiAddress } from '../llm/address.ts';
import type { Settings } from '../model/settings.ts';
import { realPath } from '../vault/disk.ts';
import type { Context } from './context.ts';
import type { ModelChoice } from './model-choice.ts';
import { readAsks, readGrants } from './model-trust.ts';

type Surroundings = Pick<Context, 'world' | 'vault'>;

/** The server that vectors would come from; null where there is to be none. Throws `settings`. */
function embeddingsAddress({ retrieve }: Settings, env: Readonly<Record<string, string | undefined>>): string | null {
  if (retrieve.embeddings === 'off') return null;
  return (retrieve.embeddings === 'openai' ? openaiAddress : ollamaAddress)(retrieve.embeddings_url, env).href;
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
