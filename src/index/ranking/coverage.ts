// A statement that holds most of what was asked for is better than one that says a single word of it often. Rare
// words count for more, and what stands beside a statement counts as far as it reaches.

/** How much of a score depends on it. */
export const COVERAGE = 0.8;

/** 0.2 to 1, for the rarity of the terms that a row holds, of those beside it, and of the whole question. */
export function coverageFactor(own: number, beside: number, whole: number): number {
  if (whole <= 0) return 1;
  const part = (own + beside) / whole;
  return 1 - COVERAGE + COVERAGE * (part < 1 ? part : 1);
}
