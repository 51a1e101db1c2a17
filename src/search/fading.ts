// How sure hits are today, and which of them have faded. Looks only at the marks and recalls of the facts it is asked
// about.
import type { FoundDocument } from '../index/document.ts';
import type { Memory } from '../index/ranking/sureness.ts';
import { confidenceOn, fadedBy, standingOf, surest } from '../model/confidence.ts';
import { dayOf } from '../model/day.ts';
import { isPinned } from '../model/mark.ts';

export interface Sureness {
  /** 0 to 1, in four decimals. */
  readonly confidence: number;
  readonly faded: boolean;
  readonly pinned: boolean;
}

/** Null for prose, which does not fade. */
export function surenessOf({ today, fading, marks, lastRecall }: Memory): (document: FoundDocument) => Sureness | null {
  const hasFaded = fadedBy(today, fading);
  return ({ kind, facts, superseded }) => {
    if (kind === 'text') return null;
    const standings = facts.map((fact) => {
      const last = lastRecall === null ? null : lastRecall(fact.id);
      return standingOf(
        fact,
        { pinned: isPinned(fact, marks), superseded, recalled: last === null ? null : dayOf(new Date(last)) },
        fading,
      );
    });
    const confidence = surest(standings.map((standing) => confidenceOn(today, standing, fading)));
    return {
      confidence: Math.round(confidence * 1e4) / 1e4,
      faded: facts.length > 0 && standings.every(hasFaded),
      pinned: facts.some((fact) => isPinned(fact, marks)),
    };
  };
}
