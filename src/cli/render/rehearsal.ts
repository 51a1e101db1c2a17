// Renders what a dream would do, page by page, with the reason for each fact.
import type { ListedFact } from '../../inspect/facts.ts';
import type { DreamResult } from '../../dream/dream.ts';
import { plain } from '../../model/controls.ts';
import { groupBy } from '../../model/group-by.ts';
import type { Decision } from '../../model/plan.ts';
import { plural } from '../../model/text.ts';
import type { View } from '../../vault/view.ts';
import { type Face, fit, linesOf, wrap } from '../terminal/face.ts';
import { saidOn, wordsFor } from '../commands/diff.ts';
import { decisionsOf, pagesOf, renderChanges, renderNothing, renderWaiting, summary } from './dream.ts';

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
