// The parts of a page that merge by what they stand for and not by their lines: claims by their footnotes, sources by
// their fact, related pages by their link. Finds them, matches those of the three versions, and takes them out of a
// version; what becomes of them is decided elsewhere.
import { ID_PATTERN } from '../../model/ids.ts';
import { type Block, parseBlocks, parseHeading, SECTIONS } from '../../note/blocks.ts';
import { citationsIn, removeCitation } from '../claim-text.ts';
import { isMonth } from '../key-facts.ts';
import { rawLines } from '../sections.ts';
import { mapVersions, SIDES, type VersionName, type Versions } from './three-way.ts';

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
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as Block;
    const { section, start } = block;
    const heading = block.kind === 'heading' ? (parseHeading(block.text) ?? { level: 6, title: '' }) : null;
    if (heading) {
      deep = heading.level > 3;
      if (!deep) {
        head = heading.level === 3 ? heading.title : null;
        headings.push({ ...heading, line: start, section: heading.level < 3 ? '' : section });
      }
      continue;
    }
    const facts = citedIn(block);
    let { end } = block;
    for (let below = blocks[index + 1]; below?.nested === true; below = blocks[index + 1]) {
      facts.push(...citedIn(below));
      ({ end } = below);
      index++;
    }
    const known = identify(block, facts, end);
    if (known)
      pieces.push({
        ...known,
        start,
        end: end + 1,
        ownEnd: block.end + 1,
        raw: raw
          .slice(start, end + 1)
          .join('')
          .replace(/\n$/, ''),
        isItem: block.kind === 'item',
        section,
        head,
        managed: isManaged(known.kind, block, head, deep),
      });
  }
  return { text, lines, raw, pieces, headings };
}

const citedIn = ({ kind, text }: Block): string[] => (CITES_NOTHING.has(kind) ? [] : citationsIn(text));

/** `end`: the last line of what is indented below it. */
function identify(block: Block, facts: readonly string[], end: number): Pick<Piece, 'kind' | 'keys'> | null {
  const source = block.kind === 'definition' ? DEFINED.exec(block.text)?.[1] : undefined;
  if (source !== undefined) return { kind: 'source', keys: [source] };
  if (facts.length > 0) return { kind: 'claim', keys: [...new Set(facts)] };
  const isLink = block.kind === 'item' && block.section === 'Related' && end === block.end;
  const [, link, wiki] = (isLink ? TARGET.exec(block.text) : null) ?? [];
  const target = link ?? wiki;
  return target === undefined ? null : { kind: 'link', keys: [target] };
}

function isManaged(kind: Piece['kind'], block: Block, head: string | null, deep: boolean): boolean {
  if (kind === 'source') return block.section === 'Sources';
  if (kind === 'link') return block.section === 'Related';
  const mayStand = !deep && (block.kind === 'item' || isConflict(block));
  return mayStand && (block.section === 'Key Facts' || (block.section === 'History' && head === null));
}

/** A callout that a dream made of two claims that contradict each other. */
function isConflict(block: Block): boolean {
  return block.kind === 'quote' && /^>[ \t]?\[!\w+\][+-]?[ \t]*Conflicting claims\b/.test(block.text);
}

// Which pieces of the three versions are one: claims that share facts, sources of one fact, links to one page. A unit
// has at most one piece of each version.

export interface Unit extends Versions<Piece | null> {
  readonly kind: Piece['kind'];
  /** It stays though one side has it no more. */
  readonly stays?: boolean;
}

/**
 * All units, in the order of the base, then of the sides. `contested`: facts that stand in a callout of conflicting
 * claims.
 */
export function matchUnits(pages: Versions<Page>, contested: Versions<ReadonlySet<string>>): Unit[] {
  return (['claim', 'source', 'link'] as const).flatMap((kind) => {
    const { base, first, second } = mapVersions(pages, ({ pieces }) => pieces.filter((piece) => piece.kind === kind));
    const [inFirst, inSecond] = [pair(base, first), pair(base, second)];
    const known = base.map((piece): Unit => ({
      kind,
      base: piece,
      first: inFirst.get(piece) ?? null,
      second: inSecond.get(piece) ?? null,
    }));
    const [oldFirst, oldSecond] = [new Set(inFirst.values()), new Set(inSecond.values())];
    const newFirst = first.filter((piece) => !oldFirst.has(piece));
    const newSecond = second.filter((piece) => !oldSecond.has(piece));
    const both = pair(newFirst, newSecond);
    const taken = new Set(both.values());
    return [
      ...keptApart(
        keptApart(
          known.map((unit) => keptSettled(unit, contested)),
          'first',
          'second',
        ),
        'second',
        'first',
      ),
      ...newFirst.map((piece): Unit => ({ kind, base: null, first: piece, second: both.get(piece) ?? null })),
      ...newSecond
        .filter((piece) => !taken.has(piece))
        .map((piece): Unit => ({ kind, base: null, first: null, second: piece })),
    ];
  });
}

/**
 * One side has the claim no more, on the other its conflict was settled: what was decided there is more than a new
 * place, so it stays. An undo of the run that brought the conflict takes claims off that the other side has decided
 * about since.
 */
function keptSettled(unit: Unit, contested: Versions<ReadonlySet<string>>): Unit {
  const { kind, base, first, second } = unit;
  if (kind !== 'claim' || base === null || (first === null) === (second === null)) return unit;
  const now = first === null ? contested.second : contested.first;
  return base.keys.some((key) => contested.base.has(key) && !now.has(key)) ? { ...unit, stays: true } : unit;
}

/**
 * One side made one claim of several that say the same, the other took one of them for past and another for what holds:
 * that stays, since the one claim could be in one place alone.
 */
function keptApart(units: readonly Unit[], apart: 'first' | 'second', joined: 'first' | 'second'): Unit[] {
  const isPast = (unit: Unit): boolean => unit[apart]?.section === 'History';
  const missing = units.filter((unit) => unit.kind === 'claim' && unit[joined] === null && unit[apart] !== null);
  const back = new Map<Unit, Unit>();
  for (const unit of units) {
    const one = unit[joined];
    if (one === null || unit[apart] === null) continue;
    const gone = missing.filter(
      (other) => isPast(other) !== isPast(unit) && other.base?.keys.every((key) => one.keys.includes(key)),
    );
    if (gone.length === 0) continue;
    for (const other of gone) back.set(other, { ...other, stays: true });
    const given = gone.flatMap(({ base }) => base?.keys ?? []).filter((key) => unit.base?.keys.includes(key) !== true);
    back.set(unit, {
      ...unit,
      [joined]: {
        ...one,
        keys: one.keys.filter((key) => !given.includes(key)),
        raw: given.reduce(removeCitation, one.raw),
      },
    });
  }
  return units.map((unit) => back.get(unit) ?? unit);
}

/**
 * Pairs pieces one to one: those of the same words first, then those that began with the same fact, then those that
 * share most.
 */
function pair(left: readonly Piece[], right: readonly Piece[]): Map<Piece, Piece> {
  const byKey = new Map<string, number[]>();
  right.forEach((piece, index) => {
    for (const key of piece.keys) byKey.set(key, [...(byKey.get(key) ?? []), index]);
  });
  const candidates = left.flatMap((piece, from) => {
    const shared = new Map<number, number>();
    for (const key of piece.keys)
      for (const index of byKey.get(key) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    return [...shared].map(([to, count]) => ({ from, to, count, same: likeness(piece, right[to]) }));
  });
  candidates.sort((a, b) => b.same - a.same || b.count - a.count || a.from - b.from || a.to - b.to);
  const pairs = new Map<Piece, Piece>();
  const taken = new Set<Piece>();
  for (const { from, to } of candidates) {
    const [a, b] = [left[from], right[to]];
    if (!a || !b || pairs.has(a) || taken.has(b)) continue;
    pairs.set(a, b);
    taken.add(b);
  }
  return pairs;
}

function likeness(a: Piece, b: Piece | undefined): number {
  return b === undefined ? 0 : (wordsOf(a) === wordsOf(b) ? 2 : 0) + (a.keys[0] === b.keys[0] ? 1 : 0);
}

/** A piece's text without its footnotes, to see whether anybody changed the words. */
export function wordsOf({ kind, raw, keys }: Piece): string {
  if (kind !== 'claim') return raw;
  return keys.reduce((rest, fact) => rest.replaceAll(`[^${fact}]`, ''), raw).replace(/[ \t]+$/gm, '');
}

// Which `###` heads of Key Facts are one in the three versions: a head that one side gave a new name is still
// the head under which the other side added something.

export interface Heads {
  /** The name in the base of what stands under this head, or the head's own. */
  keyOf(version: VersionName, head: string): string;
  /** The name that a head has after the merge. */
  titleOf(key: string): string;
}

export function matchHeads(pages: Versions<Page>, units: readonly Unit[]): Heads {
  const renamed = mapVersions(pages, () => new Map<string, string>());
  const titles = new Map<string, string>();
  const before = titlesOf(pages.base);
  for (const side of SIDES) {
    const now = titlesOf(pages[side]);
    for (const head of before) {
      if (now.has(head) || isMonth(head)) continue;
      const moved = new Set(
        units.flatMap((unit) =>
          isUnder(unit.base, head) && unit[side] ? [inKeyFacts(unit[side]) ? (unit[side].head ?? '') : ''] : [],
        ),
      );
      const [to = ''] = moved;
      if (moved.size !== 1 || to === '' || before.has(to) || isMonth(to) || renamed[side].has(to)) continue;
      renamed[side].set(to, head);
      if (!titles.has(head)) titles.set(head, to);
    }
  }
  return { keyOf: (version, head) => renamed[version].get(head) ?? head, titleOf: (key) => titles.get(key) ?? key };
}

const inKeyFacts = (piece: Piece): boolean => piece.section === 'Key Facts';
const isUnder = (piece: Piece | null, head: string): boolean =>
  piece !== null && inKeyFacts(piece) && piece.head === head;

function titlesOf(page: Page): Set<string> {
  return new Set(
    page.headings.flatMap(({ level, section, title }) => (level === 3 && section === 'Key Facts' ? [title] : [])),
  );
}

// A version of a page without its pieces. One that all versions have in one place leaves an anchor there, the others
// leave nothing; the rest are a person's lines, for git.

/** Stands before the number of an anchor; no text that holds it is merged here. */
export const ANCHOR = '\u0001memvault\u0001';

/** `null` for a piece that leaves nothing. */
export type Places = ReadonlyMap<Piece, string | null>;

/** Headings of memvault's, below which nothing stands once the pieces are taken out: first line to last. */
function emptiedHeads({ headings, lines, pieces }: Page, places: Places): (Heading & { readonly end: number })[] {
  const gone = new Set<number>();
  for (const piece of pieces) if (places.get(piece) === null) for (let i = piece.start; i < piece.end; i++) gone.add(i);
  return headings.flatMap((heading, index) => {
    const isOwn =
      heading.level === 3
        ? heading.section === 'Key Facts'
        : heading.level === 2 && SECTIONS.some((name) => name === heading.title);
    const end = headings.slice(index + 1).find((next) => next.level <= heading.level)?.line ?? lines.length;
    const below = Array.from({ length: end - heading.line - 1 }, (_, at) => heading.line + 1 + at);
    const isEmptied =
      below.some((line) => gone.has(line)) && below.every((line) => gone.has(line) || lines[line]?.trim() === '');
    return isOwn && isEmptied ? [{ ...heading, end }] : [];
  });
}

/** The page with its anchors, without what goes; headings that `mayGo` go with the last of what stood below them. */
export function skeletonOf(page: Page, places: Places, mayGo: (heading: Heading) => boolean): string {
  const dropped = new Map(
    emptiedHeads(page, places)
      .filter(mayGo)
      .map(({ line, end }) => [line, end]),
  );
  const kept: string[] = [];
  const pieceAt = new Map(page.pieces.map((piece) => [piece.start, piece]));
  let stripped = false;
  for (let i = 0; i < page.raw.length;) {
    const end = dropped.get(i);
    if (end !== undefined) {
      i = end;
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
