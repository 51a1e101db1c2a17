// How sure hits are today, and which of them have faded. Looks at marks and recalls of those facts alone that it is
// asked about; drops no hit.
import type { FoundDocument } from '../index/document.ts';
import { confidenceOn, fadedBy, type Fading, standingOf, surest } from '../model/confidence.ts';
import { dayOf } from '../model/day.ts';
import { isPinned } from '../model/mark.ts';

/** What tells how sure a fact is, beside its line. */
export interface Memory {
  /** The local day. */
  readonly today: string;
  readonly fading: Fading;
  /** As `foldMarks` gives them. */
  readonly marks: ReadonlyMap<string, boolean>;
  /** For a fact the instant of its last tracked recall, ISO in UTC, or null. Null where there is none of any fact. */
  readonly lastRecall: ((fact: string) => string | null) | null;
}

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
      return standingOf(fact, { pinned: isPinned(fact, marks), superseded, recalled: last === null ? null : dayOf(new Date(last)) }, fading);
    });
    const confidence = surest(standings.map((standing) => confidenceOn(today, standing, fading)));
    return { confidence: Math.round(confidence * 1e4) / 1e4, faded: facts.length > 0 && standings.every(hasFaded), pinned: facts.some((fact) => isPinned(fact, marks)) };
  };
}
