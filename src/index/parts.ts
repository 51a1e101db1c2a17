// Segments with the rows of them that died, and when they are too many or too much is dead.
import type { SegmentEntry } from './manifest.ts';
import type { Part } from './open-index.ts';

/**
 * From how many rows behind the large segment, or dead in it, they are folded in: an eighth of it, but from LEAST to
 * MOST.
 */
const LEAST = 64;
const MOST = 512;

/** The large one first. */
export function isFoldDue(segments: readonly Pick<SegmentEntry, 'rows' | 'dead'>[]): boolean {
  const [large, ...tail] = segments;
  if (large === undefined) return false;
  const waiting = tail.reduce((sum, { rows }) => sum + rows, large.dead.length);
  return waiting > Math.min(MOST, Math.max(LEAST, large.rows / 8));
}

/** Parts without the rows that died, `dead` by numbers over all of them. */
export function partsAfter(parts: readonly Part[], dead: readonly number[]): Part[] {
  const after: Part[] = [];
  let base = 0;
  for (const { segment, dead: before } of parts) {
    const first = base;
    const end = base + segment.rows;
    const own = dead.filter((row) => row >= first && row < end).map((row) => row - first);
    after.push({ segment, dead: own.length === 0 ? before : [...new Set([...before, ...own])].sort((a, b) => a - b) });
    base = end;
  }
  return after;
}
