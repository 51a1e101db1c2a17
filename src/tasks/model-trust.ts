// Whether the user granted what this vault's config asks for; the only way to their list of trusted vaults.
import { dirname, isAbsolute, join } from 'node:path';
import {
  type Ask,
  asksOf,
  digestOf,
  type Grant,
  needsTrust,
  parseGrants,
  renderGrants,
  type Standing,
  standingOf,
  type TrustKey,
  withGrant,
} from '../config/trust.ts';
import { userConfigPath } from '../config/user-config.ts';
import { splitCommand } from '../llm/address.ts';
import { MemvaultError } from '../model/errors.ts';
import { realPath } from '../vault/disk.ts';
import {
  changePrivate,
  leadsInto,
  lookAtPrompts,
  promptFolder,
  readPrivate,
  vaultFilesIn,
} from '../vault/trusted-files.ts';
import type { Context } from './context.ts';
import { addressOf, type ModelChoice } from './model-choice.ts';
import type { World } from './world.ts';

/**
 * What the vault's files ask for, with what counts of it now. Throws `refused` for prompts that cannot be trusted at
 * all.
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
 * Where the engine `command` runs its program: never in the vault, whose files would be the settings of many a program,
 * or on Windows the program itself.
 */
export const folderForCommands = ({ home, execPath }: Pick<World, 'home' | 'execPath'>): string =>
  home ?? dirname(execPath);

/** What of it a dream by this choice needs trust for and does not have; null where nothing stands in the way. */
export function untrusted(
  context: Pick<Context, 'world' | 'vault'>,
  choice: ModelChoice,
): { readonly needs: readonly Ask[]; readonly standing: Standing } | null {
  if (choice.kind === null) return null;
  const asks = readAsks(context, choice);
  const needs = needsTrust(asks, choice.inForce, addressOf(choice, context.world.env));
  if (needs.length === 0) return null;
  const standing = standingOf(readGrants(context), realPath(context.vault.root), asks);
  return standing === 'trusted' ? null : { needs, standing };
}

/** Null where there is no home for it. */
function trustedFile({ env, platform, home }: World): string | null {
  const config = userConfigPath(env, platform, home);
  return config === null ? null : join(dirname(config), 'trusted.json');
}

/** Throws `settings` where the list is broken, `refused` where it cannot be believed. */
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

/** Throws `settings`, `refused`, `locked`, `io`. */
export async function changeGrants(
  world: World,
  root: string | null,
  change: (grants: readonly Grant[]) => readonly Grant[],
): Promise<void> {
  const file = trustedFile(world);
  if (file === null)
    throw new MemvaultError('settings', 'there is no home folder for your own settings', {
      hint: 'set HOME or XDG_CONFIG_HOME',
    });
  if (root !== null) mustLieOutside(root, file);
  await changePrivate(file, world.platform, (text) => renderGrants(change(parseGrants(text, file))));
}

function mustLieOutside(root: string, file: string): void {
  if (!leadsInto(root, file)) return;
  throw new MemvaultError(
    'refused',
    `your list of trusted vaults, ${file}, lies in this vault, where the vault could write itself into it`,
    { hint: 'set XDG_CONFIG_HOME to a folder outside, or say what you want by a flag or a MEMVAULT_ variable' },
  );
}

/**
 * What is granted is what was shown, also where a file changed meanwhile: that asks again. Throws `settings`,
 * `refused`, `locked`, `io`.
 */
export async function grantAsks({ world }: Pick<Context, 'world'>, root: string, asks: readonly Ask[]): Promise<void> {
  const grant: Grant = {
    vault: root,
    at: world.now().toISOString(),
    digest: digestOf(asks),
    asks: asks.map(({ key, value }) => ({ key, value })),
  };
  await changeGrants(world, root, (grants) => withGrant(grants, grant));
}
