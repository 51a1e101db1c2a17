// A version of a page without the pieces that merge by what they stand for. A piece that all versions have
// in one place leaves an anchor there, the others leave nothing; the rest are a person's lines, for git.
import { SECTIONS } from '../blocks.ts';
import { isGeneratedOverview } from '../overview.ts';
import type { Page, Piece } from './pieces.ts';

/** Stands before the number of an anchor; no text that holds it is merged here. */
export const ANCHOR = '\u0001memvault\u0001';
export const OVERVIEW = `${ANCHOR}overview`;

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
  let hasOverview = false;
  let stripped = false;
  let section = '';
  const headingAt = new Map(page.headings.map((heading) => [heading.line, heading]));
  for (let i = 0; i < page.raw.length;) {
    const heading = headingAt.get(i);
    if (heading && heading.level <= 2) section = heading.level === 2 ? heading.title : '';
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
      kept.push(place === undefined ? line : ANCHOR + place + endOf(page.raw[(piece?.end ?? 1) - 1] ?? ''));
    stripped = false;
    if (section === 'Overview' && !hasOverview && place === undefined && isGeneratedOverview(page.lines[i] ?? '')) {
      hasOverview = true;
      kept[kept.length - 1] = OVERVIEW + endOf(line);
    }
    i = place === undefined ? i + 1 : (piece?.end ?? i + 1);
  }
  return kept.join('').replace(/(?:\r?\n)+$/, (ends) => endOf(ends) || '\n');
}

const endOf = (line: string): string => (line.endsWith('\r\n') ? '\r\n' : line.endsWith('\n') ? '\n' : '');
