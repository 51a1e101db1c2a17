// What becomes of reviews when the runs that asked for them are taken back: as they were before, or withdrawn. Pure.
import { groupBy } from '../model/group-by.ts';
import { foldReviews, type ReviewLine } from '../model/review.ts';
import type { History } from './history.ts';

/**
 * A line for each review that stands as these runs left it; what a person decided since stays. `lines`: all of the
 * file. What an undo wrote stands for the line of an older run.
 */
export function reviewsBack(
  lines: readonly ReviewLine[],
  taken: ReadonlySet<string>,
  { runs }: Pick<History, 'runs'>,
): Omit<ReviewLine, 'run' | 'at'>[] {
  const passedOver = new Set(runs.filter(({ kind, undone }) => kind === 'undo' || undone).map(({ run }) => run));
  return [
    ...groupBy(
      lines.filter(({ run }) => !passedOver.has(run)),
      ({ id }) => id,
    ).values(),
  ].flatMap((history): Omit<ReviewLine, 'run' | 'at'>[] => {
    const [held] = foldReviews(history).values();
    if (held === undefined || !taken.has(held.run)) return [];
    const [former] = foldReviews(history.filter(({ run }) => !taken.has(run))).values();
    const { run: _, at: __, ...back } = former ?? { ...held, status: 'withdrawn' as const };
    return [back];
  });
}
