// By which terms a question reaches rows: what an explanation tells, and what is marked in a text.
import type { Asked } from './asked.ts';
import { ROW_FIELDS, type RowField } from './fields.ts';
import { reach } from './reach.ts';
import type { View } from './view.ts';

/** The terms of the index that a question reaches. */
export function reachedTerms(view: View, asked: readonly Asked[]): ReadonlySet<string> {
  return new Set(asked.flatMap((one) => reach(view, one).map(({ term }) => term)));
}

/** Those by which it reaches one row, each with the fields that they stand in. */
export function termsOfRow(
  view: View,
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
