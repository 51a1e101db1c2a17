// The configured model, and whether the user trusts what the vault asks for. Reads both config files itself, since the
// compiled copy is inside the vault and must not speak for the user.
import { dirname, isAbsolute, join } from 'node:path';
import { type Layer, type ResolvedSettings, resolveEnvironment, resolveFlags, resolveLayers } from '../config/load.ts';
import { readConfigFiles } from '../config/config-file.ts';
import { placesOf, userConfigPath } from '../config/quick.ts';
import type { Settings } from '../config/settings.ts';
import {
  type Ask,
  asksOf,
  digestOf,
  embeddingsNeedTrust,
  type Grant,
  needsTrust,
  parseGrants,
  renderGrants,
  type Standing,
  standingOf,
  type TrustKey,
  withGrant,
} from '../config/trust.ts';
import { ollamaAddress, openaiAddress, splitCommand } from '../llm/address.ts';
import type { ServerKind } from '../llm/server.ts';
import { MemvaultError, mustBeExpected } from '../model/errors.ts';
import { settingsFiles } from '../vault/confine.ts';
import { realPath } from '../vault/disk.ts';
import {
  changePrivate,
  leadsInto,
  lookAtPrompts,
  promptFolder,
  readPrivate,
  vaultFilesIn,
} from '../vault/named-files.ts';
import { peekCloneId } from '../vault/vault.ts';
import type { Context, World } from './context.ts';

export type ModelKind = 'ollama' | 'openai' | 'command';

export interface ModelChoice {
  /** Null for the embedded rules. */
  readonly kind: ModelKind | null;
  /** Falls back to the rules if the model does not answer. */
  readonly isAuto: boolean;
  readonly settings: Settings;
  readonly inForce: ResolvedSettings['inForce'];
  /** The settings in files, by whose file they are in. */
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

/** A user config that is inside the vault, directly or through a link, counts as the vault's. */
function readFiles({ world, vault }: Pick<Surroundings, 'world' | 'vault'>): Layer {
  const userConfig = userConfigPath(world.env, world.platform, world.home);
  const layer = readConfigFiles(settingsFiles, placesOf(vault.root, userConfig));
  if (userConfig === null || !leadsInto(vault.root, userConfig)) return layer;
  return Object.fromEntries(Object.entries(layer).map(([key, found]) => [key, { ...found, from: 'vault' }]));
}

/** The server's address, resolved as its client does; null for the engine `command`. Throws `settings`. */
function addressOf(kind: ModelKind | null, url: string | null, { env }: Pick<World, 'env'>): string | null {
  return kind === 'command' ? null : (kind === 'openai' ? openaiAddress : ollamaAddress)(url, env).href;
}

export const modelAddress = ({ kind, settings: { models } }: ModelChoice, world: Pick<World, 'env'>): string | null =>
  addressOf(kind, models.url, world);

/** Parses `retrieve.embeddings`, such as `ollama:bge-m3`. `model`: null for the default. */
export function embeddingsOf(value: string): { readonly kind: ServerKind; readonly model: string | null } {
  const [kind = ''] = value.split(':', 1);
  return { kind: kind === 'openai' ? 'openai' : 'ollama', model: value.slice(kind.length + 1) || null };
}

/** The address of the embeddings server; null if embeddings are off. Throws `settings`. */
export function embeddingsAddress({ settings: { retrieve } }: ModelChoice, world: Pick<World, 'env'>): string | null {
  const { embeddings, embeddings_url: url } = retrieve;
  return embeddings === 'off' ? null : addressOf(embeddingsOf(embeddings).kind, url, world);
}

// `dream.host`: the clone or machine that dreams by night.

/** The clone or machine that the settings name to dream by night; null if none is named or it is this one. */
export function otherHost({ settings, vault, world }: Context): string | null {
  const { host } = settings.dream;
  if (host === null) return null;
  const here = [peekCloneId(vault) ?? '', world.host, world.host.replace(/\..*$/, '')];
  return here.some((name) => name.toLowerCase() === host.toLowerCase()) ? null : host;
}

/** Why this clone does not dream by night. */
export const elsewhere = (host: string): string => `${host} dreams by night (dream.host), this clone does not`;

// Checks whether the user trusts what this vault's config asks for. Only this file accesses the list of trusted vaults.

/**
 * What the vault's files ask for, with the current contents that matter. Throws `refused` for prompts that can never be
 * trusted.
 */
export function readAsks(
  { world, vault }: Pick<Context, 'world' | 'vault'>,
  { files }: Pick<ModelChoice, 'files'>,
): Ask<TrustKey>[] {
  return asksOf(
    files,
    (path) => !isAbsolute(path) && !path.startsWith('~'),
    (key, value) => {
      if (key === 'models.prompts') return lookAtPrompts(promptFolder(value, vault.root, world.home));
      return key === 'models.command'
        ? vaultFilesIn(splitCommand(value, world.platform), vault.root, folderForCommands(world))
        : [];
    },
  );
}

/**
 * The working folder of the engine `command`. It is never the vault, whose files could act as a program's settings or,
 * on Windows, as the program itself.
 */
export const folderForCommands = ({ home, execPath }: Pick<World, 'home' | 'execPath'>): string =>
  home ?? dirname(execPath);

/** What the user must trust first. */
export interface Untrusted {
  readonly needs: readonly Ask[];
  readonly standing: Standing;
}

/** The error for a model that is not trusted. `instead`: what works without a model, as the end of a hint. */
export function trustRefusal(held: Untrusted, instead?: string): MemvaultError {
  return new MemvaultError('refused', whatIsNotTrusted(held), {
    hint:
      'memvault config trust shows what this vault asks for, and accepts it' +
      (instead === undefined ? '' : `; ${instead}`),
    data: { needs: held.needs.map(({ key, value }) => ({ key, value })) },
  });
}

export function whatIsNotTrusted({ needs, standing }: Untrusted): string {
  const keys = `${needs.map(({ key }) => key).join(', ')} of this vault`;
  if (standing === 'changed') return `${keys} changed since you trusted it`;
  return `${keys} ${needs.length === 1 ? 'is' : 'are'} not trusted`;
}

/** Why a model may not be used, in one line for `status`; null if it may. `look` may throw on conflicting settings. */
export function trustProblem(look: () => Untrusted | null): string | null {
  try {
    const held = look();
    return held === null ? null : `${whatIsNotTrusted(held)}: memvault config trust`;
  } catch (error) {
    mustBeExpected(error);
    return error.message;
  }
}

type Places = Pick<Context, 'world' | 'vault'>;

/** What a dream by this choice needs trust for but lacks; null if nothing. */
export function untrusted(context: Places, choice: ModelChoice): Untrusted | null {
  if (choice.kind === null) return null;
  const address = modelAddress(choice, context.world);
  return ungranted(context, choice, (asks) => needsTrust(asks, choice.inForce, address));
}

/** The same for embeddings. Throws `settings`, `refused`. */
export function embeddingsUntrusted(context: Places, choice: ModelChoice): Untrusted | null {
  const address = embeddingsAddress(choice, context.world);
  return address === null
    ? null
    : ungranted(context, choice, (asks) => embeddingsNeedTrust(asks, choice.inForce, address));
}

function ungranted(
  context: Places,
  choice: ModelChoice,
  needed: (asks: readonly Ask<TrustKey>[]) => readonly Ask[],
): Untrusted | null {
  const asks = readAsks(context, choice);
  const needs = needed(asks);
  if (needs.length === 0) return null;
  const standing = standingOf(readGrants(context), realPath(context.vault.root), asks);
  return standing === 'trusted' ? null : { needs, standing };
}

/** Null without a home folder. */
function trustedFile({ env, platform, home }: World): string | null {
  const config = userConfigPath(env, platform, home);
  return config === null ? null : join(dirname(config), 'trusted.json');
}

/** Throws `settings` if the list is broken, `refused` if it is not safe to use. */
export function readGrants({
  world,
  vault,
}: {
  readonly world: World;
  readonly vault: Pick<Context['vault'], 'root'> | null;
}): Grant[] {
  const file = trustedFile(world);
  if (file === null) return [];
  if (vault !== null) mustLieOutside(vault.root, file);
  return parseGrants(readPrivate(file, world.platform), file);
}

/** Throws `settings`, `refused`, `io`. */
export function changeGrants(
  world: World,
  root: string | null,
  change: (grants: readonly Grant[]) => readonly Grant[],
): void {
  const file = trustedFile(world);
  if (file === null)
    throw new MemvaultError('settings', 'there is no home folder for your own settings', {
      hint: 'set HOME or XDG_CONFIG_HOME',
    });
  if (root !== null) mustLieOutside(root, file);
  changePrivate(file, world.platform, (text) => renderGrants(change(parseGrants(text, file))));
}

function mustLieOutside(root: string, file: string): void {
  if (!leadsInto(root, file)) return;
  throw new MemvaultError(
    'refused',
    `your list of trusted vaults, ${file}, is inside this vault, which could therefore trust itself`,
    { hint: 'set XDG_CONFIG_HOME to a folder outside, or use a flag or a MEMVAULT_ variable' },
  );
}

/**
 * Grants exactly what was shown: if a file changed in the meantime, trust is asked for again. Throws `settings`,
 * `refused`, `io`.
 */
export function grantAsks({ world }: Pick<Context, 'world'>, root: string, asks: readonly Ask[]): void {
  const grant: Grant = {
    vault: root,
    at: world.now().toISOString(),
    digest: digestOf(asks),
    asks: asks.map(({ key, value }) => ({ key, value })),
  };
  changeGrants(world, root, (grants) => withGrant(grants, grant));
}
