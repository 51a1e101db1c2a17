// The index as commands ask it: brought up to date as far as a search does that, open, and made anew where it shows to
// be damaged while it is asked.
import { isDamage } from '../index/open-index.ts';
import { rebuild, refresh } from '../index/refresh.ts';
import type { OpenIndex } from '../index/state.ts';
import type { MemvaultError } from '../model/errors.ts';
import type { IndexFiles } from '../model/index-files.ts';
import { indexFiles } from '../vault/read-index-files.ts';
import type { Context } from './context.ts';
import { refreshOptions, sayRebuilt } from './refresh-index.ts';

export interface Brought {
  readonly index: OpenIndex;
  readonly files: IndexFiles;
  /** Notes that could not be read and are not in the index, and why. */
  readonly unread: ReadonlyMap<string, MemvaultError>;
}

/**
 * Brings the index up to date and asks it, twice where it is damaged: so `ask` says nothing before it is done. Closes
 * it.
 */
export async function withIndex<T>(context: Context, ask: (brought: Brought) => Promise<T>): Promise<T> {
  const unread = new Map<string, MemvaultError>();
  const files = indexFiles(context.vault, { unread: (path, reason) => unread.set(path, reason) });
  const options = await refreshOptions(context, { look: 'quick', write: 'cheap' });
  const asked = async (index: OpenIndex): Promise<T> => {
    try {
      return await ask({ index, files, unread });
    } finally {
      index.close();
    }
  };
  const index = await refresh(files, options);
  sayRebuilt(context, index);
  try {
    return await asked(index);
  } catch (error) {
    if (!isDamage(error)) throw error;
    sayRebuilt(context, { rebuilt: 'corrupt' });
    return await asked(await rebuild(files, options));
  }
}
