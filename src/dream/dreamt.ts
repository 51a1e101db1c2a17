// What a dream is given and what it comes to. Data only.
import { isCancelled } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import type { Left, Plan, Proposals, Usage } from '../model/plan.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import type { Pending } from '../vault/pending.ts';
import type { Vault } from '../vault/vault.ts';
import type { OpenMerge, View } from '../vault/view.ts';
import type { Applied, Apply } from './apply.ts';
import { type Batches, isEmpty } from './collect.ts';
import type { Engine } from './engine.ts';
import { Night } from './night.ts';
import { closedPages } from './plan/asked.ts';

export interface DreamOptions {
  /** Local days in one batch, at most. */
  readonly maxDays: number;
  /** Seconds in which an engine must show some progress. */
  readonly idleSeconds: number;
  readonly start: Date;
  /** The local day whose facts are not over yet; they and later ones are left alone. */
  readonly today: string;
  /** Whether what a person undid may be decided in the same way again: yes where a person asked for this dream. */
  readonly repeatUndone: boolean;
  /** Whether quarantined facts are decided again. */
  readonly retry: boolean;
  /** How often facts have failed of themselves so far. */
  readonly failures: ReadonlyMap<string, number>;
  /** New reviews that this dream asks for, at most, in all its runs together. */
  readonly reviews: number;
  /** The same where facts of more days than `maxDays` are pending; as many as else where it is missing. */
  readonly reviewsInCatchUp?: number;
}

export interface DreamDeps {
  readonly vault: Vault;
  readonly progress: Progress;
  readonly cancel: Cancel;
  /** Makes the engine for one invocation, from the facts before today. */
  readonly makeEngine: (facts: readonly Fact[]) => Engine;
  readonly apply: Apply;
  /** What git has not brought to its end. */
  readonly merge?: OpenMerge | null;
  /** Brings what is generated from the pages in step, after the last batch; a rehearsal gives none. */
  readonly settle?: (view: View) => void;
  /** What it begins with, where that is not the vault as its files have it: for a rehearsal. */
  readonly view?: View;
  /** Other batches than all that is pending, by days. */
  readonly batches?: Batches;
  /** Hears of every batch that came to a plan, once that is carried out, and what the engine said of it. */
  readonly hear?: (heard: Heard) => void;
}

export interface Heard {
  readonly batch: Pending;
  readonly proposals: Proposals;
  readonly plan: Plan;
}

/** What a run came to. Without its view: of many runs, each would keep the whole vault in memory as it was then. */
export interface DreamRun extends Omit<Applied, 'view'> {
  readonly plan: Plan;
  readonly usage: Usage;
}

export interface DreamResult {
  readonly runs: readonly DreamRun[];
  /** Facts that must wait, and why. */
  readonly left: readonly Left[];
  /** How often facts have failed of themselves, this time counted: for the next dream's `failures`. */
  readonly failed: ReadonlyMap<string, number>;
  /** Facts that were quarantined before and are decided now. */
  readonly retried: readonly string[];
  /** Pages that were not touched, and why. */
  readonly closed: readonly string[];
  readonly interrupted: boolean;
  /** What it cost, also where no run came of it. */
  readonly usage: Usage;
  /** No claim stands against another by then, see `vault/agreement.ts`. */
  readonly inAgreement: boolean;
  /** The vault as it is now, or would be. */
  readonly view: View;
}

// A dream: batch after batch until nothing is pending or somebody says stop.

/** Dreams until nothing is pending. The caller holds the lock, where it writes, and has asked the gate. */
export async function dream(deps: DreamDeps, options: DreamOptions): Promise<DreamResult> {
  const night = new Night(deps, options);
  for (let batch = night.next(); !isEmpty(batch) && !(await isCancelled(deps.cancel)); batch = night.next())
    await night.consolidate(batch);
  deps.progress.end();
  // What is open may still be counted twice, or not at all.
  if (!deps.cancel.requested && closedPages(night.view).reasons.length === 0) deps.settle?.(night.view);
  return night.result();
}
