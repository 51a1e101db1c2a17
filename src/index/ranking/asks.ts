// Who looks for something wants an answer, not the same question asked before.

const FACTOR = 0.85;

/** The factor for a row that asks: less than 1. */
export function askingFactor(isAsking: number): number {
  return isAsking === 1 ? FACTOR : 1;
}
