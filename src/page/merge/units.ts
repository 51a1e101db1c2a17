// The parts of a page that merge by what they stand for rather than by lines: claims by their footnotes, sources by
// their fact, related pages by their link. Finds them, matches those of the three versions, and merges each.
import { normalForm } from '../../language/normal-form.ts';
import { missingSpecifics } from '../../language/specifics.ts';
import { compareText } from '../../model/fact.ts';
import { ID_PATTERN } from '../../model/ids.ts';
import { type Block, parseBlocks, parseHeading } from '../../note/blocks.ts';
import { addCitations, citationsIn, parseClaimText, parseParts, removeCitation, renderParts } from '../claim-text.ts';
import { type Held, parsePast, renderPastParts } from '../history.ts';
import { isMonth } from '../key-facts.ts';
import { holdsClaim } from '../page.ts';
import { mapVersions, pick, SIDES, uniteLists, type VersionName, type Versions } from './three-way.ts';

export interface Piece {
  readonly kind: 'claim' | 'source' | 'link';
  /** The facts of a claim, those below it included; the fact of a source; the target of a link. */
  readonly keys: readonly string[];
  readonly start: number;
  /** First line behind it and what is indented below it. */
  readonly end: number;
  /** Its own lines, joined by LF. A line of History as memvault writes it is the plain claim. */
  readonly own: string;
  /** What is indented below it, each line with the LF before it. */
  readonly below: string;
  /** The days of a line of History as memvault writes it. */
  readonly held: Held | null;
  readonly section: string;
  readonly head: string | null;
  /** memvault puts such a piece here itself, in an order of its own; else a person chose the place. */
  readonly managed: boolean;
}

export interface Page {
  readonly text: string;
  readonly pieces: readonly Piece[];
  /** The `###` heads of Key Facts with their lines. */
  readonly heads: ReadonlyMap<string, number>;
}

const DEFINED = new RegExp(String.raw`^\[\^(${ID_PATTERN})\]:`);
const TARGET = /\]\(([^()\s]+)\)|\[\[([^\]|#]+)/;
const CONFLICT = /^>[ \t]?\[!\w+\][+-]?[ \t]*Conflicting claims\b/;

export function parsePage(text: string): Page {
  const { blocks, lines } = parseBlocks(text);
  const pieces: Piece[] = [];
  const heads = new Map<string, number>();
  let head: string | null = null;
  let deep = false;
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as Block;
    const { section, start } = block;
    if (block.kind === 'heading') {
      const { level, title } = parseHeading(block.text) ?? { level: 6, title: '' };
      deep = level > 3;
      if (!deep) head = level === 3 ? title : null;
      if (level === 3 && section === 'Key Facts') heads.set(title, start);
      continue;
    }
    const facts = citedIn(block);
    let { end } = block;
    for (; blocks[index + 1]?.nested === true; index++) {
      const below = blocks[index + 1] as Block;
      facts.push(...citedIn(below));
      ({ end } = below);
    }
    const known = identify(block, facts, end);
    if (!known) continue;
    pieces.push({
      ...known,
      ...(block.section === 'History' && block.kind === 'item' ? openPast(block) : { own: block.text, held: null }),
      start,
      end: end + 1,
      below: lines
        .slice(block.end + 1, end + 1)
        .map((line) => `\n${line}`)
        .join(''),
      section,
      head,
      managed: isManaged(known.kind, block, head, deep),
    });
  }
  return { text, pieces, heads };
}

const citedIn = (block: Block): string[] => (holdsClaim(block) ? citationsIn(block.text) : []);

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
  const { kind: form, text, section } = block;
  if (kind !== 'claim') return section === (kind === 'source' ? 'Sources' : 'Related');
  const mayStand = !deep && (form === 'item' || (form === 'quote' && CONFLICT.test(text)));
  return mayStand && (section === 'Key Facts' || (section === 'History' && head === null));
}

function openPast({ text }: Block): Pick<Piece, 'own' | 'held'> {
  const facts = citationsIn(text);
  const parts = parseParts(text);
  const past = parsePast(parts.words);
  const plain = past && { ...parts, words: past.words };
  const isOwn =
    plain &&
    !text.includes('\n') &&
    text === renderPastParts(plain, facts, past.held) &&
    text === renderPastParts(parseParts(renderParts(plain, facts)), facts, past.held);
  return isOwn ? { own: renderParts(plain, facts), held: past.held } : { own: text, held: null };
}

// Which pieces of the three versions are one: claims that share facts, sources of one fact, links to one page. A unit
// has at most one piece of each version.

export interface Unit extends Versions<Piece | null> {
  readonly kind: Piece['kind'];
}

/** All units, in the order of the base, then of the sides. */
export function matchUnits(pages: Versions<Page>): Unit[] {
  return (['claim', 'source', 'link'] as const).flatMap((kind) => {
    const { base, first, second } = mapVersions(pages, ({ pieces }) => pieces.filter((piece) => piece.kind === kind));
    const [inFirst, inSecond] = [pair(base, first), pair(base, second)];
    const [oldFirst, oldSecond] = [new Set(inFirst.values()), new Set(inSecond.values())];
    const newFirst = first.filter((piece) => !oldFirst.has(piece));
    const newSecond = second.filter((piece) => !oldSecond.has(piece));
    const both = pair(newFirst, newSecond);
    const taken = new Set(both.values());
    return [
      ...base.map((piece) => ({
        kind,
        base: piece,
        first: inFirst.get(piece) ?? null,
        second: inSecond.get(piece) ?? null,
      })),
      ...newFirst.map((piece) => ({ kind, base: null, first: piece, second: both.get(piece) ?? null })),
      ...newSecond
        .filter((piece) => !taken.has(piece))
        .map((piece) => ({ kind, base: null, first: null, second: piece })),
    ];
  });
}

/** Pairs pieces one to one: the same words first, then the same first fact, then those that share most. */
function pair(left: readonly Piece[], right: readonly Piece[]): Map<Piece, Piece> {
  const byKey = new Map<string, number[]>();
  right.forEach((piece, index) => {
    for (const key of piece.keys) byKey.set(key, [...(byKey.get(key) ?? []), index]);
  });
  const likeness = (a: Piece, b: Piece | undefined): number =>
    b === undefined ? 0 : (wordsOf(a) === wordsOf(b) ? 2 : 0) + (a.keys[0] === b.keys[0] ? 1 : 0);
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

const rawOf = ({ own, below }: Piece): string => own + below;

/** A text without these footnotes, to see whether anybody changed the words. */
const bare = (text: string, { kind, keys }: Pick<Piece, 'kind' | 'keys'>): string =>
  kind === 'claim' ? keys.reduce(removeCitation, text).replace(/[ \t]+$/gm, '') : text;
const wordsOf = (piece: Piece): string => bare(rawOf(piece), piece);

/** What a unit becomes: a piece with the same keys in all versions. */
export interface Outcome {
  readonly unit: Unit;
  readonly kind: Piece['kind'];
  readonly keys: readonly string[];
  /** Its lines; they differ where both sides changed them, which the merge of lines settles. */
  readonly raw: Versions<string>;
  /** Other words for facts that another claim cites, too. */
  readonly isApart?: boolean;
}

const outcome = (unit: Unit, raw: string, keys: readonly string[]): Outcome => ({
  unit,
  kind: unit.kind,
  keys,
  raw: { base: raw, first: raw, second: raw },
});

/** None if the unit is gone, two if the wordings of the sides cannot stand for each other. */
export function combine(unit: Unit, contested: Versions<ReadonlySet<string>>): Outcome[] {
  const { base, first, second } = unit;
  if (first && second) return base ? [combineAll(unit, { base, first, second })] : combineNew(unit, first, second);
  const only = first ?? second;
  if (!only || (base && !outlasts(unit, base, only, contested))) return [];
  return [outcome(unit, rawOf(only), only.keys)];
}

/** The other side removed it: it stays for new words, a new fact or a settled conflict, not for a new place. */
function outlasts(unit: Unit, base: Piece, now: Piece, contested: Versions<ReadonlySet<string>>): boolean {
  const open = unit.first === null ? contested.second : contested.first;
  return (
    wordsOf(base) !== wordsOf(now) ||
    now.keys.some((key) => !base.keys.includes(key)) ||
    (unit.kind === 'claim' && base.keys.some((key) => contested.base.has(key) && !open.has(key)))
  );
}

function combineAll(unit: Unit, pieces: Versions<Piece>): Outcome {
  const { base, first, second } = pieces;
  // Footnotes of both sides, without those that one of them removed.
  const united = uniteLists(mapVersions(pieces, ({ keys }) => keys));
  const keys = united.length > 0 ? united : first.keys;
  const cites = (piece: Piece): number => keys.filter((key) => piece.keys.includes(key)).length;
  const [most, least] = cites(first) >= cites(second) ? [first, second] : [second, first];
  const part = (name: 'own' | 'below'): Versions<string> => {
    const words = mapVersions(pieces, (piece) => bare(piece[name], piece));
    const settled = pick(words);
    const chosen = settled && [most, least, base].find((piece) => bare(piece[name], piece) === settled.value);
    return mapVersions(pieces, (piece) => (chosen ?? piece)[name]);
  };
  const [own, below] = [part('own'), part('below')];
  const raw = mapVersions(own, (text, version) => {
    const chosen = [most, least, base].find((piece) => piece.own === text) ?? most;
    return withKeys(unit.kind, { own: text, below: below[version] }, keys, chosen === most ? least : most);
  });
  return { unit, kind: unit.kind, keys, raw };
}

/** New on both sides: the same statement twice, or two wordings of the same facts. */
function combineNew(unit: Unit, first: Piece, second: Piece): Outcome[] {
  const keys = [...new Set([...first.keys, ...second.keys])];
  const [winner, other] = goesFirst(first, second) ? [first, second] : [second, first];
  if (unit.kind !== 'claim') return [outcome(unit, rawOf(winner), winner.keys)];
  const standsFor = (a: Piece, b: Piece): boolean => {
    const [mine, theirs] = [parseClaimText(a.own), parseClaimText(b.own)];
    return normalForm(mine) === normalForm(theirs) || missingSpecifics(theirs, mine).length === 0;
  };
  for (const [a, b] of [
    [winner, other],
    [other, winner],
  ] as const)
    if (standsFor(a, b)) {
      const known = new Set(a.below.split('\n'));
      const more = b.below.split('\n').flatMap((line) => (known.has(line) ? [] : [`\n${line}`]));
      return [outcome(unit, withKeys('claim', a, keys, b) + more.join(''), keys)];
    }
  const alone = (piece: Piece, own = piece.keys): Outcome =>
    outcome(
      { kind: unit.kind, base: null, first: piece === first ? first : null, second: piece === second ? second : null },
      withKeys('claim', piece, own, piece),
      own,
    );
  const holdsAll = (a: Piece, b: Piece): boolean => b.keys.every((key) => a.keys.includes(key));
  // Neither says all that the other says, and nothing shows which of them a person wrote.
  if (first.keys[0] === second.keys[0] || (holdsAll(first, second) && holdsAll(second, first)))
    return [alone(winner), { ...alone(other), isApart: true }];
  // One side took a fact for a duplicate, the other gave it a claim: that claim holds it.
  const cites = (a: Piece, b: Piece): boolean => a.keys.includes(b.keys[0] ?? '');
  const [kept, given] = cites(other, winner) || !cites(winner, other) ? [winner, other] : [other, winner];
  const rest = given.keys.filter((key) => !kept.keys.includes(key));
  if (rest.length > 0) return [alone(kept), alone(given, rest)];
  return [alone(kept), ...(given.below === '' ? [] : [{ ...alone(given), isApart: true }])];
}

/** More facts for the same words, else the longer words. */
function goesFirst(a: Piece, b: Piece): boolean {
  const [mine, theirs] = [wordsOf(a), wordsOf(b)];
  const order = mine === theirs ? b.keys.length - a.keys.length : theirs.length - mine.length;
  return (order || compareText(mine, theirs) || compareText(rawOf(a), rawOf(b))) <= 0;
}

/** The lines with exactly these footnotes; new ones stand beside those that the other version has, too. */
function withKeys(
  kind: Piece['kind'],
  { own, below }: Pick<Piece, 'own' | 'below'>,
  keys: readonly string[],
  other: Piece,
): string {
  if (kind !== 'claim') return own + below;
  const cited = citationsIn(own + below);
  const missing = keys.filter((key) => !cited.includes(key));
  const beside = other.keys.find((key) => cited.includes(key)) ?? cited[0];
  const all = (missing.length === 0 ? own : addCitations(own, missing, beside)) + below;
  return cited.filter((key) => !keys.includes(key)).reduce(removeCitation, all);
}

/**
 * Takes facts off claims that cite them more often than either side does: the sides put one fact into two claims. The
 * claim that began with it holds it; of others, one that only one side has, and has newly, gives way. A claim of which
 * nothing is left goes.
 */
export function settleDoubles(outcomes: readonly Outcome[], sides: readonly (readonly Piece[])[]): Outcome[] {
  const wanted = sides.map(countKeys);
  const settled: (Outcome | null)[] = [...outcomes];
  const counts = countKeys(outcomes.filter(({ kind, isApart }) => kind === 'claim' && isApart !== true));
  for (const [key, count] of [...counts].sort(([a], [b]) => compareText(a, b))) {
    let surplus = count - Math.max(...wanted.map((side) => side.get(key) ?? 0));
    if (surplus <= 0) continue;
    const fact = key.slice('claim '.length);
    const weight = ({ unit, keys }: Outcome): number =>
      (keys[0] === fact ? 4 : 0) + (unit.first && unit.second ? 2 : 0) + (unit.base ? 1 : 0);
    const isShared = ({ first, second }: Unit): boolean =>
      first?.keys.includes(fact) === true && second?.keys.includes(fact) === true;
    const holders = outcomes
      .map((one, index) => ({ one, index }))
      .filter(
        ({ one }) => one.kind === 'claim' && one.keys.includes(fact) && one.isApart !== true && !isShared(one.unit),
      )
      .sort(
        (a, b) =>
          weight(a.one) - weight(b.one) || compareText(b.one.keys[0] ?? '', a.one.keys[0] ?? '') || b.index - a.index,
      );
    for (const { index } of holders) {
      const now = settled[index];
      const rest = now?.keys.filter((one) => one !== fact) ?? [];
      // A person's new words for an old claim, or below it, are kept with a footnote that stands elsewhere, too.
      if (!now || surplus === 0 || (rest.length === 0 && holdsWords(now))) continue;
      settled[index] =
        rest.length === 0
          ? null
          : { ...now, keys: rest, raw: mapVersions(now.raw, (raw) => removeCitation(raw, fact)) };
      surplus--;
    }
  }
  return settled.filter((one) => one !== null);
}

const holdsWords = ({ unit: { base, first, second } }: Outcome): boolean =>
  base !== null || ((first ?? second)?.below ?? '') !== '';

/** A source stays as long as a claim cites its fact. */
export function settleSources(outcomes: readonly Outcome[], units: readonly Unit[]): Outcome[] {
  const keysOf = (wanted: Piece['kind']): Set<string> =>
    new Set(outcomes.flatMap(({ kind, keys }) => (kind === wanted ? keys : [])));
  const [cited, known] = [keysOf('claim'), keysOf('source')];
  return [
    ...outcomes,
    ...units.flatMap((unit): Outcome[] => {
      const piece = unit.first ?? unit.second ?? unit.base;
      const fact = unit.kind === 'source' ? (piece?.keys[0] ?? '') : '';
      if (!piece || !cited.has(fact) || known.has(fact)) return [];
      known.add(fact);
      return [outcome(unit, rawOf(piece), piece.keys)];
    }),
  ];
}

/** How often each is a key of a piece of each kind. */
export function countKeys(pieces: readonly Pick<Piece, 'kind' | 'keys'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, keys } of pieces)
    for (const key of keys) counts.set(`${kind} ${key}`, (counts.get(`${kind} ${key}`) ?? 0) + 1);
  return counts;
}

/** The days of a claim; if both sides changed them, from the earlier to the earlier: what came first ended it. */
export function mergeHeld(unit: Unit): Held | null {
  const all = mapVersions(unit, (piece) => piece?.held ?? null);
  const whole = pick(mapVersions(all, (held) => JSON.stringify(held)));
  if (whole) return JSON.parse(whole.value) as Held | null;
  const { base, first, second } = all;
  if (!first || !second) return first ?? second;
  const side = (of: keyof Held): string =>
    pick({ base: base?.[of] ?? '', first: first[of], second: second[of] })?.value ??
    (first[of] < second[of] ? first[of] : second[of]);
  return { from: side('from'), to: side('to') };
}

// Which `###` heads of Key Facts are one in the three versions: a head that one side renamed is still the head under
// which the other side added something.

export interface Heads {
  /** The head's name in the base, or its own. */
  keyOf(version: VersionName, head: string): string;
  /** Its name after the merge; if both sides renamed it, the version's own. */
  titleOf(version: VersionName, key: string): string;
}

export function matchHeads(pages: Versions<Page>, units: readonly Unit[]): Heads {
  const keys = mapVersions(pages, () => new Map<string, string>());
  const titles = mapVersions(pages, () => new Map<string, string>());
  const headOf = (piece: Piece | null): string | null => (piece?.section === 'Key Facts' ? piece.head : null);
  for (const side of SIDES) {
    for (const head of pages.base.heads.keys()) {
      if (pages[side].heads.has(head) || isMonth(head)) continue;
      const moved = units.filter((unit) => headOf(unit.base) === head && unit[side]);
      const [to = '', ...others] = new Set(moved.map((unit) => headOf(unit[side]) ?? ''));
      if (others.length > 0 || to === '' || pages.base.heads.has(to) || isMonth(to) || keys[side].has(to)) continue;
      keys[side].set(to, head);
      titles[side].set(head, to);
    }
  }
  return {
    keyOf: (version, head) => keys[version].get(head) ?? head,
    titleOf: (version, key) =>
      pick(mapVersions(titles, (names) => names.get(key) ?? key))?.value ?? titles[version].get(key) ?? key,
  };
}
