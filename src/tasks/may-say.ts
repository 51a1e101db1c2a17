// Words of what is forgotten but still stands in a daily log: they go onto no page and to no model, whoever else says
// them.
import { says, seek } from '../language/forgotten-words.ts';
import type { View } from '../vault/view.ts';

/** True for a text that says nothing of it. */
export function maySay({
  facts,
  factById,
  forgotten,
}: Pick<View, 'facts' | 'factById' | 'forgotten'>): (text: string) => boolean {
  const phrases = [...forgotten].flatMap((id) => factById.get(id) ?? []).map(({ text }) => ({ fact: '', text }));
  if (phrases.length === 0) return () => true;
  const sought = seek(
    phrases,
    facts.flatMap(({ id, text }) => (forgotten.has(id) ? [] : [text])),
  );
  return (text) => !says(text, sought);
}
