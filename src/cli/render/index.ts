// What `index` and `reindex` say: what changed, what could not be read and how long it took.
import type { Answer } from '../context.ts';
import type { Kept } from '../keep-index.ts';
import { plural } from '../paint.ts';

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
