// What was decided about a fact, and how it can be put right: for people and as a document.
import type { Explanation, Offer } from '../../fix/explain.ts';
import type { Wish } from '../../fix/fix.ts';
import type { Remedy } from '../../fix/remedy.ts';
import { isHistory } from '../../model/page.ts';
import { painter, plain } from '../paint.ts';
import { wrap } from '../wrap.ts';

/** `columns`: of the terminal; `offers`: with what can be done about it. */
export function renderExplanation(
  { fact, held, claim, others, offers, obstacle, corrected }: Explanation,
  columns: number,
  color: boolean,
  asks: boolean,
): string {
  const paint = painter(color);
  const width = Math.max(...offers.map((offer) => flagOf(offer).length));
  const say = (text: string, first: string, indent?: string): string[] => wrap(plain(text), columns, first, indent);
  const where =
    claim === null
      ? 'on no page'
      : `on ${claim.page}:${claim.line}` +
        (isHistory(claim) ? ' in History' : claim.sides.length > 1 ? ' in a conflict' : '');
  return [
    ...say(`${fact.day}  ${fact.text}`, `${fact.id}  `).map((line) => paint('bold', line)),
    ...say(
      (corrected ? `corrected by ${held.by ?? ''}` : `${held.as}${relation(held)}`) +
        (held.reason === undefined ? '' : `: ${held.reason}`) +
        `, ${where}`,
      '  ',
      '    ',
    ),
    ...(claim === null || claim.text === fact.text ? [] : say(`the claim: ${claim.text}`, '  ', '    ')),
    ...say(`decided by ${held.run}, ${held.engine}, ${held.at.slice(0, 10)}`, '  ', '    '),
    ...others.flatMap(({ id, day, text }) => say(`${day}  ${text}`, `  ${id}  `)),
    ...(obstacle === null ? [] : ['', ...say(obstacle, 'Nothing to be done here: ', '  ')]),
    ...(asks || offers.length === 0
      ? []
      : ['', 'What you can do:', ...offers.flatMap((offer) => say(offer.does, `  ${flagOf(offer).padEnd(width)}  `))]),
  ].join('\n');
}

/** What a correction rules out, and what it does not. */
export function howItLasts(fact: string, kind: Wish['kind'], { reviews }: Pick<Remedy, 'reviews'>): string {
  if (kind === 'move' || kind === 'reword') return 'No dream decides it again.';
  const others = [...new Set(reviews.filter(({ facts }) => facts.includes(fact)).flatMap(({ facts }) => facts))].filter(
    (id) => id !== fact,
  );
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
    decision: {
      as,
      ...(corrected ? { corrected } : {}),
      ...(page === undefined ? {} : { page }),
      ...(of === undefined ? {} : { of }),
      ...(by === undefined ? {} : { by }),
      ...(other === undefined ? {} : { with: other }),
      ...(reason === undefined ? {} : { reason }),
      run,
      engine,
      at,
    },
    claim: claim === null ? null : { path: claim.page, line: claim.line, text: claim.text, current: !isHistory(claim) },
    others,
    offers: offers.map(({ flag, takes, does }) => ({ flag: `--${flag}`, takes, does })),
    changes: [],
  };
}
