// The index as commands use it: brought up to date with the files, built anew, or only looked at.
import { rebuild, refresh } from '../index/refresh.ts';
import type { IndexState } from '../index/state.ts';
import { indexFiles } from '../vault/index-files.ts';
import { readForgotten } from '../vault/tombstones.ts';
import type { Vault } from '../vault/vault.ts';
import type { Context } from './context.ts';

/** Brings the index up to date. With `mustKeep` an index that cannot be written is an error. `always` also writes a small difference to a large index. */
export async function refreshIndex({ vault, answer }: Context, write: 'always' | 'cheap' | 'never', { mustKeep = false } = {}): Promise<IndexState> {
  const state = await refresh(indexFiles(vault, { mustKeep }), { forgotten: await forgottenIn(vault), write });
  if (state.rebuilt === 'corrupt') answer.remark('The index was damaged and has been built anew.');
  if (state.rebuilt === 'version') answer.remark('The index was of an older version and has been built anew.');
  return state;
}

export async function rebuildIndex({ vault }: Context): Promise<IndexState> {
  return await rebuild(indexFiles(vault, { mustKeep: true }), { forgotten: await forgottenIn(vault), write: 'always' });
}

/** How many documents the index holds, and whether it is in step with the files. Writes nothing. */
export async function peekIndex(context: Context): Promise<{ documents: number; fresh: boolean }> {
  const { documents, changes, rebuilt } = await refresh(indexFiles(context.vault), { forgotten: await forgottenIn(context.vault), write: 'never' });
  return { documents: documents.length, fresh: rebuilt === null && changes.added + changes.updated + changes.removed === 0 };
}

/** The view's reader is loaded only for tombstones of an older layout. */
async function forgottenIn(vault: Vault): Promise<Set<string>> {
  return await readForgotten(vault, async () => (await import('../vault/view.ts')).readFacts(vault));
}
