// The index as commands ask it: brought up to date as far as a search does that, open, and made anew where it shows to be
// damaged while it is asked.
import { rebuild, refresh } from '../index/bring.ts';
import { isDamage } from '../index/open-index.ts';
import type { BringOptions, OpenIndex } from '../index/state.ts';
import { dayOf } from '../model/day.ts';
import type { MemvaultError } from '../model/errors.ts';
import type { IndexFiles } from '../model/index-files.ts';
import { indexFiles } from '../vault/index-files.ts';
import type { Context } from './context.ts';
import { forgottenIn } from './refresh-index.ts';

export interface Brought {
  readonly index: OpenIndex;
  readonly files: IndexFiles;
  /** Notes that could not be read and are not in the index, and why. */
  readonly unread: ReadonlyMap<string, MemvaultError>;
}

/** Brings the index up to date and asks it, twice where it is damaged. Closes it. */
export async function withIndex<T>(context: Context, ask: (brought: Brought) => Promise<T>): Promise<T> {
  const unread = new Map<string, MemvaultError>();
  const files = indexFiles(context.vault, { unread: (path, reason) => unread.set(path, reason) });
  const options = await bringOptions(context, { look: 'quick', write: 'cheap' });
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

export async function bringOptions({ vault, settings, world }: Context, how: Pick<BringOptions, 'look' | 'write'>): Promise<BringOptions> {
  return { ...how, forgotten: await forgottenIn(vault, how.write !== 'never'), today: dayOf(world.now()), languages: settings.retrieve.languages };
}

/** Says where the index had to be built anew. */
export function sayRebuilt({ answer }: Context, { rebuilt }: Pick<OpenIndex, 'rebuilt'>): void {
  if (rebuilt === 'corrupt') answer.remark('The index was damaged and has been built anew.');
  if (rebuilt === 'version') answer.remark('The index was of an older version and has been built anew.');
}
