// The port between a dream and what proposes: the embedded rules now, a model where there is one.
import type { Fact } from '../model/fact.ts';
import type { Proposals } from '../model/plan.ts';
import type { Progress } from '../model/ports.ts';
import type { View } from '../vault/view.ts';

export interface Engine {
  /** Name and version for the ledger, such as `rules/1`. */
  readonly name: string;
  /**
   * Proposes for the facts of one batch, with the pages in view. Changes nothing. Throws a MemvaultError for what is
   * no fact's fault (`model`, `interrupted`), which stops the dream; all else that it throws counts as brought out by
   * a fact of the batch, and the batch is proposed again in halves, by an engine made anew.
   */
  propose(batch: readonly Fact[], view: View, progress: Progress): Promise<Proposals>;
}
