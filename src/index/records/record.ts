// What one file holds for search: a pure function of its own text, kept so that a file that did not
// change is never read again. Rows are arrays, because there are many and they are stored as JSON.
import type { Fields } from '../../model/fact.ts';

/** line (1-based), id, time, session, category, text, tags, fields */
export type FactRow = readonly [
  line: number, id: string, time: string | null, session: string | null,
  category: string, text: string, tags: readonly string[], fields: Fields,
];

/** line (1-based), is it past, text, cited facts; of a past one the days from which and to which it held, where they can be read. */
export type ClaimRow = readonly [line: number, past: boolean, text: string, facts: readonly string[], from?: string, to?: string];

/** line (1-based), id, text, headings above it, hashtags in it. */
export type TextRow = readonly [line: number, id: string, text: string, headings: string, tags: readonly string[]];

export interface FileRecord {
  /** The day of a daily log, else null. */
  readonly day: string | null;
  readonly title: string;
  /** Other names and tags that the note's front matter gives. */
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
  readonly facts: readonly FactRow[];
  readonly claims: readonly ClaimRow[];
  readonly texts: readonly TextRow[];
}

/** The record without the words of forgotten facts, also where a claim cites one. */
export function withoutForgotten(record: FileRecord, forgotten: ReadonlySet<string>): FileRecord {
  if (forgotten.size === 0 || !factsNamedIn(record).some((id) => forgotten.has(id))) return record;
  return {
    ...record,
    facts: record.facts.map((row) => (forgotten.has(row[1]) ? [row[0], row[1], null, null, '', '', [], {}] : row)),
    claims: record.claims.map((row) => (row[3].some((id) => forgotten.has(id)) ? [row[0], row[1], '', row[3]] : row)),
  };
}

/** Ids of the facts that a file logs or cites. */
export function factsNamedIn(record: FileRecord): string[] {
  return [...record.facts.map((row) => row[1]), ...record.claims.flatMap((row) => row[3])];
}
