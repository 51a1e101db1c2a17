// What `index` and `reindex` say: what changed, what could not be read and how long it took.
import { plural } from '../../model/text.ts';
import type { Answer } from '../../tasks/context.ts';
import type { Kept } from '../../tasks/keep-index.ts';

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
