// What a correction by hand changes, page by page, for people and as a document.
import type { Change } from '../../model/plan.ts';
import type { View } from '../../vault/view.ts';
import type { Applied, Made } from '../by-hand.ts';
import { type Paint, painter, plain } from '../paint.ts';

/** `view`: as it was before. */
export function renderMade(made: Made, would: boolean, view: Pick<View, 'pages' | 'factById'>, color: boolean): string {
  const paint = painter(color);
  const textOf = (page: string, id: string): string => {
    const claim = view.pages.get(page)?.claims.find(({ facts }) => facts.includes(id));
    return claim?.sides.find(({ facts }) => facts.includes(id))?.text ?? claim?.text ?? view.factById.get(id)?.text ?? id;
  };
  const pages = [...new Set(made.changes.map(({ page }) => page))];
  const changed = new Map(made.journal.pages.map(({ path, before }) => [path, before === null ? 'created' : 'updated']));
  return [
    `${would ? 'Would do: ' : ''}${paint('bold', made.summary.replace(/^the /, 'The '))}.`,
    ...pages.flatMap((page) => [
      `  ${paint('cyan', (changed.get(page) ?? 'as it is').padEnd(8))}  ${plain(page)}`,
      ...made.changes.filter((change) => change.page === page).flatMap((change) => renderChange(change, (id) => textOf(page, id), paint)),
    ]),
  ].join('\n');
}

function renderChange(change: Change, textOf: (fact: string) => string, paint: Paint): string[] {
  const quoted = (text: string): string => `“${plain(text)}”`;
  const minus = paint('red', '-');
  const plus = paint('green', '+');
  if (change.kind === 'add') return [`    ${plus} ${quoted(change.text)}`];
  if (change.kind === 'past') return [`    ${plus} ${quoted(change.text)} in History, ${change.from} to ${change.to}`];
  if (change.kind === 'correct') return [`    ${plus} the claim says ${quoted(change.text)}`];
  if (change.kind === 'supersede') return [`    ${minus} to History: ${quoted(textOf(change.claim))}, ${change.from} to ${change.to}`];
  if (change.kind === 'revive') return [`    ${plus} out of History: ${quoted(textOf(change.claim))}`];
  if (change.kind === 'remove') return [`    ${minus} ${quoted(textOf(change.claim))}`];
  if (change.kind === 'settle') return [`    ${plus} each side of the conflict is a claim of its own`];
  if (change.kind === 'conflict') return [`    ${minus} still in conflict: ${quoted(change.text)}`];
  return change.kind === 'uncite' ? [`    ${minus} the footnote of ${change.facts.join(', ')} on the claim that it shared`] : [];
}

/** The part of a document that says what came of it. */
export function toMadeJson(made: Made | null, applied: Applied | null): Record<string, unknown> {
  return {
    changes: made?.changes ?? [], summary: made?.summary ?? null, run: applied?.journal.run ?? null,
    pages: (made?.journal.pages ?? []).map(({ path, before }) => ({ path, change: before === null ? 'created' : 'updated' })),
  };
}
