// What a dream would do, page by page, with the reason for each fact.
import type { DreamResult } from '../../dream/dreamt.ts';
import type { Decision } from '../../model/plan.ts';
import { type Paint, painter, plain } from '../paint.ts';
import { wrap } from '../wrap.ts';
import { decisionsOf, pagesOf, renderNothing, renderWaiting, summary } from './dream.ts';
import { renderReviewsWaiting, renderUpdates } from './updates.ts';

/** The words of facts by id. */
export interface Texts {
  get(fact: string): string | undefined;
}

const MAX_FACTS = 8;
const LONGEST_QUOTE = 60;

/** `width`: columns of the terminal, null where there is none. */
export function renderRehearsal(result: DreamResult, color: boolean, width: number | null): string {
  const { runs, view } = result;
  const waiting = renderWaiting({ ...result, runs: [] });
  if (runs.length === 0) return [renderNothing(result), ...waiting].join('\n');
  const paint = painter(color);
  const created = new Set(pagesOf(runs).created);
  const byPage = new Map<string, Decision[]>();
  for (const decision of decisionsOf(runs)) {
    const page = decision.page ?? '';
    byPage.set(page, [...(byPage.get(page) ?? []), decision]);
  }
  const texts = new Map([...view.factById.values()].map((fact) => [fact.id, fact.text]));
  const blocks = [...byPage].sort(([a], [b]) => (a < b ? -1 : 1)).map(([page, decisions]) => {
    const head = page === '' ? paint('yellow', 'on no page') : `${created.has(page) ? paint('green', 'new ') : ''}${paint('bold', page)}`;
    const lines = decisions.slice(0, MAX_FACTS).flatMap((decision) => renderDecision(decision, texts, width, paint));
    const more = decisions.length > MAX_FACTS ? [paint('dim', `  … and ${decisions.length - MAX_FACTS} more`)] : [];
    return [head, ...lines, ...more].join('\n');
  });
  const changes = [...renderUpdates(runs, width), ...renderReviewsWaiting(view)];
  const first = wrap(`A dream would consolidate ${summary(runs)}.`, width ?? Infinity).join('\n');
  return [first, ...blocks, ...(changes.length > 0 ? [changes.join('\n')] : []), ...(waiting.length > 0 ? [waiting.join('\n')] : [])].join('\n\n');
}

/** One line where it fits; else the reason on lines below. */
function renderDecision(decision: Decision, texts: ReadonlyMap<string, string>, width: number | null, paint: Paint): string[] {
  const [text, reason, columns] = [plain(texts.get(decision.fact) ?? decision.fact), why(decision, texts), width ?? Infinity];
  const first = `  ${sign(decision)} `;
  if (wrap(`${text} (${reason})`, columns, first).length === 1) return [`${first}${text} ${paint('dim', `(${reason})`)}`];
  return [...wrap(text, columns, first), ...wrap(reason, columns, '      ').map((line) => paint('dim', line))];
}

const sign = (decision: Decision): string => ({ placed: '+', duplicate: '=', superseded: '<', conflict: '?', 'set-aside': '-', quarantined: '!' })[decision.as as string] ?? '~';

/** `texts`: the words of each fact. */
export function why(decision: Decision, texts: Texts): string {
  const quote = (fact: string): string => `“${short(plain(texts.get(fact) ?? fact))}”`;
  if (decision.of !== undefined) return `${decision.reason} as ${quote(decision.of)}`;
  if (decision.by !== undefined) return `now ${quote(decision.by)}: ${decision.reason}`;
  return decision.with === undefined ? decision.reason : `${decision.reason}; against ${quote(decision.with)}`;
}

export function short(text: string, longest = LONGEST_QUOTE): string {
  const points = Array.from(text);
  return points.length > longest ? `${points.slice(0, longest - 1).join('').trimEnd()}…` : text;
}
