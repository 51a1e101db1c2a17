// Reviews as lines for people, and as they stand in the JSON document.
import type { Party, Review } from '../../review/review.ts';
import { painter, plain, plural } from '../paint.ts';

export const QUESTIONS: Readonly<Record<Review['kind'], string>> = {
  merge: 'do these say the same?',
  supersede: 'does the later one replace the older?',
  contradiction: 'which one holds?',
};

export function toReviewJson({ parties, ...review }: Review): Record<string, unknown> {
  const statements = parties.map(({ fact, claim, confidence }) => ({ id: fact.id, date: fact.day, content: fact.text, confidence, source: { path: fact.path, line: fact.line }, page: claim === null ? null : { path: claim.page, line: claim.line } }));
  return { id: review.id, kind: review.kind, status: review.status, facts: review.facts, draft: review.draft, reason: review.reason, score: review.score, at: review.at, statements };
}

export function renderReviews(reviews: readonly Review[], color: boolean): string {
  return reviews.map((review) => renderReview(review, color)).join('\n\n');
}

function renderReview({ id, kind, status, parties, draft, reason }: Review, color: boolean): string {
  const paint = painter(color);
  return [
    `${paint('dim', id)}  ${paint('bold', `${kind}: ${QUESTIONS[kind]}`)}${status === 'pending' ? '' : ` (${status})`}`,
    ...parties.flatMap((party) => [`  ${whereOf(party, paint)}`, `    ${plain(party.fact.text)}`]),
    `  why: ${plain(reason)}`,
    ...(draft === null ? [] : [`  approve writes: “${plain(draft)}”`]),
  ].join('\n');
}

function whereOf({ fact, claim, confidence }: Party, paint: ReturnType<typeof painter>): string {
  return [paint('dim', fact.id), fact.day, confidence.toFixed(2), claim === null ? 'on no page' : paint('cyan', `${claim.page}:${claim.line}`)].join('  ');
}

export function countWaiting(reviews: readonly Review[]): string {
  const count = reviews.filter(({ status }) => status === 'pending').length;
  return count === 0 ? 'No review waits.' : `${plural(count, 'review')} ${count === 1 ? 'waits' : 'wait'}.`;
}
