// What a statement leaves out is often said beside it: the line before names the subject, the question before
// holds the words of the question. So terms that rows beside a row hold count for it in part, each by the best
// of them; a term that it holds itself gains only what is missing. They raise rows, they never bring one in.
import type { Vicinity } from './vicinity.ts';

/** How much of its score a term keeps over one, two, three places: what stands before a row, what stands behind it. */
const BEFORE = [1, 0.7, 0.4] as const;
const BEHIND = [0.35, 0.25, 0.15] as const;
/** Added for a statement that asks and is answered by the next. */
const ASKED = 1;
/** Share of the scores of terms beside a row that is added to its own. */
export const SHARE = 0.6;
/** A term that more rows hold is beside so many that it says little, and costs: it is not to be spread. */
export const COMMON = 2000;
/** A term's score over its rarity where it counts as held in full: about what one mention in a usual text is worth. */
const FULL = 1.6;

/** By place among the rows that a question found. */
export interface Nearby {
  /** What terms beside it are worth, over its own. */
  readonly worth: Float64Array;
  /** How rare those are that it does not hold, as far as they count. */
  readonly covered: Float32Array;
  /** Scratch: the best beside it for one term, and the places that have one. */
  readonly best: Float32Array;
  readonly touched: Int32Array;
}

/**
 * Adds what one term brings to the rows beside those that hold it. `scores` by place, `holding` its places, `count` of
 * them.
 */
export function spread(
  vicinity: Vicinity,
  scores: Float64Array,
  holding: Int32Array,
  count: number,
  rarity: number,
  asking: Uint8Array,
  into: Nearby,
): void {
  const { alone, places, distances } = vicinity;
  const { best, touched, worth, covered } = into;
  let some = 0;
  for (let i = 0; i < count; i++) {
    const place = holding[i] as number;
    if (alone[place] === 1) continue;
    const score = scores[place] as number;
    const around = vicinity.around(place);
    for (let n = 0; n < around; n++) {
      const at = places[n] as number;
      // It stands before what is behind it.
      const distance = distances[n] as number;
      let share = distance > 0 ? (BEFORE[distance - 1] as number) : (BEHIND[-distance - 1] as number);
      if (distance === 1 && asking[place] === 1) share += ASKED;
      const value = score * share;
      const before = best[at] as number;
      if (value <= before) continue;
      if (before === 0) touched[some++] = at;
      best[at] = value;
    }
  }
  for (let i = 0; i < some; i++) {
    const at = touched[i] as number;
    const value = best[at] as number;
    const own = scores[at] as number;
    best[at] = 0;
    if (value <= own) continue;
    (worth[at] as number) += value - own;
    if (own === 0) (covered[at] as number) += value < FULL * rarity ? value / FULL : rarity;
  }
}
