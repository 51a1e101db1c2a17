// The index as commands use it: brought up to date with the files, or only looked at.
import { refresh } from '../index/refresh.ts';
import type { IndexState } from '../index/state.ts';
import type { MemvaultError } from '../model/errors.ts';
import { indexFiles } from '../vault/index-files.ts';
import { readForgotten } from '../vault/tombstones.ts';
import type { Vault } from '../vault/vault.ts';
import type { Context } from './context.ts';

export interface Refreshed extends IndexState {
  /** Notes that could not be read and are not in the index, and why. */
  readonly unread: ReadonlyMap<string, MemvaultError>;
}

/** Brings the index up to date. `always` also writes a small difference to a large index. */
export async function refreshIndex({ vault, answer }: Context, write: 'always' | 'cheap' | 'never'): Promise<Refreshed> {
  const unread = new Map<string, MemvaultError>();
  const state = await refresh(indexFiles(vault, { unread: (path, reason) => unread.set(path, reason) }), { forgotten: await forgottenIn(vault), write });
  sayRebuilt(answer, state);
  return { ...state, unread };
}

/** Says where the index had to be built anew. */
export function sayRebuilt(answer: Context['answer'], { rebuilt }: IndexState): void {
  if (rebuilt === 'corrupt') answer.remark('The index was damaged and has been built anew.');
  if (rebuilt === 'version') answer.remark('The index was of an older version and has been built anew.');
}

/** How many documents the index holds, and whether it is in step with the files. Writes nothing. */
export async function peekIndex(context: Context): Promise<{ documents: number; fresh: boolean }> {
  const { documents, changes, rebuilt } = await refresh(indexFiles(context.vault), { forgotten: await forgottenIn(context.vault, false), write: 'never' });
  return { documents: documents.length, fresh: rebuilt === null && changes.added + changes.updated + changes.removed === 0 };
}

/** The view's reader is loaded only where ids alone do not tell. */
export async function forgottenIn(vault: Vault, keep = true): Promise<Set<string>> {
  return await readForgotten(vault, async () => (await import('../vault/view.ts')).readFacts(vault), keep);
}
