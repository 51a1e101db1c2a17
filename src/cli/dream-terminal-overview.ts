// What is pending, by days and categories, for the overview before a dream.
import { pendingIds, readPending } from '../vault/pending.ts';
import type { View } from '../vault/view.ts';
import type { Context } from './context.ts';
import type { PendingOverview } from './render/dream-overview.ts';
import { countReviewsWaiting } from './tag-reviews.ts';

/** `retry`: whether what is quarantined is decided again. */
export function readOverview(
  context: Pick<Context, 'vault' | 'world'>,
  view: View,
  today: string,
  retry: boolean,
): PendingOverview {
  const days = new Map<string, Map<string, number>>();
  for (const id of pendingIds(readPending(view, today, { retry }))) {
    const fact = view.factById.get(id);
    if (!fact) continue;
    const day = days.get(fact.day) ?? new Map<string, number>();
    days.set(fact.day, day.set(fact.category, (day.get(fact.category) ?? 0) + 1));
  }
  return {
    days: [...days]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, categories]) => ({
        day,
        facts: [...categories.values()].reduce((sum, count) => sum + count, 0),
        categories: [...categories].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)),
      })),
    today: view.facts.filter(({ id, day }) => day === today && !view.forgotten.has(id)).length,
    reviews: countReviewsWaiting(context, view),
  };
}
