// Splits a note into pieces: list items with what is nested below them, and paragraphs, each with its line and the
// headings above. Leaves out code without an introduction, quotes, tables, comments and memvault's own parts. Pure.
import { LIMITS } from '../../model/limits.ts';
import { type Block, headingOf, parseBlocks } from '../../note/blocks.ts';
import { withoutParts } from '../format.ts';

// A short code block belongs to the statement above it. Pure.

const MOST_LINES = 3;
const LONGEST = 200;

/** Short code as code spans; null if it is longer. */
function asSpans(block: string): string | null {
  const lines = block
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:#|\/\/|`{3,}|~{3,})/.test(line));
  if (
    lines.length === 0 ||
    lines.length > MOST_LINES ||
    lines.join('').length > LONGEST ||
    lines.some((line) => line.includes('`'))
  )
    return null;
  return lines.map((line) => `\`${withoutPrompt(line)}\``).join(', ');
}

const withoutPrompt = (line: string): string => line.replace(/^\$\s+/, '');

/** A list item, or a paragraph below one. */
export interface Branch extends Words {
  /** 1-based. */
  readonly line: number;
  /** The branches nested below it. */
  readonly below: readonly Branch[];
}

export interface Piece extends Branch {
  readonly kind: 'item' | 'paragraph';
  /** The headings above, outermost first, without the note's title. */
  readonly headings: readonly string[];
  /** Equal for items of the same list. */
  readonly list: number;
}

/** A branch while it is being read. */
interface Growing extends Omit<Branch, 'text' | 'below'> {
  text: string;
  readonly below: Growing[];
}

const [OWN, END_OF_OWN] = [/^<!-- memvault:[^\n]*-->/, /^<!-- (?:\/memvault:.*|memvault:? ?end.*) -->/];
const OWN_PAGE = /^\[\^[0-9a-hjkmnp-tv-z]{10}\]: \[\d{4}-\d\d-\d\d/m;
/** Introduces what follows. */
export const LEADS = /[:：](?:\*\*|__|\*|_)?$/;

/** A page of memvault, whose claims are already facts. */
export const isOwnPage = (text: string): boolean => OWN_PAGE.test(text);

/** Blanks out memvault's own parts, keeping line numbers. */
export function withoutOwnParts(text: string): string {
  return text.includes('<!-- memvault:') ? withoutParts(text, OWN, END_OF_OWN) : text;
}

/** The pieces of a note, in order. */
export function piecesOf(text: string): Piece[] {
  const { blocks, lines } = parseBlocks(withoutOwnParts(text.replaceAll('\r\n', '\n')));
  // A single level-1 heading is the note's title; several are sections.
  const title = blocks.filter((block) => headingOf(block, lines)?.level === 1).length > 1 ? 0 : 1;
  const pieces: (Growing & Omit<Piece, keyof Branch>)[] = [];
  let heads: { level: number; title: string }[] = [];
  let [list, mark] = [0, ''];
  /** The path from the last piece to the last branch. */
  let path: { readonly indent: number; readonly branch: Growing }[] = [];
  for (const block of blocks) {
    const heading = headingOf(block, lines);
    if (heading)
      heads = [
        ...heads.filter(({ level }) => level < heading.level),
        { level: heading.level, title: wordsOf(heading.title).text },
      ];
    const headings = heads.filter((head) => head.level > title && head.title !== '').map((head) => head.title);
    const indent = indentOf(block.text);
    const parent = block.nested ? path.slice(0, LIMITS.nesting).findLast((one) => one.indent < indent) : undefined;
    const isWords = heading === null && (block.kind === 'item' || (block.kind === 'paragraph' && !isTable(block.text)));
    // Bullets after numbers start another list.
    const own = block.kind === 'item' ? (/^\s*\d/.test(block.text) ? '1' : block.text.trimStart().charAt(0)) : '';
    if (parent === undefined && block.kind !== 'fence' && own !== mark) [list, mark] = [list + 1, own];
    if (block.kind === 'fence') takeCode(block.text, path.at(-1)?.branch);
    else if (!isWords) path = block.nested ? path : [];
    else if (parent) {
      const branch = growing(block);
      parent.branch.below.push(branch);
      path = [
        ...path.slice(0, path.indexOf(parent) + 1),
        { indent: block.kind === 'item' ? indent : Infinity, branch },
      ];
    } else {
      const piece = {
        kind: block.kind === 'item' ? ('item' as const) : ('paragraph' as const),
        ...growing(block),
        headings,
        list,
      };
      pieces.push(piece);
      path = [{ indent: block.kind === 'item' ? indent : Infinity, branch: piece }];
    }
  }
  return pieces;
}

const growing = ({ text, start }: Block): Growing => ({ ...wordsOf(text), line: start + 1, below: [] });

/** In columns. */
const indentOf = (text: string): number => (/^[ \t]*/.exec(text)?.[0] ?? '').replaceAll('\t', '    ').length;

const isTable = (text: string): boolean => /^\s*\|/.test(text) || /^\s*:?-{3,}:?\s*\|/m.test(text);

/** A few lines of code belong to the words that introduce them. */
function takeCode(code: string, before: Growing | undefined): void {
  const spans = before !== undefined && LEADS.test(before.text) ? asSpans(code) : null;
  if (before !== undefined && spans !== null) before.text = `${before.text} ${spans}`;
}

// The words of a markdown line as a statement: without list mark and comments, with links as a reader sees them. Code
// spans stay.

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
/** Delimiters for code spans while links are parsed; private-use characters that no text has. */
const [CODE, END] = ['\u{F0000}', '\u{F0001}'];

export interface Words {
  readonly text: string;
  /** State of the checkbox; null without one, and for one that only marks a kind of note. */
  readonly task: 'open' | 'done' | null;
  /** It is only a link. */
  readonly isLink: boolean;
}

/** The words of an item or a paragraph; empty if struck out. */
export function wordsOf(block: string): Words {
  if (block.length > NO_STATEMENT) return { text: block.trim(), task: null, isLink: false };
  const isItem = ITEM.test(block);
  const body = block
    .replace(ITEM, '')
    .split('\n')
    .filter((line) => !NO_WORDS.test(line))
    .join('\n');
  const mark = isItem ? TASK.exec(body)?.[1] : undefined;
  const words = (mark === undefined ? body : body.replace(TASK, '')).replace(isItem ? HEADING_MARK : '', '');
  const text = plainWords(words);
  return { text: STRUCK.test(text) ? '' : text, task: taskOf(mark), isLink: ONLY_LINK.test(words.trim()) };
}

function taskOf(mark: string | undefined): Words['task'] {
  if (mark === undefined) return null;
  if (/[xX]/.test(mark)) return 'done';
  return /[ /<>?-]/.test(mark) ? 'open' : null;
}

function plainWords(text: string): string {
  const flat = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ \^[A-Za-z0-9-]+$/, '');
  const codes: string[] = [];
  const bare = flat.replace(/`+[^`]*`+/g, (code) => `${CODE}${codes.push(code) - 1}${END}`);
  return withoutLinks(bare)
    .replace(/\u{F0000}(\d+)\u{F0001}/gu, (same, at: string) => codes[Number(at)] ?? same)
    .replace(/ {2,}/g, ' ')
    .trim();
}

function withoutLinks(text: string): string {
  return text
    .replace(/<!--.*?-->|%%.*?%%/g, ' ')
    .replace(/!\[\[[^\]]*\]\]|!\[[^\]]*\]\([^()\s]*\)/g, ' ')
    .replace(
      /\[\[([^\][|]+)(?:\|([^\][]+))?\]\]/g,
      (_, target: string, shown: string | undefined) =>
        shown ??
        target
          .replace(/#\^.*$/, '')
          .replaceAll('#', ' ')
          .trim(),
    )
    .replace(/(?<=^|[\s(*_])\[([^\][]+)\]\[[^\][]*\](?!\()/g, '$1')
    .replace(/\[([^\][]+)\]\(<?((?:[^()\s<>]|\([^()\s]*\))+)>?(?: "[^"]*")?\)/g, (_, shown: string, target: string) =>
      /^[a-z][a-z0-9+.-]*:/i.test(target) && target !== shown ? `${shown} (${target})` : shown,
    );
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
