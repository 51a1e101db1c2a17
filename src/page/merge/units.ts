// Which pieces of the three versions are one: claims that share facts, sources of one fact, links to one
// page. A unit has at most one piece of each version.
import { removeCitation } from '../claim-text.ts';
import { isMonth } from '../key-facts.ts';
import type { Page, Piece } from './skeleton.ts';
import { SIDES, type Versions } from './three-way.ts';

export interface Unit {
  readonly kind: Piece['kind'];
  readonly base: Piece | null;
  readonly first: Piece | null;
  readonly second: Piece | null;
  /** It stays though one side has it no more. */
  readonly stays?: boolean;
}

/**
 * All units, in the order of the base, then of the sides. `contested`: facts that stand in a callout of conflicting
 * claims.
 */
export function matchUnits(pages: Versions<Page>, contested: Versions<ReadonlySet<string>>): Unit[] {
  return (['claim', 'source', 'link'] as const).flatMap((kind) => {
    const [base, first, second] = [pages.base, pages.first, pages.second].map((page) =>
      page.pieces.filter((piece) => piece.kind === kind),
    ) as [Piece[], Piece[], Piece[]];
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
  keyOf(version: keyof Versions<unknown>, head: string): string;
  /** The name that a head has after the merge. */
  titleOf(key: string): string;
}

export function matchHeads(pages: Versions<Page>, units: readonly Unit[]): Heads {
  const renamed = {
    base: new Map<string, string>(),
    first: new Map<string, string>(),
    second: new Map<string, string>(),
  };
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
