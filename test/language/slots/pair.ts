// One row of the table of pairs: an older and a newer statement, and what is right to do with the newer.
import { isSameTalk, statementKey } from '../../../src/language/slots/compare.ts';
import { type Circumstances, judge, type Judged, type Verdict } from '../../../src/language/slots/slots.ts';

type Side = string | { text: string; category?: string; fields?: Record<string, string> };

/** Older, newer, days between, the right decision. */
export type Pair = [older: Side, newer: Side, days: number, right: Verdict['as'], explicit?: 'explicit'];

export const sideOf = (side: Side): { text: string; category: string; fields: Record<string, string> } =>
  typeof side === 'string'
    ? { text: side, category: 'general', fields: {} }
    : { category: 'general', fields: {}, ...side };

/** What is done with the newer: the same again, or what it is judged to be. */
export function decide(older: Judged, newer: Judged, circumstances: Circumstances): Verdict {
  const [before, after] = [older, newer].map((side) => statementKey(side.text, { tags: [], ...side }));
  return !circumstances.explicit && before === after && isSameTalk(older, newer)
    ? { as: 'duplicate', reason: 'the same statement' }
    : judge(older, newer, circumstances);
}

/** A statement of a project. */
export const of = (project: string, text: string): Side => ({ text, fields: { project } });
