// The journal of a run: all that is needed to finish it, to show it and to take it back, as one value.
import type { Plan, Usage } from './plan.ts';

/** What a run can be in `log.md`. */
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

/** A file that is replaced as a whole. Texts as `decodeBytes` gives them; null stands for no file. */
export interface FileChange {
  /** From the vault's root. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** What became of the file. */
export const changeOf = ({ before, after }: Pick<FileChange, 'before' | 'after'>): 'created' | 'updated' | 'removed' =>
  before === null ? 'created' : after === null ? 'removed' : 'updated';

/** What an append-only file gets. */
export interface Append {
  readonly path: string;
  /** Size of the file in bytes before; 0 where there was none. */
  readonly at: number;
  /** Whole lines. */
  readonly text: string;
}

/** A line of a daily log that goes, though logs are never edited: a person asked for just that. */
export interface Purge {
  /** The daily log, from the vault's root. */
  readonly path: string;
  readonly fact: string;
  /** Where the line begins, in bytes. */
  readonly at: number;
  /** Its length in bytes, without its line end. */
  readonly length: number;
  /** Of its bytes. */
  readonly digest: string;
}

/** A file of a person's that goes to another place, its bytes as they are. */
export interface Move {
  /** From the vault's root. */
  readonly from: string;
  readonly to: string;
  /** Of its bytes: SHA-256, in hexadecimal digits. */
  readonly digest: string;
  /** The page of the same run that is about it, which stands or falls with it; null for none. */
  readonly page: string | null;
}

export interface Journal {
  readonly version: 1;
  readonly run: string;
  readonly kind: RunKind;
  /** Start of the run, ISO. */
  readonly start: string;
  /** Engine and version, such as `rules/1`; `undo` for one that takes runs back. */
  readonly engine: string;
  /** What an ingest decided. */
  readonly plan: Plan | null;
  /** The runs that it takes back. */
  readonly undoes: readonly string[];
  /** It is to be committed. */
  readonly commit: boolean;
  readonly pages: readonly FileChange[];
  /** The ledger's months, reviews, marks, tombstones and recalls, then `log.md`. */
  readonly appends: readonly Append[];
  /** Files that memvault makes from the pages, such as `index.md`. */
  readonly generated: readonly FileChange[];
  /** Lines of daily logs that are overwritten, last of all. */
  readonly purges?: readonly Purge[];
  /** Files that are moved, before anything else. */
  readonly moves?: readonly Move[];
  /** What an ingest cost; without it nobody was asked. */
  readonly usage?: Usage;
}
