// Equality and judgement together: what is done with a newer statement beside one older.
import { normalForm } from '../normal-form.ts';
import { statementCore } from './core.ts';
import { judge } from './judge.ts';
import type { Circumstances, Judged, Verdict } from './types.ts';

const DEICTIC = /\b(?:i|me|my|mine|we|us|our|you|your|he|him|his|she|her|they|them|their|it|its|this|that|these|those|here|there)\b|[我你您他她它咱俺]|这|那/i;
const FIELDS = ['project', 'key', 'value', 'persons', 'location'] as const;

/** The decision over one pair, older and newer by the order of facts. */
export function decidePair(older: Judged, newer: Judged, circumstances: Circumstances): Verdict {
  if (!circumstances.explicit && isSaidAlike(older, newer)) return { as: 'duplicate', reason: 'the same statement' };
  return judge(older, newer, circumstances);
}

function isSaidAlike(older: Judged, newer: Judged): boolean {
  if (FIELDS.some((name) => (older.fields[name] ?? '') !== (newer.fields[name] ?? ''))) return false;
  if ((older.fields.at ?? '').slice(0, 10) !== (newer.fields.at ?? '').slice(0, 10)) return false;
  if (older.category !== newer.category && DEICTIC.test(older.text)) return false;
  return normalForm(statementCore(older.text)) === normalForm(statementCore(newer.text));
}
