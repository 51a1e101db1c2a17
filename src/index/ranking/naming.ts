// A question that names a statement's category, a tag of it, or whom or what its fields name, means that statement
// rather than one that only shares words with it. A name is surer than a common word that a category happens to be.

/** Marks of a row, the surer the greater. */
export const [NAMED_TAG, NAMED_WORD, NAMED_NAME] = [1, 2, 3] as const;
const FACTORS = [1, 1.2, 1.4, 2] as const;

/** The factor for a row's mark; 1 for none. */
export function namedFactor(mark: number): number {
  return FACTORS[mark] ?? 1;
}
