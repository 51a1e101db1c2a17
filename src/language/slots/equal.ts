// When two facts are the same statement: equal words under the normal form, about the same project, event and values;
// and when two statements can be compared at all. What only its speaker makes clear ("I like it") is equal only within
// one category.
import type { Statement } from '../../model/fact.ts';
import { normalForm } from '../normal-form.ts';
import { statementCore } from './sentence.ts';
import type { Judged } from './slots.ts';

const DEICTIC = new RegExp(
  String.raw`\b(?:i|me|my|mine|myself|we|us|our|ours|you|your|yours|he|him|his|she|her|hers|they|them|their|it|` +
    String.raw`its|this|that|these|those|here|there)\b|[我你您他她它咱俺]|这|那`,
  'i',
);
const WORDS = /[\p{L}\p{N}]+/gu;
const FIELDS = ['project', 'key', 'value', 'persons', 'location'] as const;

/** A key that equal statements share. `text` is the wording with its dates, as it stands on a page. */
export function statementKey(text: string, fact: Statement): string {
  return `${formKey(normalForm(statementCore(text)), text, fact)}\u0000${fact.fields.at?.slice(0, 10) ?? ''}`;
}

/** The same for a form of that text that was found otherwise, whenever it happened. */
export function formKey(form: string, text: string, fact: Pick<Statement, 'category' | 'fields'>): string {
  const speaker = dependsOnSpeaker(text) ? `${fact.category} ${fact.fields.persons ?? ''}` : '';
  return [form, speaker, ...FIELDS.map((name) => fact.fields[name] ?? '')].join('\u0000');
}

function dependsOnSpeaker(text: string): boolean {
  return DEICTIC.test(text) || (text.match(WORDS) ?? []).length < 3;
}

const SPEAKER = new RegExp(
  String.raw`\b(?:i|me|my|mine|we|us|our|you|your|he|him|his|she|her|they|them|their|it|its|this|that|these|` +
    String.raw`those|here|there)\b|[我你您他她它咱俺]|这|那`,
  'i',
);

/**
 * Whether two statements can be compared word by word: said of the same project and persons, and by the same speaker
 * where only the speaker makes clear who is meant.
 */
export function isSameTalk(older: Judged, newer: Judged): boolean {
  if (FIELDS.some((name) => (older.fields[name] ?? '') !== (newer.fields[name] ?? ''))) return false;
  return older.category === newer.category || !SPEAKER.test(older.text);
}
