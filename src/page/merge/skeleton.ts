// A version of a page without the pieces that merge by what they stand for. A piece that all versions have
// in one place leaves an anchor there, the others leave nothing; the rest are a person's lines, for git.
import { ID_PATTERN } from '../../model/ids.ts';
import { type Block, parseBlocks, parseHeading, SECTIONS } from '../../note/blocks.ts';
import { citationsIn } from '../claim-text.ts';
import { rawLines } from '../sections.ts';

// The parts of a page that merge by what they stand for and not by their lines: claims by their footnotes,
// sources by their fact, related pages by their link. Finds them; what becomes of them is decided elsewhere.

export interface Piece {
  readonly kind: 'claim' | 'source' | 'link';
  /** The facts of a claim, those below it included; the fact of a source; the target of a link. */
  readonly keys: readonly string[];
  readonly start: number;
  /** First line behind it, with what is indented below it. */
  readonly end: number;
  /** First line behind its own words. */
  readonly ownEnd: number;
  /** Its bytes, without the last line end. */
  readonly raw: string;
  readonly isItem: boolean;
  readonly section: string;
  readonly head: string | null;
  /** memvault puts such a piece here itself, in an order of its own; else a person chose the place. */
  readonly managed: boolean;
}

export interface Page {
  readonly text: string;
  readonly lines: readonly string[];
  /** Lines with their line ends. */
  readonly raw: readonly string[];
  readonly pieces: readonly Piece[];
  /** Headings of level two and three, with the `##` section that each stands in. */
  readonly headings: readonly Heading[];
}

export interface Heading {
  readonly line: number;
  readonly level: number;
  readonly title: string;
  readonly section: string;
}

const DEFINED = new RegExp(String.raw`^\[\^(${ID_PATTERN})\]:`);
/** What stands in them is no claim. */
const CITES_NOTHING: ReadonlySet<Block['kind']> = new Set(['fence', 'comment', 'definition', 'overview']);
const TARGET = /\]\(([^()\s]+)\)|\[\[([^\]|#]+)/;

export function parsePage(text: string): Page {
  const { blocks, lines } = parseBlocks(text);
  const raw = rawLines(text);
  const pieces: Piece[] = [];
  const headings: Heading[] = [];
  let head: string | null = null;
  let deep = false;
  let list: { block: Block; end: number; facts: string[]; head: string | null; deep: boolean } | null = null;
  const bytes = (start: number, end: number): string => raw.slice(start, end).join('').replace(/\n$/, '');
  const take = (
    block: Block,
    end: number,
    keys: readonly string[],
    kind: Piece['kind'],
    place: { head: string | null; deep: boolean },
  ): void => {
    const { section, start } = block;
    const isItem = block.kind === 'item';
    const managed =
      kind === 'source'
        ? section === 'Sources'
        : kind === 'link'
          ? section === 'Related'
          : !place.deep &&
            (isItem || isConflict(block)) &&
            (section === 'Key Facts' || (section === 'History' && place.head === null));
    pieces.push({
      kind,
      keys,
      start,
      end,
      ownEnd: block.end + 1,
      raw: bytes(start, end),
      isItem,
      section,
      head: place.head,
      managed,
    });
  };
  const closeList = (): void => {
    if (!list) return;
    const { block, end, facts } = list;
    if (facts.length > 0) take(block, end, [...new Set(facts)], 'claim', list);
    else if (block.section === 'Related' && end === block.end + 1) {
      const [, link, wiki] = TARGET.exec(block.text) ?? [];
      const target = link ?? wiki;
      if (target !== undefined) take(block, end, [target], 'link', list);
    }
    list = null;
  };
  for (const block of blocks) {
    const facts = CITES_NOTHING.has(block.kind) ? [] : citationsIn(block.text);
    if (block.nested && list !== null) {
      list.end = block.end + 1;
      for (const fact of facts) list.facts.push(fact);
      continue;
    }
    closeList();
    if (block.kind === 'heading') {
      const heading = parseHeading(block.text) ?? { level: 6, title: '' };
      if (heading.level <= 2) [head, deep] = [null, false];
      else if (heading.level === 3) [head, deep] = [heading.title, false];
      else deep = true;
      if (heading.level <= 3)
        headings.push({ ...heading, line: block.start, section: heading.level < 3 ? '' : block.section });
    } else if (block.kind === 'item') {
      list = { block, end: block.end + 1, facts: [...facts], head, deep };
    } else if (block.kind === 'definition') {
      const id = DEFINED.exec(block.text)?.[1];
      if (id !== undefined) take(block, block.end + 1, [id], 'source', { head, deep });
    } else if (facts.length > 0) take(block, block.end + 1, facts, 'claim', { head, deep });
  }
  closeList();
  return { text, lines, raw, pieces, headings };
}

/** A callout that a dream made of two claims that contradict each other. */
function isConflict(block: Block): boolean {
  return block.kind === 'quote' && /^>[ \t]?\[!\w+\][+-]?[ \t]*Conflicting claims\b/.test(block.text);
}

/** Stands before the number of an anchor; no text that holds it is merged here. */
export const ANCHOR = '\u0001memvault\u0001';

/** `null` for a piece that leaves nothing. */
export type Places = ReadonlyMap<Piece, string | null>;

/** A heading as it counts for all versions. */
export type HeadKey = (section: string, level: number, title: string) => string;

interface EmptiedHead {
  readonly key: string;
  readonly level: number;
  /** First line behind all that stood below it. */
  readonly end: number;
}

/** Headings of memvault's, below which nothing stands once the pieces are taken out. */
export function emptiedHeads(page: Page, places: Places, keyOf: HeadKey): Map<number, EmptiedHead> {
  const gone = new Set<number>();
  for (const piece of page.pieces)
    if (places.get(piece) === null) for (let i = piece.start; i < piece.end; i++) gone.add(i);
  const emptied = new Map<number, EmptiedHead>();
  page.headings.forEach((heading, index) => {
    const isOwn =
      heading.level === 3
        ? heading.section === 'Key Facts'
        : heading.level === 2 && SECTIONS.some((name) => name === heading.title);
    if (!isOwn) return;
    const end = page.headings.slice(index + 1).find((next) => next.level <= heading.level)?.line ?? page.lines.length;
    let stripped = false;
    for (let i = heading.line + 1; i < end; i++) {
      if (gone.has(i)) stripped = true;
      else if ((page.lines[i] ?? '').trim() !== '') return;
    }
    if (stripped)
      emptied.set(heading.line, {
        key: keyOf(heading.section, heading.level, heading.title),
        level: heading.level,
        end,
      });
  });
  return emptied;
}

/** The page with its anchors, without what goes; `dropped` are headings that go with what stood below them. */
export function skeletonOf(page: Page, places: Places, dropped: ReadonlyMap<number, { readonly end: number }>): string {
  const kept: string[] = [];
  const pieceAt = new Map(page.pieces.map((piece) => [piece.start, piece]));
  let stripped = false;
  for (let i = 0; i < page.raw.length;) {
    const drop = dropped.get(i);
    if (drop) {
      i = drop.end;
      continue;
    }
    const piece = pieceAt.get(i);
    const place = piece === undefined ? undefined : places.get(piece);
    if (piece !== undefined && place === null) {
      i = piece.end;
      stripped = true;
      continue;
    }
    const line = page.raw[i] ?? '';
    // Of the blank lines around one that goes, one stays.
    const isBlank = line.trim() === '';
    if (!(stripped && isBlank && (kept.at(-1) ?? '').trim() === ''))
      kept.push(place === undefined ? line : `${ANCHOR}${place}\n`);
    stripped = false;
    i = place === undefined ? i + 1 : (piece?.end ?? i + 1);
  }
  return kept.join('').replace(/\n+$/, '\n');
}
