// The index in hand: what a refresh gives and a query takes.
import type { Progress } from '../model/ports.ts';
import type { FoundDocument } from './document.ts';
import type { Tokenizer } from './tokenizer.ts';
import type { Tables } from './view.ts';

/** Counts of files against the index as it was. */
export interface Changes {
  readonly added: number;
  readonly updated: number;
  readonly removed: number;
  readonly unchanged: number;
}

/** Why there was no usable index. */
export type Fault = 'missing' | 'corrupt' | 'version';

/** The index in hand, as it is kept in segments. Closed by whoever asked for it. */
export interface OpenIndex {
  readonly tables: Tables;
  /** Live documents. */
  readonly documents: number;
  readonly changes: Changes;
  /** Why it was built from nothing where a refresh was asked for; null where it was not. */
  readonly rebuilt: Fault | null;
  /** Files of which nobody looked whether they changed. */
  readonly notLookedAt: number;
  readonly tokenizer: Tokenizer;
  /** The document of a row, its words from the markdown. Null where its file has changed since: then see `again`. */
  read(row: number): FoundDocument | null;
  /** The index after the files of these rows were read, whatever their size and time say. This one is closed by it. */
  again(rows: readonly number[]): Promise<OpenIndex>;
  close(): void;
}

/** `kept`: is what was found published, or nothing to publish? */
export interface Changed {
  readonly index: OpenIndex;
  readonly kept: boolean;
}

export interface RefreshOptions {
  /** Ids of forgotten facts: never indexed, nor a claim that cites one. */
  readonly forgotten: ReadonlySet<string>;
  /** `quick` looks at files that probably changed, and at all of them once a minute. */
  readonly look: 'quick' | 'all';
  /** `cheap` leaves a small difference unwritten. */
  readonly write: 'always' | 'cheap' | 'never';
  /** Leaves no row that died and no vector of one, though no other fact is forgotten than before: for who forgets. */
  readonly purge?: boolean;
  /** The local day. */
  readonly today: string;
  /** Codes of the languages whose words are brought to their stems. */
  readonly languages: readonly string[];
  /** Who waits; asked for only where many notes are read. */
  readonly progress?: () => Promise<Progress>;
}
