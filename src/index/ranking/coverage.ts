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

// A question that names a statement's category, a tag of it, or whom or what its fields name, means that statement
// rather than one that only shares words with it. A name is surer than a common word that a category happens to be.

/** Marks of a row, the surer the greater. */
export const [NAMED_TAG, NAMED_WORD, NAMED_NAME] = [1, 2, 3] as const;
const FACTORS = [1, 1.2, 1.4, 2] as const;

/** The factor for a row's mark; 1 for none. */
export function namedFactor(mark: number): number {
  return FACTORS[mark] ?? 1;
}
