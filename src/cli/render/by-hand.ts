// What a correction by hand changes, page by page, for people and as a document.
import { renderSpan } from '../../model/day.ts';
import type { Change } from '../../model/plan.ts';
import type { View } from '../../vault/view.ts';
import type { Applied, Made } from '../by-hand.ts';
import { painter, plain } from '../paint.ts';
import { wrap } from '../wrap.ts';

/** `view`: as it was before; `columns`: of the terminal. */
export function renderMade(
  made: Made,
  would: boolean,
  view: Pick<View, 'pages' | 'factById'>,
  columns: number,
  color: boolean,
): string {
  const paint = painter(color);
  const textOf = (page: string, id: string): string => {
    const claim = view.pages.get(page)?.claims.find(({ facts }) => facts.includes(id));
    return (
      claim?.sides.find(({ facts }) => facts.includes(id))?.text ?? claim?.text ?? view.factById.get(id)?.text ?? id
    );
  };
  const pages = [...new Set(made.changes.map(({ page }) => page))];
  const changed = new Map(
    made.journal.pages.map(({ path, before }) => [path, before === null ? 'created' : 'updated']),
  );
  return [
    ...wrap(`${made.summary.replace(/^the /, 'The ')}.`, columns, would ? 'Would do: ' : '', '').map((line) =>
      would ? line : paint('bold', line),
    ),
    ...pages.flatMap((page) => [
      `  ${paint('cyan', (changed.get(page) ?? 'as it is').padEnd(8))}  ${plain(page)}`,
      ...made.changes
        .filter((change) => change.page === page)
        .flatMap((change) => {
          const said = sayChange(change, (id) => textOf(page, id));
          return said === null
            ? []
            : wrap(said.text, columns, `    ${paint(said.sign === '+' ? 'green' : 'red', said.sign)} `, '      ');
        }),
    ]),
  ].join('\n');
}

function sayChange(
  change: Change,
  textOf: (fact: string) => string,
): { readonly sign: '+' | '-'; readonly text: string } | null {
  const quoted = (text: string): string => `“${plain(text)}”`;
  if (change.kind === 'add') return { sign: '+', text: quoted(change.text) };
  if (change.kind === 'past') return { sign: '+', text: `${quoted(change.text)} in History, ${renderSpan(change)}` };
  if (change.kind === 'correct') return { sign: '+', text: `the claim says ${quoted(change.text)}` };
  if (change.kind === 'supersede')
    return { sign: '-', text: `to History: ${quoted(textOf(change.claim))}, ${renderSpan(change)}` };
  if (change.kind === 'revive') return { sign: '+', text: `out of History: ${quoted(textOf(change.claim))}` };
  if (change.kind === 'remove') return { sign: '-', text: quoted(textOf(change.claim)) };
  if (change.kind === 'settle') return { sign: '+', text: 'each side of the conflict is a claim of its own' };
  if (change.kind === 'conflict') return { sign: '-', text: `still in conflict: ${quoted(change.text)}` };
  return change.kind === 'uncite'
    ? { sign: '-', text: `the footnote of ${change.facts.join(', ')} on the claim that it shared` }
    : null;
}

/** The part of a document that says what came of it. */
export function toMadeJson(made: Made | null, applied: Applied | null): Record<string, unknown> {
  return {
    changes: made?.changes ?? [],
    summary: made?.summary ?? null,
    run: applied?.journal.run ?? null,
    pages: (made?.journal.pages ?? []).map(({ path, before }) => ({
      path,
      change: before === null ? 'created' : 'updated',
    })),
  };
}
