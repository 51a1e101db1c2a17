// What git has under way in a vault, as far as a dream must know of it.
import {
  indexFile,
  inProgress,
  listUnmerged,
  readRepository,
  type Repository,
  type Unmerged,
} from '../git/repository.ts';
import { gitIn } from '../git/run-git.ts';
import { MemvaultError } from '../model/errors.ts';
import { exists, fileIdentity } from '../vault/disk.ts';
import type { Vault } from '../vault/vault.ts';
import type { OpenMerge } from '../vault/view.ts';
import { mayBeInRepository } from './git-trust.ts';
import type { World } from './world.ts';

/** What git said last, and of which index: as long as that is the same file, it says nothing else. */
interface Known {
  readonly repository: Repository;
  readonly index: string;
  readonly unmerged: readonly Unmerged[];
}

/** By the command that asks: a dream asks before each of its steps. */
const known = new WeakMap<World, Map<string, Known>>();

/** Null where nothing waits for a person, where there is no repository, and where git cannot tell. */
export async function readOpenMerge(world: World, vault: Vault): Promise<OpenMerge | null> {
  const asked = await readUnmerged(world, vault);
  if (asked === null) return null;
  const what = inProgress(asked.repository, exists);
  if (what === null && asked.unmerged.length === 0) return null;
  return { what: what ?? 'a merge', paths: new Set(asked.unmerged.map(({ path }) => path)) };
}

/** Which files git has not merged. Null where there is no repository, and where git cannot tell. */
export async function readUnmerged(world: World, vault: Vault): Promise<Pick<Known, 'repository' | 'unmerged'> | null> {
  try {
    return await askGit(world, vault.root);
  } catch (error) {
    if (error instanceof MemvaultError && error.code === 'git') return null;
    throw error;
  }
}

/** The repository of a vault, where this command has asked for it before. */
export function knownRepository(world: World, root: string): Repository | null {
  return known.get(world)?.get(root)?.repository ?? null;
}

async function askGit(world: World, root: string): Promise<Known | null> {
  const held = known.get(world)?.get(root);
  if (held === undefined && !mayBeInRepository(root)) return null;
  const git = gitIn(root, world);
  const repository = held?.repository ?? (await readRepository(git));
  if (repository.kind !== 'there') return null;
  // Taken first: what git writes while it is asked makes it another.
  const index = fileIdentity(indexFile(repository));
  if (held !== undefined && held.index === index) return held;
  const asked = { repository, index, unmerged: await listUnmerged(git) };
  known.set(world, (known.get(world) ?? new Map<string, Known>()).set(root, asked));
  return asked;
}
