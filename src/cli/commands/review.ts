// `memvault review`: what only a person can decide, as a list, by id, or one by one at a terminal.
import { listReviews } from '../../review/list.ts';
import { MemvaultError } from '../../model/errors.ts';
import { nearest } from '../../model/nearest.ts';
import { readView } from '../../vault/view.ts';
import { openContext, type Context } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { countWaiting, renderReviews, toReviewJson } from '../render/review.ts';
import { isOn, type Command } from '../spec.ts';

export const ACTIONS = ['list', 'approve', 'reject'] as const;

export const run: Command = async (world, { verb, args, values }) => {
  const context = await openContext(world, { verb, args, values });
  const [action = 'list', ...ids] = args;
  if (!ACTIONS.some((known) => known === action)) throw unknownAction(action);
  if (action === 'list' && ids.length > 0) throw new MemvaultError('usage', `list takes no ids: ${ids.join(' ')}`, { hint: 'memvault review approve ID, or reject ID' });
  return list(context, isOn(values, 'all'));
};

function list({ vault, answer }: Context, all: boolean): number {
  const reviews = listReviews(readView(vault), { all });
  answer.document('review', { reviews: reviews.map(toReviewJson) });
  answer.print(renderReviews(reviews, answer.color));
  answer.remark(countWaiting(reviews));
  return EXIT.done;
}

function unknownAction(action: string): MemvaultError {
  const near = nearest(action, ACTIONS);
  return new MemvaultError('usage', `review does not know ${JSON.stringify(action)}`, { hint: near === null ? `one of ${ACTIONS.join(', ')}; or memvault review alone` : `did you mean memvault review ${near}?` });
}
