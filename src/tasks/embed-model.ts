// What turns texts into vectors, as the settings choose it; or why there is none. Loaded only where they choose one.
import type { Ask } from '../config/trust.ts';
import { createEmbedder, type Embedder } from '../llm/embed.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Settings } from '../config/settings.ts';
import type { Context } from './context.ts';
import { embeddingsOf, embeddingsUntrusted } from './embed-trust.ts';
import { readModelChoice } from './model-choice.ts';

export type EmbedContext = Pick<Context, 'world' | 'vault' | 'flags' | 'answer'>;

export interface EmbedChoice {
  readonly embedder: Embedder;
  readonly settings: Settings['retrieve'];
}

/**
 * Reads the two config files themselves, not the compiled copy that lies in the vault. Null where embeddings are off.
 * Throws `settings`; `refused` where the vault names a server that the user does not trust.
 */
export function chooseEmbedder(context: Pick<EmbedContext, 'world' | 'vault' | 'flags'>): EmbedChoice | null {
  const choice = readModelChoice(context);
  const settings = choice.settings.retrieve;
  if (settings.embeddings === 'off') return null;
  const held = embeddingsUntrusted(context, choice);
  if (held !== null) throw notTrusted(held.needs, held.standing === 'changed');
  const { kind, model } = embeddingsOf(settings.embeddings);
  const url = settings.embeddings_url;
  return { settings, embedder: createEmbedder(kind, { model, url, env: context.world.env }) };
}

function notTrusted(needs: readonly Ask[], hasChanged: boolean): MemvaultError {
  const keys = needs.map(({ key }) => key).join(', ');
  return new MemvaultError(
    'refused',
    hasChanged
      ? `${keys} of this vault changed since you trusted it`
      : `${keys} of this vault ${needs.length === 1 ? 'is' : 'are'} not trusted`,
    { hint: 'memvault config trust shows what this vault asks for, and accepts it; a search by words needs none' },
  );
}
