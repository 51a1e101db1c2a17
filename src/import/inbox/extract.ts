// What a file of the inbox says, without a model: its title, address, headings, key sentences (verbatim) and links. Its
// name and bytes decide its type; nothing is executed and no encoding is guessed. Leaves out code, tables, formulas and
// comments. Pure.
import { createHash } from 'node:crypto';
import { isUtf16 } from '../../model/bytes.ts';
import { type Block, headingOf, parseBlocks } from '../../note/blocks.ts';
import { parseFrontMatter } from '../../note/front-matter.ts';
import { parseFactLine } from '../../page/fact-line.ts';
import { flat, type Link, readInline, splitSentences } from '../prose.ts';
import { asText } from '../values.ts';

export interface SourceText {
  /** Without byte order mark, with LF line ends. */
  readonly text: string;
  readonly isMarkdown: boolean;
}

const MARKDOWN = /\.(?:md|markdown|mdown|mkd)$/i;
const PLAIN = /\.(?:txt|text)$/i;

/** The file's name without a text extension. */
export const nameOf = (path: string): string => path.replace(/^.*\//, '').replace(MARKDOWN, '').replace(PLAIN, '');

/** Whether a file is a text by its name: also without an extension, such as `README`. Others stay in the inbox. */
export const isTextName = (path: string): boolean =>
  MARKDOWN.test(path) || PLAIN.test(path) || /(?:^|\/)[^./]+$/.test(path);

/** SHA-256 in hex, which identifies content under any name. */
export const digestOfBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The text of a file; otherwise a string with the reason, such as `it is empty`. */
export function decodeSource(path: string, bytes: Uint8Array): SourceText | string {
  if (isUtf16(bytes)) return 'it is UTF-16; save it as UTF-8';
  if (bytes.includes(0)) return 'it is not a text file, despite its name';
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r\n?/g, '\n');
    return text.trim() === '' ? 'it is empty' : { text, isMarkdown: MARKDOWN.test(path) };
  } catch {
    return 'it is not UTF-8; save it as UTF-8';
  }
}

export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly title: string;
}

/** The readable content of a text. */
interface Outline {
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

function readOutline({ text, isMarkdown }: SourceText): Outline {
  const outline = isMarkdown ? readMarkdown(text) : readPlain(text);
  const links = new Map(outline.links.toReversed().map((link) => [link.address, link]));
  return { ...outline, links: [...links.values()].reverse() };
}

function readMarkdown(text: string): Outline {
  const { data } = parseFrontMatter(text);
  const { blocks, lines } = parseBlocks(text);
  const heads: Heading[] = [];
  const passages: string[] = [];
  const links: Link[] = [];
  for (const block of blocks) {
    const head = headingOf(block, lines);
    const read = readInline(head?.title ?? wordsOf(block));
    links.push(...read.links);
    if (read.words === '') continue;
    if (head !== null) heads.push({ level: head.level, title: read.words });
    else passages.push(read.words);
  }
  const title = asText(data.title) ?? (heads[0]?.level === 1 ? heads[0].title : null);
  return {
    title: title === null ? null : flat(title).slice(0, LONGEST_TITLE),
    url: addressIn(data),
    heads: heads.filter((head, at) => at > 0 || head.title !== title?.trim()),
    passages,
    links,
  };
}

const LIST_MARK = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[^\]]\][ \t]+)?/;
const QUOTE_MARK = /^[ \t]*(?:>[ \t]?)+/gm;
const CALLOUT = /^\[![\w-]+\][+-]?[ \t]*/;

function wordsOf({ kind, text }: Block): string {
  if (kind === 'fence' || kind === 'comment' || kind === 'definition') return '';
  if (kind === 'quote') return text.replace(QUOTE_MARK, '').replace(CALLOUT, '');
  if (/^[ \t]*(?:\||\$\$|<(?:script|style|table|pre)\b)/i.test(text)) return '';
  if (kind !== 'item') return text;
  // A line in the form of a fact line is dropped, so that it cannot pass for a fact on the page.
  return text.split('\n').some((line) => parseFactLine(line) !== null) ? '' : text.replace(LIST_MARK, '');
}

function readPlain(text: string): Outline {
  const parts = text.split(/\n[ \t]*(?:\n[ \t]*)+/).map((part) => part.trim());
  const [first = '', ...rest] = parts.filter((part) => part !== '');
  const isTitle = rest.length > 0 && !first.includes('\n') && first.length <= 100 && !/[.!?。！？:：,;]$/.test(first);
  const passages = isTitle ? rest : [first, ...rest];
  return {
    title: isTitle ? flat(first) : null,
    url: null,
    heads: [],
    passages: passages.map(flat),
    links: passages.flatMap((part) => readInline(part.replace(/[`<[]/g, ' ')).links),
  };
}

/** The source address in front matter, by the keys that web clippers use; null without one. */
function addressIn({ source, url, link }: Readonly<Record<string, unknown>>): string | null {
  const isAddress = (text: string): boolean => /^https?:\/\/[^\s<>()[\]"'`]{1,1992}$/i.test(text) && URL.canParse(text);
  const texts = [source, url, link].flat().map((value) => asText(value)?.trim() ?? '');
  return texts.find((text) => isAddress(text) && text.length <= 2000) ?? null;
}

/** What a literature page shows of a text. */
export interface Extract extends Outline {
  readonly title: string;
  /** Verbatim sentences, in order. */
  readonly sentences: readonly Quote[];
  /** Its length, such as `812 words` or `1,203 characters`. */
  readonly extent: string;
}

export interface Quote {
  readonly text: string;
  /** Only the beginning of a longer sentence. */
  readonly isCut: boolean;
}

/**
 * The most sentences on a page. With fewer than FEW lead sentences, the first FEW sentences of the text are shown
 * instead.
 */
const MOST = 10;
const FEW = 5;
/** The most characters of a whole sentence, and of the beginning of a longer one. */
const LONGEST = 600;
const CUT = 300;

export interface ExtractOptions {
  /** The file's name without its extension. */
  readonly name: string;
  /** False for words to leave out because they were forgotten. */
  readonly maySay: (text: string) => boolean;
}

/** Whether a text has any words outside code and images. */
export const canBeRead = (source: SourceText): boolean => !isBlank(readOutline(source));

const isBlank = ({ passages, heads, links }: Outline): boolean => passages.length + heads.length + links.length === 0;

/** The extract of a text; null if nothing readable is left. */
export function extract(source: SourceText, { name, maySay }: ExtractOptions): Extract | null {
  const whole = readOutline(source);
  const outline: Outline = {
    ...whole,
    heads: whole.heads.filter((head) => maySay(head.title)),
    passages: whole.passages.flatMap((passage) => sayablePart(passage, maySay)),
    links: whole.links.filter(({ text }) => maySay(text)),
  };
  if (isBlank(outline)) return null;
  const title = whole.title !== null && maySay(whole.title) ? plainTitle(whole.title) : '';
  return {
    ...outline,
    title: title || plainTitle(name) || 'Unnamed',
    sentences: keySentences(outline.passages),
    extent: extentOf(outline),
  };
}

/** A title without characters that are markup anywhere titles appear. */
const plainTitle = (title: string): string =>
  title
    .toWellFormed()
    .replace(/[[\]<>`|^#\\\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** A passage without forgotten sentences; empty if the rest still says it across sentences. */
function sayablePart(passage: string, maySay: ExtractOptions['maySay']): string[] {
  if (maySay(passage)) return [passage];
  const left = splitSentences(passage).filter(maySay);
  return left.every((_, at) => maySay(left.slice(at, at + 3).join(' '))) ? left : [];
}

/** The first sentence of each paragraph, or, with few paragraphs, the first sentences of the text. */
function keySentences(passages: readonly string[]): Quote[] {
  const all = passages.map(splitSentences);
  const whole = all.map((some) => some.filter((sentence) => isSentence(sentence) && sentence.length <= LONGEST));
  const leads = whole.flatMap(([first]) => first ?? []);
  const shown = leads.length < FEW ? whole.flat().slice(0, FEW) : leads.slice(0, MOST);
  return shown.length === 0 ? all.flat().slice(0, 1).map(beginningOf) : shown.map((text) => ({ text, isCut: false }));
}

/** Whether it is a whole sentence, not a button label or the line above a list. */
function isSentence(text: string): boolean {
  if (/[:：]$/.test(text)) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai}/u.test(text)
    ? letters >= 6
    : letters >= 16 && text.split(/\s+/).length >= 5;
}

function beginningOf(text: string): Quote {
  if (text.length <= LONGEST) return { text, isCut: false };
  const cut = text.slice(0, CUT).replace(/[\uD800-\uDBFF]$/, '');
  const atWord = cut.lastIndexOf(' ');
  return { text: atWord > CUT / 2 ? cut.slice(0, atWord) : cut, isCut: true };
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

function extentOf({ passages, heads }: Outline): string {
  const text = [...heads.map(({ title }) => title), ...passages].join(' ');
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’._-]*/gu)?.length ?? 0;
  const [count, what] = unspaced > words ? [unspaced, 'character'] : [words, 'word'];
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
