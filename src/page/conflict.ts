// Claims that contradict each other, as one callout of one line:
// `> [!warning] Conflicting claims: A[^fact] (2026-03-02) vs B[^fact] (2026-03-02)`, and back. A callout that a
// person wrote or changed so that its sides cannot be told has none, and is left to that person.
import { ID_PATTERN } from '../model/ids.ts';
import {
  citationsIn,
  parseStruck,
  removeCitation,
  renderCitations,
  renderClaimText,
  withCitations,
  withoutMarks,
} from './claim-text.ts';

const LEAD = '> [!warning] Conflicting claims: ';
const OPENING = /^> ?\[!warning\][+-]?[ \t]+Conflicting claims:[ \t]+/i;
/**
 * Words, their footnotes (a person's too), the day, either with the end of a strike behind it; then the next side, or
 * the end with a block id.
 */
const SIDE = new RegExp(
  String.raw`(.+?)(\[\^${ID_PATTERN}\](?:\[\^[^\]\s]+\])*)(~~)?( \((\d{4}-\d{2}-\d{2})\))?(~~)?(?: vs |` +
    String.raw`([ \t]+\^[A-Za-z0-9-]+)?[ \t]*$)`,
  'gsy',
);

/** A side as it is written. */
export interface CalloutSide {
  readonly words: string;
  /** Footnotes that a person set behind those of the facts. */
  readonly notes: string;
  readonly facts: readonly string[];
  readonly day: string | null;
  /** A person struck it through: its words without the marks; null for a side that still says so. */
  readonly struck: string | null;
  /** Words, footnotes and day. */
  readonly raw: string;
}

export interface Callout {
  /** With the mark of the callout. */
  readonly lead: string;
  readonly sides: readonly CalloutSide[];
  /** A block id with the space before it, or empty. */
  readonly blockId: string;
  /** Further lines of the quote, a person's, with the line end before them. */
  readonly below: string;
}

/** A side to be written. */
export function renderSide(text: string, facts: readonly string[], day: string | null): string {
  return sideOf(renderClaimText(text), renderCitations(facts), day);
}

/** The same of words and footnotes that are written already. */
export function sideOf(words: string, footnotes: string, day: string | null): string {
  return `${withCitations(withoutMarks(words), footnotes)}${day === null ? '' : ` (${day})`}`;
}

export function renderCallout(
  sides: readonly string[],
  { lead = LEAD, blockId = '', below = '' }: Partial<Pick<Callout, 'lead' | 'blockId' | 'below'>> = {},
): string {
  return lead + sides.join(' vs ') + blockId + below;
}

/** The parts of a block that is such a callout; null for every other. A person may have left it one side alone. */
export function parseCallout(block: string): Callout | null {
  const lead = OPENING.exec(block)?.[0];
  if (lead === undefined) return null;
  const end = /\r?\n/.exec(block)?.index ?? block.length;
  const [line, below] = [block.slice(0, end), block.slice(end)];
  if (citationsIn(below).length > 0) return null;
  const rest = line.slice(lead.length);
  const found = Array.from(rest.matchAll(SIDE));
  const last = found.at(-1);
  if (!last || last.index + last[0].length !== rest.length || last[0].endsWith(' vs ')) return null;
  const sides = found.map(toSide);
  const isTold = sides.every((side) => side !== null) && !found.some(([, words = '']) => citationsIn(words).length > 0);
  // What lost only the footnotes of a side still says both.
  if (!isTold || (sides.length === 1 && sides[0]?.words.includes(' vs '))) return null;
  return { lead, sides, blockId: last[7] ?? '', below };
}

/** Null where a strike begins or ends that is not this side's alone. */
function toSide([
  ,
  words = '',
  footnotes = '',
  inner = '',
  brackets = '',
  day,
  outer = '',
]: RegExpMatchArray): CalloutSide | null {
  const struck = parseStruck(words.trim() + inner + outer);
  if (struck === null && inner + outer !== '') return null;
  return {
    words: words.trim() + inner + outer,
    notes: citationsIn(footnotes).reduce(removeCitation, footnotes),
    facts: citationsIn(words + footnotes),
    day: day ?? null,
    struck,
    raw: words + footnotes + inner + brackets + outer,
  };
}

/** The side with other words and its own footnotes and day; a struck one stays so. */
export function correctSide(side: CalloutSide, text: string): string {
  if (side.struck !== null)
    return sideOf(
      `~~${renderClaimText(text).replaceAll('~', '&#126;')}~~`,
      renderCitations(side.facts) + side.notes,
      side.day,
    );
  const footnotes = side.raw.slice(
    side.raw.indexOf(`[^${side.facts[0] ?? ''}]`),
    side.day === null ? undefined : side.raw.length - side.day.length - 3,
  );
  return sideOf(renderClaimText(text), footnotes, side.day);
}
