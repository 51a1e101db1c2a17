// A claim as text on a page: `- statement.[^fact][^fact]`, and back.
import { MONTH, SEASON, SHORT_MONTH, SHORT_WEEKDAY, WEEKDAY } from '../language/dates/calendar.ts';
import { ID_LENGTH, ID_PATTERN, isId } from '../model/ids.ts';
import { escapeCharacters, escapeLine, unescapeLine } from '../note/escape.ts';

// Statements that a person struck through, `~~so~~`: whether the whole of one is, and its words without the marks.
// What stands around the marks may be a day, a word of time or a remark in brackets, never another statement.

/** In a code span tildes mean nothing. */
const CODE = /(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/gs;
const MARK = /(?<![~\\])~~(?!~)/g;
const NOTE = /\[\^[^\]\s]+\]/g;
const REMARK = /\([^()]*\)|（[^（）]*）/g;

/** Made where it is needed, as the classes of Unicode take time to make, and this file is loaded by every search. */
const aroundPattern = (): RegExp =>
  new RegExp(
    `^(?:${[
      String.raw`\d+(?:st|nd|rd|th)?`,
      '[0-9年月日号號至到从從起自直止以前后後于於在为為]+',
      `${MONTH}|${SHORT_MONTH}|${WEEKDAY}|${SHORT_WEEKDAY}|${SEASON}`,
      'from|to|until|till|since|between|and|as|of|on|in|by|before|after|ended|early|mid|late',
    ].join('|')})$`,
    'iu',
  );

/** Where the marks stand, outside code: they come in pairs. */
export function marksIn(words: string): number[] {
  if (!words.includes('~~')) return [];
  const plain = words.replace(CODE, (code) => 'x'.repeat(code.length));
  return Array.from(plain.matchAll(MARK), ({ index }) => index);
}

/**
 * The words between the marks, with a person's footnotes behind them, where the whole statement is struck; else null.
 */
export function parseStruck(words: string): string | null {
  const marks = marksIn(words);
  if (marks.length === 0 || marks.length % 2 === 1) return null;
  const parts = [0, ...marks.map((at) => at + 2)].map((from, index) => words.slice(from, marks[index] ?? words.length));
  const struck = parts.filter((_, index) => index % 2 === 1);
  const around = parts.filter((_, index) => index % 2 === 0).join(' ');
  // With a space inside, the marks strike nothing.
  if (struck.some((part) => part.trim() === '' || part !== part.trim())) return null;
  const others =
    around.trim() === ''
      ? null
      : around
          .replace(NOTE, ' ')
          .replace(REMARK, ' ')
          .match(/[\p{L}\p{N}\p{M}]+/gu);
  const pattern = others && aroundPattern();
  if (pattern && !others.every((word) => pattern.test(word))) return null;
  return struck.join(' ') + (around.match(NOTE) ?? []).join('');
}

/** The text without the marks. */
export function withoutStrikes(text: string): string {
  return marksIn(text).reduceRight((rest, at) => rest.slice(0, at) + rest.slice(at + 2), text);
}

// At the start of a line and with a colon behind it, it is a definition.
const CITATION = new RegExp(String.raw`(?<!^)\[\^(${ID_PATTERN})\]|\[\^(${ID_PATTERN})\](?!:)`, 'gm');
/** Citations with the space that a person left before them, where that would be one too many. */
const CITATIONS = new RegExp(
  String.raw`(?: (?=(?:\[\^${ID_PATTERN}\])+(?:[\s.,;:!?)]|$)))?(?:(?<!^)\[\^${ID_PATTERN}\]|\[\^${ID_PATTERN}\](?!:))`,
  'gm',
);
/** A fact's footnote and those that a person set right behind it. */
const FOOTNOTES = new RegExp(String.raw`\[\^${ID_PATTERN}\](?:\[\^[^\]\s]+\])*`, 'g');
/** Quote marks, list mark and task box, as they may stand before a statement. */
const LEAD = /^[ \t]*(?:>[ \t]?)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[^\]]\][ \t]+)?)?/u;
const CALLOUT = /^\[![\w-]+\][+-]?[ \t]*/;
/** An Obsidian block id that a person gave to a claim, to link to it. */
const BLOCK_ID = new RegExp(String.raw`(?<=\[\^${ID_PATTERN}\])\s+\^[A-Za-z0-9-]+\s*$`);

const INLINE_TAG = 'a|abbr|b|bdi|br|cite|code|del|em|i|img|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var';
/** A text that would begin a block, a task, a comment or a definition inside its list item. */
const BLOCK_START = new RegExp(
  [
    String.raw`#{1,6}(?:\s|$)`,
    '>',
    '`{3}[^`]*$',
    '~{3}',
    String.raw`[*+-](?:\s|$)`,
    String.raw`\d{1,9}[.)](?:\s|$)`,
    String.raw`\[[^\]]\](?:\s|$)`,
    String.raw`\[[^\]]+\]:`,
    '%%',
    String.raw`\$\$`,
    // Addresses in angle brackets and the tags of a phrase begin no block.
    String.raw`<(?!(?:[a-z][a-z0-9+.-]*:|[^\s@>]+@)|/?(?:${INLINE_TAG})[\s/>])[a-z!?/]`,
  ]
    .map((start) => `^${start}`)
    .join('|'),
  'iu',
);

/** Of one footnote: its brackets and the id. */
const NOTE_LENGTH = ID_LENGTH + 3;

/**
 * A list item of one line as memvault writes it, its footnotes at the end: most of a page, so it is read with less
 * work. Null for any other.
 */
export function parsePlain(block: string): { readonly words: string; readonly facts: string[] } | null {
  const at = block.indexOf('[^');
  if (at < 0 || !block.startsWith('- ') || block.includes('\n')) return null;
  const first = block.charAt(2);
  if (first === '[' || first === ']' || first.trim() === '') return null;
  const facts: string[] = [];
  for (let note = at; note < block.length; note += NOTE_LENGTH) {
    const fact = block.slice(note + 2, note + 2 + ID_LENGTH);
    if (!block.startsWith('[^', note) || block[note + NOTE_LENGTH - 1] !== ']' || !isId(fact)) return null;
    if (!facts.includes(fact)) facts.push(fact);
  }
  return { words: block.slice(2, at).trim(), facts };
}

/** The ids of the facts that a block of text cites, in order, each once. */
export function citationsIn(text: string): string[] {
  if (!text.includes('[^')) return [];
  const plain = parsePlain(text);
  if (plain) return plain.facts;
  const facts = new Set<string>();
  for (const match of text.matchAll(CITATION)) facts.add(match[1] ?? match[2] ?? '');
  return [...facts];
}

export function renderCitations(facts: readonly string[]): string {
  return facts.map((fact) => `[^${fact}]`).join('');
}

/** The statement as it stands in a list item, without footnotes. */
export function renderClaimText(text: string): string {
  const line = withoutMarks(
    escapeCharacters(escapeLine(text), new RegExp(String.raw`\[(?=\^${ID_PATTERN}\])`, 'g')).trim(),
  );
  // A fact that was logged with such marks is current all the same: who strikes its claim is a person.
  const mark = parseStruck(line) === null ? undefined : marksIn(line)[0];
  return mark === undefined ? line : line.slice(0, mark) + escapeCharacters('~', /./g) + line.slice(mark + 1);
}

/** Words as they stand on a page, with what would begin a block or take what follows them escaped. */
export function withoutMarks(line: string): string {
  const begun = BLOCK_START.test(line) ? escapeCharacters(line[0] ?? '', /./g) + line.slice(1) : line;
  // A back-slash would take the bracket of the footnote for a plain one.
  return begun.endsWith('\\') ? begun.slice(0, -1) + escapeCharacters('\\', /./g) : begun;
}

export function renderClaim(text: string, facts: readonly string[]): string {
  return `- ${withCitations(renderClaimText(text), renderCitations(facts))}`;
}

/** A claim whose words, `parts.words`, are written already. */
export function renderParts({ task, words, blockId }: ClaimParts, facts: readonly string[]): string {
  return `- ${task}${withCitations(withoutMarks(words), renderCitations(facts))}${blockId}`;
}

/** GitHub takes what follows an address without a space for a part of it. */
export function withCitations(rendered: string, citations: string): string {
  let start = rendered.length;
  while (start > 0 && !/[\s<]/.test(rendered[start - 1] ?? '')) start--;
  return `${rendered}${/https?:\/\/|www\./i.test(rendered.slice(start)) ? ' ' : ''}${citations}`;
}

/** What a claim is made of, each part as it is written. */
export interface ClaimParts {
  /** A task box with the space behind it, or empty. */
  readonly task: string;
  /** On one line, without list mark, quote marks and the footnotes of facts; escapes as they are. */
  readonly words: string;
  /** An Obsidian block id with the space before it, or empty. */
  readonly blockId: string;
}

export function parseParts(block: string): ClaimParts {
  const quoted = /^[ \t]*>/.test(block);
  const blockId = block.endsWith(']') ? null : BLOCK_ID.exec(block);
  const flat = (blockId ? block.slice(0, blockId.index) : block).replace(/\r?\n[ \t]*(?:>[ \t]?)*/g, ' ');
  const lead = LEAD.exec(flat)?.[0] ?? '';
  const own = flat.slice(lead.length);
  const words = (quoted ? own.replace(CALLOUT, '') : own).replace(CITATIONS, '').trim();
  return { task: /\[[^\]]\][ \t]+$/.exec(lead)?.[0] ?? '', words, blockId: blockId ? ` ${blockId[0].trim()}` : '' };
}

/** The statement of a block that cites facts: without list mark, quote marks, footnotes and block id. */
export function parseClaimText(block: string): string {
  return textOf(parseParts(block).words);
}

/** Words as they stand on a page, to the text that they mean. */
export function textOf(words: string): string {
  return unescapeLine(words).trim();
}

/**
 * The block with its statement replaced and everything else (marks, footnotes, block id) kept. A callout
 * holds the words of more than one side: it comes back as it is.
 */
export function replaceClaimText(block: string, text: string): string {
  const lead = LEAD.exec(block)?.[0] ?? '';
  if (/^[ \t]*(?:>[ \t]?)+\[!/m.test(block)) return block;
  const id = BLOCK_ID.exec(block)?.[0].trim();
  return (
    `${lead}${withCitations(renderClaimText(text), (block.match(FOOTNOTES) ?? []).join(''))}` +
    (id === undefined ? '' : ` ${id}`)
  );
}

/** The block with more footnotes: behind those that stand together with that of `beside`, else behind the last. */
export function addCitations(block: string, facts: readonly string[], beside?: string): string {
  const matches = Array.from(block.matchAll(CITATION));
  let index = matches.findIndex((match) => (match[1] ?? match[2]) === beside);
  if (index < 0) index = matches.length - 1;
  const endOf = (at: number): number => (matches[at]?.index ?? 0) + (matches[at]?.[0].length ?? 0);
  while (matches[index + 1]?.index === endOf(index)) index++;
  const at = index < 0 ? block.length : endOf(index);
  return block.slice(0, at) + renderCitations(facts) + block.slice(at);
}

/** Prose without footnotes and block ids. */
export function withoutNotes(prose: string): string {
  return prose
    .replace(/^\[\^[^\]\s]+\]:[ \t]*/gm, '')
    .replace(/ ?\[\^[^\]\s]+\]/g, '')
    .replace(/[ \t]+\^[A-Za-z0-9-]+[ \t]*$/gm, '');
}

/** The text without the footnotes of facts, and without the space before them where that would be one too many. */
export function withoutCitations(text: string): string {
  return text.replace(CITATIONS, '');
}

/** The block without the footnote of one fact. */
export function removeCitation(block: string, fact: string): string {
  return block.replaceAll(`[^${fact}]`, '');
}
