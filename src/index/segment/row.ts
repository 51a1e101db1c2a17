// The input of a segment: files, facts and rows. Types, and the terms by which a question reaches a row.
import { ROW_FIELDS, type RowField } from '../document.ts';
import type { LogNote } from '../documents/parse.ts';
import { reach } from '../expand-terms.ts';
import type { Asked } from '../query.ts';
import type { Tables } from '../view.ts';

/** A note as of its last reading. An entry in a later segment replaces an earlier one of the same path. */
export interface SegmentFile {
  /** Relative to the vault's root, with `/`. */
  readonly path: string;
  /** Bytes; -1 for a file that is gone. */
  readonly size: number;
  readonly mtimeMs: number;
  /** Sixteen hexadecimal digits over its bytes. */
  readonly digest: string;
  readonly title: string;
  /** Tags of its front matter. */
  readonly tags: readonly string[];
  /** For a daily log: where to resume reading, and clashing ids. */
  readonly note: LogNote | null;
}

/** A fact of a daily log, whether or not it has a row of its own. The latest segment wins for an id. */
export interface SegmentFact {
  readonly id: string;
  /** Index into the segment's files; -1 for a deleted fact. */
  readonly file: number;
  /** Byte offset of its line. */
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
}

export const ROW_KINDS = ['fact', 'claim', 'text'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** One document of the index. Its visible content is read from its file. */
export interface SegmentRow {
  readonly kind: RowKind;
  readonly superseded: boolean;
  /** Index into the segment's files. */
  readonly file: number;
  /** Its byte range; length 0 means that its text is the title of its file. */
  readonly offset: number;
  readonly length: number;
  /** 1-based. */
  readonly line: number;
  /**
   * For a claim, its number among those that start on this line; for a passage, among those of its range: usually 0.
   */
  readonly part: number;
  /** The id of the fact, of the first fact that a claim cites, or one computed from a passage. */
  readonly id: string;
  /** The facts that a claim cites, in order; empty for other kinds. */
  readonly cites: readonly string[];
  /** The local day that it is about, in days since 1970-01-01, negative before; 0 for none. */
  readonly day: number;
  /** Minutes since midnight; 65535 for none. */
  readonly minute: number;
  /** The day of its group's log, in days since 1970-01-01; 0 for prose and for claims without a known fact. */
  readonly logged: number;
  /** A 32-bit hash shared by documents of the same session and day, or of the same note. */
  readonly group: number;
  /** Its position in the group, counted in the log or note itself, independent of what else is indexed. */
  readonly ordinal: number;
  /** A 32-bit hash of its visible content: a mismatch means that the file has changed since. */
  readonly hash: number;
  /** Terms per field, in the order of ROW_FIELDS, with repetitions. Computed on access: read it once. */
  readonly terms: readonly (readonly string[])[];
  /** Keywords to filter by, such as `tag:ui`; lower-case, without duplicates. Computed on access. */
  readonly keywords: readonly string[];
}

/** Files sorted by path; facts in any order; rows sorted by `logged`, group, ordinal, path, line, part. */
export interface SegmentInput {
  readonly files: readonly SegmentFile[];
  readonly facts: readonly SegmentFact[];
  readonly rows: readonly SegmentRow[];
}

// The terms that connect a question to rows, for explanations and highlighting.

/** The terms of the index that a question matches. */
export function reachedTerms(view: Tables, asked: readonly Asked[]): ReadonlySet<string> {
  return new Set(asked.flatMap((one) => reach(view, one).map(({ term }) => term)));
}

/** The terms that match in one row, each with its fields. */
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
