// The git side of `init`: a repository where none holds the folder, and the merge driver in this clone. It makes no
// commit.
import { dirname, join } from 'node:path';
import { type Program, registerDriver } from '../git/merge-driver.ts';
import { createRepository, isIgnored, readRepository, readWorkTree } from '../git/repository.ts';
import { gitIn } from '../git/run-git.ts';
import { MemvaultError } from '../model/errors.ts';
import { lastingPath } from '../schedule/job.ts';
import { readStat, realPath } from '../vault/disk.ts';
import { findPrograms, isSameFile } from '../vault/lock.ts';
import { CONFIG_FILE } from '../vault/vault.ts';
import { leaveFor } from './git-trust.ts';
import { grantAsks } from './model-trust.ts';
import type { World } from './world.ts';

// How another program starts memvault again, by paths that outlive an upgrade where the PATH has such.

export function ownProgram({
  env,
  platform,
  execPath,
  script,
}: Pick<World, 'env' | 'platform' | 'execPath' | 'script'>): Program {
  const lasting = (running: string, name: string): string =>
    platform === 'win32'
      ? running
      : lastingPath(
          running,
          findPrograms(name, env.PATH).filter((path) => isSameFile(path, running)),
        );
  return { node: lasting(execPath, 'node'), script: lasting(script, 'memvault') };
}

export interface GitSetUp {
  readonly repository: 'created' | 'kept';
  /** Absolute path of its working tree. */
  readonly top: string;
  readonly driver: 'registered' | 'kept';
  /** The repository's own rules keep the vault out of it. */
  readonly ignored: boolean;
  /** No commit holds yet what init has made. */
  readonly uncommitted: boolean;
}

/** Why git cannot be used in this folder; null where it can. Asked before anything is written. */
export async function gitProblem(world: World, root: string): Promise<{ message: string; hint: string } | null> {
  const found = await readRepository(gitIn(nearestFolder(root), world));
  if (found.kind === 'refused') return { message: found.message, hint: found.hint };
  return found.kind === 'missing'
    ? { message: 'git is not installed, or not on the PATH', hint: 'install git, then run memvault init again' }
    : null;
}

/** Sets up git for the vault in `root`; a dry run only says what that would be. Throws `git`. */
export async function setUpGit(world: World, root: string, dryRun: boolean): Promise<GitSetUp> {
  const folder = nearestFolder(root);
  const git = gitIn(folder, world);
  let found = await readRepository(git);
  const repository = found.kind === 'there' ? 'kept' : 'created';
  if (found.kind !== 'there') {
    if (dryRun) return { repository, top: root, driver: 'registered', ignored: false, uncommitted: true };
    // First, so that a kill in between leaves no repository that the next run takes for somebody else's.
    await trustOwn(world, join(realPath(folder), '.git'));
    await createRepository(git);
    found = await readRepository(git);
  }
  if (found.kind !== 'there') throw new MemvaultError('git', 'git made a repository and does not find it');
  const driver = (await registerDriver(git, ownProgram(world), dryRun)) ? 'registered' : 'kept';
  if (leaveFor(world, root, found).refusal !== null)
    return { repository, top: found.top, driver, ignored: false, uncommitted: true };
  const tree = await readWorkTree(git, found.prefix);
  const uncommitted = ['.gitattributes', CONFIG_FILE].some((path) => tree.changed.has(path));
  return { repository, top: found.top, driver, ignored: isIgnored(tree, CONFIG_FILE), uncommitted };
}

/** A repository that this person made here is theirs, with the hooks that they will put into it. */
async function trustOwn(world: World, place: string): Promise<void> {
  try {
    await grantAsks({ world }, place, []);
  } catch (error) {
    // Without a home for the list, memvault config trust says so once there is something to trust.
    if (!(error instanceof MemvaultError)) throw error;
  }
}

/** The folder, or the first one above it that is there. */
function nearestFolder(path: string): string {
  return readStat(path) !== null || dirname(path) === path ? path : nearestFolder(dirname(path));
}
