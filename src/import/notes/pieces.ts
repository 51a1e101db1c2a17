// The statements of a note: items with what is nested below them, and paragraphs, each with its introduction, so that
// it can stand alone. Pure.
import { type Branch, LEADS, type Piece, piecesOf, type Words } from './branches.ts';

/** A statement of a note, with its line. */
export interface Said extends Words {
  /** Words to put before it; empty, or ending with a space. */
  readonly lead: string;
  readonly line: number;
  readonly headings: readonly string[];
  readonly kind: Piece['kind'];
}

type Told = Words & { readonly line: number };

/** An item and its nested items up to this length make one statement. */
const ONE_STATEMENT = 300;
/** The longest introduction to repeat with each statement. */
const LONGEST_LEAD = 240;
/** The longest paragraph to join with the list it introduces. */
const LONGEST_WHOLE = 1500;
/** At most this long, an item is a label and the items below it say everything. */
const LABEL = 60;
const BOLD = /^(\*\*|__)(?:(?!\1).)+\1$/;
/** The end of a sentence, but not in `e.g.` or in a file name. */
const SENTENCE_ENDS = /(?:[^.\s][.!?]["”’)*_]*\s+(?=["“‘(*_`]*[\p{Lu}\p{N}])|[。！？]["”’)*_]*)/gu;
/** Headings that change the meaning of a statement below them, or negate it. */
const TURNS = new RegExp(
  [
    String.raw`^(?:do not|don['’]?ts?|never|avoid|no|not|without)\b`,
    String.raw`\b(?:avoid|not to do|don['’]?ts|forbidden|prohibited|banned|pitfalls?|mistakes?|anti-?patterns?|` +
      String.raw`non-?goals?|out of scope|deprecated|obsolete|rejected|wrong|bad|incorrect)\b`,
    String.raw`\b(?:to-?dos?|planned|future|ideas?|open questions?|roadmap|backlog|proposed|wish ?list|someday|` +
      String.raw`maybe|hypothes[ie]s|examples?)\b`,
    String.raw`^(?:when(?! to\b)|if|before|after|during|while|unless|until|except|only)\b`,
    String.raw`\b(?:nicht|niemals|vermeiden|verboten|geplant|ideen|bevor|vor dem|nach dem)\b`,
    '不要|禁止|避免|不做|计划|想法|之前|之后',
  ].join('|'),
  'iu',
);

export function saidIn(text: string): Said[] {
  const pieces = piecesOf(text);
  const said: Said[] = [];
  let intro = { words: '', list: -1 };
  /** Applies only to the next paragraph. */
  let once = '';
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at];
    if (piece === undefined) break;
    if (piece.list !== intro.list) intro = { words: '', list: -1 };
    const lead = once !== '' ? once : intro.words !== '' ? intro.words : turning(piece);
    once = '';
    const items = piece.kind === 'paragraph' ? listBehind(pieces, at) : [];
    if (
      piece.kind === 'paragraph' &&
      (LEADS.test(piece.text) || (items.length > 0 && piece.text.length <= LABEL && BOLD.test(piece.text)))
    ) {
      const [before, last] = lastSentence(piece.text);
      const whole = `${piece.text} ${items
        .flatMap(told)
        .map((one) => one.text)
        .join('; ')}`;
      if (last.length <= LONGEST_LEAD) {
        if (before !== '') said.push({ ...piece, text: before, lead: turning(piece) });
        intro = { words: LEADS.test(last) ? `${last} ` : `${last}: `, list: items[0]?.list ?? -1 };
        if (items.length === 0 && last.length <= LABEL && isBelow(pieces[at + 1], piece)) once = `${last} `;
      } else if (items.length > 0 && whole.length <= LONGEST_WHOLE) {
        said.push({ ...piece, text: whole, lead: turning(piece) });
        at += items.length;
      } else said.push({ ...piece, lead: turning(piece) });
      continue;
    }
    for (const one of told(piece))
      if (lead !== '' || piece.below.length > 0 || !one.isLink)
        said.push({ ...one, lead, headings: piece.headings, kind: piece.kind });
  }
  return said.filter(({ text: words }) => /[\p{L}\p{N}]/u.test(words));
}

/** Whether both have the same headings. */
const isBelow = (one: Piece | undefined, other: Piece): boolean =>
  one !== undefined && one.headings.join('\n') === other.headings.join('\n');

/** The items of the list directly after a paragraph. */
function listBehind(pieces: readonly Piece[], at: number): Piece[] {
  const [first, paragraph] = [pieces[at + 1], pieces[at]];
  if (first?.kind !== 'item' || paragraph === undefined || !isBelow(first, paragraph)) return [];
  let end = at + 1;
  while (pieces[end]?.kind === 'item' && pieces[end]?.list === first.list) end++;
  return pieces.slice(at + 1, end);
}

/** Splits off the last sentence, which may be the whole text. */
function lastSentence(text: string): [before: string, last: string] {
  const end =
    [...text.matchAll(SENTENCE_ENDS)]
      .map((match) => match.index + match[0].length)
      .filter((one) => one < text.length)
      .at(-1) ?? 0;
  return [text.slice(0, end).trim(), text.slice(end)];
}

/** The nearest heading, if it changes the meaning of what follows. */
function turning({ headings, task }: Piece): string {
  const heading = (headings.at(-1) ?? '').replace(/^[^\p{L}\p{N}`*_]+|[\s:：]+$/gu, '');
  return task === null && heading.length <= LABEL && TURNS.test(heading) ? `${heading}: ` : '';
}

function told({ text, task, isLink, line, below }: Branch): Told[] {
  const own = LEADS.test(text) ? [] : [{ text, task, isLink, line }];
  if (below.length === 0) return own;
  const isPlain = below.every((one) => one.below.length === 0 && (one.task === null || one.task === task));
  const all = below
    .map((one) => one.text)
    .filter((one) => one !== '')
    .join('; ');
  if (own.length > 0 && isPlain && text.length + all.length <= ONE_STATEMENT)
    return [{ text: all === '' ? text : `${text.replace(/[.;,]$/, '')}: ${all}`, task, isLink: false, line }];
  const lead =
    text === '' || text.length > ONE_STATEMENT / 2
      ? ''
      : LEADS.test(text)
        ? `${text} `
        : `${text.replace(/[.;,]$/, '')}: `;
  const others = below
    .flatMap((one) => told({ ...one, task: one.task ?? task }))
    .filter((one) => one.text !== '')
    .map((one) => ({ ...one, isLink: false, text: lead + one.text }));
  return lead !== '' && text.length <= LABEL && others.some((one) => one.task !== 'open')
    ? others
    : [...own, ...others];
}
