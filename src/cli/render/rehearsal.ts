// What a dream would do, page by page, with the reason for each fact.
import type { ListedFact } from '../../inspect/facts.ts';
import type { DreamResult } from '../../dream/dream.ts';
import { changesOf } from '../../dream/plan-file/edit.ts';
import type { Redone } from '../../dream/plan-file/redo.ts';
import { plain } from '../../model/controls.ts';
import type { Decision, Proposal } from '../../model/plan.ts';
import { plural } from '../../model/text.ts';
import type { View } from '../../vault/view.ts';
import { type Paint, painter } from '../terminal/paint.ts';
import { fit, wrap } from '../terminal/wrap.ts';
import { decisionsOf, pagesOf, renderNothing, renderWaiting, summary } from './dream.ts';
import { saidOn, wordsFor } from './said.ts';
import { renderReviewsWaiting, renderUpdates } from './updates.ts';

/** The words of facts by id. */
export interface Texts {
  get(fact: string): string | undefined;
}

const MAX_FACTS = 8;
const LONGEST_QUOTE = 60;

/** `width`: columns of the terminal, null where there is none. `reviews`: questions that wait for a person. */
export function renderRehearsal(result: DreamResult, color: boolean, width: number | null, reviews: number): string {
  const { runs, view } = result;
  const waiting = renderWaiting({ ...result, runs: [] }, width === null ? null : view).flatMap((line) =>
    wrap(line, width ?? Infinity, '', '  '),
  );
  // The lines below say how many wait.
  if (runs.length === 0)
    return [
      width !== null && waiting.length > 0 && !result.interrupted ? 'Nothing was written.' : renderNothing(result),
      ...waiting,
    ].join('\n');
  const paint = painter(color);
  const created = new Set(pagesOf(runs).created);
  const byPage = new Map<string, Decision[]>();
  for (const decision of decisionsOf(runs)) {
    const page = decision.page ?? '';
    byPage.set(page, [...(byPage.get(page) ?? []), decision]);
  }
  const said = saidOn(view.pages.values());
  const words: Words = { logged: (fact) => view.factById.get(fact)?.text ?? fact, said: (fact) => said.get(fact) };
  const blocks = [...byPage]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([page, decisions]) => {
      const head =
        page === ''
          ? paint('yellow', 'on no page')
          : `${created.has(page) ? paint('green', 'new ') : ''}${paint('bold', page)}`;
      const lines = decisions.slice(0, MAX_FACTS).flatMap((decision) => renderDecision(decision, words, width, paint));
      const more = decisions.length > MAX_FACTS ? [paint('dim', `  … and ${decisions.length - MAX_FACTS} more`)] : [];
      return [head, ...lines, ...more].join('\n');
    });
  const changes = [...renderUpdates(runs, width), ...renderReviewsWaiting(reviews)];
  const first = wrap(`A dream would consolidate ${summary(runs)}.`, width ?? Infinity).join('\n');
  return [
    first,
    ...blocks,
    ...(changes.length > 0 ? [changes.join('\n')] : []),
    ...(waiting.length > 0 ? [waiting.join('\n')] : []),
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
  width: number | null,
  paint: Paint,
): string[] {
  const { words, logged } = wordsFor(
    loggedAs(decision.fact),
    BRINGS_WORDS.has(decision.as) ? said(decision.fact) : undefined,
  );
  const [reason, columns] = [why(decision, { get: (fact) => said(fact) ?? loggedAs(fact) }), width ?? Infinity];
  const first = `  ${sign(decision)} `;
  const below = logged === null ? [] : wrap(`logged: ${logged}`, columns, '      ').map((line) => paint('dim', line));
  if (wrap(`${words} (${reason})`, columns, first).length === 1)
    return [`${first}${words} ${paint('dim', `(${reason})`)}`, ...below];
  return [
    ...wrap(words, columns, first),
    ...below,
    ...wrap(reason, columns, '      ').map((line) => paint('dim', line)),
  ];
}

const sign = (decision: Decision): string =>
  ({ placed: '+', duplicate: '=', superseded: '<', conflict: '?', 'set-aside': '-', quarantined: '!' })[
    decision.as as string
  ] ?? '~';

/** `texts`: the words of each fact. */
export function why(decision: Decision, texts: Texts): string {
  const quote = (fact: string): string => `“${fit(plain(texts.get(fact) ?? fact), LONGEST_QUOTE)}”`;
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

/** `width`: columns of the terminal, null where there is none. */
export function renderRedo(
  redone: Redone,
  since: string,
  { color, width }: { readonly color: boolean; readonly width: number | null },
): string {
  const { file, result, engine } = redone;
  const { runs, view } = result;
  const paint = painter(color);
  const columns = width ?? Infinity;
  const decided = decidedIn(redone);
  if (decided.size === 0) return `Nothing to do: nothing since ${since} was decided by anything older than ${engine}.`;
  const changes = changesOf(file, decided);
  const byPage = new Map<string, string[]>();
  for (const proposal of changes) {
    const page = runs.flatMap((one) => one.decisions).find((one) => one.fact === proposal.fact)?.page ?? '';
    byPage.set(page, [...(byPage.get(page) ?? []), ...renderAgain(proposal, view, { columns, paint })]);
  }
  const blocks = [...byPage]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([page, lines]) => [paint('bold', page), ...lines].join('\n'));
  const stay = decided.size - changes.length;
  const first =
    `${engine} looked again at ${plural(decided.size, 'fact')} since ${since}: ${changes.length} would change, ` +
    `${stay} ${stay === 1 ? 'stays' : 'stay'} as ${stay === 1 ? 'it is' : 'they are'}.`;
  return [wrap(first, columns).join('\n'), ...blocks].join('\n\n');
}

/** One change: the fact, and below it what becomes of it now and why. */
export function renderAgain(
  { fact, as, of, by, with: other, text, reason }: Proposal,
  view: Pick<View, 'factById'>,
  { columns, paint }: { readonly columns: number; readonly paint: Paint },
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
  color: boolean,
): string {
  const paint = painter(color);
  const plan = new Map(decisions.map((decision) => [decision.fact, decision]));
  const lines = facts.flatMap((fact) => {
    const decision = plan.get(fact.id);
    return [
      `${paint('dim', fact.id)}  [${fact.category}] ${plain(fact.content)}`,
      ...(decision ? [paint('dim', `            → ${goesTo(decision)}`)] : []),
    ];
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
