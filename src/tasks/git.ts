// git and the vault: whether the user trusts the repository, an open merge, the state for `status`, and the set-up by
// `init`.
import { dirname, join } from 'node:path';
import type { Ask, GitKey } from '../config/trust.ts';
import type { DriverState, Program } from '../git/merge-driver.ts';
import {
  createRepository,
  gitIn,
  inProgress,
  isGitMissing,
  isIgnored,
  listBlobs,
  listUnmerged,
  readBlobs,
  readRepository,
  readWorkTree,
  type Repository,
  type RunGit,
  type Unmerged,
  type WorkTree,
} from '../git/repository.ts';
import { plain } from '../model/controls.ts';
import { MemvaultError, mustBeExpected } from '../model/errors.ts';
import { parseRunLog } from '../page/run-log.ts';
import { lastingPath } from '../schedule/schedule.ts';
import { lackingAttributes } from '../vault/attributes.ts';
import { dailyPath, listDays } from '../vault/daily.ts';
import { exists, readStat, realPath } from '../vault/disk.ts';
import { readJournal, uncommittedRuns } from '../vault/journal.ts';
import { findPrograms, isSameFile } from '../vault/lock.ts';
import { hooksIn } from '../vault/named-files.ts';
import { CONFIG_FILE, RUN_LOG_FILE, type Vault } from '../vault/vault.ts';
import type { OpenMerge } from '../vault/view.ts';
import type { World } from './context.ts';

// Checks without starting git whether a folder may be in a repository; starting git takes longer than most commands do.

/** False only if neither the folder nor one above it is a working tree or a bare repository. If in doubt, true. */
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

/** The repositories already looked up, per command. */
const known = new WeakMap<World, Map<string, Repository>>();

/** The repository that contains a folder, or null. Throws `git` if git is missing or refuses to work there. */
export async function repositoryOf(world: World, root: string): Promise<Repository | null> {
  const asked = known.get(world) ?? new Map<string, Repository>();
  const repository = asked.get(root) ?? (mayBeInRepository(root) ? await readRepository(gitIn(root, world)) : null);
  if (repository !== null) known.set(world, asked.set(root, repository));
  return repository;
}

/** Null if git fails. */
export async function unlessGitFails<T>(asking: Promise<T>): Promise<T | null> {
  return await asking.catch((error: unknown) => {
    mustBeExpected(error, 'git');
    return null;
  });
}

/** The hooks and programs that a repository makes git run. */
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

/** The repository's name in the list of trusted places. */
export const placeOf = ({ commonDir }: Repository): string => realPath(commonDir);

/** Whether the user trusts the repository as git sees it, including its future contents. Throws like `readGrants`. */
export async function isRepositoryTrusted(world: World, root: string, repository: Repository): Promise<boolean> {
  const { readGrants } = await import('./model.ts');
  const place = placeOf(repository);
  return readGrants({ world, vault: { root } }).some(({ vault }) => vault === place);
}

/** Throws like `grantAsks`. */
export async function trustRepository(world: World, repository: Repository): Promise<void> {
  const { grantAsks } = await import('./model.ts');
  grantAsks({ world }, placeOf(repository), gitAsks(world, repository));
}

/** git in a repository, limited to what the user trusts. */
export interface OpenRepository {
  readonly git: RunGit;
  readonly repository: Repository;
  /** Whether a commit runs hooks. */
  readonly hooks: boolean;
  /** The names of hooks that are not run. */
  readonly heldHooks: readonly string[];
}

/**
 * Null if the folder is in no repository. Throws like `repositoryOf`, and `git` for untrusted filters: without them git
 * would read and write other bytes.
 */
export async function openRepository(world: World, root: string): Promise<OpenRepository | null> {
  const repository = await repositoryOf(world, root);
  if (repository === null) return null;
  const git = gitIn(root, world);
  if (await believesIn(world, root, repository)) return { git, repository, hooks: true, heldHooks: [] };
  const programs = repository.programs.map(({ key }) => plain(key)).join(', ');
  if (programs !== '')
    throw new MemvaultError(
      'git',
      `this repository names programs for git to run, and you have not trusted it: ${programs}`,
      { hint: TRUST_HINT },
    );
  // The user's global hooks run here too.
  return { git, repository, hooks: repository.hooks === null, heldHooks: hookNames(world, repository) };
}

const TRUST_HINT = 'memvault config trust shows what it asks for, and accepts it';

/** An unreadable list of trusted vaults grants nothing. */
async function believesIn(world: World, root: string, repository: Repository): Promise<boolean> {
  try {
    return await isRepositoryTrusted(world, root, repository);
  } catch (error) {
    mustBeExpected(error);
    return false;
  }
}

// An open merge or other git operation that a dream must take into account.

/** Null if nothing is in progress, if there is no repository, or if git fails. */
export async function readOpenMerge(world: World, vault: Vault): Promise<OpenMerge | null> {
  const asked = await readUnmerged(world, vault);
  const what = asked && inProgress(asked.repository, exists);
  if (!asked || (what === null && asked.unmerged.length === 0)) return null;
  return { what: what ?? 'a merge', paths: new Set(asked.unmerged.map(({ path }) => path)) };
}

/** The files that git has not merged. Null if there is no repository or git fails. */
export async function readUnmerged(
  world: World,
  { root }: Pick<Vault, 'root'>,
): Promise<{ readonly repository: Repository; readonly unmerged: readonly Unmerged[] } | null> {
  const repository = await unlessGitFails(repositoryOf(world, root));
  const unmerged = repository && (await unlessGitFails(listUnmerged(gitIn(root, world))));
  return repository && unmerged && { repository, unmerged };
}

// The git state of a vault, for `status`: at most four calls to git, two more if a dream seems uncommitted. Writes
// nothing.

const UNKNOWN = {
  /** Absolute path of the working tree; null if there is none or git fails. */
  repository: null as string | null,
  /** Null on a detached HEAD. */
  branch: null as string | null,
  /** Such as `a merge`. */
  inProgress: null as string | null,
  /** The number of days whose log differs from the last commit. */
  uncommittedLogs: 0,
  /** The number of other files that differ from the last commit: pages, notes, settings. */
  uncommittedFiles: 0,
  /** Runs that should have been committed but are not, oldest first. */
  uncommittedRuns: [] as readonly string[],
  driver: null as DriverState | null,
  attributes: null as 'ok' | 'missing' | null,
  /** Unmerged files. */
  conflicts: [] as readonly string[],
  /** The repository's own rules ignore the vault. */
  ignored: false,
  /** Why git failed. */
  problem: null as string | null,
};

export async function readGitStatus(world: World, vault: Vault): Promise<typeof UNKNOWN> {
  try {
    const opened = await openRepository(world, vault.root);
    if (opened === null) return UNKNOWN;
    const { git, repository } = opened;
    const { readDriver } = await import('../git/merge-driver.ts');
    const [tree, driver] = await Promise.all([readWorkTree(git, repository.prefix), readDriver(git, exists)]);
    const logs = listDays(vault).filter((day) => tree.changed.has(dailyPath(vault, day))).length;
    return {
      repository: repository.top,
      branch: tree.branch,
      inProgress: inProgress(repository, exists),
      uncommittedLogs: logs,
      uncommittedFiles: tree.changed.size - logs,
      uncommittedRuns: await readUncommitted(git, repository, tree, vault),
      driver,
      attributes: lackingAttributes(vault).length === 0 ? 'ok' : 'missing',
      conflicts: tree.unmerged,
      ignored: isIgnored(tree, CONFIG_FILE),
      problem: null,
    };
  } catch (error) {
    // The rest of the status does not depend on git.
    mustBeExpected(error, 'git');
    if (isGitMissing(error)) return UNKNOWN;
    const trust = error.hint === TRUST_HINT ? ' (memvault config trust)' : '';
    return { ...UNKNOWN, problem: error.message + trust };
  }
}

/** A run that a person committed by hand is in the committed log.md. */
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

// How another program starts memvault again: by paths on the PATH that survive an upgrade, if there are any.

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

// The git part of `init`: creates a repository if the folder is in none, and registers the merge driver in this clone.
// Makes no commit.

export interface GitSetUp {
  readonly repository: 'created' | 'kept';
  /** Absolute path of the repository's working tree. */
  readonly top: string;
  readonly driver: 'registered' | 'kept';
  /** The repository's own rules ignore the vault. */
  readonly ignored: boolean;
  /** What init created is not committed yet. */
  readonly uncommitted: boolean;
}

/** Why git cannot be used in this folder; null if it can. To be called before anything is written. */
export async function gitProblem(world: World, root: string): Promise<MemvaultError | null> {
  try {
    await readRepository(gitIn(nearestFolder(root), world));
    return null;
  } catch (error) {
    mustBeExpected(error, 'git');
    return error;
  }
}

/** Sets up git for the vault in `root`; a dry run only reports what it would do. Throws `git`. */
export async function setUpGit(world: World, root: string, dryRun: boolean): Promise<GitSetUp> {
  const folder = nearestFolder(root);
  const git = gitIn(folder, world);
  const found = await readRepository(git);
  const repository = found === null ? 'created' : 'kept';
  if (found === null) {
    if (dryRun) return { repository, top: root, driver: 'registered', ignored: false, uncommitted: true };
    // Done first: after a kill here, the next run would otherwise treat the repository as somebody else's.
    await trustOwn(world, join(realPath(folder), '.git'));
    await createRepository(git);
  }
  const { registerDriver } = await import('../git/merge-driver.ts');
  const driver = (await registerDriver(git, ownProgram(world), dryRun)) ? 'registered' : 'kept';
  const opened = await unlessGitFails(openRepository(world, folder));
  const tree = opened && (await readWorkTree(git, opened.repository.prefix));
  return {
    repository,
    top: found?.top ?? opened?.repository.top ?? root,
    driver,
    ignored: tree !== null && isIgnored(tree, CONFIG_FILE),
    uncommitted: tree === null || ['.gitattributes', CONFIG_FILE].some((path) => tree.changed.has(path)),
  };
}

/** The user created this repository here, so it is trusted, including hooks added later. */
async function trustOwn(world: World, place: string): Promise<void> {
  try {
    const { grantAsks } = await import('./model.ts');
    grantAsks({ world }, place, []);
  } catch (error) {
    // If there is no home folder for the list, memvault config trust reports that once there is something to trust.
    mustBeExpected(error);
  }
}

/** The folder, or its nearest existing parent. */
function nearestFolder(path: string): string {
  return readStat(path) !== null || dirname(path) === path ? path : nearestFolder(dirname(path));
}
