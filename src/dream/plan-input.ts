// What a plan is made from. Data only.
import type { LedgerLine } from '../model/disposition.ts';
import type { Left, Proposals } from '../model/plan.ts';
import type { Pending } from '../vault/pending.ts';
import type { View } from '../vault/view.ts';

export interface PlanInput {
  readonly engine: string;
  /** What the plan is about: every fact in it is decided, or named as left. */
  readonly batch: Pending;
  readonly proposals: Proposals;
  readonly view: View;
  /** May memvault write this page? */
  readonly isPagePath: (path: string) => boolean;
  /** Pages that must not be touched now, and why. */
  readonly closed: Pick<ReadonlyMap<string, string>, 'get' | 'has'>;
  /** What a person undid and must not be decided in the same way; by fact the lines that were taken back. */
  readonly undone: ReadonlyMap<string, readonly LedgerLine[]>;
  /** Facts that wait already in this dream, and why. */
  readonly waiting: ReadonlyMap<string, Left>;
  /** How often facts have failed of themselves before. */
  readonly failures: ReadonlyMap<string, number>;
  /** Facts of the batch that are known to fail, and what went wrong: nothing else is tried with them. */
  readonly failing: ReadonlyMap<string, string>;
  /** So many new reviews at most. */
  readonly maxReviews: number;
  /** Facts of the batch that look like secrets: no word of them goes anywhere. */
  readonly secret: ReadonlySet<string>;
}
