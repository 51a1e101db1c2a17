// What git and a vault have to do with each other: whether the user trusts the repository, what is being merged, how it
// stands for `status`, and its set-up by `init`.
import { dirname, join } from 'node:path';
import type { Ask, GitKey } from '../config/trust.ts';
import { type DriverState, type Program, readDriver, registerDriver } from '../git/merge-driver.ts';
import {
  createRepository,
  inProgress,
  isIgnored,
  listBlobs,
  listUnmerged,
  readBlobs,
  readRepository,
  readWorkTree,
  type Repository,
  type Unmerged,
  type WorkTree,
} from '../git/repository.ts';
import { gitIn, type RunGit } from '../git/run-git.ts';
import { plain } from '../model/controls.ts';
import { MemvaultError } from '../model/errors.ts';
import { parseRunLog } from '../page/run-log.ts';
import { lastingPath } from '../schedule/schedule.ts';
import { lackingAttributes } from '../vault/attributes.ts';
import { dailyPath, listDays } from '../vault/daily.ts';
import { exists, readStat, realPath } from '../vault/disk.ts';
import { readJournal, uncommittedRuns } from '../vault/journal.ts';
import { findPrograms, isSameFile } from '../vault/lock.ts';
import { hooksIn } from '../vault/trusted-files.ts';
import { CONFIG_FILE, RUN_LOG_FILE, type Vault } from '../vault/vault.ts';
import type { OpenMerge } from '../vault/view.ts';
import { grantAsks, readGrants } from './model.ts';
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
export function trustRepository(world: World, repository: Repository): void {
  grantAsks({ world }, placeOf(repository), gitAsks(world, repository));
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

// What git has under way in a vault, as far as a dream must know of it.

/** By the command that asks, the repository of each vault. */
const known = new WeakMap<World, Map<string, Repository>>();

interface Asked {
  readonly repository: Repository;
  readonly unmerged: readonly Unmerged[];
}

/** Null where nothing waits for a person, where there is no repository, and where git cannot tell. */
export async function readOpenMerge(world: World, vault: Vault): Promise<OpenMerge | null> {
  const asked = await readUnmerged(world, vault);
  if (asked === null) return null;
  const what = inProgress(asked.repository, exists);
  if (what === null && asked.unmerged.length === 0) return null;
  return { what: what ?? 'a merge', paths: new Set(asked.unmerged.map(({ path }) => path)) };
}

/** Which files git has not merged. Null where there is no repository, and where git cannot tell. */
export async function readUnmerged(world: World, vault: Vault): Promise<Asked | null> {
  try {
    return await askGit(world, vault.root);
  } catch (error) {
    if (error instanceof MemvaultError && error.code === 'git') return null;
    throw error;
  }
}

/** The repository of a vault, where this command has asked for it before. */
export function knownRepository(world: World, root: string): Repository | null {
  return known.get(world)?.get(root) ?? null;
}

async function askGit(world: World, root: string): Promise<Asked | null> {
  const held = knownRepository(world, root);
  if (held === null && !mayBeInRepository(root)) return null;
  const git = gitIn(root, world);
  const repository = held ?? (await readRepository(git));
  if (repository.kind !== 'there') return null;
  known.set(world, (known.get(world) ?? new Map<string, Repository>()).set(root, repository));
  return { repository, unmerged: await listUnmerged(git) };
}

// How git stands with a vault, for `status`: at most four calls, two more where a dream seems to be in no commit;
// nothing is written.

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

// The git side of `init`: a repository where none holds the folder, and the merge driver in this clone. It makes no
// commit.

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
    trustOwn(world, join(realPath(folder), '.git'));
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
function trustOwn(world: World, place: string): void {
  try {
    grantAsks({ world }, place, []);
  } catch (error) {
    // Without a home for the list, memvault config trust says so once there is something to trust.
    if (!(error instanceof MemvaultError)) throw error;
  }
}

/** The folder, or the first one above it that is there. */
function nearestFolder(path: string): string {
  return readStat(path) !== null || dirname(path) === path ? path : nearestFolder(dirname(path));
}
