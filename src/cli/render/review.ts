// Renders reviews for people and as JSON.
import type { Party, Review } from '../../curate/review/review.ts';
import type { JsonObject } from '../../model/json.ts';
import type { Look, Looks, ReviewPair } from '../../model/review.ts';
import { plural, waits } from '../../model/text.ts';
import type { Decided } from '../../tasks/decide-review.ts';
import type { Procedure } from '../../vault/derived-pages.ts';
import { readLessons } from '../../vault/lessons.ts';
import { type Face, fit, linesOf, type Paint, wrap } from '../terminal/face.ts';

export const QUESTIONS: Readonly<Record<Review['kind'], string>> = {
  merge: 'do these say the same?',
  supersede: 'does the later one replace the older?',
  contradiction: 'which one holds?',
  page: 'apply all of these changes?',
  skill: 'is this how it is done?',
  lesson: 'is this what they taught?',
};

const LOOKS: Readonly<Record<Look, string>> = {
  same: 'they say the same',
  replaces: 'it replaces it',
  corrects: 'it corrects it',
  contradicts: 'they contradict each other',
  both: 'both hold',
};

/** “first look: it replaces it · second look: both hold”. Omits a look that did not see the pair. */
function renderLooks({ first, second }: Looks): string {
  return linesOf(
    first !== null && `first look: ${LOOKS[first]}`,
    second !== null && `second look: ${LOOKS[second]}`,
  ).join(' · ');
}

const PAIRS: Readonly<Record<ReviewPair['as'], string>> = {
  duplicate: 'same as',
  superseded: 'replaces',
  'set-aside': 'set aside',
};

/** Short lines per pair: the newer statement, its relation to the older one, and what one claim would say. */
function pairLines({ pairs = [], parties }: Review, columns: number): string[] {
  const say = (id: string): string => {
    const party = parties.find(({ fact }) => fact.id === id);
    return party === undefined ? id : `${party.fact.text} (${party.fact.day})`;
  };
  return pairs.flatMap(({ facts: [older, newer], as, text }) => [
    fit(`  ${say(newer)}`, columns),
    fit(`    ${PAIRS[as]}${as === 'set-aside' ? '' : `: ${say(older)}`}`, columns),
    ...(text === undefined ? [] : [fit(`    in one: ${text}`, columns)]),
  ]);
}

export function toReviewJson({ parties, open: _, ...review }: Review): JsonObject {
  const statements = parties.map(({ fact, claim, confidence }) => ({
    id: fact.id,
    date: fact.day,
    content: fact.text,
    confidence,
    source: { path: fact.path, line: fact.line },
    page: claim === null ? null : { path: claim.page, line: claim.line },
  }));
  return { ...review, statements };
}

/** `place`: its position among the questions at a terminal, such as `1 of 3`; null in the list. */
export function renderReview(review: Review, { columns, paint }: Face, place: string | null = null): string {
  const { id, kind, status, parties, draft, reason, looks, pairs, procedure } = review;
  const isAsked = place !== null;
  // The choices name the sides of a conflict by number: one fact of each, in the order of the callout.
  const sides = isAsked && kind === 'contradiction' ? (parties[0]?.claim?.sides ?? []) : [];
  const ofSides = sides.flatMap(({ facts }) => parties.find(({ fact }) => fact.id === facts[0]) ?? []);
  const shown = pairs !== undefined ? [] : sides.length > 0 ? ofSides : parties;
  return linesOf(
    isAsked
      ? paint('bold', `Review ${place}`)
      : `${paint('dim', id)}  ${paint('bold', `${kind}: ${QUESTIONS[kind]}`)}` +
          (status === 'pending' ? '' : ` (${status})`),
    shown.flatMap((party, at) => [
      ...wrap(whereOf(party, paint, kind), columns, isAsked ? `  ${at + 1}  ` : '  '),
      ...wrap(party.fact.text, columns, isAsked ? '     ' : '    '),
    ]),
    pairs !== undefined && pairLines(review, columns),
    wrap(`why: ${reason}`, columns, '  '),
    looks !== undefined && wrap(renderLooks(looks), columns, '  '),
    procedure !== undefined && procedureLines(procedure, columns),
    kind === 'lesson' && draft !== null && lessonLines(draft, columns),
    kind !== 'lesson' &&
      draft !== null &&
      status === 'pending' &&
      wrap(`approve writes: “${draft}”`, columns, '  ', '    '),
  ).join('\n');
}

/** The lines of a skill, each with how many paths it rests on. */
export const procedureLines = ({ name, steps, avoid }: Procedure, columns: number): string[] => [
  ...wrap(`${name}:`, columns, '  '),
  ...steps.flatMap(({ text, facts }, at) =>
    wrap(`${text} (${plural(facts.length, 'path')})`, columns, `    ${at + 1}. `),
  ),
  ...avoid.flatMap(({ text, facts }) => wrap(`${text} (${plural(facts.length, 'path')})`, columns, '    avoid ')),
];

/** The lines of lessons, each with how many decisions it rests on. */
const lessonLines = (draft: string, columns: number): string[] =>
  readLessons({ draft }, () => true).flatMap(({ text, facts }) =>
    wrap(`${text} (${plural(Math.ceil(facts.length / 2), 'decision')})`, columns, '    - '),
  );

/** What stands on no page of its own has its kind in the place of one. */
const ON_NO_PAGE: Partial<Record<Review['kind'], string>> = { skill: 'path', lesson: 'decision' };

function whereOf({ fact, claim, confidence }: Party, paint: Paint, kind: Review['kind']): string {
  return [
    paint('dim', fact.id),
    fact.day,
    confidence.toFixed(2),
    claim === null ? (ON_NO_PAGE[kind] ?? 'not current') : paint('cyan', `${claim.page}:${claim.line}`),
  ].join('  ');
}

export function countWaiting(reviews: readonly Review[]): string {
  const count = reviews.filter(({ status }) => status === 'pending').length;
  return count === 0 ? 'No reviews are pending.' : `${waits(count, 'review')}.`;
}

/** The result of one decision, in a line or two. */
export function renderDecided({ review, verdict, applied }: Decided, { paint }: Face): string {
  const pages = applied.journal.pages.map(({ path }) => paint('cyan', path)).join(', ');
  const where = pages === '' ? '' : ` (${pages})`;
  return `${DONE[verdict]} ${review.id}: ${applied.summary.replace(/^\S+ \w+: /, '')}${where}.`;
}

const DONE: Readonly<Record<Decided['verdict'], string>> = {
  merge: 'Merged',
  replace: 'Replaced',
  page: 'Done',
  publish: 'Published',
  apart: 'Kept apart for good',
};

/** Summary at the end of a session at a terminal. */
export function renderSession(decided: readonly Decided[], skipped: number, waiting: number): string {
  const count = (verdict: Decided['verdict']): number => decided.filter((one) => one.verdict === verdict).length;
  const parts = [
    [count('merge'), 'merged'],
    [count('replace'), 'replaced'],
    [count('page'), count('page') === 1 ? 'page done' : 'pages done'],
    [count('publish'), 'published'],
    [count('apart'), 'kept apart'],
    [skipped, 'left for later'],
  ] as const;
  const done = parts.flatMap(([number, what]) => (number === 0 ? [] : `${number} ${what}`)).join(', ');
  const left =
    waiting === 0
      ? 'No reviews are pending.'
      : `${plural(waiting, 'review')} still ${waiting === 1 ? 'waits' : 'wait'}: memvault review`;
  return `${done || 'Nothing was decided'}. ${left}`;
}

export function toDecidedJson({ review, status, verdict, left, applied }: Decided): JsonObject {
  return {
    id: review.id,
    kind: review.kind,
    status,
    facts: review.facts,
    did: verdict,
    ...(left.length === 0 ? {} : { left }),
    run: applied.journal.run,
    changes: applied.changes,
  };
}
