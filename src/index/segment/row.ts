// What a segment is made of: files, facts and rows, as whoever brings the index up to date hands them over. Nouns only.
import { ROW_FIELDS, type RowField } from '../document.ts';
import type { LogNote } from '../documents/parsed.ts';
import { reach } from '../expand-terms.ts';
import type { Asked } from '../query.ts';
import type { Tables } from '../view.ts';

/** A note as it was when it was read. A later segment's entry for a path takes the place of an earlier one's. */
export interface SegmentFile {
  /** From the vault's root, with `/`. */
  readonly path: string;
  /** Bytes; -1 for a file that is gone. */
  readonly size: number;
  readonly mtimeMs: number;
  /** Sixteen hexadecimal digits over its bytes. */
  readonly digest: string;
  readonly title: string;
  /** Tags of its front matter. */
  readonly tags: readonly string[];
  /** Of a daily log where to go on reading it, and ids that clash. */
  readonly note: LogNote | null;
}

/** A fact of a daily log, whether a document stands for it or a claim does. Of one id the latest segment's holds. */
export interface SegmentFact {
  readonly id: string;
  /** Place in the segment's files; -1 for a fact that is gone. */
  readonly file: number;
  /** Byte at which its line begins. */
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
}

export const ROW_KINDS = ['fact', 'claim', 'text'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** One document of the index. What people see of it is read from its file. */
export interface SegmentRow {
  readonly kind: RowKind;
  readonly superseded: boolean;
  /** Place in the segment's files. */
  readonly file: number;
  /** The bytes it was read from; a length of 0 where its text is the title of its file. */
  readonly offset: number;
  readonly length: number;
  /** 1-based. */
  readonly line: number;
  /** Of a claim the number among those that begin at this line, of a passage among those of its span: mostly 0. */
  readonly part: number;
  /** The fact, the first fact that a claim cites, or computed from a passage. */
  readonly id: string;
  /** The facts that a claim cites, in their order; empty for others. */
  readonly cites: readonly string[];
  /** Days since 1970-01-01 of the local day that it speaks of, negative before it; 0 for none. */
  readonly day: number;
  /** Minutes since midnight; 65535 for none. */
  readonly minute: number;
  /** Days since 1970-01-01 of the log that its group is of; 0 for prose and for claims without a known fact. */
  readonly logged: number;
  /** 32 bits that are equal for documents of one session of a day, or of one note. */
  readonly group: number;
  /** Its place within the group, counted in the log or the note itself whatever else the index holds. */
  readonly ordinal: number;
  /** 32 bits of all that people see of it: another number means that the file has changed since. */
  readonly hash: number;
  /**
   * By field, in the order of ROW_FIELDS, its terms as often as they occur. Computed when asked for: ask once and let
   * go.
   */
  readonly terms: readonly (readonly string[])[];
  /** Exact words to filter by, such as `tag:ui`; in lower case, each once. Computed when asked for, too. */
  readonly keywords: readonly string[];
}

/** Files by path, facts in any order; rows by `logged`, group, ordinal, path, line, part. */
export interface SegmentInput {
  readonly files: readonly SegmentFile[];
  readonly facts: readonly SegmentFact[];
  readonly rows: readonly SegmentRow[];
}

// By which terms a question reaches rows: what an explanation tells, and what is marked in a text.

/** The terms of the index that a question reaches. */
export function reachedTerms(view: Tables, asked: readonly Asked[]): ReadonlySet<string> {
  return new Set(asked.flatMap((one) => reach(view, one).map(({ term }) => term)));
}

/** Those by which it reaches one row, each with the fields that they stand in. */
export function termsOfRow(
  view: Tables,
  asked: readonly Asked[],
  row: number,
): Readonly<Record<string, readonly RowField[]>> {
  const terms = new Map<string, RowField[]>();
  for (const one of asked) {
    for (const { term, postings } of reach(view, one)) {
      const fields = postings
        .filter(({ rows }) => rows.includes(row))
        .map(({ field }) => ROW_FIELDS[field])
        .filter((field) => field !== undefined);
      if (fields.length > 0) terms.set(term, fields);
    }
  }
  return Object.fromEntries(terms);
}
