// The port between a dream and what proposes: the embedded rules now, a model where there is one.
import type { Fact } from '../model/fact.ts';
import type { Proposals } from '../model/plan.ts';
import type { Progress } from '../model/ports.ts';
import type { View } from '../vault/view.ts';

export interface Engine {
  /** Name and version for the ledger, such as `rules/1`. */
  readonly name: string;
  /** Proposes for the facts of one batch, with the pages in view. Changes nothing. */
  propose(batch: readonly Fact[], view: View, progress: Progress): Promise<Proposals>;
}
