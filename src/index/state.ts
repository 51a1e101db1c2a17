// The index in hand: what a refresh gives and a query takes.
import type { CacheFault } from './cache.ts';
import type { IndexDocument } from './document.ts';
import type { Engine } from './engine.ts';
import type { Tokenizer } from './tokenizer.ts';

/** Counts of files against the index as it was. */
export interface Changes {
  readonly added: number;
  readonly updated: number;
  readonly removed: number;
  readonly unchanged: number;
}

export interface IndexState {
  readonly documents: readonly IndexDocument[];
  readonly changes: Changes;
  /** Why it was built from nothing where a refresh was asked for; null where it was not. */
  readonly rebuilt: CacheFault | null;
  readonly engine: Engine;
  readonly tokenizer: Tokenizer;
}

export interface RefreshOptions {
  /** Ids of forgotten facts: never indexed, nor a claim that cites one. */
  readonly forgotten: ReadonlySet<string>;
  /** `cheap` leaves a small difference to a large index unwritten. */
  readonly write: 'always' | 'cheap' | 'never';
}
