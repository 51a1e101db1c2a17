// A statement to its slot, or null.
import type { Judged, Slot } from './types.ts';

/** The slot of a statement, or null where it speaks of nothing that has one value at a time. */
export function parseSlot(_statement: Judged): Slot | null {
  return null;
}
