// `memvault index`: brings the index up to date with the files, once or after every change.
import type { Cancel } from '../../model/ports.ts';
import { plural } from '../../model/text.ts';
import type { Answer, Context } from '../../tasks/context.ts';
import { keepIndex, type Kept } from '../../tasks/keep-index.ts';
import { openContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { type Command, isOn, usage } from '../spec.ts';

// What `index` and `reindex` say: what changed, what could not be read and how long it took.

/** `ms`: milliseconds that the work took. */
export function reportIndex(
  answer: Answer,
  verb: 'index' | 'reindex',
  { documents, changes, unread }: Kept,
  ms: number,
): void {
  answer.document(verb, { ...changes, documents, unread: [...unread.keys()], ms: Math.round(ms) });
  const { added, updated, removed, unchanged } = changes;
  answer.report(
    `${plural(documents, 'document')}; files: ${added} added, ${updated} updated, ${removed} removed, ` +
      `${unchanged} unchanged (${Math.round(ms)} ms)`,
  );
  for (const reason of unread.values()) answer.warn(`memvault: ${reason.message}; it is not in the index`);
}

const WATCH_MS = 1000;

export const run: Command = async (world, invocation) => {
  const context = await openContext(world, invocation);
  if (!isOn(invocation.values, 'watch')) {
    return (await once(context, () => true)) ? EXIT.done : EXIT.partly;
  }
  if (context.answer.json) throw usage('--watch never ends, and --json prints one document', 'leave one of them out');
  await once(context, () => true);
  const cancel = world.cancellable();
  context.answer.remark('Watching; Ctrl-C ends it.');
  while (!cancel.requested) {
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
    await once(context, ({ added, updated, removed }) => added + updated + removed > 0, cancel);
  }
  return EXIT.interrupted;
};

/** Says whether every note could be read. */
async function once(
  context: Context,
  isWorthALine: (changes: { added: number; updated: number; removed: number }) => boolean,
  watch: Cancel | null = null,
): Promise<boolean> {
  const begin = performance.now();
  const state = await keepIndex(context, 'index', watch);
  if (isWorthALine(state.changes)) reportIndex(context.answer, 'index', state, performance.now() - begin);
  return state.unread.size === 0;
}
