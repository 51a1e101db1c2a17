// An open index as a query sees it: its segments, without their dead rows, as one list of rows, and what a refresh
// says of it.
import { confidenceOf, type Fact } from '../model/fact.ts';
import { isPinned } from '../model/page.ts';
import type { FoundFile, Progress } from '../model/ports.ts';
import type { FoundDocument } from './document.ts';
import type { RowKind } from './segment/row.ts';
import type { SegmentTables } from './segment/tables.ts';
import type { Tokenizer } from './tokenizer.ts';

/** The documents that hold a term in one field. */
export interface Posting {
  /** Place in ROW_FIELDS. */
  readonly field: number;
  /** Live rows, ascending. */
  readonly rows: Int32Array;
  /** How often each of them holds it. Null where all hold it once. */
  readonly frequencies: Uint16Array | null;
}

export type Column = 'kind' | 'superseded' | 'file' | 'day' | 'minute' | 'logged' | 'group' | 'ordinal' | 'hash';

/** Numbers by row. */
export type Values = ArrayLike<number> & { indexOf(value: number, from?: number): number };

/** A row's entry, to find its words by. */
export interface Spot {
  readonly kind: RowKind;
  readonly superseded: boolean;
  readonly path: string;
  readonly offset: number;
  readonly length: number;
  readonly line: number;
  readonly part: number;
  readonly id: string;
  readonly hash: number;
}

/** Where a fact's line stands. */
export interface FactSpot {
  readonly path: string;
  readonly offset: number;
  readonly line: number;
}

/** Files that are not gone, by sizes and times alone, and how many were passed over. */
export interface KnownFiles {
  readonly files: readonly FoundFile[];
  readonly passed: number;
}

/** What an open index says: see segment/tables.ts. */
export type Tables = Pick<SegmentTables, keyof SegmentTables>;

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

// Statements that were logged as hardly sure, with `--confidence`: the words that their rows carry, so that ranking
// knows them without reading a line.

/** What all such words begin with; the tenths of the confidence follow. */
export const UNSURE = 'unsure:';

/** From here on a statement is as good as any other. */
export const SURE = 0.8;

const NO_MARKS: ReadonlyMap<string, boolean> = new Map();

/**
 * The word of what rests on these facts, by the surest of them; null where that is sure, or its line pins it, or there
 * is none.
 */
export function unsureWord(facts: readonly Pick<Fact, 'id' | 'fields'>[]): string | null {
  let surest = -1;
  for (const fact of facts) {
    const { fields } = fact;
    // Nearly all say nothing of it.
    if (fields.confidence === undefined || isPinned(fact, NO_MARKS)) return null;
    surest = Math.max(surest, confidenceOf(fact));
  }
  return surest < 0 || surest >= SURE ? null : `${UNSURE}${Math.floor(surest * 10 + 1e-9)}`;
}
