// What a dream would do, page by page, with the reason for each fact.
import type { DreamResult } from '../../dream/dreamt.ts';
import type { Decision } from '../../model/plan.ts';
import { type Paint, painter, plain } from '../paint.ts';
import { wrap } from '../wrap.ts';
import { saidOn, wordsFor } from './said.ts';
import { decisionsOf, pagesOf, renderNothing, renderWaiting, summary } from './dream.ts';
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
  const quote = (fact: string): string => `“${short(plain(texts.get(fact) ?? fact))}”`;
  if (decision.of !== undefined) return `${decision.reason} as ${quote(decision.of)}`;
  if (decision.by !== undefined) return `now ${quote(decision.by)}: ${decision.reason}`;
  return decision.with === undefined ? decision.reason : `${decision.reason}; against ${quote(decision.with)}`;
}

export function short(text: string, longest = LONGEST_QUOTE): string {
  const points = Array.from(text);
  return points.length > longest
    ? `${points
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : text;
}
