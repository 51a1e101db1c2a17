// The statements of a note: list items with what is nested below them, and paragraphs, each with its introduction, so
// that it can stand alone. Leaves out code without an introduction, quotes, tables, comments and memvault's own parts.
// Pure.
import { LIMITS } from '../../model/limits.ts';
import { type Block, headingOf, parseBlocks } from '../../note/blocks.ts';
import { readInline, splitSentences } from '../prose.ts';

/** A statement of a note. */
export interface Said extends Words {
  /** Words to put before it; empty, or ending with a space. */
  readonly lead: string;
  /** 1-based. */
  readonly line: number;
  /** The headings above, outermost first, without the note's title. */
  readonly headings: readonly string[];
  readonly kind: Piece['kind'];
}

/** An item and its nested items up to this length make one statement. */
const ONE_STATEMENT = 300;
/** The longest introduction to repeat with each statement. */
const LONGEST_LEAD = 240;
/** The longest paragraph to join with the list it introduces. */
const LONGEST_WHOLE = 1500;
/** At most this long, an item is a label and the items below it say everything. */
const LABEL = 60;
/** Introduces what follows. */
const LEADS = /[:：](?:\*\*|__|\*|_)?$/;
const BOLD = /^(\*\*|__)(?:(?!\1).)+\1$/;
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
    const lead = once || intro.words || turning(piece);
    once = '';
    const items = piece.kind === 'paragraph' ? listBehind(pieces, at) : [];
    const isLabel = items.length > 0 && piece.text.length <= LABEL && BOLD.test(piece.text);
    if (piece.kind === 'item' || !(isLabel || LEADS.test(piece.text))) {
      for (const one of told(piece))
        if (lead !== '' || piece.below.length > 0 || !one.isLink)
          said.push({ ...one, lead, headings: piece.headings, kind: piece.kind });
      continue;
    }
    const last = splitSentences(piece.text).at(-1) ?? '';
    const before = piece.text.slice(0, -last.length).trim();
    const listed = items.flatMap(told).map((one) => one.text);
    const whole = `${piece.text} ${listed.join('; ')}`;
    if (last.length <= LONGEST_LEAD) {
      if (before !== '') said.push({ ...piece, text: before, lead: turning(piece) });
      intro = { words: LEADS.test(last) ? `${last} ` : `${last}: `, list: items[0]?.list ?? -1 };
      if (items.length === 0 && last.length <= LABEL && isBelow(pieces[at + 1], piece)) once = `${last} `;
    } else {
      const isShort = items.length > 0 && whole.length <= LONGEST_WHOLE;
      said.push({ ...piece, text: isShort ? whole : piece.text, lead: turning(piece) });
      if (isShort) at += items.length;
    }
  }
  return said.filter(({ text: words }) => /[\p{L}\p{N}]/u.test(words));
}

/** Whether both have the same headings. */
const isBelow = (one: Piece | undefined, other: Piece): boolean =>
  one !== undefined && one.headings.join('\n') === other.headings.join('\n');

/** The items of the list directly after a paragraph. */
function listBehind(pieces: readonly Piece[], at: number): readonly Piece[] {
  const [first, paragraph] = [pieces[at + 1], pieces[at]];
  if (first?.kind !== 'item' || paragraph === undefined || !isBelow(first, paragraph)) return [];
  const end = pieces.findIndex(({ kind, list }, index) => index > at && (kind !== 'item' || list !== first.list));
  return pieces.slice(at + 1, end < 0 ? pieces.length : end);
}

/** The nearest heading, if it changes the meaning of what follows. */
function turning({ headings, task }: Piece): string {
  const heading = (headings.at(-1) ?? '').replace(/^[^\p{L}\p{N}`*_]+|[\s:：]+$/gu, '');
  return task === null && heading.length <= LABEL && TURNS.test(heading) ? `${heading}: ` : '';
}

function told({ text, task, isLink, line, below }: Branch): (Words & Pick<Said, 'line'>)[] {
  const isLead = LEADS.test(text);
  const own = isLead ? [] : [{ text, task, isLink, line }];
  if (below.length === 0) return own;
  const label = isLead ? `${text} ` : `${text.replace(/[.;,]$/, '')}: `;
  const isPlain = below.every((one) => one.below.length === 0 && (one.task === null || one.task === task));
  const all = below.flatMap((one) => (one.text === '' ? [] : [one.text])).join('; ');
  if (!isLead && isPlain && text.length + all.length <= ONE_STATEMENT)
    return [{ text: all === '' ? text : label + all, task, isLink: false, line }];
  const lead = text === '' || text.length > ONE_STATEMENT / 2 ? '' : label;
  const others = below
    .flatMap((one) => told({ ...one, task: one.task ?? task }))
    .filter((one) => one.text !== '')
    .map((one) => ({ ...one, isLink: false, text: lead + one.text }));
  return lead !== '' && text.length <= LABEL && others.some((one) => one.task !== 'open')
    ? others
    : [...own, ...others];
}

/** A list item or a paragraph, with what is nested below it. */
interface Branch extends Words {
  readonly line: number;
  readonly below: Branch[];
}

interface Piece extends Branch, Pick<Said, 'headings'> {
  readonly kind: 'item' | 'paragraph';
  /** Equal for items of the same list. */
  readonly list: number;
}

const OWN = /^<!-- memvault:[^\n]*-->/;
const END_OF_OWN = /^<!-- (?:\/memvault:.*|memvault:? ?end.*) -->/;
const OWN_PAGE = /^\[\^[0-9a-hjkmnp-tv-z]{10}\]: \[\d{4}-\d\d-\d\d/m;

/** A page of memvault, whose claims are already facts. */
export const isOwnPage = (text: string): boolean => OWN_PAGE.test(text);

/** Blanks out memvault's own parts, keeping line numbers. Stops at a part that is never closed. */
export function withoutOwnParts(text: string): string {
  if (!text.includes('<!-- memvault:')) return text;
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    if (!OWN.test(lines[at] ?? '')) continue;
    const end = lines.findIndex((line, index) => index > at && END_OF_OWN.test(line));
    if (end < 0) break;
    lines.fill('', at, end + 1);
    at = end;
  }
  return lines.join('\n');
}

/** In order. */
function piecesOf(text: string): Piece[] {
  const { blocks, lines } = parseBlocks(withoutOwnParts(text.replaceAll('\r\n', '\n')));
  // A single level-1 heading is the note's title; several are sections.
  const title = blocks.filter((block) => headingOf(block, lines)?.level === 1).length > 1 ? 0 : 1;
  const pieces: Piece[] = [];
  let heads: { level: number; title: string }[] = [];
  let [list, mark] = [0, ''];
  /** The path from the last piece to the last branch. */
  let path: { readonly indent: number; readonly branch: Branch }[] = [];
  for (const block of blocks) {
    const heading = headingOf(block, lines);
    const kind = heading === null && block.kind === 'item' ? 'item' : 'paragraph';
    if (heading)
      heads = [
        ...heads.filter(({ level }) => level < heading.level),
        { level: heading.level, title: wordsOf(heading.title).text },
      ];
    const indent = indentOf(block.text);
    const above = block.nested ? path.slice(0, LIMITS.nesting).findLastIndex((one) => one.indent < indent) : -1;
    // Bullets after numbers start another list.
    const own = kind === 'paragraph' ? '' : /^\s*\d/.test(block.text) ? '1' : block.text.trimStart().charAt(0);
    if (above < 0 && block.kind !== 'fence' && own !== mark) [list, mark] = [list + 1, own];
    if (block.kind === 'fence') {
      takeCode(block.text, path.at(-1)?.branch);
      continue;
    }
    const isWords = kind === 'item' || (block.kind === 'paragraph' && heading === null && !isTable(block.text));
    if (!isWords) {
      path = block.nested ? path : [];
      continue;
    }
    const headings = heads.filter((head) => head.level > title && head.title !== '').map((head) => head.title);
    const piece: Piece = { ...branchOf(block), kind, headings, list };
    if (above < 0) pieces.push(piece);
    else path[above]?.branch.below.push(piece);
    path = [...path.slice(0, above + 1), { indent: kind === 'item' ? indent : Infinity, branch: piece }];
  }
  return pieces;
}

const branchOf = ({ text, start }: Block): Branch => ({ ...wordsOf(text), line: start + 1, below: [] });

/** In columns. */
const indentOf = (text: string): number => (/^[ \t]*/.exec(text)?.[0] ?? '').replaceAll('\t', '    ').length;

const isTable = (text: string): boolean => /^\s*\|/.test(text) || /^\s*:?-{3,}:?\s*\|/m.test(text);

const MOST_LINES = 3;
const LONGEST_CODE = 200;

/** A few lines of code belong to the words that introduce them, as code spans. */
function takeCode(code: string, before: Branch | undefined): void {
  if (before === undefined || !LEADS.test(before.text)) return;
  const lines = code
    .split('\n')
    .slice(1)
    .map((line) => line.trim().replace(/^\$\s+/, ''))
    .filter((line) => line !== '' && !/^(?:#|\/\/|`{3,}|~{3,})/.test(line));
  const all = lines.join('');
  if (all === '' || lines.length > MOST_LINES || all.length > LONGEST_CODE || all.includes('`')) return;
  before.text = `${before.text} ${lines.map((line) => `\`${line}\``).join(', ')}`;
}

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s+|$)/;
/** A list item that an outliner shows as a heading. */
const HEADING_MARK = /^#{1,6}\s+/;
const TASK = /^\[([ xX/<>?!*"ilbSIpcfkwud-])\]\s+/;
const TAG = /(?:^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)$/u;
/** Only a link within the notes. */
const ONLY_LINK = /^(?:\*\*|__)?(?:\[\[[^\]]*\]\]|\[[^\]]*\]\((?![a-z][a-z0-9+.-]*:)[^()\s]*\))(?:\*\*|__)?[.,;]?$/i;
/** A line of HTML tags, or a link definition. */
const NO_WORDS = new RegExp(
  String.raw`^\s*(?:(?:<summary>[^<]*<\/summary>|<\/?(?!summary\b)[a-z][\w-]*(?:\s[^<>]*)?\/?>)\s*)+$|` +
    String.raw`^\s{0,3}\[[^\]]+\]:\s+\S+(?:\s+["'(].*)?$`,
  'i',
);
const STRUCK = /^~~(?:(?!~~).)+~~[.,;]?$/;
/** Characters; longer texts are not statements and are not examined. */
export const NO_STATEMENT = 20_000;

interface Words {
  text: string;
  /** State of the checkbox; null without one, and for one that only marks a kind of note. */
  readonly task: 'open' | 'done' | null;
  /** It is only a link. */
  readonly isLink: boolean;
}

/** The words of an item or a paragraph as a statement, with code and emphasis as written; empty if struck out. */
export function wordsOf(block: string): Words {
  if (block.length > NO_STATEMENT) return { text: block.trim(), task: null, isLink: false };
  const isItem = ITEM.test(block);
  const body = block
    .replace(ITEM, '')
    .split('\n')
    .filter((line) => !NO_WORDS.test(line))
    .join('\n');
  const mark = isItem ? (TASK.exec(body)?.[1] ?? '') : '';
  const words = (mark === '' ? body : body.replace(TASK, '')).replace(isItem ? HEADING_MARK : '', '');
  const text = readInline(words, true).words;
  const task = /[xX]/.test(mark) ? 'done' : /[ /<>?-]/.test(mark) ? 'open' : null;
  return { text: STRUCK.test(text) ? '' : text, task, isLink: ONLY_LINK.test(words.trim()) };
}

/** Splits off the hashtags at the end of a text. */
export function takeTags(text: string): { text: string; tags: string[] } {
  const tags: string[] = [];
  if (text.length > NO_STATEMENT) return { text, tags };
  let rest = text;
  for (let match = TAG.exec(rest); match; match = TAG.exec(rest)) {
    tags.unshift(match[1] ?? '');
    rest = rest.slice(0, match.index).trimEnd();
  }
  return rest === '' ? { text, tags: [] } : { text: rest, tags };
}
