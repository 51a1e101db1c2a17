// `memvault index`: updates the index from the files, once or after every change. `memvault reindex`: rebuilds it from
// the files; nothing is lost, since the index is derived.
import { rebuild, refresh } from '../../index/refresh.ts';
import type { OpenIndex } from '../../index/view.ts';
import type { MemvaultError } from '../../model/errors.ts';
import type { Cancel } from '../../model/ports.ts';
import { plural } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { followPulled } from '../../tasks/hold-lock.ts';
import { refreshOptions, sayRebuilt } from '../../tasks/refresh-index.ts';
import { sweepCache } from '../../vault/journal.ts';
import { indexFiles } from '../../vault/read-index-files.ts';
import { EXIT } from '../exit-codes.ts';
import { type Command, isOn } from '../spec.ts';

const WATCH_MS = 1000;

export const run: Command = async (context, invocation) => {
  const verb = invocation.verb === 'reindex' ? 'reindex' : 'index';
  const isWatching = isOn(invocation.values, 'watch');
  const isWhole = await once(context, verb);
  if (!isWatching) return isWhole ? EXIT.done : EXIT.partly;
  const cancel = context.world.cancellable();
  context.answer.remark('Watching; Ctrl-C ends it.');
  while (!cancel.requested) {
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
    await once(context, verb, cancel);
  }
  return EXIT.interrupted;
};

/**
 * Updates once and reports the changes and the time; while watching, only if something changed. Returns whether every
 * note could be read.
 */
async function once(context: Context, verb: 'index' | 'reindex', watch: Cancel | null = null): Promise<boolean> {
  const { answer } = context;
  const begin = performance.now();
  const { documents, changes, unread } = await keepIndex(context, verb, watch);
  const ms = Math.round(performance.now() - begin);
  const { added, updated, removed, unchanged } = changes;
  if (watch === null || added + updated + removed > 0) {
    answer.document({ ...changes, documents, unread: [...unread.keys()], ms });
    answer.report(
      `${plural(documents, 'document')}; files: ${added} added, ${updated} updated, ${removed} removed, ` +
        `${unchanged} unchanged (${ms} ms)`,
    );
    for (const reason of unread.values()) answer.warn(`memvault: ${reason.message}; it is not indexed`);
  }
  return unread.size === 0;
}

interface Kept extends Pick<OpenIndex, 'documents' | 'changes'> {
  /** Notes that could not be read and are not indexed, and why. */
  readonly unread: ReadonlyMap<string, MemvaultError>;
}

/**
 * Checks every file. `watch`: cancels the embedding; while watching, vectors are made only after a change. Throws
 * `interrupted`.
 */
async function keepIndex(context: Context, how: 'index' | 'reindex', watch: Cancel | null = null): Promise<Kept> {
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
        await import('../../tasks/embed.ts')
      ).embedIndex(context, { files, index, options, ...(watch && { cancel: watch }) });
  } finally {
    index.close();
  }
  return { documents, changes, unread };
}
