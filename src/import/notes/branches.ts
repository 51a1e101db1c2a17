// A note as pieces: its list items with what stands below them, and its paragraphs, each with its line and the headings
// above it. Code that no statement leads to, quotes, tables, comments and what memvault itself wrote are none. Pure.
import { LIMITS } from '../../model/limits.ts';
import { type Block, headingOf, parseBlocks } from '../../note/blocks.ts';
import { withoutParts } from '../format.ts';

// What the code blocks of a note say in words: a short one belongs to the statement that it stands below. Pure.

const MOST_LINES = 3;
const LONGEST = 200;

/** Code of a few lines as code spans; null for a longer one. */
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

/** A line of a list, or a paragraph below one. */
export interface Branch extends Words {
  /** 1-based. */
  readonly line: number;
  /** What stands below it. */
  readonly below: readonly Branch[];
}

export interface Piece extends Branch {
  readonly kind: 'item' | 'paragraph';
  /** The headings above, outermost first; the title of the note is not among them. */
  readonly headings: readonly string[];
  /** Equal for items of one list; what stands between them begins another. */
  readonly list: number;
}

/** While it is read. */
interface Growing extends Omit<Branch, 'text' | 'below'> {
  text: string;
  readonly below: Growing[];
}

const [OWN, END_OF_OWN] = [/^<!-- memvault:[^\n]*-->/, /^<!-- (?:\/memvault:.*|memvault:? ?end.*) -->/];
const OWN_PAGE = /^\[\^[0-9a-hjkmnp-tv-z]{10}\]: \[\d{4}-\d\d-\d\d/m;
/** What is said comes behind it. */
export const LEADS = /[:：](?:\*\*|__|\*|_)?$/;

/** A page that memvault keeps: its claims are facts already. */
export const isOwnPage = (text: string): boolean => OWN_PAGE.test(text);

/** The text without the parts that memvault wrote, its lines where they were. */
export function withoutOwnParts(text: string): string {
  return text.includes('<!-- memvault:') ? withoutParts(text, OWN, END_OF_OWN) : text;
}

/** The pieces of a note in their order. */
export function piecesOf(text: string): Piece[] {
  const { blocks, lines } = parseBlocks(withoutOwnParts(text.replaceAll('\r\n', '\n')));
  // A note with one such heading has it as its title; with several they are its parts.
  const title = blocks.filter((block) => headingOf(block, lines)?.level === 1).length > 1 ? 0 : 1;
  const pieces: (Growing & Omit<Piece, keyof Branch>)[] = [];
  let heads: { level: number; title: string }[] = [];
  let [list, mark] = [0, ''];
  /** From the last piece down to what was read last. */
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
    // Bullets behind numbers are another list.
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

/** A few lines of code go with the words that lead to them. */
function takeCode(code: string, before: Growing | undefined): void {
  const spans = before !== undefined && LEADS.test(before.text) ? asSpans(code) : null;
  if (before !== undefined && spans !== null) before.text = `${before.text} ${spans}`;
}

// The words of a line of markdown as a statement of their own: without the mark of its item, without comments, and with
// links as what a reader sees of them. Code spans stay as they are.

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s+|$)/;
/** An item that an outliner shows as a heading. */
const HEADING_MARK = /^#{1,6}\s+/;
const TASK = /^\[([ xX/<>?!*"ilbSIpcfkwud-])\]\s+/;
const TAG = /(?:^|\s)#([\p{L}\p{N}_/-]*[\p{L}_][\p{L}\p{N}_/-]*)$/u;
/** Nothing but a link within the notes. */
const ONLY_LINK = /^(?:\*\*|__)?(?:\[\[[^\]]*\]\]|\[[^\]]*\]\((?![a-z][a-z0-9+.-]*:)[^()\s]*\))(?:\*\*|__)?[.,;]?$/i;
/** A line of tags, or one that says where a link leads. */
const NO_WORDS = new RegExp(
  String.raw`^\s*(?:(?:<summary>[^<]*<\/summary>|<\/?(?!summary\b)[a-z][\w-]*(?:\s[^<>]*)?\/?>)\s*)+$|` +
    String.raw`^\s{0,3}\[[^\]]+\]:\s+\S+(?:\s+["'(].*)?$`,
  'i',
);
const STRUCK = /^~~(?:(?!~~).)+~~[.,;]?$/;
/** Characters; what is longer is no statement, and is not looked at. */
export const NO_STATEMENT = 20_000;
/** Stand for a code span while links are looked for; no text has them. */
const [CODE, END] = ['\u{F0000}', '\u{F0001}'];

export interface Words {
  readonly text: string;
  /** Of a checkbox; null where there is none, or one that only marks a kind of note. */
  readonly task: 'open' | 'done' | null;
  /** It leads elsewhere and says nothing itself. */
  readonly isLink: boolean;
}

/** Of an item or a paragraph of one or more lines. What is struck out has none. */
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

/** The hashtags at the end of a text, and the text before them. */
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
