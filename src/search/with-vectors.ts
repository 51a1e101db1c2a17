// Merges word hits and vector hits into one ranking. Loaded only if there are vectors.
import type { Ranking } from '../index/rank.ts';
import { byLikeness, fuse, type Likeness } from '../index/vectors/similar.ts';
import type { SearchMode } from './request.ts';

/** The vector results for a question. */
export interface Vectors {
  /** Null if there is nothing to compare. */
  readonly likeness: Likeness | null;
  /** Their weight against words, 0 to 1. */
  readonly weight: number;
}

/** `semantic` ranks by vectors alone. `allows`: live rows that may be shown. */
export function withVectors(
  ranking: Ranking,
  { likeness, weight }: Vectors,
  mode: SearchMode,
  allows: (row: number) => boolean,
  most: number,
): Ranking {
  if (likeness === null) return ranking;
  const partsOf = (row: number): ReturnType<Ranking['partsOf']> => ranking.partsOf(row);
  if (mode === 'semantic') {
    const rows = byLikeness(likeness, allows, most);
    return { total: rows.length, rows: rows.map(({ row, score }) => ({ row, score: round(score) })), partsOf };
  }
  const known = new Set(ranking.rows.map(({ row }) => row));
  const rows = fuse(ranking.rows, likeness, { weight, allows });
  const alone = rows.filter(({ row }) => !known.has(row) && partsOf(row) === null).length;
  return {
    total: ranking.total + alone,
    rows: rows.slice(0, most).map(({ row, score }) => ({ row, score: round(score) })),
    partsOf,
  };
}

const round = (score: number): number => Math.round(score * 1e4) / 1e4;
