// An open index as queries see it: its segments as one list of live rows, and the results of a refresh.
import type { FoundFile, Progress } from '../model/ports.ts';
import type { FoundDocument } from './document.ts';
import type { RowKind } from './segment/format.ts';
import type { SegmentTables } from './segment/tables.ts';
import type { Tokenizer } from './tokenizer.ts';

/** The documents that contain a term in one field. */
export interface Posting {
  /** Index into ROW_FIELDS. */
  readonly field: number;
  /** Live rows, ascending. */
  readonly rows: Int32Array;
  /** Occurrences in each of them; null if all are 1. */
  readonly frequencies: Uint16Array | null;
}

export type Column = 'kind' | 'superseded' | 'file' | 'day' | 'minute' | 'logged' | 'group' | 'ordinal' | 'hash';

/** One number per row. */
export type Values = ArrayLike<number> & { indexOf(value: number, from?: number): number };

/** The entry of a row, used to read its text. */
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

/** The position of a fact's line. */
export interface FactSpot {
  readonly path: string;
  readonly offset: number;
  readonly line: number;
}

/** Existing files by size and time, and the number of files skipped. */
export interface KnownFiles {
  readonly files: readonly FoundFile[];
  readonly passed: number;
}

/** The public interface of an open index: see segment/tables.ts. */
export type Tables = Pick<SegmentTables, keyof SegmentTables>;

/** Numbers of files compared with the previous index. */
export interface Changes {
  readonly added: number;
  readonly updated: number;
  readonly removed: number;
  readonly unchanged: number;
}

/** Why there was no usable index. */
export type Fault = 'missing' | 'corrupt' | 'version';

/** An open index, stored in segments. The caller closes it. */
export interface OpenIndex {
  readonly tables: Tables;
  /** Live documents. */
  readonly documents: number;
  readonly changes: Changes;
  /** Why a refresh had to rebuild it; null if it did not. */
  readonly rebuilt: Fault | null;
  /** Number of files that were not checked for changes. */
  readonly notLookedAt: number;
  readonly tokenizer: Tokenizer;
  /**
   * The document of a row, with its text read from the markdown. Null if its file has changed since: then use `again`.
   */
  read(row: number): FoundDocument | null;
  /** Re-reads the files of these rows, whatever their size and time, and returns the new index. Closes this one. */
  again(rows: readonly number[]): Promise<OpenIndex>;
  close(): void;
}

/** `kept`: the result was published, or there was nothing to publish. */
export interface Changed {
  readonly index: OpenIndex;
  readonly kept: boolean;
}

export interface RefreshOptions {
  /** Ids of forgotten facts: neither they nor claims that cite them are indexed. */
  readonly forgotten: ReadonlySet<string>;
  /** `quick` checks files that probably changed, and all files once a minute. */
  readonly look: 'quick' | 'all';
  /** `cheap` leaves small differences unpublished. */
  readonly write: 'always' | 'cheap' | 'never';
  /** Removes all dead rows and their vectors even if the set of forgotten facts is unchanged: used by forget. */
  readonly purge?: boolean;
  /** The local day. */
  readonly today: string;
  /** Codes of the languages to stem. */
  readonly languages: readonly string[];
  /** Creates a progress display; called only if many notes are read. */
  readonly progress?: () => Promise<Progress>;
}
