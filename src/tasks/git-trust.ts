// Whether the user trusts a vault's repository: then git may run its hooks, and the programs that its own configuration
// names, such as filters. An archive or a shared disk may bring them. The list of trusted vaults names repositories
// too.
import { dirname, join } from 'node:path';
import type { Ask, GitKey } from '../config/trust.ts';
import { readRepository, type Repository } from '../git/repository.ts';
import { gitIn } from '../git/run-git.ts';
import { plain } from '../model/controls.ts';
import { MemvaultError } from '../model/errors.ts';
import { exists, realPath } from '../vault/disk.ts';
import { hooksIn } from '../vault/trusted-files.ts';
import { grantAsks, readGrants } from './model-trust.ts';
import type { World } from './world.ts';

// Whether git can have anything to say of a folder, without git: its start takes longer than most that a command does.

/**
 * False only where neither the folder nor one above it is a working tree or a bare repository. In doubt git is to tell.
 */
export function mayBeInRepository(folder: string): boolean {
  try {
    for (let at = realPath(folder); ; at = dirname(at)) {
      if (exists(join(at, '.git')) || exists(join(at, 'HEAD'))) return true;
      if (dirname(at) === at) return false;
    }
  } catch {
    return true;
  }
}

/** The repository that holds a folder; null if there is none that git works in. */
export async function repositoryOf(world: World, root: string): Promise<Repository | null> {
  if (!mayBeInRepository(root)) return null;
  const repository = await readRepository(gitIn(root, world));
  return repository.kind === 'there' ? repository : null;
}

/** What a repository would have git run. */
export function gitAsks(world: World, repository: Repository): Ask[] {
  const names = hookNames(world, repository);
  return [
    ...(names.length === 0 ? [] : [ask('git.hooks', `${repository.hooks ?? ''}: ${names.join(', ')}`)]),
    ...repository.programs.map(({ key, value }) => ask('git.config', `${key}=${value}`)),
  ];
}

const ask = (key: GitKey, value: string): Ask => ({ key, value, files: [] });

function hookNames({ home, platform }: World, { hooks }: Repository): string[] {
  return hooks === null ? [] : hooksIn(hooks.replace(/^~(?=[\\/]|$)/, home ?? '~'), platform);
}

/** The name of a repository in the list of what is trusted. */
export const placeOf = ({ commonDir }: Repository): string => realPath(commonDir);

/** Trust covers what the repository will hold, as git itself sees it. Throws as `readGrants`. */
export function isRepositoryTrusted(world: World, root: string, repository: Repository): boolean {
  const place = placeOf(repository);
  return readGrants({ world, vault: { root } }).some(({ vault }) => vault === place);
}

/** Throws as `grantAsks`. */
export async function trustRepository(world: World, repository: Repository): Promise<void> {
  await grantAsks({ world }, placeOf(repository), gitAsks(world, repository));
}

export interface GitLeave {
  /** Why git may not read or write the files of the working tree; null if it may. */
  readonly refusal: { readonly message: string; readonly hint: string } | null;
  /** Whether a commit runs hooks. */
  readonly hooks: boolean;
  /** The names of hooks that may not run. */
  readonly heldHooks: readonly string[];
}

/** Without its filters git would read and write other bytes, so an untrusted filter stops it altogether. */
export function leaveFor(world: World, root: string, repository: Repository): GitLeave {
  if (believes(() => isRepositoryTrusted(world, root, repository))) {
    return { refusal: null, hooks: true, heldHooks: [] };
  }
  const programs = repository.programs.map(({ key }) => plain(key)).join(', ');
  return {
    refusal:
      programs === ''
        ? null
        : {
            message: `this repository names programs for git to run, and you have not trusted it: ${programs}`,
            hint: 'memvault config trust shows what it asks for, and accepts it',
          },
    // Hooks of the user's own for all repositories run here too.
    hooks: repository.hooks === null,
    heldHooks: hookNames(world, repository),
  };
}

/** A list of trusted vaults that cannot be believed grants nothing. */
function believes(read: () => boolean): boolean {
  try {
    return read();
  } catch (error) {
    if (error instanceof MemvaultError) return false;
    throw error;
  }
}
