// What `index` and `reindex` say: what changed and how long it took.
import type { IndexState } from '../../index/state.ts';
import type { Answer } from '../context.ts';
import { plural } from '../paint.ts';

/** `ms`: milliseconds that the work took. */
export function reportIndex(answer: Answer, verb: 'index' | 'reindex', { documents, changes }: IndexState, ms: number): void {
  answer.document(verb, { ...changes, documents: documents.length, ms: Math.round(ms) });
  const { added, updated, removed, unchanged } = changes;
  answer.report(`${plural(documents.length, 'document')}; files: ${added} added, ${updated} updated, ${removed} removed, ${unchanged} unchanged (${Math.round(ms)} ms)`);
}
