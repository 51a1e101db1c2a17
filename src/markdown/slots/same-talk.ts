// Whether two statements can be compared word by word: said of the same project and persons, and by the same
// speaker where only the speaker makes clear who is meant.
import type { Judged } from './types.ts';

const DEICTIC = new RegExp(
  String.raw`\b(?:i|me|my|mine|we|us|our|you|your|he|him|his|she|her|they|them|their|it|its|this|that|these|` +
    String.raw`those|here|there)\b|[我你您他她它咱俺]|这|那`,
  'i',
);
const FIELDS = ['project', 'key', 'value', 'persons', 'location'] as const;

export function isSameTalk(older: Judged, newer: Judged): boolean {
  if (FIELDS.some((name) => (older.fields[name] ?? '') !== (newer.fields[name] ?? ''))) return false;
  return older.category === newer.category || !DEICTIC.test(older.text);
}
