// What a dream would do, page by page, with the reason for each fact.
import type { ListedFact } from '../../inspect/facts.ts';
import type { DreamResult } from '../../dream/dream.ts';
import { changesOf } from '../../dream/plan-file/edit.ts';
import type { Redone } from '../../dream/plan-file/redo.ts';
import { plain } from '../../model/controls.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Decision, Proposal } from '../../model/plan.ts';
import { plural } from '../../model/text.ts';
import type { View } from '../../vault/view.ts';
import { type Face, fit, type Paint, wrap, linesOf } from '../terminal/face.ts';
import { saidOn, wordsFor } from './diff.ts';
import {
  decisionsOf,
  pagesOf,
  renderNothing,
  renderReviewsWaiting,
  renderUpdates,
  renderWaiting,
  summary,
} from './dream.ts';

/** The words of facts by id. */
export interface Texts {
  get(fact: string): string | undefined;
}

const MAX_FACTS = 8;
const LONGEST_QUOTE = 60;

/** `reviews`: questions that wait for a person. */
export function renderRehearsal(result: DreamResult, { columns, paint }: Face, reviews: number): string {
  const { runs, view } = result;
  const isTerminal = columns < Infinity;
  const waiting = renderWaiting({ ...result, runs: [] }, isTerminal ? view : null).flatMap((line) =>
    wrap(line, columns, '', '  '),
  );
  // The lines below say how many wait.
  if (runs.length === 0)
    return [
      isTerminal && waiting.length > 0 && !result.interrupted ? 'Nothing was written.' : renderNothing(result),
      ...waiting,
    ].join('\n');
  const created = new Set(pagesOf(runs).created);
  const said = saidOn(view.pages.values());
  const words: Words = { logged: (fact) => view.factById.get(fact)?.text ?? fact, said: (fact) => said.get(fact) };
  const blocks = [...groupBy(decisionsOf(runs), ({ page }) => page ?? '')]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([page, decisions]) => {
      const head =
        page === ''
          ? paint('yellow', 'on no page')
          : `${created.has(page) ? paint('green', 'new ') : ''}${paint('bold', page)}`;
      const lines = decisions
        .slice(0, MAX_FACTS)
        .flatMap((decision) => renderDecision(decision, words, columns, paint));
      const more = decisions.length > MAX_FACTS ? [paint('dim', `  … and ${decisions.length - MAX_FACTS} more`)] : [];
      return [head, ...lines, ...more].join('\n');
    });
  const changes = [...renderUpdates(runs, columns), ...renderReviewsWaiting(reviews)];
  return [
    wrap(`A dream would consolidate ${summary(runs)}.`, columns).join('\n'),
    ...blocks,
    ...[changes, waiting].filter((lines) => lines.length > 0).map((lines) => lines.join('\n')),
  ].join('\n\n');
}

interface Words {
  readonly logged: (fact: string) => string;
  /** Of its claim, as it will be. */
  readonly said: (fact: string) => string | undefined;
}

/** Of those a claim would say what the line says. */
const BRINGS_WORDS: ReadonlySet<Decision['as']> = new Set(['placed', 'superseded', 'conflict']);

/** One line where it fits; else the reason on lines below. Where what will be written is not what was logged, both. */
function renderDecision(
  decision: Decision,
  { logged: loggedAs, said }: Words,
  columns: number,
  paint: Paint,
): string[] {
  const { words, logged } = wordsFor(
    loggedAs(decision.fact),
    BRINGS_WORDS.has(decision.as) ? said(decision.fact) : undefined,
  );
  const reason = why(decision, { get: (fact) => said(fact) ?? loggedAs(fact) });
  const first = `  ${sign(decision)} `;
  const dim = (text: string): string[] => wrap(text, columns, '      ').map((line) => paint('dim', line));
  const below = logged === null ? [] : dim(`logged: ${logged}`);
  return wrap(`${words} (${reason})`, columns, first).length === 1
    ? [`${first}${words} ${paint('dim', `(${reason})`)}`, ...below]
    : [...wrap(words, columns, first), ...below, ...dim(reason)];
}

const sign = (decision: Decision): string =>
  ({ placed: '+', duplicate: '=', superseded: '<', conflict: '?', 'set-aside': '-', quarantined: '!' })[
    decision.as as string
  ] ?? '~';

/** `texts`: the words of each fact. */
export function why(decision: Decision, texts: Texts): string {
  const quote = (fact: string): string => `“${fit(texts.get(fact) ?? fact, LONGEST_QUOTE)}”`;
  if (decision.of !== undefined) return `${decision.reason} as ${quote(decision.of)}`;
  if (decision.by !== undefined) return `now ${quote(decision.by)}: ${decision.reason}`;
  return decision.with === undefined ? decision.reason : `${decision.reason}; against ${quote(decision.with)}`;
}

// What would be other than it is after facts were decided anew, page by page.

const SIGNS: Readonly<Partial<Record<Proposal['as'], string>>> = {
  placed: '~',
  duplicate: '=',
  superseded: '<',
  conflict: '?',
};

/** Facts that it came to a decision about. */
export const decidedIn = ({ result }: Pick<Redone, 'result'>): Set<string> =>
  new Set(result.runs.flatMap((one) => one.decisions.map(({ fact }) => fact)));

export function renderRedo(redone: Redone, since: string, { columns, paint }: Face): string {
  const { file, result, engine } = redone;
  const decided = decidedIn(redone);
  if (decided.size === 0) return `Nothing to do: nothing since ${since} was decided by anything older than ${engine}.`;
  const changes = changesOf(file, decided);
  const pageOf = new Map(result.runs.flatMap((one) => one.decisions).map(({ fact, page }) => [fact, page]));
  const blocks = [...groupBy(changes, ({ fact }) => pageOf.get(fact) ?? '')]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([page, proposals]) =>
      [
        paint('bold', page),
        ...proposals.flatMap((proposal) => renderAgain(proposal, result.view, { columns, paint })),
      ].join('\n'),
    );
  const stay = decided.size - changes.length;
  const first =
    `${engine} looked again at ${plural(decided.size, 'fact')} since ${since}: ${changes.length} would change, ` +
    `${stay} ${stay === 1 ? 'stays' : 'stay'} as ${stay === 1 ? 'it is' : 'they are'}.`;
  return [wrap(first, columns).join('\n'), ...blocks].join('\n\n');
}

/** One change: the fact, and below it what becomes of it now and why. */
function renderAgain(
  { fact, as, of, by, with: other, text, reason }: Proposal,
  view: Pick<View, 'factById'>,
  { columns, paint }: Face,
): string[] {
  const says = (id: string | undefined): string => plain(view.factById.get(id ?? '')?.text ?? id ?? '');
  const then =
    as === 'duplicate'
      ? `says the same as “${says(of)}”`
      : as === 'superseded'
        ? `now “${says(by)}”`
        : as === 'conflict'
          ? `against “${says(other)}”`
          : text === undefined || text === says(fact)
            ? 'gets a claim of its own'
            : `“${plain(text)}”`;
  return [
    ...wrap(says(fact), columns, `  ${SIGNS[as] ?? '~'} `),
    ...wrap(`${then} (${plain(reason)})`, columns, '      ').map((line) => paint('dim', line)),
  ];
}

/**
 * Today's facts, each with the page that it would go to.
 * `changes`: what a dream would change in what is current, a line each.
 */
export function renderToday(
  day: string,
  facts: readonly ListedFact[],
  decisions: readonly Decision[],
  changes: readonly string[],
  { paint }: Face,
): string {
  const plan = new Map(decisions.map((decision) => [decision.fact, decision]));
  const lines = facts.flatMap((fact) => {
    const decision = plan.get(fact.id);
    return linesOf(
      `${paint('dim', fact.id)}  [${fact.category}] ${plain(fact.content)}`,
      decision !== undefined && paint('dim', `            → ${goesTo(decision)}`),
    );
  });
  return [
    paint('bold', `${plural(facts.length, 'fact')} today (${day})`),
    ...lines,
    ...changes,
    paint('dim', 'A dream does this once the day is over; search finds all of it now.'),
  ].join('\n');
}

function goesTo(decision: Decision): string {
  if (decision.as === 'duplicate') return `${decision.page ?? ''}: says the same as ${decision.of ?? ''}`;
  if (decision.as === 'superseded') return `${decision.page ?? ''}: past, replaced by ${decision.by ?? ''}`;
  if (decision.as === 'conflict') return `${decision.page ?? ''}: contradicts ${decision.with ?? ''}`;
  return decision.page === undefined ? `${decision.as}: ${decision.reason}` : `${decision.page}: ${decision.reason}`;
}
