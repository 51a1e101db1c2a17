// What stands next to a good match in the same session or note is likely about the same thing: each
// document gets a share of its neighbours' scores and of the best of its group.

/** Share of the score of a document one and two places away, on either side. */
const NEAR = [0.3, 0.15] as const;
/** Share of the mean of the best three of the group. */
const GROUP = 0.25;
const BEST = 3;

/**
 * The scores to add. `scores` and `groups` go by place; documents of a group stand next to each other.
 * A document that matched nothing gets nothing: neighbours raise, they never bring in.
 */
export function neighbourScores(scores: Float64Array, groups: Int32Array): Float64Array {
  const added = new Float64Array(scores.length);
  const best = new Map<number, number[]>();
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] ?? 0;
    if (score > 0) keepBest(best, groups[i] ?? 0, score);
  }
  for (let i = 0; i < scores.length; i++) {
    if (!scores[i]) continue;
    const group = groups[i] ?? 0;
    const at = (place: number): number => (groups[place] === group ? (scores[place] ?? 0) : 0);
    const near = NEAR[0] * (at(i - 1) + at(i + 1)) + NEAR[1] * (at(i - 2) + at(i + 2));
    const mean = (best.get(group) ?? []).reduce((sum, score) => sum + score, 0) / BEST;
    added[i] = near + GROUP * mean;
  }
  return added;
}

/** The best three of a group, descending. */
function keepBest(best: Map<number, number[]>, group: number, score: number): void {
  const kept = best.get(group);
  if (!kept) {
    best.set(group, [score]);
    return;
  }
  if (kept.length === BEST && score <= (kept[BEST - 1] ?? 0)) return;
  kept.push(score);
  kept.sort((a, b) => b - a);
  if (kept.length > BEST) kept.pop();
}
