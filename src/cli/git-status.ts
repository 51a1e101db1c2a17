// How git stands with a vault, for `status`: at most three calls, and nothing is written.
import { readDriver, type DriverState } from '../git/driver.ts';
import { inProgress, readRepository, type Exists, type Repository } from '../git/repository.ts';
import { gitIn, type RunGit } from '../git/run-git.ts';
import { isIgnored, readWorkTree } from '../git/work-tree.ts';
import { MemvaultError } from '../model/errors.ts';
import { lackingAttributes } from '../vault/attributes.ts';
import { dailyPath, listDays } from '../vault/daily.ts';
import { readStat } from '../vault/disk.ts';
import { CONFIG_FILE, type Vault } from '../vault/vault.ts';
import type { World } from './world.ts';

export interface GitStatus {
  /** Absolute path of the working tree; null where there is none, or git cannot tell. */
  readonly repository: string | null;
  /** Null on a detached HEAD. */
  readonly branch: string | null;
  /** Such as `a merge`. */
  readonly inProgress: string | null;
  /** Days whose log no commit holds as it is. */
  readonly uncommittedLogs: number;
  readonly driver: DriverState | null;
  readonly attributes: 'ok' | 'missing' | null;
  /** Files that git has not merged. */
  readonly conflicts: readonly string[];
  /** The repository's own rules keep the vault out of it. */
  readonly ignored: boolean;
  /** Why git cannot tell. */
  readonly problem: string | null;
}

const UNKNOWN: GitStatus = {
  repository: null, branch: null, inProgress: null, uncommittedLogs: 0, driver: null, attributes: null, conflicts: [], ignored: false, problem: null,
};

const exists: Exists = (path) => readStat(path) !== null;

export async function readGitStatus(world: World, vault: Vault): Promise<GitStatus> {
  const git = gitIn(vault.root, world);
  try {
    const repository = await readRepository(git);
    if (repository.kind === 'refused') return { ...UNKNOWN, problem: repository.message };
    return repository.kind === 'there' ? await readInside(git, repository, vault) : UNKNOWN;
  } catch (error) {
    // The rest of the status does not hang on git.
    if (error instanceof MemvaultError && error.code === 'git') return { ...UNKNOWN, problem: error.message };
    throw error;
  }
}

async function readInside(git: RunGit, repository: Repository, vault: Vault): Promise<GitStatus> {
  const [tree, driver] = await Promise.all([readWorkTree(git, repository.prefix), readDriver(git, exists)]);
  return {
    repository: repository.top, branch: tree.branch, inProgress: inProgress(repository, exists),
    uncommittedLogs: listDays(vault).filter((day) => tree.changed.has(dailyPath(vault, day))).length,
    driver, attributes: lackingAttributes(vault).length === 0 ? 'ok' : 'missing',
    conflicts: tree.unmerged, ignored: isIgnored(tree, CONFIG_FILE), problem: null,
  };
}
