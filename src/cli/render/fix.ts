// What was decided about a fact, and how it can be put right: for people and as a document.
import type { Explanation, Offer } from '../../fix/explain.ts';
import { isHistory } from '../../model/page.ts';
import { painter, plain } from '../paint.ts';

export function renderExplanation({ fact, held, claim, others, offers }: Explanation, color: boolean): string {
  const paint = painter(color);
  const width = Math.max(...offers.map((offer) => flagOf(offer).length));
  return [
    `${paint('dim', fact.id)}  ${fact.day}  ${plain(fact.text)}`,
    `  ${paint('bold', held.as)}${relation(held)}${held.reason === undefined ? '' : `: ${plain(held.reason)}`}`,
    `  ${claim === null ? 'on no page' : `on ${paint('cyan', `${claim.page}:${claim.line}`)}${isHistory(claim) ? ' in History' : claim.sides.length > 1 ? ' in a conflict' : ''}: ${plain(claim.text)}`}`,
    `  decided by ${held.run}, ${held.engine}, ${held.at.slice(0, 10)}`,
    ...others.map(({ id, day, text }) => `  ${paint('dim', id)}  ${day}  ${plain(text)}`),
    '', 'What you can do:',
    ...offers.map((offer) => `  ${flagOf(offer).padEnd(width)}  ${offer.does}`),
  ].join('\n');
}

const flagOf = ({ flag, takes }: Offer): string => `--${flag}${takes === null ? '' : ` ${takes}`}`;

function relation({ of, by, with: other }: Explanation['held']): string {
  return of !== undefined ? ` of ${of}` : by !== undefined ? ` by ${by}` : other !== undefined ? ` with ${other}` : '';
}

export function toExplanationJson({ fact, held, claim, others, offers }: Explanation): Record<string, unknown> {
  const { as, page, of, by, with: other, reason, run, engine, at } = held;
  return {
    fact: fact.id,
    decision: { as, ...(page === undefined ? {} : { page }), ...(of === undefined ? {} : { of }), ...(by === undefined ? {} : { by }), ...(other === undefined ? {} : { with: other }), ...(reason === undefined ? {} : { reason }), run, engine, at },
    claim: claim === null ? null : { path: claim.page, line: claim.line, text: claim.text, current: !isHistory(claim) },
    others, offers: offers.map(({ flag, takes, does }) => ({ flag: `--${flag}`, takes, does })), changes: [],
  };
}
