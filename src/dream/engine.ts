// The port between a dream and what proposes: the embedded rules now, a model where there is one.
import type { Fact } from '../model/fact.ts';
import type { SummaryClaim } from '../markdown/summary.ts';
import type { Proposals, SummaryLine, Usage } from '../model/plan.ts';
import type { Cancel, Progress } from '../model/ports.ts';
import type { View } from '../vault/view.ts';

export interface Engine {
  /** Name and version for the ledger, such as `rules/1` or `ollama:qwen3:8b/consolidate-1`. */
  readonly name: string;
  /** It watches over each of its calls: one that hangs costs what it was about, and not the dream. */
  readonly limitsItself?: boolean;
  /**
   * Proposes for the facts of one batch, with the pages in view. Changes nothing. Throws a MemvaultError for what is
   * no fact's fault (`model`, `interrupted`), which stops the dream; all else that it throws counts as brought out by
   * a fact of the batch, and the batch is proposed again in halves, by an engine made anew. Once `cancel` is
   * requested, it gives what is done, and names the rest among `waits`.
   */
  propose(batch: readonly Fact[], view: View, progress: Progress, cancel: Cancel): Promise<Proposals>;
  /** `MEMORY.md` in its own words, from the claims worth showing, the most worth knowing first. Null where it has none. Throws nothing. */
  summarise?(claims: readonly SummaryClaim[], progress: Progress, cancel: Cancel): Promise<Summarised>;
}

export interface Summarised {
  readonly lines: readonly SummaryLine[] | null;
  readonly notices: readonly string[];
  readonly usage: Usage;
}
