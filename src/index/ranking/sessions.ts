// A session or note that speaks of the matter at length lends some of it to all that it holds: to each of the best
// rows a share of the mean of the best three of its group. Looks at the best rows alone.

const SHARE = 0.25;
const BEST = 3;

/** What to add to each of `scores`, which are of rows with these groups and come best first. */
export function sessionShares(scores: readonly number[], groups: readonly number[]): number[] {
  const sums = new Map<number, { sum: number; count: number }>();
  scores.forEach((score, i) => {
    const group = groups[i] ?? 0;
    const known = sums.get(group);
    if (!known) sums.set(group, { sum: score, count: 1 });
    else if (known.count < BEST) {
      known.sum += score;
      known.count++;
    }
  });
  return groups.map((group) => (SHARE * (sums.get(group)?.sum ?? 0)) / BEST);
}
