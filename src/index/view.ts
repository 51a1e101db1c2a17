// One consistent look at the index: its segments, without their dead rows, as one list of rows. Ranking and
// refreshing know the index by this alone, whatever it is kept in. Closed by whoever opened it.
import type { SegmentFile, RowKind } from './segment/row.ts';

/** The documents that hold a term in one field. */
export interface Posting {
  /** Place in ROW_FIELDS. */
  readonly field: number;
  /** How many there are. */
  readonly count: number;
  /** No document holds it more often. */
  readonly most: number;
  /**
   * By row a bit, in words of 32, for terms that so many documents hold that their rows are not listed; null for
   * others.
   */
  readonly bits: Int32Array | null;
  /** How often a row holds it that does, of a term with bits. */
  often(row: number): number;
  // Of terms with bits both are made when they are asked for.
  /** Live rows, ascending. */
  readonly rows: Int32Array;
  /** How often each of them holds it. Null where all hold it once. */
  readonly frequencies: Uint16Array | null;
}

export type Column = 'kind' | 'superseded' | 'file' | 'day' | 'minute' | 'logged' | 'group' | 'ordinal' | 'hash';

/** Numbers by row. */
export type Values = ArrayLike<number> & { indexOf(value: number, from?: number): number };

export interface View {
  /** Live documents. */
  readonly size: number;
  /** Row numbers go from 0 up to here, dead ones among them. */
  readonly rows: number;
  /** The first row of each segment, ascending, from 0 on: a group may go on in another. */
  readonly starts: readonly number[];
  /**
   * Rows of one segment and group whose ordinals are `FARTHEST` apart or less (ranking/vicinity.ts) stand so many rows
   * apart at most.
   */
  readonly reach: number;
  /** Different terms, of several segments and of dead rows no fewer than that. */
  readonly terms: number;
  /** By field the mean number of different terms over all live documents. */
  readonly averages: readonly number[];
  /** By row the number of different terms in a field. */
  lengths(field: number): ArrayLike<number>;
  /**
   * By row. Documents of a group stand together within a segment, their ordinals ascending; a group may be in several
   * segments. `kind` is the place in ROW_KINDS, `superseded` 0 or 1, a fact that waits and names it reckoned in
   * (replaced.ts), `file` a number that `path` takes.
   */
  column(name: Column): Values;
  path(file: number): string;
  isLive(row: number): boolean;
  /** One for each field that has the term, in the order of fields; none where no live row has it. */
  postings(term: string): readonly Posting[];
  /** Live rows with that exact word, ascending. */
  keyword(word: string): Int32Array;
  /** Tells of a row whether it is one of those. Null where there is none. */
  withKeyword(word: string): ((row: number) => boolean) | null;
  /** The terms that begin so, in code-unit order. May name terms that only dead rows hold. */
  startingWith(prefix: string): string[];
  /** All words that begin so, `tag:` for all tags, in code-unit order. */
  keywords(prefix: string): string[];
}

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

/** A view with what a refresh needs beside it. */
export interface Tables extends View {
  spot(row: number): Spot;
  /** Of the spot the id alone. */
  id(row: number): string;
  /** Null for an id that no log of the index has. */
  fact(id: string): FactSpot | null;
  /** Ids that begin so, of facts and of what is no longer one, each once. */
  begun(start: string): readonly string[];
  /** Live rows of what a fact that waits says it supersedes (replaced.ts). */
  readonly replaced: readonly number[];
  /** Live rows that say what this fact says: its own, or claims that cite it. */
  standing(id: string): readonly number[];
  /** Live rows of claims that cite it, ascending. */
  citing(id: string): readonly number[];
  /** All facts that these rows cite, each once, in any order. Not on the way of a search that finds nothing changed. */
  citedBy(rows: readonly number[]): readonly string[];
  /** Null for a file that the index does not have. */
  file(path: string): SegmentFile | null;
  /** Title and tags of the file that a row stands in; null where it is gone. */
  headOf(row: number): Pick<SegmentFile, 'title' | 'tags'> | null;
  /** All files that are not gone, by path. */
  files(): readonly SegmentFile[];
  /** The `most` files that changed last, newest first: sizes and times alone. */
  recentFiles(most: number): readonly Pick<SegmentFile, 'path' | 'size' | 'mtimeMs'>[];
  /** Of these the ones whose paths do not come from `from` on and before `to`; `passed` counts the others. */
  recentBeside(
    most: number,
    from: string,
    to: string,
  ): { readonly files: readonly Pick<SegmentFile, 'path' | 'size' | 'mtimeMs'>[]; readonly passed: number };
  /** Live rows of a file, ascending. */
  rowsOf(path: string): readonly number[];
  /** Ids of the facts that a log holds. */
  factsOf(path: string): readonly string[];
  close(): void;
}
