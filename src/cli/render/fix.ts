// What was decided about a fact, and how it can be put right: for people and as a document.
import type { Explanation, Offer, Wish } from '../../curate/fix/fix.ts';
import type { Remedy } from '../../curate/fix/standing.ts';
import { plain } from '../../model/controls.ts';
import { renderSpan } from '../../model/day.ts';
import { isHistory } from '../../model/page.ts';
import type { Change } from '../../model/plan.ts';
import type { Applied, Made } from '../../tasks/record-by-hand.ts';
import type { View } from '../../vault/view.ts';
import { type Face, wrap, linesOf } from '../terminal/face.ts';

export function renderExplanation(
  { fact, held, claim, others, offers, obstacle, corrected }: Explanation,
  { columns, paint }: Face,
): string {
  const width = Math.max(...offers.map((offer) => flagOf(offer).length));
  const say = (text: string, first: string, indent?: string): string[] => wrap(text, columns, first, indent);
  const where =
    claim === null
      ? 'on no page'
      : `on ${claim.page}:${claim.line}` +
        (isHistory(claim) ? ' in History' : claim.sides.length > 1 ? ' in a conflict' : '');
  return linesOf(
    say(`${fact.day}  ${fact.text}`, `${fact.id}  `).map((line) => paint('bold', line)),
    say(
      (corrected ? `corrected by ${held.by ?? ''}` : `${held.as}${relation(held)}`) +
        (held.reason === undefined ? '' : `: ${held.reason}`) +
        `, ${where}`,
      '  ',
      '    ',
    ),
    claim !== null && claim.text !== fact.text && say(`the claim: ${claim.text}`, '  ', '    '),
    say(`decided by ${held.run}, ${held.engine}, ${held.at.slice(0, 10)}`, '  ', '    '),
    others.flatMap(({ id, day, text }) => say(`${day}  ${text}`, `  ${id}  `)),
    obstacle !== null && ['', ...say(obstacle, 'Nothing to be done here: ', '  ')],
    offers.length !== 0 && [
      '',
      'What you can do:',
      ...offers.flatMap((offer) => say(offer.does, `  ${flagOf(offer).padEnd(width)}  `)),
    ],
  ).join('\n');
}

/** What a correction rules out, and what it does not. */
export function howItLasts(fact: string, kind: Wish['kind'], { reviews }: Pick<Remedy, 'reviews'>): string {
  if (kind === 'move' || kind === 'reword' || kind === 'same') return 'No dream decides it again.';
  const others = [
    ...new Set(
      reviews
        .filter(({ status, facts }) => status === 'rejected' && facts.includes(fact))
        .flatMap(({ facts }) => facts),
    ),
  ].filter((id) => id !== fact);
  return others.length === 0
    ? 'A newer statement may still replace it.'
    : `Kept apart from ${others.join(', ')} for good; a newer statement may still replace it.`;
}

const flagOf = ({ flag, takes }: Offer): string => `--${flag}${takes === null ? '' : ` ${takes}`}`;

function relation({ of, by, with: other }: Explanation['held']): string {
  return of !== undefined ? ` of ${of}` : by !== undefined ? ` by ${by}` : other !== undefined ? ` with ${other}` : '';
}

export function toExplanationJson({
  fact,
  held,
  claim,
  others,
  offers,
  corrected,
}: Explanation): Record<string, unknown> {
  const { as, page, of, by, with: other, reason, run, engine, at } = held;
  return {
    fact: fact.id,
    // What is undefined is in no document.
    decision: { as, corrected: corrected || undefined, page, of, by, with: other, reason, run, engine, at },
    claim: claim === null ? null : { path: claim.page, line: claim.line, text: claim.text, current: !isHistory(claim) },
    others,
    offers: offers.map(({ flag, takes, does }) => ({ flag: `--${flag}`, takes, does })),
    changes: [],
  };
}

// What a correction by hand changes, page by page, for people and as a document.

/** `view`: as it was before. */
export function renderMade(
  made: Made,
  would: boolean,
  view: Pick<View, 'pages' | 'factById'>,
  { columns, paint }: Face,
): string {
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
  if (change.kind === 'cite')
    return { sign: '+', text: `${quoted(textOf(change.claim))} also cites ${change.facts.join(', ')}` };
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
