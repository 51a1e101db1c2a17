// The journal of a run: everything needed to finish, show and undo it, as one value.
import type { Plan, Usage } from './plan.ts';

/** The kinds of runs in `log.md`. */
export const RUN_KINDS = [
  'ingest',
  'skip',
  'undo',
  'lint',
  'fix',
  'review',
  'forget',
  'tags',
  'inbox',
  'curate',
] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** A file that is replaced as a whole. Texts as returned by `decodeBytes`; null means no file. */
export interface FileChange {
  /** Relative to the vault's root. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** How the file was changed. */
export const changeOf = ({ before, after }: Pick<FileChange, 'before' | 'after'>): 'created' | 'updated' | 'removed' =>
  before === null ? 'created' : after === null ? 'removed' : 'updated';

/** An addition to an append-only file. */
export interface Append {
  readonly path: string;
  /** Size of the file in bytes before; 0 if it did not exist. */
  readonly at: number;
  /** Whole lines. */
  readonly text: string;
}

/** A line of a daily log to delete, the only exception to never editing logs: a person asked for it. */
export interface Purge {
  /** The daily log, relative to the vault's root. */
  readonly path: string;
  readonly fact: string;
  /** Byte offset of the line. */
  readonly at: number;
  /** Its length in bytes, without the line ending. */
  readonly length: number;
  /** Digest of its bytes. */
  readonly digest: string;
}

/** A person's file that moves with its bytes unchanged. */
export interface Move {
  /** Relative to the vault's root. */
  readonly from: string;
  readonly to: string;
  /** SHA-256 of its bytes in hexadecimal. */
  readonly digest: string;
  /** The page of the same run about this file, which depends on the move; null for none. */
  readonly page: string | null;
}

export interface Journal {
  readonly version: 1;
  readonly run: string;
  readonly kind: RunKind;
  /** Start of the run, ISO. */
  readonly start: string;
  /** Engine and version, such as `rules/1`; `undo` for an undo. */
  readonly engine: string;
  /** The plan of an ingest. */
  readonly plan: Plan | null;
  /** The runs that it undoes. */
  readonly undoes: readonly string[];
  /** Whether it is to be committed. */
  readonly commit: boolean;
  readonly pages: readonly FileChange[];
  /** The ledger's months, reviews, marks, tombstones and recalls, then `log.md`. */
  readonly appends: readonly Append[];
  /** Files generated from the pages, such as `index.md`. */
  readonly generated: readonly FileChange[];
  /** Lines of daily logs to overwrite, as the last step. */
  readonly purges?: readonly Purge[];
  /** Files to move, as the first step. */
  readonly moves?: readonly Move[];
  /** Cost of an ingest; missing if no model was asked. */
  readonly usage?: Usage;
}
