// A review by the beginning of its id.
import { MemvaultError } from '../model/errors.ts';
import type { Review } from './review.ts';

/** Of facts, or of another kind. */
type Known = { readonly id: string; readonly kind: string; readonly status: Review['status'] };

const SHORTEST = 6;

/** Throws `usage` where it is too short, `not-found`, `ambiguous` with the list. */
export function findReview<R extends Known>(reviews: readonly R[], prefix: string): R {
  const wanted = prefix.toLowerCase();
  if (wanted.length < SHORTEST)
    throw new MemvaultError('usage', `${JSON.stringify(prefix)} is too short for an id`, {
      hint: `give at least ${SHORTEST} characters of it`,
    });
  const matches = reviews.filter(({ id }) => id.startsWith(wanted));
  const [only] = matches;
  if (only === undefined)
    throw new MemvaultError('not-found', `no review has an id that begins with ${wanted}`, {
      hint: 'memvault review list shows what waits',
    });
  if (matches.length === 1) return only;
  throw new MemvaultError(
    'ambiguous',
    `${matches.length} reviews have ids that begin with ${wanted}:\n` +
      matches.map(({ id, kind, status }) => `  ${id}  ${kind}  ${status}`).join('\n'),
    { hint: 'give more characters', data: { ids: matches.map(({ id }) => id) } },
  );
}
