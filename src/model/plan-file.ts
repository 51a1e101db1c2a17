// What a dream heard from its engine, batch by batch, as a value that is printed, stored, edited by a person and
// replayed without the engine. It holds proposals, never changes: who replays it plans anew, and validates all of it.
import type { Proposals, SummaryLine } from './plan.ts';

/** What a proposal in it may come to. */
export const PROPOSABLE = ['placed', 'duplicate', 'superseded', 'conflict', 'set-aside'] as const;

/** One batch. */
export interface PlannedBatch {
  /** Name and version of the engine. */
  readonly engine: string;
  /** The facts that it was asked about, in their order. */
  readonly facts: readonly PlannedFact[];
  /** Facts that memvault settled in it without asking: what a merge or a hand brought, what looks like a secret. */
  readonly settled: readonly PlannedFact[];
  readonly proposals: Proposals;
  readonly summary: readonly SummaryLine[] | null;
}

export interface PlannedFact {
  readonly fact: string;
  readonly day: string;
  /** Its own words, for whoever reads the file; empty for what looks like a secret. Never taken from here. */
  readonly says: string;
  /** Digest of its content: a line that was edited since is not what was planned. */
  readonly digest: string;
}

/** `dream --plan FILE`. */
export interface PlanFile {
  readonly type: 'memvault/plan';
  readonly version: 1;
  /** Start of the dream, ISO in UTC: a replay has the same run ids and times. */
  readonly start: string;
  /** The local day of the start: its facts and later ones are not in it. */
  readonly today: string;
  /** What the dream was asked for. */
  readonly options: {
    readonly maxDays: number;
    readonly reviews: number;
    readonly reviewsInCatchUp: number;
    readonly repeatUndone: boolean;
    readonly retry: boolean;
    /** What was decided before is proposed anew: from this local day on. */
    readonly redo: string | null;
  };
  readonly batches: readonly PlannedBatch[];
  /** Digest of each page that it touches as it was before; null for none. */
  readonly pages: Readonly<Record<string, string | null>>;
}
