// The links in one stretch of prose: wikilinks, markdown links and images. Code spans, comments, math, tags of HTML and
// what is escaped hold none. Each character is looked at a bounded number of times, whatever the text.

export interface InlineLink {
  readonly form: 'wiki' | 'markdown';
  readonly embed: boolean;
  /** The whole link. */
  readonly start: number;
  readonly end: number;
  /** What stands for file and anchor. */
  readonly hrefStart: number;
  readonly hrefEnd: number;
  /** Offsets of what is shown instead; null where nothing is said. */
  readonly alias: readonly [number, number] | null;
}

const [LF, BANG, DOLLAR, PERCENT, OPEN_ROUND, CLOSE_ROUND, SLASH, LESS, GREATER, OPEN, BACKSLASH, CLOSE, TICK] = [
  10, 33, 36, 37, 40, 41, 47, 60, 62, 91, 92, 93, 96,
] as const;
/** As deep as brackets in an address may be. */
const DEEPEST = 32;

/** Gives where a text comes next at or behind a place; -1 where it does not come any more. */
export type Find = (what: string, from: number) => number;

/** Asked for places that grow but for a little, it looks at nothing twice. */
export function makeFind(text: string): Find {
  const known = new Map<string, { from: number; at: number }>();
  return (what, from) => {
    const last = known.get(what);
    if (last !== undefined && from < last.from) {
      const before = text.slice(from, last.from + what.length - 1).indexOf(what);
      return before < 0 ? last.at : from + before;
    }
    if (last !== undefined && (last.at < 0 || last.at >= from)) return last.at;
    const at = text.indexOf(what, from);
    known.set(what, { from, at });
    return at;
  };
}

/** Those between two offsets, in the order in which they end. `find` is of the same text. */
export function inlineLinks(text: string, start: number, end: number, find: Find): InlineLink[] {
  return new Inline(text, start, end, find).run();
}

class Inline {
  private readonly links: InlineLink[] = [];
  /** Brackets that may open a link. */
  private readonly opened: { at: number; image: boolean }[] = [];
  /** Brackets below this one hold a link already, and a link holds no other. An image may. */
  private dead = 0;
  private math = -1;
  /** The last character that a backslash stands before. */
  private escaped = -1;
  private lastRuns: Map<number, number> | null = null;
  private readonly text: string;
  private readonly start: number;
  private readonly end: number;
  private readonly find: Find;

  constructor(text: string, start: number, end: number, find: Find) {
    this.text = text;
    this.start = start;
    this.end = end;
    this.find = find;
  }

  run(): InlineLink[] {
    const { text, end } = this;
    for (let i = this.start; i < end;) {
      const code = text.charCodeAt(i);
      if (code === BACKSLASH) i = (this.escaped = i + 1) + 1;
      else if (code === OPEN) i = this.takeOpen(i);
      else if (code === CLOSE) i = this.takeClose(i);
      else if (code === TICK) i = this.behindCode(i);
      else if (code === LESS) i = this.behindTag(i);
      else if (code === DOLLAR)
        i = text.charCodeAt(i + 1) === DOLLAR ? this.behindNext('$$', i + 2) : this.behindMath(i);
      else if (code === PERCENT && text.charCodeAt(i + 1) === PERCENT) i = this.behindNext('%%', i + 2);
      else i++;
    }
    return this.links;
  }

  /** Where a text comes next in this stretch; -1 where it does not. */
  private next(what: string, from: number): number {
    const at = this.find(what, from);
    return at >= 0 && at + what.length <= this.end ? at : -1;
  }

  private behindNext(what: string, from: number): number {
    const at = this.next(what, from);
    return at < 0 ? from : at + what.length;
  }

  private takeOpen(at: number): number {
    const wiki = this.text.charCodeAt(at + 1) === OPEN ? this.wikiAt(at) : null;
    if (wiki === null) {
      this.opened.push({ at, image: this.isShown(at) });
      return at + 1;
    }
    this.links.push(wiki);
    return wiki.end;
  }

  private isShown(at: number): boolean {
    return at > this.start && this.text.charCodeAt(at - 1) === BANG && this.escaped !== at - 1;
  }

  private takeClose(at: number): number {
    const from = this.opened.pop();
    if (from === undefined) return at + 1;
    const { opened } = this;
    const isDead = !from.image && opened.length < this.dead;
    this.dead = Math.min(this.dead, opened.length);
    const href = isDead || this.text.charCodeAt(at + 1) !== OPEN_ROUND ? null : this.hrefAt(at + 2);
    if (href === null) return at + 1;
    this.links.push({
      form: 'markdown',
      embed: from.image,
      start: from.image ? from.at - 1 : from.at,
      end: href.end,
      hrefStart: href.from,
      hrefEnd: href.to,
      alias: [from.at + 1, at],
    });
    if (!from.image) this.dead = opened.length;
    return href.end;
  }

  private wikiAt(at: number): InlineLink | null {
    const { text } = this;
    const close = this.next(']]', at + 2);
    if (close < 0 || text.charCodeAt(at + 2) === OPEN) return null;
    const isBehind = (what: string): boolean => {
      const found = this.next(what, at + 2);
      return found < 0 || found > close;
    };
    if (!isBehind('[[') || !isBehind('\n')) return null;
    // `[[1]](address)`, as what is cited on the web looks like, is a link with brackets in its text.
    if (text.startsWith('(http', close + 2)) return null;
    const bar = text.slice(at + 2, close).indexOf('|');
    const embed = this.isShown(at);
    // In a table the bar is escaped.
    const hrefEnd = bar < 0 ? close : at + 2 + (bar > 0 && text.charCodeAt(at + 1 + bar) === BACKSLASH ? bar - 1 : bar);
    return {
      form: 'wiki',
      embed,
      start: embed ? at - 1 : at,
      end: close + 2,
      hrefStart: at + 2,
      hrefEnd,
      alias: bar < 0 ? null : [at + 3 + bar, close],
    };
  }

  /** A run of back-ticks is closed by the next of the same length; one that none closes stands for itself. */
  private behindCode(at: number): number {
    const open = this.behindRun(at);
    const length = open - at;
    this.lastRuns ??= this.runsFrom(at);
    if ((this.lastRuns.get(length) ?? -1) < open) return open;
    for (let i = this.next('`', open); i >= 0; i = this.next('`', i)) {
      const close = this.behindRun(i);
      if (close - i === length) return close;
      i = close;
    }
    return open;
  }

  /** For each length the last run of back-ticks. */
  private runsFrom(at: number): Map<number, number> {
    const runs = new Map<number, number>();
    for (let i = this.text.indexOf('`', at); i >= 0 && i < this.end; i = this.text.indexOf('`', i)) {
      const close = this.behindRun(i);
      runs.set(close - i, i);
      i = close;
    }
    return runs;
  }

  private behindRun(at: number): number {
    let to = at;
    while (to < this.end && this.text.charCodeAt(to) === TICK) to++;
    return to;
  }

  /** Behind a comment, a tag of HTML or an address in angle brackets. */
  private behindTag(at: number): number {
    const { text } = this;
    if (text.startsWith('<!--', at)) return this.behindNext('-->', at + 4);
    const first = text.charCodeAt(at + 1) | 32;
    if (!(first >= 97 && first <= 122) && text.charCodeAt(at + 1) !== SLASH) return at + 1;
    for (let i = at + 1; i < this.end; i++) {
      const code = text.charCodeAt(i);
      if (code === GREATER) return i + 1;
      if (code === LESS || code === OPEN || code === TICK || code === LF) break;
    }
    return at + 1;
  }

  /**
   * Behind math on one line: no white space inside its dollars, and no digit behind the second, so that prices are
   * none.
   */
  private behindMath(at: number): number {
    const { text, end } = this;
    if (at + 1 >= end || isSpace(text.charCodeAt(at + 1))) return at + 1;
    if (this.math <= at) {
      for (this.math = at + 1; this.math < end; this.math++) {
        const code = text.charCodeAt(this.math);
        if (code === LF) break;
        if (code === BACKSLASH) this.math++;
        else if (
          code === DOLLAR &&
          !isSpace(text.charCodeAt(this.math - 1)) &&
          !isDigit(text.charCodeAt(this.math + 1))
        )
          break;
      }
    }
    return this.math < end && text.charCodeAt(this.math) === DOLLAR ? this.math + 1 : at + 1;
  }

  /** An address and what may follow it up to the bracket that closes the link; null where there is none. */
  private hrefAt(at: number): { from: number; to: number; end: number } | null {
    const { text, end } = this;
    let i = this.skipSpace(at);
    const isAngled = text.charCodeAt(i) === LESS;
    const from = isAngled ? i + 1 : i;
    const to = isAngled ? this.angleEnd(from) : this.bareEnd(from);
    if (to < 0) return null;
    const title = this.skipSpace(isAngled ? to + 1 : to);
    i = title > to ? this.behindTitle(title) : title;
    if (i < 0) return null;
    i = this.skipSpace(i);
    return i < end && text.charCodeAt(i) === CLOSE_ROUND ? { from, to, end: i + 1 } : null;
  }

  private angleEnd(from: number): number {
    for (let i = from; i < this.end; i++) {
      const code = this.text.charCodeAt(i);
      if (code === GREATER) return i;
      if (code === LESS || code === LF) return -1;
      if (code === BACKSLASH) i++;
    }
    return -1;
  }

  private bareEnd(from: number): number {
    let depth = 0;
    for (let i = from; i < this.end; i++) {
      const code = this.text.charCodeAt(i);
      if (code <= 32 || (code === CLOSE_ROUND && depth === 0)) return depth === 0 ? i : -1;
      if (code === BACKSLASH) i++;
      else if (code === CLOSE_ROUND) depth--;
      else if (code === OPEN_ROUND && ++depth > DEEPEST) return -1;
    }
    return -1;
  }

  /** Behind a title in quotes or brackets; the place itself where there is none; -1 for one that does not end. */
  private behindTitle(at: number): number {
    const open = this.text.charAt(at);
    if (open !== '"' && open !== "'" && open !== '(') return at;
    const close = this.next(open === '(' ? ')' : open, at + 1);
    return close < 0 ? -1 : close + 1;
  }

  private skipSpace(at: number): number {
    let i = at;
    while (i < this.end && (this.text.charCodeAt(i) === 32 || this.text.charCodeAt(i) === 9)) i++;
    return i;
  }
}

const isSpace = (code: number): boolean => code === 32 || code === 9 || code === LF || code === 13;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
