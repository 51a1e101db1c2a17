// Splits a note into front matter and pieces of prose (headings, paragraphs, items, rows) by offsets. Skips code, math,
// comments and HTML. One pass over the lines of arbitrary markdown; never throws.
import { LIMITS } from '../model/limits.ts';

export interface NoteBlock {
  readonly kind: 'properties' | 'heading' | 'prose';
  /** UTF-16 offsets, without the final line ending. A prose block may span lines, including their quote marks. */
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
  /** Level of a heading, 1 to 6; 0 for anything else. */
  readonly level: number;
}

/** A multi-line construct that is not prose. */
interface Closed {
  /** What ends it: the mark of a fence, comment or math, or a closing tag; null for HTML that ends at a blank line. */
  readonly mark: string | null;
  readonly isFence: boolean;
  /** Its quote depth, and the content column of its list item. */
  readonly depth: number;
  readonly column: number;
}

/** Where the content of a line starts: after its quote marks, with the number of columns after the last of them. */
interface Content {
  readonly at: number;
  readonly columns: number;
  readonly depth: number;
}

/** A tag that starts HTML up to the next blank line (CommonMark 0.31, 4.6, type 6). */
const HTML = new RegExp(
  String.raw`^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|` +
    String.raw`dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|` +
    String.raw`html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|` +
    String.raw`section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s>]|\/>|$)`,
  'i',
);
/** Type 1, which ends with the closing tag. */
const VERBATIM = /^<(script|pre|style|textarea)(?=[\s>]|$)/i;
const FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const ITEM = /(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/y;
const BREAK = /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const UNDERLINE = /^(?:=+|-+)[ \t]*$/;

export const scanNote = (text: string): NoteBlock[] => new Scan(text).run();

/** Number of UTF-16 units on comment lines, which no reader sees: a drawing is stored in one. */
export function commentLength(text: string): number {
  const scan = new Scan(text);
  scan.run();
  return scan.commented;
}

class Scan {
  commented = 0;
  private readonly blocks: NoteBlock[] = [];
  private open: { start: number; end: number; line: number; depth: number; column: number } | null = null;
  private closed: Closed | null = null;
  /** The content column of the current list item, and its quote depth. */
  private item = { column: 0, depth: 0 };
  private wasBlank = true;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  run(): NoteBlock[] {
    const { text } = this;
    let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    const head = /^---[^\S\n]*\n(?:[^]*?\n)??---[^\S\n]*(?:\n|$)/.exec(text.slice(start))?.[0];
    let number = 1;
    if (head !== undefined) {
      const from = text.indexOf('\n', start) + 1;
      const end = text.lastIndexOf('---', start + head.length);
      this.blocks.push({ kind: 'properties', start: from, end, line: 2, level: 0 });
      start += head.length;
      number += head.split('\n').length - 1;
    }
    for (; start < text.length; number++) {
      const feed = text.indexOf('\n', start);
      const next = feed < 0 ? text.length : feed + 1;
      this.take(text.slice(start, next).replace(/\r?\n$/, ''), start, number);
      start = next;
    }
    this.close();
    return this.blocks;
  }

  private take(line: string, start: number, number: number): void {
    if (this.closed !== null && this.goesOn(this.closed, line)) {
      this.wasBlank = true;
      return;
    }
    const from = this.contentOf(line, LIMITS.nesting);
    if (from.at >= line.length) {
      this.close();
      this.wasBlank = true;
      return;
    }
    this.takeContent(line, from, start, number);
    this.wasBlank = false;
  }

  /** Skips at most `deepest` quote marks. */
  private contentOf(line: string, deepest: number): Content {
    let [at, depth, base] = [skip(line, 0), 0, 0];
    while (
      depth < deepest &&
      line[at] === '>' &&
      (depth > 0 || this.item.column > 0 || columnOf(line, at) - base < 4)
    ) {
      base = columnOf(line, ++at);
      depth++;
      if (at < skip(line, at)) base++;
      at = skip(line, at);
    }
    return { at, columns: columnOf(line, at) - base, depth };
  }

  /** True if the line still belongs to the construct, which also ends with its quote or list item. */
  private goesOn({ mark, isFence, depth, column }: Closed, line: string): boolean {
    const { at, columns, depth: here } = this.contentOf(line, depth);
    const isBlank = at >= line.length;
    const isInside = here >= depth && (column === 0 || isBlank || columns >= column || mark === '$$');
    const rest = line.slice(at);
    const isLast =
      mark === null
        ? isBlank
        : isFence
          ? columns < column + 4 && rest.startsWith(mark) && /^(`+|~+)[ \t]*$/.test(rest)
          : rest.toLowerCase().includes(mark);
    if (!isInside || isLast) this.closed = null;
    if (isInside && isComment(mark)) this.commented += line.length + 1;
    return isInside;
  }

  private takeContent(line: string, from: Content, start: number, number: number): void {
    const { item } = this;
    if (from.depth !== item.depth) this.item = { column: 0, depth: from.depth };
    // An item of an outer list starts its content further left; the exact column does not matter.
    else if (from.columns < item.column && (this.wasBlank || this.open === null))
      this.item = { column: from.columns < 2 ? 0 : from.columns, depth: item.depth };
    const rest = line.slice(from.at);
    if (this.open?.depth === from.depth && UNDERLINE.test(rest) && isNear(from.columns - this.open.column))
      return this.close(rest.startsWith('=') ? 1 : 2);
    const isCode = from.columns >= this.columnFor(from) + 4;
    if (isCode && (this.open === null || this.open.depth < from.depth)) return this.close();
    if (!isCode && BREAK.test(rest)) return this.close();
    const content = isCode ? from : this.behindItems(line, from);
    if (content === null || content.at >= line.length) return;
    if (!isCode && this.opensOther(line, content, start, number)) return;
    const at = start + content.at;
    const isRow = this.text[at] === '|';
    if (this.open !== null && (isRow || this.open.depth < content.depth || this.text.startsWith('[^', at)))
      this.close();
    this.open ??= { start: at, end: 0, line: number, depth: content.depth, column: this.columnFor(content) };
    this.open.end = start + line.length;
    if (isRow) this.close();
  }

  private columnFor({ columns, depth }: Content): number {
    return this.item.depth === depth && columns >= this.item.column ? this.item.column : 0;
  }

  /** Skips the list markers that start here; null if their content is code. */
  private behindItems(line: string, from: Content): Content | null {
    let { at, columns } = from;
    for (let deep = 0; deep < LIMITS.nesting; deep++) {
      ITEM.lastIndex = at;
      const mark = ITEM.exec(line)?.[0];
      if (mark === undefined) break;
      this.close();
      const behind = at + mark.length;
      const next = skip(line, behind);
      const gap = columnOf(line, next) - columnOf(line, behind);
      const isCode = gap > 4 && next < line.length;
      [at, columns] = [next, columns + mark.length + (isCode ? 1 : Math.max(1, gap))];
      this.item = { column: columns, depth: from.depth };
      if (isCode) return null;
    }
    return { ...from, at, columns };
  }

  /** Handles a fence, comment, math, HTML or heading; returns false for anything else. */
  private opensOther(line: string, from: Content, start: number, number: number): boolean {
    const rest = line.slice(from.at);
    const fence = FENCE.exec(rest)?.[0];
    const mark = fence ?? this.opensBlock(rest, start + line.length);
    const level = mark === undefined ? (/^#{1,6}(?=[ \t]|$)/.exec(rest)?.[0].length ?? 0) : 0;
    if (mark === undefined && level === 0) return false;
    this.close();
    if (isComment(mark)) this.commented += rest.length + 1;
    if (level > 0)
      this.blocks.push({ kind: 'heading', start: start + from.at, end: start + line.length, line: number, level });
    else if (mark !== undefined && mark !== '')
      this.closed = { mark, isFence: fence !== undefined, depth: from.depth, column: this.columnFor(from) };
    return true;
  }

  /**
   * The text that ends the comment, math or HTML that starts here; null for a blank line, empty if it ends on this
   * line, undefined if there is none. An unclosed comment extends to the end of the note, as in Obsidian; unclosed math
   * or verbatim HTML hides nothing.
   */
  private opensBlock(rest: string, end: number): string | null | undefined {
    if (rest.startsWith('<!--')) return rest.includes('-->', 4) ? '' : '-->';
    const verbatim = VERBATIM.exec(rest)?.[1]?.toLowerCase();
    if (verbatim !== undefined) {
      const mark = `</${verbatim}>`;
      return rest.toLowerCase().includes(mark) ? '' : this.comesAgain(mark, end) ? mark : undefined;
    }
    if (HTML.test(rest)) return null;
    const mark = rest.startsWith('%%') ? '%%' : rest.startsWith('$$') ? '$$' : undefined;
    if (mark === undefined || rest.includes(mark, 2)) return undefined;
    return mark === '%%' || this.comesAgain(mark, end) ? mark : undefined;
  }

  private readonly lastOf = new Map<string, number>();

  private comesAgain(mark: string, from: number): boolean {
    const last = this.lastOf.get(mark) ?? this.text.lastIndexOf(mark);
    this.lastOf.set(mark, last);
    return last >= from;
  }

  private close(level = 0): void {
    if (this.open === null) return;
    const { start, end, line } = this.open;
    this.blocks.push({ kind: level > 0 ? 'heading' : 'prose', start, end, line, level });
    this.open = null;
  }
}

const isComment = (mark: string | null | undefined): boolean => mark === '%%' || mark === '-->';
const isNear = (columns: number): boolean => columns >= 0 && columns < 4;

/** Skips white space. */
function skip(line: string, from: number): number {
  let at = from;
  while (line[at] === ' ' || line[at] === '\t') at++;
  return at;
}

/** A tab advances to the next multiple of four. */
function columnOf(line: string, end: number): number {
  let column = 0;
  for (let at = 0; at < end; at++) column += line[at] === '\t' ? 4 - (column % 4) : 1;
  return column;
}
