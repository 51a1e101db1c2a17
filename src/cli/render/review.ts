// Renders reviews for people and as JSON.
import type { Party, Review } from '../../curate/review/review.ts';
import type { Look, Looks, ReviewPair } from '../../model/review.ts';
import type { JsonObject } from '../../model/json.ts';
import { capitalized, plural, waits } from '../../model/text.ts';
import type { Procedure } from '../../vault/derived-pages.ts';
import type { Decided } from '../../tasks/decide-review.ts';
import { type Face, fit, type Paint, wrap, linesOf } from '../terminal/face.ts';

export const QUESTIONS: Readonly<Record<Review['kind'], string>> = {
  merge: 'do these say the same?',
  supersede: 'does the later one replace the older?',
  contradiction: 'which one holds?',
  page: 'apply all of these changes?',
  skill: 'is this how it is done?',
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

/** Two short lines per pair: the newer statement, and its relation to the older one. */
function pairLines({ pairs = [], parties }: Review, columns: number): string[] {
  const say = (id: string): string => {
    const party = parties.find(({ fact }) => fact.id === id);
    return party === undefined ? id : `${party.fact.text} (${party.fact.day})`;
  };
  return pairs.flatMap(({ facts: [older, newer], as }) => [
    fit(`  ${say(newer)}`, columns),
    fit(`    ${PAIRS[as]}${as === 'set-aside' ? '' : `: ${say(older)}`}`, columns),
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

export function renderReview(review: Review, { columns, paint }: Face): string {
  const { id, kind, status, parties, draft, reason, looks, pairs, procedure } = review;
  return linesOf(
    `${paint('dim', id)}  ${paint('bold', `${kind}: ${QUESTIONS[kind]}`)}${status === 'pending' ? '' : ` (${status})`}`,
    pairs === undefined
      ? parties.flatMap((party) => [
          `  ${whereOf(party, paint, kind === 'skill')}`,
          ...wrap(party.fact.text, columns, '    '),
        ])
      : pairLines(review, columns),
    wrap(`why: ${reason}`, columns, '  '),
    looks !== undefined && wrap(renderLooks(looks), columns, '  '),
    procedure !== undefined && procedureLines(procedure, columns),
    draft !== null && status === 'pending' && wrap(`approve writes: “${draft}”`, columns, '  ', '    '),
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

function whereOf({ fact, claim, confidence }: Party, paint: Paint, isPath: boolean): string {
  return [
    paint('dim', fact.id),
    fact.day,
    confidence.toFixed(2),
    claim === null ? (isPath ? 'path' : 'not current') : paint('cyan', `${claim.page}:${claim.line}`),
  ].join('  ');
}

export function countWaiting(reviews: readonly Review[]): string {
  const count = reviews.filter(({ status }) => status === 'pending').length;
  return count === 0 ? 'No reviews are pending.' : `${waits(count, 'review')}.`;
}

/** For a terminal: short lines, each statement with its number. */
export function renderQuestion(
  review: Review,
  place: { readonly number: number; readonly of: number },
  { columns, paint }: Face,
): string {
  const { kind, parties, draft, reason, looks, pairs, procedure } = review;
  const sides = kind === 'contradiction' ? (parties[0]?.claim?.sides ?? []) : [];
  // For a conflict, the first fact of each side stands for the side, in the order of the callout.
  const shown =
    kind === 'contradiction'
      ? sides.flatMap(({ facts }) => parties.find(({ fact }) => fact.id === facts[0]) ?? [])
      : parties;
  const say = (text: string, first: string, style: 'bold' | 'green' | 'dim' | null): string[] =>
    wrap(text, columns, first).map((line) => (style === null ? line : paint(style, line)));
  return linesOf(
    paint('bold', `Review ${place.number} of ${place.of}`),
    (pairs === undefined ? shown : []).flatMap(({ fact, claim }, at) => [
      ...say(fact.text, `  ${at + 1}  `, 'bold'),
      ...say(`${fact.day}${claim === null ? '' : `, on ${claim.page}:${claim.line}`}`, '     ', null),
      ...say(`from ${fact.path}:${fact.line}`, '     ', 'dim'),
    ]),
    pairs !== undefined && pairLines(review, columns),
    procedure !== undefined && procedureLines(procedure, columns),
    say(`Asked because ${reason}.`, '  ', null),
    looks !== undefined && say(capitalized(renderLooks(looks)), '  ', null),
    draft !== null && say(draft, '  Merged: ', 'green'),
  ).join('\n');
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
