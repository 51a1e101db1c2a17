// A note as stretches of prose: headings, paragraphs, items, rows, and its front matter, each by offsets. What is no
// prose is left out: code, math, comments, HTML. One pass over the lines, for any markdown that a person wrote; it
// never throws.
import { LIMITS } from '../model/limits.ts';

export interface NoteBlock {
  readonly kind: 'properties' | 'heading' | 'prose';
  /** Offsets in UTF-16 units, without the last line end. A prose block may span lines, their quote marks included. */
  readonly start: number;
  readonly end: number;
  /** 1-based. */
  readonly line: number;
  /** Of a heading, 1 to 6; 0 for all else. */
  readonly level: number;
}

/**
 * What goes over lines and is no prose: a fence by its mark, a comment or math by what closes it, HTML by null: the
 * next blank line.
 */
interface Closed {
  readonly mark: string | null;
  readonly isFence: boolean;
  /** How deep in quotes it stands. */
  readonly depth: number;
  /** Column at which the content of the list item begins that holds it; 0 outside of lists. */
  readonly column: number;
}

/** Where the content of a line begins. */
interface Content {
  readonly at: number;
  /** How far it stands in behind its last quote mark and the space that belongs to that. */
  readonly columns: number;
  /** Column of the line from which those count. */
  readonly zero: number;
  /** How many quote marks stand before it. */
  readonly depth: number;
}

const [
  TAB,
  LF,
  CR,
  SPACE,
  HASH,
  DOLLAR,
  PERCENT,
  STAR,
  PLUS,
  MINUS,
  LESS,
  EQUALS,
  GREATER,
  UNDERSCORE,
  TICK,
  PIPE,
  TILDE,
] = [9, 10, 13, 32, 35, 36, 37, 42, 43, 45, 60, 61, 62, 95, 96, 124, 126] as const;

/**
 * A tag at the beginning of a line that makes all up to the next blank line HTML, in which Obsidian and GitHub read no
 * markdown (CommonMark 0.31, 4.6, its sixth kind).
 */
const HTML = new RegExp(
  String.raw`<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|` +
    String.raw`dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|` +
    String.raw`html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|` +
    String.raw`section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?=[\s>]|\/>|$)`,
  'iy',
);
/** Its first kind: what such a tag opens goes on until the like of it is closed. */
const VERBATIM = /<(script|pre|style|textarea)(?=[\s>]|$)/iy;

const isComment = (mark: string | null): boolean => mark === '%%' || mark === '-->';

export function scanNote(text: string): NoteBlock[] {
  return new Scan(text).run();
}

/** How many UTF-16 units of a note stand on the lines of comments, which no reader sees: a drawing is kept in one. */
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
  /**
   * The list items that go on, the innermost last: the column at which the content of each begins, and how deep in
   * quotes it stands.
   */
  private items: { readonly column: number; readonly depth: number }[] = [];
  private wasBlank = true;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  run(): NoteBlock[] {
    const { text } = this;
    let line = 1;
    let start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    const body = this.properties(start);
    for (; start < body; line++) start = this.nextLine(start);
    while (start < text.length) {
      const next = this.nextLine(start);
      let end = next;
      if (text.charCodeAt(end - 1) === LF) end--;
      if (text.charCodeAt(end - 1) === CR && end > start) end--;
      this.take(start, end, line++);
      start = next;
    }
    this.close();
    return this.blocks;
  }

  private nextLine(start: number): number {
    const at = this.text.indexOf('\n', start);
    return at < 0 ? this.text.length : at + 1;
  }

  /** Where the body begins. */
  private properties(start: number): number {
    const { text } = this;
    if (!text.startsWith('---', start)) return start;
    const first = this.nextLine(start);
    if (text.slice(start, first).trimEnd() !== '---') return start;
    for (let at = first; at < text.length;) {
      const next = this.nextLine(at);
      if (text.startsWith('---', at) && text.slice(at, next).trimEnd() === '---') {
        this.blocks.push({ kind: 'properties', start: first, end: at, line: 2, level: 0 });
        return next;
      }
      at = next;
    }
    return start;
  }

  private take(start: number, end: number, line: number): void {
    const { at, columns } = this.indent(start, end, 0);
    let from: Content = { at, columns, zero: 0, depth: 0 };
    if (this.closed !== null) {
      // What looks like a quote inside of it is its own text.
      from = this.behindQuotes(from, end, this.closed.depth);
      const { mark } = this.closed;
      if (this.goesOn(this.closed, from, end)) {
        if (isComment(mark)) this.commented += end + 1 - start;
        return;
      }
    }
    from = this.behindQuotes(from, end, LIMITS.nesting);
    if (from.at >= end) {
      this.close();
      this.wasBlank = true;
      return;
    }
    this.takeContent(from, end, line);
    this.wasBlank = false;
  }

  /** Behind quote marks until the line is so deep in quotes. */
  private behindQuotes(before: Content, end: number, deepest: number): Content {
    let from = before;
    while (
      from.at < end &&
      from.depth < deepest &&
      this.text.charCodeAt(from.at) === GREATER &&
      (from.columns < 4 || this.items.length > 0 || from.depth > 0)
    ) {
      this.leaveItems(from);
      const behind = from.zero + from.columns + 1;
      const { at, columns } = this.indent(from.at + 1, end, behind);
      const space = Math.min(1, columns);
      from = { at, columns: columns - space, zero: behind + space, depth: from.depth + 1 };
    }
    return from;
  }

  /** Items end before what stands in by less than their content. */
  private leaveItems({ columns, depth }: Content): void {
    for (
      let item = this.items.at(-1);
      item !== undefined && (item.depth > depth || (item.depth === depth && item.column > columns));
      item = this.items.at(-1)
    )
      this.items.pop();
  }

  /**
   * The column at which the content begins of the innermost item that a line belongs to which stands in so far; 0 where
   * it belongs to none.
   */
  private columnFor({ columns, depth }: Content): number {
    if (this.items.length === 0) return 0;
    return this.items.findLast((item) => item.depth === depth && item.column <= columns)?.column ?? 0;
  }

  /**
   * Does the line belong to what is no prose? Where the quote or the item ends that holds it, so does it; math that is
   * closed goes on all the same, as Obsidian shows it.
   */
  private goesOn(
    { mark, isFence, depth, column }: Closed,
    { at, columns, depth: here }: Content,
    end: number,
  ): boolean {
    const isInside = here >= depth && (column === 0 || at >= end || columns >= column || mark === '$$');
    // A mark that stands in as far as code does is a line of what it fences.
    const isLast =
      mark === null
        ? at >= end
        : isFence
          ? columns < column + 4 && this.isFenceEnd(at, end, mark)
          : this.text.slice(at, end).toLowerCase().includes(mark);
    if (!isInside || isLast) this.closed = null;
    this.wasBlank = true;
    return isInside;
  }

  private takeContent(from: Content, end: number, line: number): void {
    const { at, columns, depth } = from;
    if (this.wasBlank || this.open === null) this.leaveItems(from);
    if (this.open !== null && this.isUnderline(at, end, depth, columns))
      return this.underline(this.text.charCodeAt(at) === EQUALS ? 1 : 2);
    const isCode = columns >= this.columnFor(from) + 4;
    if (isCode && (this.open === null || this.open.depth < depth)) return this.close();
    if (!isCode && this.isBreak(at, end)) return this.close();
    // What stands in so far below a paragraph goes on with it, whatever it looks like.
    const content = isCode ? from : this.behindItems(from, end);
    if (content === null || content.at >= end) return;
    if (!isCode && this.opensOther(content, end, line)) return;
    this.takeProse(content, end, line);
  }

  private takeProse(from: Content, end: number, line: number): void {
    const { at, depth } = from;
    const isRow = this.text.charCodeAt(at) === PIPE;
    if (this.open !== null && (isRow || this.open.depth < depth || this.text.startsWith('[^', at))) this.close();
    if (this.open === null) this.open = { start: at, end, line, depth, column: this.columnFor(from) };
    else this.open.end = end;
    if (isRow) this.close();
  }

  /** Where the content of the list items begins that begin here; null where it is code. */
  private behindItems(from: Content, end: number): Content | null {
    let content = from;
    for (let deep = 0; deep < LIMITS.nesting; deep++) {
      const item = this.itemAt(content.at, end, content.zero + content.columns);
      if (item === null) break;
      this.close();
      this.leaveItems(content);
      content = { at: item.at, columns: content.columns + item.columns, zero: content.zero, depth: content.depth };
      this.items.push({ column: content.columns, depth: content.depth });
      if (item.isCode) return null;
    }
    return content;
  }

  private underline(level: number): void {
    if (this.open !== null)
      this.blocks.push({ kind: 'heading', start: this.open.start, end: this.open.end, line: this.open.line, level });
    this.open = null;
  }

  /** Is it a fence, a comment, math, HTML or a heading? Then it is taken. */
  private opensOther(from: Content, end: number, line: number): boolean {
    const { at, depth } = from;
    const mark = this.opensFence(at, end);
    const closing = mark ?? this.opensBlock(at, end);
    const isHtml = closing === null && this.text.charCodeAt(at) === LESS && this.opensHtml(at);
    const level = closing === null && !isHtml ? this.headingLevel(at, end) : 0;
    if (closing === null && level === 0 && !isHtml) return false;
    this.close();
    this.leaveItems(from);
    const column = this.columnFor(from);
    if (isComment(closing)) this.commented += end + 1 - at;
    if (isHtml) this.closed = { mark: null, isFence: false, depth, column };
    else if (closing !== null && closing !== '') this.closed = { mark: closing, isFence: mark !== null, depth, column };
    if (level > 0) this.blocks.push({ kind: 'heading', start: at, end, line, level });
    return true;
  }

  private close(): void {
    if (this.open !== null)
      this.blocks.push({ kind: 'prose', start: this.open.start, end: this.open.end, line: this.open.line, level: 0 });
    this.open = null;
  }

  /** First character that is no white space, and how many columns that takes from `column` of the line on. */
  private indent(start: number, end: number, column: number): { at: number; columns: number } {
    let at = start;
    let to = column;
    for (; at < end; at++) {
      const code = this.text.charCodeAt(at);
      if (code === SPACE) to++;
      else if (code === TAB) to += 4 - (to % 4);
      else break;
    }
    return { at, columns: to - column };
  }

  /** A list mark at a column of the line: where its content begins, how many columns on, whether that is code. */
  private itemAt(at: number, end: number, column: number): { at: number; columns: number; isCode: boolean } | null {
    const { text } = this;
    const code = text.charCodeAt(at);
    let behind = at + 1;
    if (code >= 48 && code <= 57) {
      while (behind < end && behind - at < 9 && text.charCodeAt(behind) >= 48 && text.charCodeAt(behind) <= 57)
        behind++;
      const mark = text.charCodeAt(behind);
      if (mark !== 46 && mark !== 41) return null;
      behind++;
    } else if (code !== MINUS && code !== STAR && code !== PLUS) return null;
    if (behind < end && text.charCodeAt(behind) !== SPACE && text.charCodeAt(behind) !== TAB) return null;
    const content = this.indent(behind, end, column + behind - at);
    const isCode = content.columns > 4 && content.at < end;
    return { at: content.at, columns: behind - at + (isCode ? 1 : Math.max(1, content.columns)), isCode };
  }

  private isFenceEnd(at: number, end: number, mark: string): boolean {
    const behind = this.runOf(mark.charCodeAt(0), at, end);
    return behind - at >= mark.length && this.indent(behind, end, 0).at === end;
  }

  /** Its mark, or null. */
  private opensFence(at: number, end: number): string | null {
    const char = this.text.charCodeAt(at);
    if (char !== TICK && char !== TILDE) return null;
    const behind = this.runOf(char, at, end);
    if (behind - at < 3 || (char === TICK && this.text.slice(behind, end).includes('`'))) return null;
    return this.text.slice(at, behind);
  }

  private runOf(char: number, at: number, end: number): number {
    let behind = at;
    while (behind < end && this.text.charCodeAt(behind) === char) behind++;
    return behind;
  }

  /** What ends the comment or the math that begins here and is no part of a line; empty where it ends on this line. */
  private opensBlock(at: number, end: number): string | null {
    const { text } = this;
    const code = text.charCodeAt(at);
    // Of the line on which a comment ends the rest belongs to it.
    if (code === LESS && text.startsWith('<!--', at)) return text.slice(at + 4, end).includes('-->') ? '' : '-->';
    if (code === LESS) return this.opensVerbatim(at, end);
    const mark = code === PERCENT ? '%%' : code === DOLLAR ? '$$' : null;
    if (mark === null || !text.startsWith(mark, at)) return null;
    if (text.slice(at + 2, end).includes(mark)) return null;
    // A comment that nothing ends goes on to the end of the note, as in Obsidian; two dollars do not.
    return code === PERCENT || this.comesAgain(mark, end) ? mark : null;
  }

  private opensHtml(at: number): boolean {
    HTML.lastIndex = at;
    return HTML.test(this.text);
  }

  /** What ends it, or null where nothing does; empty where that is on the same line. */
  private opensVerbatim(at: number, end: number): string | null {
    VERBATIM.lastIndex = at;
    const name = VERBATIM.exec(this.text)?.[1]?.toLowerCase();
    if (name === undefined) return null;
    if (this.text.slice(at, end).toLowerCase().includes(`</${name}>`)) return '';
    return this.comesAgain(`</${name}>`, end) ? `</${name}>` : null;
  }

  private readonly lastOf = new Map<string, number>();

  /** Of math, and of a tag whose text is no markdown, what is opened and never closed hides nothing. */
  private comesAgain(mark: string, from: number): boolean {
    const last = this.lastOf.get(mark) ?? this.text.lastIndexOf(mark);
    this.lastOf.set(mark, last);
    return last >= from;
  }

  /** A line across the page: `---`, `* * *`. */
  private isBreak(at: number, end: number): boolean {
    const char = this.text.charCodeAt(at);
    if (char !== MINUS && char !== STAR && char !== UNDERSCORE) return false;
    let count = 0;
    for (let i = at; i < end; i++) {
      const code = this.text.charCodeAt(i);
      if (code === char) count++;
      else if (code !== SPACE && code !== TAB) return false;
    }
    return count >= 3;
  }

  private headingLevel(at: number, end: number): number {
    const behind = this.runOf(HASH, at, end);
    const level = behind - at;
    if (level === 0 || level > 6) return 0;
    const next = this.text.charCodeAt(behind);
    return behind >= end || next === SPACE || next === TAB ? level : 0;
  }

  /** `===` or `---` below a paragraph makes it a heading. */
  private isUnderline(at: number, end: number, depth: number, columns: number): boolean {
    const { open, text } = this;
    const char = text.charCodeAt(at);
    if (
      open === null ||
      (char !== EQUALS && char !== MINUS) ||
      open.depth !== depth ||
      columns < open.column ||
      columns > open.column + 3
    )
      return false;
    const behind = this.runOf(char, at, end);
    return this.indent(behind, end, 0).at === end;
  }
}
