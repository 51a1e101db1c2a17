// Which rows say what a fact says, over several segments: its own where it stands for itself, claims where they cite
// it.
import { isAmong } from './among.ts';
import type { Segment } from './open.ts';

/** A segment with the number of its first row, and its dead rows numbered over all. */
interface Part {
  readonly segment: Segment;
  readonly base: number;
  readonly dead: Int32Array;
}

/** Live rows of claims that cite it, ascending. */
export function citingRows(parts: readonly Part[], id: string): number[] {
  return rowsOfFact(parts, id, false);
}

/** With the row of the fact itself. */
export function standingRows(parts: readonly Part[], id: string): number[] {
  return rowsOfFact(parts, id, true);
}

function rowsOfFact(parts: readonly Part[], id: string, withOwn: boolean): number[] {
  const found: number[] = [];
  for (const { segment, base, dead } of parts) {
    const place = segment.ids.find(id);
    if (place < 0) continue;
    const own = withOwn ? segment.rowOfFact(place) : -1;
    if (own >= 0 && !isAmong(dead, own + base)) found.push(own + base);
    for (const row of segment.citing(place)) if (!isAmong(dead, row + base)) found.push(row + base);
  }
  return found;
}
