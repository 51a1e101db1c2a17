// How git stands with a vault, for `status`: at most four calls, two more where a dream seems to be in no commit;
// nothing is written.
import { type DriverState, readDriver } from '../git/merge-driver.ts';
import {
  inProgress,
  isIgnored,
  listBlobs,
  readBlobs,
  readRepository,
  readWorkTree,
  type Repository,
  type WorkTree,
} from '../git/repository.ts';
import { gitIn, type RunGit } from '../git/run-git.ts';
import { MemvaultError } from '../model/errors.ts';
import { parseRunLog } from '../page/run-log.ts';
import { lackingAttributes } from '../vault/attributes.ts';
import { dailyPath, listDays } from '../vault/daily.ts';
import { exists } from '../vault/disk.ts';
import { readJournal, uncommittedRuns } from '../vault/journal.ts';
import { CONFIG_FILE, RUN_LOG_FILE, type Vault } from '../vault/vault.ts';
import { leaveFor, mayBeInRepository } from './git-trust.ts';
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
  /** Runs that were to be committed and that no commit holds, the oldest first. */
  readonly uncommittedRuns: readonly string[];
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
  repository: null,
  branch: null,
  inProgress: null,
  uncommittedLogs: 0,
  uncommittedRuns: [],
  driver: null,
  attributes: null,
  conflicts: [],
  ignored: false,
  problem: null,
};

export async function readGitStatus(world: World, vault: Vault): Promise<GitStatus> {
  if (!mayBeInRepository(vault.root)) return UNKNOWN;
  const git = gitIn(vault.root, world);
  try {
    const repository = await readRepository(git);
    if (repository.kind === 'refused') return { ...UNKNOWN, problem: repository.message };
    if (repository.kind !== 'there') return UNKNOWN;
    const { refusal } = leaveFor(world, vault.root, repository);
    return refusal === null
      ? await readInside(git, repository, vault)
      : { ...UNKNOWN, problem: `${refusal.message} (memvault config trust)` };
  } catch (error) {
    // The rest of the status does not hang on git.
    if (error instanceof MemvaultError && error.code === 'git') return { ...UNKNOWN, problem: error.message };
    throw error;
  }
}

async function readInside(git: RunGit, repository: Repository, vault: Vault): Promise<GitStatus> {
  const [tree, driver] = await Promise.all([readWorkTree(git, repository.prefix), readDriver(git, exists)]);
  return {
    repository: repository.top,
    branch: tree.branch,
    inProgress: inProgress(repository, exists),
    uncommittedLogs: listDays(vault).filter((day) => tree.changed.has(dailyPath(vault, day))).length,
    uncommittedRuns: await readUncommitted(git, repository, tree, vault),
    driver,
    attributes: lackingAttributes(vault).length === 0 ? 'ok' : 'missing',
    conflicts: tree.unmerged,
    ignored: isIgnored(tree, CONFIG_FILE),
    problem: null,
  };
}

/** A run that a person committed by hand stands in the commit's log.md. */
async function readUncommitted(git: RunGit, { prefix }: Repository, tree: WorkTree, vault: Vault): Promise<string[]> {
  if (!tree.changed.has(RUN_LOG_FILE)) return [];
  const waiting = uncommittedRuns(vault).filter((run) => readJournal(vault, run)?.commit === true);
  if (waiting.length === 0) return [];
  const id = (await listBlobs(git, tree.commit)).get(RUN_LOG_FILE);
  if (id === undefined) return waiting;
  const [text = ''] = await readBlobs(git, [{ id, path: RUN_LOG_FILE }], prefix);
  const held = new Set(parseRunLog(text).map(({ run }) => run));
  return waiting.filter((run) => !held.has(run));
}
