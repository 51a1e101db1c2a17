// Equality and judgement together: what is done with a newer statement beside one older.
import { normalForm } from '../normal-form.ts';
import { statementCore } from './core.ts';
import { judge } from './judge.ts';
import type { Circumstances, Judged, Verdict } from './types.ts';

/** The decision over one pair, older and newer by the order of facts. */
export function decidePair(older: Judged, newer: Judged, circumstances: Circumstances): Verdict {
  const equal = normalForm(statementCore(older.text)) === normalForm(statementCore(newer.text));
  if (equal && !circumstances.explicit) return { as: 'duplicate', reason: 'the same statement' };
  return judge(older, newer, circumstances);
}
