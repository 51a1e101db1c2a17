// A text taken apart: its title and where it comes from, its headings, its running words, its links. Code, tables,
// formulas and comments are left out. Pure.
import { type Block, parseBlocks, parseHeading } from '../../note/blocks.ts';
import { parseFrontMatter } from '../../note/front-matter.ts';
import { parseFactLine } from '../../page/fact-line.ts';
import { flat, type Inline, type Link, readInline } from './inline.ts';
import type { SourceText } from './source.ts';

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
    const head = headOf(block, lines);
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

/** The heading that a block is, also one that is underlined; null for other blocks. */
function headOf(block: Block, lines: readonly string[]): { readonly level: number; readonly title: string } | null {
  if (block.kind === 'heading') return parseHeading(block.text);
  if (block.kind !== 'paragraph') return null;
  const title = block.text.replace(/\n=+[ \t]*$/, '');
  if (title !== block.text && !title.includes('\n')) return { level: 1, title };
  return !block.text.includes('\n') && /^-{3,}[ \t]*$/.test(lines[block.end + 1] ?? '')
    ? { level: 2, title: block.text }
    : null;
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
