// The bytes of a file in the inbox as a text, or why they are none, and that text taken apart: its title and where it
// comes from, its headings, its running words, its links. Its name and its bytes decide what it is; nothing in it is
// run, and no encoding is guessed. Code, tables, formulas and comments are left out. Pure.
import { createHash } from 'node:crypto';
import { isUtf16 } from '../../model/bytes.ts';
import { type Block, headingOf, parseBlocks } from '../../note/blocks.ts';
import { parseFrontMatter } from '../../note/front-matter.ts';
import { parseFactLine } from '../../page/fact-line.ts';

export interface SourceText {
  /** Without byte order mark, lines ended by LF. */
  readonly text: string;
  readonly isMarkdown: boolean;
}

const MARKDOWN = /\.(?:md|markdown|mdown|mkd)$/i;
const PLAIN = /\.(?:txt|text)$/i;
/** A name without an ending, such as `README`: it does not say what is in the file. */
const UNNAMED = /(?:^|\/)[^./]+$/;

/** The name of its file without the ending of a text. */
export const nameOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(MARKDOWN, '')
    .replace(PLAIN, '');

/** Is a file a text, by its name? What else lies in the inbox stays. */
export const isTextName = (path: string): boolean => MARKDOWN.test(path) || PLAIN.test(path) || UNNAMED.test(path);

/** SHA-256 in hex, by which a content is known again under another name. */
export const digestOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The text of a file; else a string that says why it is none, such as `it is empty`. */
export function decodeSource(path: string, bytes: Uint8Array): SourceText | string {
  if (isUtf16(bytes)) return 'it is UTF-16; save it as UTF-8';
  if (bytes.includes(0)) return 'it is no text, whatever its name says';
  const text = decode(bytes);
  if (text === null) return 'it is not UTF-8; save it as UTF-8';
  return text.trim() === '' ? 'it is empty' : { text, isMarkdown: MARKDOWN.test(path) };
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
  } catch {
    return null;
  }
}

// A stretch of markdown as the words that a reader sees, and where it links to. Comments, footnote marks, pictures and
// HTML are left out of the words. Pure.

export interface Link {
  readonly text: string;
  /** http or https. */
  readonly address: string;
}

/** On one line. */
export interface Inline {
  readonly words: string;
  readonly links: readonly Link[];
}

// Each pattern looks only so far: a text of somebody else's may be made to keep a pattern busy.
const COMMENT = /<!--[\s\S]*?(?:-->|$)|%%[\s\S]*?%%/g;
const CODE = /(?<!`)(`{1,9})(?!`)([^`](?:.{0,500}?[^`])??)\1(?!`)/gs;
const PICTURE = /!\[[^\]]{0,300}\]\([^()]{0,800}(?:\([^()]{0,300}\)[^()]{0,300}){0,3}\)|!\[\[[^\]]{0,300}\]\]/g;
const LINK = new RegExp(
  String.raw`\[((?:\\.|[^\\\]]){0,300})\]\(\s{0,9}(?:<([^<>\n]{0,2000})>|((?:[^\s()\\]|\\.|` +
    String.raw`\([^\s()]{0,300}\)){0,2000}))(?:\s{1,9}(?:"[^"]{0,300}"|'[^']{0,300}'|\([^()]{0,300}\)))?\s{0,9}\)`,
  'g',
);
const WIKI = /\[\[([^\]|]{0,200})(?:\|([^\]]{0,200}))?\]\]/g;
const FOOTNOTE = /\[\^[^\]\s]{1,60}\]/g;
const ANGLE = /<(https?:\/\/[^\s<>]{1,2000})>/gi;
/** Scripts and styles with all that is in them, up to the end of the text where they are never closed. */
const SCRIPT = /<(script|style)\b[^<>]{0,1000}>[\s\S]*?(?:<\/\1\s{0,9}>|$)/gi;
const TAG = /<\/?[a-z][^<>]{0,1000}>/gi;
const BARE = /https?:\/\/[^\s<>"'`）」』】]{1,2000}/gi;
const BLOCK_ID = /\s\^[A-Za-z0-9-]{1,60}$/;
const STRONG = /(\*\*|__|~~|==)(?=\S)(.{1,500}?)(?<=\S)\1/gs;
const SLANTED = /(?<![\p{L}\p{N}\\])([*_])(?=\S)([^*_]{1,500})(?<=\S)\1(?![\p{L}\p{N}])/gu;

/** What stands in for code meanwhile, between characters that no text has, so that nothing in the code is changed. */
const HELD = /\uE000(\d+)\uE001/g;

/**
 * The words and links of a paragraph, a heading or the like. Links are to the web alone, each with the words that it
 * stands behind.
 */
export function readInline(markdown: string): Inline {
  const links: Link[] = [];
  const held: string[] = [];
  const hold = (text: string): string => `\uE000${held.push(text) - 1}\uE001`;
  const add = (text: string, address: string): void => {
    if (/^https?:\/\//i.test(address)) links.push({ text: flat(text), address });
  };
  let words = markdown
    .trimEnd()
    .replace(/[\uE000\uE001]/g, '')
    .replace(COMMENT, ' ')
    .replace(CODE, (_, __, code: string) => hold(code))
    .replace(SCRIPT, ' ');
  words = words.replace(PICTURE, ' ').replace(FOOTNOTE, '').replace(BLOCK_ID, '');
  words = words.replace(LINK, (_, text: string, angle: string | undefined, plain: string | undefined) => {
    add(bare(text), angle ?? plain ?? '');
    return text;
  });
  words = words.replace(
    WIKI,
    (_, target: string, alias: string | undefined) =>
      alias ?? (target.replace(/^.*\//, '').replace(/[#^].*$/, '') || target),
  );
  words = words.replace(ANGLE, (_, address: string) => hold(address)).replace(TAG, ' ');
  words = bare(words).replace(HELD, (_, number: string) => held[Number(number)] ?? '');
  for (const [address] of words.matchAll(BARE)) {
    const whole = address.replace(/[.,;:!?)\]}。，；：！？]+$/, '');
    if (!links.some((link) => link.address === whole)) add(whole, whole);
  }
  return { words: flat(words), links };
}

/** Without marks of emphasis and without the backslashes of what is escaped. */
function bare(text: string): string {
  return text
    .replace(STRONG, '$2')
    .replace(SLANTED, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、-〟！-～]`;
const BREAK_WITHOUT_SPACE = new RegExp(String.raw`(${UNSPACED})\s*\n\s*(?=${UNSPACED})`, 'gu');

/** A text on one line. Lines of scripts that have no spaces are joined without one. */
function flat(text: string): string {
  return text.replace(BREAK_WITHOUT_SPACE, '$1').replace(/\s+/g, ' ').trim();
}

export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly title: string;
}

/** What there is to read in a text. */
export interface Outline {
  /** What the text calls itself; null where it has no title. */
  readonly title: string | null;
  /** The address that a clipping gives as its source; null without. */
  readonly url: string | null;
  readonly heads: readonly Heading[];
  /** Paragraphs, list items and quotes, each on one line, in their order. */
  readonly passages: readonly string[];
  /** Each address once. */
  readonly links: readonly Link[];
}

const LONGEST_TITLE = 200;

/** Takes a text apart as markdown, or as plain text by its blank lines. */
export function readOutline({ text, isMarkdown }: SourceText): Outline {
  return isMarkdown ? readMarkdown(text) : readPlain(text);
}

function readMarkdown(text: string): Outline {
  const { data } = parseFrontMatter(text);
  const { blocks, lines } = parseBlocks(text);
  const heads: Heading[] = [];
  const passages: string[] = [];
  const links: Link[] = [];
  for (const block of blocks) {
    const head = headingOf(block, lines);
    const read = readInline(head === null ? wordsOf(block) : head.title);
    links.push(...read.links);
    if (head !== null && read.words !== '') heads.push({ level: head.level, title: read.words });
    if (head === null && read.words !== '') passages.push(read.words);
  }
  const [first] = heads;
  const title = textOf(data.title) ?? (first?.level === 1 ? first.title : null);
  return {
    title: title === null ? null : flat(title).slice(0, LONGEST_TITLE),
    url: addressIn(data),
    heads: heads.filter((head, at) => at > 0 || head.title !== title),
    passages,
    links: once(links),
  };
}

const LIST_MARK = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[^\]]\][ \t]+)?/;
const QUOTE_MARK = /^[ \t]*(?:>[ \t]?)+/gm;
const CALLOUT = /^\[![\w-]+\][+-]?[ \t]*/;

function wordsOf({ kind, text }: Block): string {
  if (kind === 'fence' || kind === 'comment' || kind === 'definition') return '';
  if (kind === 'quote') return text.replace(QUOTE_MARK, '').replace(CALLOUT, '');
  if (/^[ \t]*(?:\||\$\$|<(?:script|style|table|pre)\b)/i.test(text)) return '';
  // What looks like a line of a daily log is no fact here, and must not look like one on the page.
  if (kind === 'item' && text.split('\n').some((line) => parseFactLine(line) !== null)) return '';
  return kind === 'item' ? text.replace(LIST_MARK, '') : text;
}

function readPlain(text: string): Outline {
  const parts = text
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const [first = ''] = parts;
  const isTitle = parts.length > 1 && !first.includes('\n') && first.length <= 100 && !/[.!?。！？:：,;]$/.test(first);
  const read = parts
    .slice(isTitle ? 1 : 0)
    .map((part): Inline => ({ words: flat(part), links: readInline(part.replace(/[`<[]/g, ' ')).links }));
  return {
    title: isTitle ? flat(first) : null,
    url: null,
    heads: [],
    passages: read.map(({ words }) => words),
    links: once(read.flatMap(({ links }) => links)),
  };
}

/** Where a page is from, by the keys of front matter that web clippers use; null where none holds an address. */
function addressIn(data: Readonly<Record<string, unknown>>): string | null {
  const said =
    [data.source, data.url, data.link]
      .flat()
      .map(textOf)
      .find((text) => text !== null && /^https?:\/\/[^\s<>()[\]"'`]+$/i.test(text) && URL.canParse(text)) ?? null;
  return said !== null && said.length <= 2000 ? said : null;
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

function once(links: readonly Link[]): Link[] {
  return [...new Map([...links].reverse().map((link) => [link.address, link])).values()].reverse();
}
