// What vectors make of the scores by words, for the rows of one index.
import type { Tables } from '../view.ts';
import { byLikeness, fuse } from './fuse.ts';
import type { Likeness } from './similar.ts';

/** Scores by row to scores by row. */
export type Rescore = (scores: ReadonlyMap<number, number>) => ReadonlyMap<number, number>;

export interface RescoreOptions {
  /** `semantic`: by vectors alone. */
  readonly mode: 'hybrid' | 'semantic';
  /** What vectors count beside words, 0 to 1. */
  readonly weight: number;
  /** Which rows may be shown: filters. */
  readonly admits: (row: number) => boolean;
  /** Rows by vectors alone, at most. */
  readonly most: number;
}

/** Rows that words did not find are among them where they are live and admitted. */
export function rescoreBy(likeness: Likeness, tables: Pick<Tables, 'column' | 'path' | 'rowsOf'>, { mode, weight, admits, most }: RescoreOptions): Rescore {
  const isLive = liveRows(tables);
  const allows = (row: number): boolean => admits(row) && isLive(row);
  return (scores) => {
    const found = mode === 'semantic' ? byLikeness(likeness, allows, most) : fuse(Array.from(scores, ([row, score]) => ({ row, score })), likeness, { weight, allows });
    return new Map(found.map(({ row, score }) => [row, score]));
  };
}

/** A row that is dead may still have a vector, until vectors are made the next time. */
function liveRows(tables: Pick<Tables, 'column' | 'path' | 'rowsOf'>): (row: number) => boolean {
  const files = tables.column('file');
  const known = new Map<number, ReadonlySet<number>>();
  return (row) => {
    const file = files[row] ?? 0;
    let rows = known.get(file);
    if (rows === undefined) known.set(file, (rows = new Set(tables.rowsOf(tables.path(file)))));
    return rows.has(row);
  };
}
