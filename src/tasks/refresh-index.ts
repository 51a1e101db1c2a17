// The index brought up to date after something was written, or only looked at.
import { isDamage } from '../index/open-index.ts';
import { rebuild, refresh } from '../index/refresh.ts';
import type { OpenIndex, RefreshOptions } from '../index/state.ts';
import type { Tables } from '../index/view.ts';
import { dayOf } from '../model/day.ts';
import type { IndexFiles } from '../model/index-files.ts';
import type { Progress } from '../model/ports.ts';
import { indexFiles } from '../vault/read-index-files.ts';
import { readForgotten } from '../vault/tombstones.ts';
import type { Vault } from '../vault/vault.ts';
import type { Context } from './context.ts';

/** Looks at every file. `purge`: nothing stays of what is not in the vault any more. */
export async function refreshIndex(context: Context, purge = false): Promise<void> {
  const index = await refresh(indexFiles(context.vault), {
    ...(await refreshOptions(context, { look: 'all', write: 'always' })),
    purge,
  });
  sayRebuilt(context, index);
  index.close();
}

interface Peeked<T> {
  readonly index: { readonly documents: number; readonly fresh: boolean };
  readonly also: T;
}

/**
 * How many documents the index holds, and whether it is in step with the files; `also`: what else is asked of it.
 * Writes nothing.
 */
export async function peekIndex<T>(
  context: Context,
  also: (files: IndexFiles, tables: Tables) => T,
): Promise<Peeked<T>> {
  const files = indexFiles(context.vault);
  const options = await refreshOptions(context, { look: 'all', write: 'never' });
  const peek = (index: OpenIndex, isSound: boolean): Peeked<T> => {
    try {
      const { documents, changes, rebuilt, tables } = index;
      return {
        index: {
          documents,
          fresh: isSound && rebuilt === null && changes.added + changes.updated + changes.removed === 0,
        },
        also: also(files, tables),
      };
    } finally {
      index.close();
    }
  };
  try {
    return peek(await refresh(files, options), true);
  } catch (error) {
    if (!isDamage(error)) throw error;
    return peek(await rebuild(files, options), false);
  }
}

export async function refreshOptions(
  { vault, settings, world, answer }: Context,
  how: Pick<RefreshOptions, 'look' | 'write'>,
): Promise<RefreshOptions> {
  const progress = async (): Promise<Progress> => answer.progress();
  return {
    ...how,
    forgotten: await forgottenIn(vault, how.write !== 'never'),
    today: dayOf(world.now()),
    languages: settings.retrieve.languages,
    ...(world.stderr.isTerminal && { progress }),
  };
}

/** The view's reader is loaded only where ids alone do not tell. */
async function forgottenIn(vault: Vault, keep: boolean): Promise<Set<string>> {
  return await readForgotten(vault, async () => (await import('../vault/view.ts')).readFacts(vault), keep);
}

/** Says where the index had to be built anew. */
export function sayRebuilt({ answer }: Context, { rebuilt }: Pick<OpenIndex, 'rebuilt'>): void {
  if (rebuilt === 'corrupt') answer.remark('The index was damaged and has been built anew.');
  if (rebuilt === 'version') answer.remark('The index was of another version and has been built anew.');
}
