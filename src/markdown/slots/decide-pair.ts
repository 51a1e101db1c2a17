// Equality and judgement together: what is done with a newer statement beside one older.
import { normalForm } from '../normal-form.ts';
import { statementCore } from './core.ts';
import { judge } from './judge.ts';
import { isSameTalk } from './same-talk.ts';
import type { Circumstances, Judged, Verdict } from './types.ts';

/** The decision over one pair, older and newer by the order of facts. */
export function decidePair(older: Judged, newer: Judged, circumstances: Circumstances): Verdict {
  if (!circumstances.explicit && isSaidAlike(older, newer)) return { as: 'duplicate', reason: 'the same statement' };
  return judge(older, newer, circumstances);
}

function isSaidAlike(older: Judged, newer: Judged): boolean {
  if (!isSameTalk(older, newer)) return false;
  if ((older.fields.at ?? '').slice(0, 10) !== (newer.fields.at ?? '').slice(0, 10)) return false;
  return normalForm(statementCore(older.text)) === normalForm(statementCore(newer.text));
}
