// When vectors are made: after an index was brought up to date for its own sake, and after a dream. Loaded only where
// embeddings are set up.
import { refresh } from '../index/refresh.ts';
import type { OpenIndex, RefreshOptions } from '../index/state.ts';
import { MemvaultError } from '../model/errors.ts';
import type { IndexFiles } from '../model/index-files.ts';
import type { Cancel } from '../model/ports.ts';
import { indexFiles } from '../vault/read-index-files.ts';
import type { Context } from './context.ts';
import { embedIndex } from './embed-index.ts';
import { refreshOptions } from './refresh-index.ts';

export interface InHand {
  readonly files: IndexFiles;
  readonly index: OpenIndex;
  readonly options: RefreshOptions;
  /** Null for one of its own. */
  readonly cancel: Cancel | null;
}

/** For an index in hand, which stays open. Throws `interrupted`. */
export async function embedInHand(context: Context, { files, index, options, cancel }: InHand): Promise<void> {
  await embedIndex(context, {
    files,
    index,
    cancel: cancel ?? context.world.cancellable(),
    again: async () => await refresh(files, options),
  });
}

/** After a dream, which is done whatever becomes of the vectors: a person who ends it reads that in a line. */
export async function embedAfterDream(context: Context): Promise<void> {
  const files = indexFiles(context.vault);
  const options = await refreshOptions(context, { look: 'quick', write: 'cheap' });
  const index = await refresh(files, options);
  try {
    await embedInHand(context, { files, index, options, cancel: null });
  } catch (error) {
    if (!(error instanceof MemvaultError) || error.code !== 'interrupted') throw error;
    context.answer.remark(`${error.message}; the next index goes on.`);
  } finally {
    index.close();
  }
}
