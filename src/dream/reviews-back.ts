// What becomes of reviews when the runs that asked for them are taken back: as they were before, or withdrawn. Pure.
import { groupBy } from '../model/group-by.ts';
import { foldReviews, type ReviewLine } from '../model/review.ts';

/** A line for each review that stands as these runs left it; what a person decided since stays. `lines`: all of the file. */
export function reviewsBack(lines: readonly ReviewLine[], taken: ReadonlySet<string>): Omit<ReviewLine, 'run' | 'at'>[] {
  return [...groupBy(lines, ({ id }) => id).values()].flatMap((history): Omit<ReviewLine, 'run' | 'at'>[] => {
    const [held] = foldReviews(history).values();
    if (held === undefined || !taken.has(held.run)) return [];
    const [former] = foldReviews(history.filter(({ run }) => !taken.has(run))).values();
    const { run: _, at: __, ...back } = former ?? { ...held, status: 'withdrawn' as const };
    return [back];
  });
}
