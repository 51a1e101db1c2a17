// Statements of change that name what is left and what comes instead.
import type { Judged, Switch } from './types.ts';

/** "S switched from X to Y", or null. */
export function parseSwitch(_statement: Judged): Switch | null {
  return null;
}
