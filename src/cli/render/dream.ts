// The result of a dream, for people and as JSON.
import { countReviews } from '../../curate/review/review.ts';
import type { DreamResult } from '../../dream/dream.ts';
import { SECRET } from '../../dream/engine.ts';
import { countDispositions, daysOf } from '../../dream/run.ts';
import type { ListedFact } from '../../inspect/facts.ts';
import { isSecret } from '../../language/secrets/secrets.ts';
import { plain } from '../../model/controls.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Decision, Update } from '../../model/plan.ts';
import { capitalized, plural, waits } from '../../model/text.ts';
import { readLonePast } from '../../vault/current-claims.ts';
import type { View } from '../../vault/view.ts';
import { saidOn, wordsFor } from '../commands/diff.ts';
import { type Face, firstOf, fit, wrap, linesOf } from '../terminal/face.ts';

type Runs = DreamResult['runs'];

/** The body of the JSON document. */
export function toDocument({ runs, left, retried, closed, interrupted, usage }: DreamResult): Record<string, unknown> {
  return {
    ran: runs.length > 0,
    reason: interrupted
      ? 'interrupted'
      : runs.length > 0
        ? runs.every(({ plan }) => plan.pass !== undefined)
          ? 'passes were due'
          : 'facts were pending'
        : left.length === 0
          ? 'nothing is pending'
          : left.every(isUndone)
            ? 'all that is pending was undone'
            : 'all that is pending must wait',
    runs: runs.map((one) => ({
      run: one.run,
      watermark: one.watermark,
      days: daysOf(one.decisions),
      facts: countDispositions(one.decisions),
      pages: { created: one.created, updated: one.updated },
      reviews: one.reviews,
      updates: updatesOf(one),
      engine: one.plan.engine,
      notices: one.plan.notices,
      calls: one.usage.calls,
      tokens: one.usage.tokens,
    })),
    left,
    retried,
    skipped: closed,
    usage,
  };
}

/** Warns about facts in History whose successor was removed by hand: nothing is current in their place. */
export function renderLone({ runs, view }: Pick<DreamResult, 'runs' | 'view'>): string[] {
  const removed = new Set(
    runs.flatMap((one) => one.decisions.filter(({ as }) => as === 'set-aside').map(({ fact }) => fact)),
  );
  if (removed.size === 0) return [];
  return readLonePast(view)
    .filter(({ by }) => removed.has(by))
    .map(
      ({ fact }) =>
        `nothing current for "${plain(fact.text)}": superseded only by what is gone; memvault fix ${fact.id} ` +
        '--restore brings it back',
    );
}

type Words = Pick<DreamResult['view'], 'factById'> | null;

/**
 * What could not be done, one line per reason: facts that wait or were quarantined, pages that were skipped. `view`:
 * given for a person, so that facts are shown by their text.
 */
export function renderWaiting(
  { runs, left, closed }: Pick<DreamResult, 'runs' | 'left' | 'closed'>,
  view: Words = null,
): string[] {
  const reasons = new Set(left.map(({ reason }) => reason));
  const again = (count: number): string => `decides ${count === 1 ? 'it' : 'them'} again`;
  return [
    ...eachReason(
      left.filter((one) => !isUndone(one)),
      view,
      (facts, who, reason) => `${facts} waiting ${who}: ${reason}`,
    ),
    ...eachReason(
      left.filter(isUndone),
      view,
      (facts, who, reason, count) => `${facts} left as you wanted ${who}: ${reason}; memvault dream ${again(count)}`,
    ),
    ...eachReason(
      runs.flatMap((one) => one.decisions).filter(({ as }) => as === 'quarantined'),
      null,
      (facts, who, reason, count) =>
        `${facts} quarantined ${who}: ${reason}` +
        (reason === SECRET ? '' : `; memvault dream --retry ${again(count)}`),
    ),
    ...closed.filter((reason) => !reasons.has(reason)).map((reason) => `skipped: ${reason}`),
  ];
}

function eachReason(
  all: readonly { readonly fact: string; readonly reason: string }[],
  view: Words,
  say: (facts: string, who: string, reason: string, count: number) => string,
): string[] {
  return [...groupBy(all, ({ reason }) => reason)].map(([reason, own]) =>
    say(
      plural(own.length, 'fact'),
      namesOf(
        own.map(({ fact }) => fact),
        view,
      ),
      plain(reason),
      own.length,
    ),
  );
}

const LONGEST_NAME = 50;

/** Ids for programs, the text for people. */
function namesOf(facts: readonly string[], view: Words): string {
  const fact = view?.factById.get(facts[0] ?? '');
  if (fact === undefined || isSecret(fact)) return `(${firstOf(facts, 3, () => '…').join(', ')})`;
  return `(“${fit(fact.text, LONGEST_NAME)}”${facts.length > 1 ? ` and ${facts.length - 1} more` : ''})`;
}

const isUndone = ({ why }: DreamResult['left'][number]): boolean => why === 'undone';

/** Why there was no run. */
function renderNothing({ left, interrupted, view }: Pick<DreamResult, 'left' | 'interrupted' | 'view'>): string {
  if (interrupted) return 'Stopped before anything was written.';
  if (view.facts.length === 0)
    return 'Nothing to do: no fact has been logged yet. Log one:\n  memvault log "User prefers tabs" -c preference';
  if (left.length === 0) return 'Nothing to do: all facts before today are accounted for.';
  return left.every(isUndone)
    ? `Nothing to do: ${plural(left.length, 'fact')} that you undid ${left.length === 1 ? 'waits' : 'wait'} until ` +
        `memvault dream decides ${left.length === 1 ? 'it' : 'them'} again.`
    : `Nothing was written: ${plural(left.length, 'fact')} must wait.`;
}

export function renderDream(result: DreamResult, { columns, paint }: Face): string {
  const { runs, retried, interrupted } = result;
  if (runs.length === 0) return renderNothing(result);
  const { created, updated } = pagesOf(runs);
  const ingested = runs.filter(({ plan }) => plan.pass === undefined);
  const decided = decisionsOf(ingested);
  return linesOf(
    linesOf(
      ingested.length > 0 &&
        (decided.length === 0
          ? 'Looked at pairs that waited from earlier nights.'
          : `Consolidated ${summary(ingested)}.`),
      renderPasses(runs),
    )
      .flatMap((line) => wrap(line, columns))
      .map((line) => paint('bold', line)),
    created.map((page) => `  ${paint('green', 'created')}  ${page}`),
    updated.map((page) => `  ${paint('cyan', 'updated')}  ${page}`),
    renderUpdates(runs, columns),
    retried.length > 0 &&
      `Of these, ${plural(retried.length, 'fact')} ${retried.length === 1 ? 'was' : 'were'} quarantined until now.`,
    renderReviewsWaiting(countReviews(result.view)),
    interrupted && 'Stopped; what was done stands. Run memvault dream again to go on.',
  ).join('\n');
}

/** `Looked over 3 pages, compared 40 claims across pages: 2 superseded.` Null without passes. */
function renderPasses(runs: Runs): string | null {
  const passes = runs.flatMap(({ plan: { pass } }) => pass ?? []);
  if (passes.length === 0) return null;
  const pages = passes.filter(({ kind }) => kind === 'page').length;
  const claims = passes.filter(({ kind }) => kind === 'pairs').map((pass) => pass.claims);
  const said = linesOf(
    pages > 0 && `looked over ${plural(pages, 'page')}`,
    claims.length > 0 &&
      `compared ${plural(
        claims.reduce((all, count) => all + count),
        'claim',
      )} across pages`,
  ).join(', ');
  const decisions = runs.filter(({ plan }) => plan.pass !== undefined).flatMap((one) => one.decisions);
  return `${capitalized(said)}${decisions.length === 0 ? '' : `: ${counts(decisions)}`}.`;
}

const MAX_UPDATES = 20;
const WORDS: Readonly<Record<Update['kind'], readonly [string, string]>> = {
  update: ['updated', '→'],
  conflict: ['conflict', '/'],
  correction: ['corrected', '→'],
};

/** The updates of a run whose page was written. */
function updatesOf({ plan, decisions }: Runs[number]): Update[] {
  const decided = new Set(decisions.map(({ fact }) => fact));
  return plan.updates.filter(({ fact }) => decided.has(fact));
}

/** Changes to current claims: at most twenty, and the number of the rest. */
export function renderUpdates(runs: Runs, columns: number): string[] {
  const all = runs.flatMap(updatesOf);
  return linesOf(
    all.slice(0, MAX_UPDATES).flatMap((update) => renderUpdate(update, columns)),
    all.length > MAX_UPDATES && `and ${all.length - MAX_UPDATES} more`,
  );
}

/** What would change in current claims, and how many reviews would wait. */
const renderChanges = ({ runs, view }: Pick<DreamResult, 'runs' | 'view'>, columns: number): string[] => [
  ...renderUpdates(runs, columns),
  ...renderReviewsWaiting(countReviews(view)),
];

/** One line if it fits; otherwise each statement in full on its own lines, since the difference may be at the end. */
function renderUpdate({ kind, from, to }: Update, columns: number): string[] {
  const [word, mark] = WORDS[kind];
  const [a, b] = [`"${plain(from)}"`, `"${plain(to)}"`];
  const line = wrap(`${word}: ${a} ${mark} ${b}`, columns);
  return line.length === 1
    ? line
    : [...wrap(a, columns, `${word}: `), ...wrap(b, columns, `${mark} `.padStart(word.length + 2))];
}

/** `5 reviews wait: memvault review`; empty if there are none. */
export const renderReviewsWaiting = (count: number): string[] =>
  count === 0 ? [] : [`${waits(count, 'review')}: memvault review`];

/**
 * `42 facts of 3 days: 30 placed, 12 duplicate, 2 superseded`. The last also counts facts that were decided earlier.
 */
function summary(runs: Runs): string {
  const facts = factsOf(runs);
  const days = new Set(runs.flatMap((one) => daysOf(one.decisions))).size;
  const what = facts === 0 ? '' : `${plural(facts, 'fact')} of ${plural(days, 'day')}: `;
  return what + counts(decisionsOf(runs));
}

/** The number of facts consolidated, without those decided again because of another. */
const factsOf = (runs: Runs): number =>
  new Set(runs.flatMap((one) => one.decisions.filter(({ beside }) => beside !== true).map(({ fact }) => fact))).size;

const counts = (decisions: readonly Decision[]): string =>
  Object.entries(countDispositions(decisions))
    .map(([as, count]) => `${count} ${as}`)
    .join(', ');

/** A fact that a later run decided again appears once, with the later decision. */
export function decisionsOf(runs: Runs): Decision[] {
  return [...new Map(runs.flatMap((one) => one.decisions).map((decision) => [decision.fact, decision])).values()];
}

/** Pages of all runs. A page that a run created counts as created, even if later runs changed it. */
function pagesOf(runs: Runs): { created: string[]; updated: string[] } {
  const created = new Set(runs.flatMap((one) => one.created));
  const updated = new Set(runs.flatMap((one) => one.updated).filter((page) => !created.has(page)));
  return { created: [...created].sort(), updated: [...updated].sort() };
}

// The text around a dream at the terminal: what is proposed, what will be written, the result and the next steps.

const MAX_PAGES = 12;
const MAX_NOTICES = 5;

/** The engine's proposals, before the first page. */
export function renderProposed(
  { runs, left, closed, view }: Pick<DreamResult, 'runs' | 'left' | 'closed' | 'view'>,
  { columns, paint }: Face,
): string {
  const { created, updated } = pagesOf(runs);
  const pages = [...created.map((path) => [path, true] as const), ...updated.map((path) => [path, false] as const)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, isNew]) => `  ${fit(path, columns - 8)}${isNew ? ` ${paint('green', '(new)')}` : ''}`);
  return [
    paint('bold', `Proposed: ${summary(runs)}.`),
    ...firstOf(pages, MAX_PAGES, (more) => `  and ${plural(more, 'more page')}`),
    ...renderNotices(
      noticesOf(runs),
      left.map(({ reason }) => reason),
    ),
    ...renderWaiting({ runs: [], left, closed }, view),
    paint('dim', 'Nothing is written until you agree; Ctrl-C stops at any time.'),
  ].join('\n');
}

export const noticesOf = (runs: Runs): string[] => runs.flatMap(({ plan }) => plan.notices);

const COUNTED = /^(.+): (\d+)$/s;

/** Combines the notices of all runs, adding up counts. Skips causes in `told`. */
function foldNotices(notices: readonly string[], told: readonly string[]): string[] {
  const sums = new Map<string, number | null>();
  for (const notice of notices) {
    const [, words = notice, count] = COUNTED.exec(notice) ?? [];
    sums.set(words, count === undefined ? null : (sums.get(words) ?? 0) + Number(count));
  }
  const lines: string[] = [];
  for (const [words, count] of sums) {
    const [, ...cause] = words.split(': ');
    const isTold = cause.length > 0 && [...told, ...lines].some((line) => line.includes(cause.join(': ')));
    if (!isTold && !told.some((one) => words.includes(one))) lines.push(count === null ? words : `${words}: ${count}`);
  }
  return lines;
}

/** What the plan changed in the proposals. `told`: causes that are already shown. */
export function renderNotices(notices: readonly string[], told: readonly string[] = []): string[] {
  return firstOf(
    foldNotices(notices, told).map((notice) => `note: ${plain(notice)}`),
    MAX_NOTICES,
    (more) => `and ${plural(more, 'more note')}`,
  );
}

/**
 * `3 pages with 12 facts? 1 fact waits.`: what would be written. `shown`: the number of pages the user went through;
 * only links change on others. `waiting`: the number of facts put off.
 */
export function renderAbout({ runs }: Pick<DreamResult, 'runs'>, shown: number, waiting: number): string {
  const { created, updated } = pagesOf(runs);
  const facts = factsOf(runs);
  const others = created.length + updated.length - shown;
  return linesOf(
    `${shown === 0 ? plural(facts, 'decision') : `${plural(shown, 'page')} with ${plural(facts, 'fact')}`}?`,
    shown > 0 && others > 0 && `${plural(others, 'other page')} ${others === 1 ? 'changes' : 'change'} with them.`,
    waiting > 0 && `${waits(waiting, 'fact')}.`,
  ).join(' ');
}

/** The next commands, one per line; empty if nothing was written. */
export function renderNext({ runs, left }: Pick<DreamResult, 'runs' | 'left'>): string {
  if (runs.length === 0) return '';
  const hasPutOff = left.some(({ why }) => why === 'later');
  return linesOf(
    'Next:',
    '  memvault diff          what it changed',
    hasPutOff && '  memvault dream         asks about the rest',
    '  memvault dream --undo  reverts it',
  ).join('\n');
}

// What a dream would do, page by page, with the reason for each fact.

const MAX_FACTS = 8;
const LONGEST_QUOTE = 60;

export function renderRehearsal(result: DreamResult, face: Face): string {
  const { runs, view } = result;
  const { columns } = face;
  const isTerminal = columns < Infinity;
  const waiting = renderWaiting({ ...result, runs: [] }, isTerminal ? view : null).flatMap((line) =>
    wrap(line, columns, '', '  '),
  );
  // The lines below give the number of waiting facts.
  if (runs.length === 0)
    return [
      isTerminal && waiting.length > 0 && !result.interrupted ? 'Nothing was written.' : renderNothing(result),
      ...waiting,
    ].join('\n');
  return [
    wrap(`A dream would consolidate ${summary(runs)}.`, columns).join('\n'),
    ...renderPages(result, decisionsOf(runs), face),
    ...[renderChanges(result, columns), waiting].filter((lines) => lines.length > 0).map((lines) => lines.join('\n')),
  ].join('\n\n');
}

/** One text per page, with the decisions on it. */
function renderPages({ runs, view }: DreamResult, all: readonly Decision[], face: Face): string[] {
  const created = new Set(pagesOf(runs).created);
  const render = decisionRenderer(view, face);
  const { paint } = face;
  return [...groupBy(all, ({ page }) => page ?? '')]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([page, decisions]) =>
      linesOf(
        page === ''
          ? paint('yellow', 'on no page')
          : `${created.has(page) ? paint('green', 'new ') : ''}${paint('bold', page)}`,
        decisions.slice(0, MAX_FACTS).flatMap(render),
        decisions.length > MAX_FACTS && paint('dim', `  … and ${decisions.length - MAX_FACTS} more`),
      ).join('\n'),
    );
}

/**
 * Returns a function that renders a decision: on one line if it fits, else with the reason below. Shows both texts if
 * the written text differs from the logged one. `view`: with the pages as the decisions leave them.
 */
export function decisionRenderer(view: View, { columns, paint }: Face): (decision: Decision) => string[] {
  const said = saidOn(view.pages.values());
  const textOf = (fact: string): string => view.factById.get(fact)?.text ?? fact;
  return (decision) => {
    const { fact, as } = decision;
    const { words, logged } = wordsFor(textOf(fact), BRINGS_WORDS.has(as) ? said.get(fact) : undefined);
    const reason = why(decision, (other) => said.get(other) ?? textOf(other));
    const first = `  ${SIGNS[as] ?? '~'} `;
    const dim = (text: string): string[] => wrap(text, columns, '      ').map((line) => paint('dim', line));
    const isShort = wrap(`${words} (${reason})`, columns, first).length === 1;
    return linesOf(
      isShort ? `${first}${words} ${paint('dim', `(${reason})`)}` : wrap(words, columns, first),
      logged !== null && dim(`logged: ${logged}`),
      !isShort && dim(reason),
    );
  };
}

/** Dispositions that put the fact's text into a claim. */
const BRINGS_WORDS: ReadonlySet<Decision['as']> = new Set(['placed', 'superseded', 'conflict']);

const SIGNS: { readonly [As in Decision['as']]?: string } = {
  placed: '+',
  duplicate: '=',
  superseded: '<',
  conflict: '?',
  'set-aside': '-',
  quarantined: '!',
};

/** `textOf`: returns a fact's text. */
function why(decision: Decision, textOf: (fact: string) => string | undefined): string {
  const quote = (fact: string): string => `“${fit(textOf(fact) ?? fact, LONGEST_QUOTE)}”`;
  if (decision.of !== undefined) return `${decision.reason} as ${quote(decision.of)}`;
  if (decision.by !== undefined) return `now ${quote(decision.by)}: ${decision.reason}`;
  return decision.with === undefined ? decision.reason : `${decision.reason}; against ${quote(decision.with)}`;
}

/**
 * Today's facts, each with its future page. `changes`: one line for each change that a dream would make to current
 * claims.
 */
export function renderToday(
  day: string,
  facts: readonly ListedFact[],
  decisions: readonly Decision[],
  changes: readonly string[],
  { factById }: Pick<View, 'factById'>,
  { columns, paint }: Face,
): string {
  return linesOf(
    paint('bold', `${plural(facts.length, 'fact')} today (${day})`),
    facts.flatMap(({ id, category, content }) => {
      const decision = decisions.find(({ fact }) => fact === id);
      return linesOf(
        wrap(`${paint('dim', id)}  [${category}] ${plain(content)}`, columns, '', ' '.repeat(12)),
        decision &&
          wrap(
            `→ ${decision.page ?? decision.as}: ${why(decision, (fact) => factById.get(fact)?.text)}`,
            columns,
            ' '.repeat(12),
          ).map((line) => paint('dim', line)),
      );
    }),
    changes,
    wrap('A dream will do this once the day is over; search finds these facts now.', columns).map((line) =>
      paint('dim', line),
    ),
  ).join('\n');
}
