// What git has under way in a vault, as far as a dream must know of it.
import { inProgress, readRepository } from '../git/repository.ts';
import { gitIn } from '../git/run-git.ts';
import { readWorkTree } from '../git/work-tree.ts';
import { MemvaultError } from '../model/errors.ts';
import { exists } from '../vault/disk.ts';
import type { Vault } from '../vault/vault.ts';
import type { OpenMerge } from '../vault/view.ts';
import type { World } from './world.ts';

/** Null where nothing waits for a person, where there is no repository, and where git cannot tell. */
export async function readOpenMerge(world: World, vault: Vault): Promise<OpenMerge | null> {
  const git = gitIn(vault.root, world);
  try {
    const repository = await readRepository(git);
    if (repository.kind !== 'there') return null;
    const { unmerged } = await readWorkTree(git, repository.prefix);
    const what = inProgress(repository, exists);
    if (what === null && unmerged.length === 0) return null;
    return { what: what ?? 'a merge', paths: new Set(unmerged) };
  } catch (error) {
    if (error instanceof MemvaultError && error.code === 'git') return null;
    throw error;
  }
}
