// Which engine the settings choose and what it goes by. Reads the two config files themselves: the compiled copy of
// them lies in the vault, and must not be able to say that something is the user's own wish.
import { placesOf } from '../config/copy-key.ts';
import { type Layer, type ResolvedSettings, resolveLayers } from '../config/layers.ts';
import { resolveEnvironment, resolveFlags } from '../config/overlay.ts';
import { readConfigFiles } from '../config/resolve.ts';
import { userConfigPath } from '../config/user-config.ts';
import { ollamaAddress, openaiAddress } from '../llm/address.ts';
import type { ModelKind } from '../llm/make-model.ts';
import type { Settings } from '../config/settings.ts';
import { settingsFiles } from '../vault/settings-files.ts';
import { leadsInto } from '../vault/trusted-files.ts';
import { peekCloneId } from '../vault/vault.ts';
import type { Context } from './context.ts';

export interface ModelChoice {
  /** Null for the embedded rules. */
  readonly kind: ModelKind | null;
  /** The rules do where the model does not answer. */
  readonly isAuto: boolean;
  readonly settings: Settings;
  readonly inForce: ResolvedSettings['inForce'];
  /** What the files say, by whose they are. */
  readonly files: Layer;
}

type Surroundings = Pick<Context, 'world' | 'vault' | 'flags'>;

/** Throws `settings`. */
export function readModelChoice({ world, vault, flags }: Surroundings): ModelChoice {
  const files = readFiles({ world, vault });
  const { settings, inForce } = resolveLayers(files, resolveEnvironment(world.env), resolveFlags(flags));
  const { engine } = settings.consolidate;
  return {
    kind: engine === 'rules' ? null : engine === 'auto' ? 'ollama' : engine,
    isAuto: engine === 'auto',
    settings,
    inForce,
    files,
  };
}

/** A config of the user's that lies in the vault, itself or by a link, is as much the vault's as its own. */
function readFiles({ world, vault }: Pick<Surroundings, 'world' | 'vault'>): Layer {
  const userConfig = userConfigPath(world.env, world.platform, world.home);
  const layer = readConfigFiles(settingsFiles, placesOf(vault.root, userConfig));
  if (userConfig === null || !leadsInto(vault.root, userConfig)) return layer;
  return Object.fromEntries(Object.entries(layer).map(([key, found]) => [key, { ...found, from: 'vault' }]));
}

/** The server that would be asked, as its client has it; null for the engine `command`. Throws `settings`. */
export function addressOf(
  { kind, settings }: Pick<ModelChoice, 'kind' | 'settings'>,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  if (kind === 'command') return null;
  return (kind === 'openai' ? openaiAddress : ollamaAddress)(settings.models.url, env).href;
}

// `dream.host`: which clone or machine dreams by night.

/** The clone or machine that the settings name to dream by night, where it is not this one; else null. */
export function otherHost({ settings, vault, world }: Context): string | null {
  const { host } = settings.dream;
  if (host === null) return null;
  const here = [peekCloneId(vault) ?? '', world.host, world.host.replace(/\..*$/, '')];
  return here.some((name) => name.toLowerCase() === host.toLowerCase()) ? null : host;
}

/** Why no night dreams here. */
export const elsewhere = (host: string): string => `${host} dreams by night (dream.host), this clone does not`;
