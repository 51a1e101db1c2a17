// Segments with the rows of them that died.
import type { Part } from './open-index.ts';

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
