// Reviews as lines for people, and as they stand in the JSON document.
import type { Party, Review } from '../../curate/review/review.ts';
import { plain } from '../../model/controls.ts';
import { plural } from '../../model/text.ts';
import type { Decided } from '../../tasks/decide-review.ts';
import { type Paint, painter } from '../terminal/paint.ts';
import { wrap } from '../terminal/wrap.ts';

export const QUESTIONS: Readonly<Record<Review['kind'], string>> = {
  merge: 'do these say the same?',
  supersede: 'does the later one replace the older?',
  contradiction: 'which one holds?',
  page: 'shall all of this be done?',
};

export function toReviewJson({ parties, ...review }: Review): Record<string, unknown> {
  const statements = parties.map(({ fact, claim, confidence }) => ({
    id: fact.id,
    date: fact.day,
    content: fact.text,
    confidence,
    source: { path: fact.path, line: fact.line },
    page: claim === null ? null : { path: claim.page, line: claim.line },
  }));
  return {
    id: review.id,
    kind: review.kind,
    status: review.status,
    facts: review.facts,
    draft: review.draft,
    reason: review.reason,
    score: review.score,
    at: review.at,
    statements,
  };
}

export function renderReviews(reviews: readonly Review[], columns: number, color: boolean): string {
  return reviews.map((review) => renderReview(review, columns, color)).join('\n\n');
}

function renderReview({ id, kind, status, parties, draft, reason }: Review, columns: number, color: boolean): string {
  const paint = painter(color);
  return [
    `${paint('dim', id)}  ${paint('bold', `${kind}: ${QUESTIONS[kind]}`)}${status === 'pending' ? '' : ` (${status})`}`,
    ...parties.flatMap((party) => [`  ${whereOf(party, paint)}`, ...wrap(plain(party.fact.text), columns, '    ')]),
    ...wrap(`why: ${plain(reason)}`, columns, '  '),
    ...(draft === null || status !== 'pending' ? [] : wrap(`approve writes: “${plain(draft)}”`, columns, '  ', '    ')),
  ].join('\n');
}

function whereOf({ fact, claim, confidence }: Party, paint: Paint): string {
  return [
    paint('dim', fact.id),
    fact.day,
    confidence.toFixed(2),
    claim === null ? 'not current' : paint('cyan', `${claim.page}:${claim.line}`),
  ].join('  ');
}

export function countWaiting(reviews: readonly Review[]): string {
  const count = reviews.filter(({ status }) => status === 'pending').length;
  return count === 0 ? 'No review waits.' : `${plural(count, 'review')} ${count === 1 ? 'waits' : 'wait'}.`;
}

/** At a terminal: short lines, each statement under its number. */
export function renderQuestion(
  { kind, parties, draft, reason }: Review,
  place: { readonly number: number; readonly of: number },
  columns: number,
  color: boolean,
): string {
  const paint = painter(color);
  const sides = kind === 'contradiction' ? (parties[0]?.claim?.sides ?? []) : [];
  // Of the facts of one side of a conflict the first stands for all, in the order of the callout.
  const shown =
    kind === 'contradiction'
      ? sides.flatMap(({ facts }) => parties.find(({ fact }) => fact.id === facts[0]) ?? [])
      : parties;
  const say = (text: string, first: string, style: 'bold' | 'green' | 'dim' | null): string[] =>
    wrap(plain(text), columns, first).map((line) => (style === null ? line : paint(style, line)));
  return [
    paint('bold', `Review ${place.number} of ${place.of}`),
    ...shown.flatMap(({ fact, claim }, at) => [
      ...say(fact.text, `  ${at + 1}  `, 'bold'),
      ...say(`${fact.day}${claim === null ? '' : `, on ${claim.page}:${claim.line}`}`, '     ', null),
      ...say(`from ${fact.path}:${fact.line}`, '     ', 'dim'),
    ]),
    ...say(`Asked because ${reason}.`, '  ', null),
    ...(draft === null ? [] : say(draft, '  Merged: ', 'green')),
  ].join('\n');
}

/** What one decision came to, in a line or two. */
export function renderDecided(decided: Decided, color: boolean): string {
  const { review, verdict, logged, applied } = decided;
  const paint = painter(color);
  const pages = applied.journal.pages.map(({ path }) => paint('cyan', path)).join(', ');
  const where = pages === '' ? '' : ` (${pages})`;
  if (verdict === 'merge') return `Merged ${review.id}: logged today as ${logged ?? ''}.`;
  return (
    (verdict === 'replace' ? 'Replaced' : 'Kept apart for good') +
    ` ${review.id}: ` +
    applied.summary.replace(/^\S+ \w+: /, '') +
    `${where}.`
  );
}

/** What comes next; empty where nothing does. */
export function renderNext(decided: readonly Decided[]): string {
  const merged = decided.filter(({ verdict }) => verdict === 'merge').length;
  if (merged === 0) return '';
  return (
    (merged === 1 ? 'The merged statement is' : `The ${merged} merged statements are`) +
    ` in today’s log. Until a dream after today has taken ${merged === 1 ? 'it' : 'them'} in, the pages stay as ` +
    'they are.'
  );
}

/** How a session at a terminal ended. */
export function renderSession(decided: readonly Decided[], skipped: number, waiting: number): string {
  const count = (verdict: Decided['verdict']): number => decided.filter((one) => one.verdict === verdict).length;
  const parts = [
    [count('merge'), 'merged'],
    [count('replace'), 'replaced'],
    [count('apart'), 'kept apart'],
    [skipped, 'skipped'],
  ] as const;
  const done = parts
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${number} ${what}`)
    .join(', ');
  return [
    (done === '' ? 'Nothing was decided' : done) +
      '. ' +
      (waiting === 0
        ? 'No review waits.'
        : `${plural(waiting, 'review')} still ${waiting === 1 ? 'waits' : 'wait'}: memvault review`),
    renderNext(decided),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

export function toDecidedJson(decided: Decided): Record<string, unknown> {
  const { review, status, verdict, logged, applied } = decided;
  return {
    id: review.id,
    kind: review.kind,
    status,
    facts: review.facts,
    did: verdict,
    logged,
    run: applied.journal.run,
    changes: applied.changes,
  };
}
