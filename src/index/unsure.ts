// Statements that were logged as hardly sure, with `--confidence`: the words that their rows carry, so that ranking
// knows them without reading a line.
import { confidenceOf, type Fact } from '../model/fact.ts';
import { isPinned } from '../model/mark.ts';

/** What all such words begin with; the tenths of the confidence follow. */
export const UNSURE = 'unsure:';

/** From here on a statement is as good as any other. */
export const SURE = 0.8;

const NO_MARKS: ReadonlyMap<string, boolean> = new Map();

/**
 * The word of what rests on these facts, by the surest of them; null where that is sure, or its line pins it, or there
 * is none.
 */
export function unsureWord(facts: readonly Pick<Fact, 'id' | 'fields'>[]): string | null {
  let surest = -1;
  for (const fact of facts) {
    const { fields } = fact;
    // Nearly all say nothing of it.
    if (fields.confidence === undefined || isPinned(fact, NO_MARKS)) return null;
    surest = Math.max(surest, confidenceOf(fact));
  }
  return surest < 0 || surest >= SURE ? null : `${UNSURE}${Math.floor(surest * 10 + 1e-9)}`;
}
