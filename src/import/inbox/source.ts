// Decodes an inbox file and parses it: title, address, headings, running text, links. Its name and bytes decide its
// type; nothing is executed and no encoding is guessed. Leaves out code, tables, formulas and comments. Pure.
import { createHash } from 'node:crypto';
import { isUtf16 } from '../../model/bytes.ts';
import { type Block, headingOf, parseBlocks } from '../../note/blocks.ts';
import { parseFrontMatter } from '../../note/front-matter.ts';
import { parseFactLine } from '../../page/fact-line.ts';

export interface SourceText {
  /** Without byte order mark, with LF line ends. */
  readonly text: string;
  readonly isMarkdown: boolean;
}

const MARKDOWN = /\.(?:md|markdown|mdown|mkd)$/i;
const PLAIN = /\.(?:txt|text)$/i;
/** A name without an extension, such as `README`, which does not tell the content. */
const UNNAMED = /(?:^|\/)[^./]+$/;

/** The file's name without a text extension. */
export const nameOf = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(MARKDOWN, '')
    .replace(PLAIN, '');

/** Whether a file is a text by its name. Others stay in the inbox. */
export const isTextName = (path: string): boolean => MARKDOWN.test(path) || PLAIN.test(path) || UNNAMED.test(path);

/** SHA-256 in hex, which identifies content under any name. */
export const digestOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The text of a file; otherwise a string with the reason, such as `it is empty`. */
export function decodeSource(path: string, bytes: Uint8Array): SourceText | string {
  if (isUtf16(bytes)) return 'it is UTF-16; save it as UTF-8';
  if (bytes.includes(0)) return 'it is not a text file, despite its name';
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

// The visible words of a piece of markdown, and its links. Leaves out comments, footnote marks, images and HTML. Pure.

export interface Link {
  readonly text: string;
  /** http or https. */
  readonly address: string;
}

/** A piece of text on one line. */
export interface Inline {
  readonly words: string;
  readonly links: readonly Link[];
}

// Every pattern is bounded, since a hostile text could otherwise keep it busy.
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
/** Scripts and styles with their content, up to the end of the text if never closed. */
const SCRIPT = /<(script|style)\b[^<>]{0,1000}>[\s\S]*?(?:<\/\1\s{0,9}>|$)/gi;
const TAG = /<\/?[a-z][^<>]{0,1000}>/gi;
const BARE = /https?:\/\/[^\s<>"'`）」』】]{1,2000}/gi;
const BLOCK_ID = /\s\^[A-Za-z0-9-]{1,60}$/;
const STRONG = /(\*\*|__|~~|==)(?=\S)(.{1,500}?)(?<=\S)\1/gs;
const SLANTED = /(?<![\p{L}\p{N}\\])([*_])(?=\S)([^*_]{1,500})(?<=\S)\1(?![\p{L}\p{N}])/gu;

/** Placeholder for code spans, delimited by private-use characters, so that their content is not changed. */
const HELD = /\uE000(\d+)\uE001/g;

/** The words and links of a paragraph, heading or the like. Only web links, each with its link text. */
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

/** Removes emphasis marks and backslash escapes. */
function bare(text: string): string {
  return text
    .replace(STRONG, '$2')
    .replace(SLANTED, '$2')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、-〟！-～]`;
const BREAK_WITHOUT_SPACE = new RegExp(String.raw`(${UNSPACED})\s*\n\s*(?=${UNSPACED})`, 'gu');

/** A text on one line. Lines in scripts without spaces are joined without one. */
function flat(text: string): string {
  return text.replace(BREAK_WITHOUT_SPACE, '$1').replace(/\s+/g, ' ').trim();
}

export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly title: string;
}

/** The readable content of a text. */
export interface Outline {
  /** The text's own title; null without one. */
  readonly title: string | null;
  /** The source address in a web clipping; null without one. */
  readonly url: string | null;
  readonly heads: readonly Heading[];
  /** Paragraphs, list items and quotes, one line each, in order. */
  readonly passages: readonly string[];
  /** Each address once. */
  readonly links: readonly Link[];
}

const LONGEST_TITLE = 200;

/** Parses markdown, or splits plain text at blank lines. */
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
  // A line in the form of a fact line is dropped, so that it cannot pass for a fact on the page.
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

/** The source address in front matter, by the keys that web clippers use; null without one. */
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
