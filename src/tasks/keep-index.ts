// The index brought up to date, or built anew, for who asks for nothing else: one that cannot be written is an error.
import { rebuild, refresh } from '../index/refresh.ts';
import type { OpenIndex } from '../index/view.ts';
import type { MemvaultError } from '../model/errors.ts';
import type { Cancel } from '../model/ports.ts';
import { sweepCache } from '../vault/journal.ts';
import { indexFiles } from '../vault/read-index-files.ts';
import type { Context } from './context.ts';
import { followPulled } from './hold-lock.ts';
import { refreshOptions, sayRebuilt } from './refresh-index.ts';

export interface Kept extends Pick<OpenIndex, 'documents' | 'changes'> {
  /** Notes that could not be read and are not in the index, and why. */
  readonly unread: ReadonlyMap<string, MemvaultError>;
}

/**
 * Looks at every file. `watch`: hears of its end; vectors are made only where something changed. Throws `interrupted`
 * where a person ends that.
 */
export async function keepIndex(
  context: Context,
  how: 'index' | 'reindex',
  watch: Cancel | null = null,
): Promise<Kept> {
  await followPulled(context, how);
  sweepCache(context.vault);
  const unread = new Map<string, MemvaultError>();
  const files = indexFiles(context.vault, { mustKeep: true, unread: (path, reason) => unread.set(path, reason) });
  const options = await refreshOptions(context, { look: 'all', write: 'always' });
  const index = await (how === 'index' ? refresh : rebuild)(files, options);
  if (how === 'index') sayRebuilt(context, index);
  const { documents, changes } = index;
  try {
    const isNews = watch === null || changes.added + changes.updated + changes.removed > 0;
    if (isNews && context.settings.retrieve.embeddings !== 'off')
      await (
        await import('./embed.ts')
      ).embedIndex(context, { files, index, options, ...(watch && { cancel: watch }) });
  } finally {
    index.close();
  }
  return { documents, changes, unread };
}
