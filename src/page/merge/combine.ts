// What becomes of one unit: the piece that stands for it on the merged page, or none. Words that only one
// side changed are taken, footnotes are united; words that both changed go through the merge of lines.
import { normalForm } from '../../language/normal-form.ts';
import { missingSpecifics } from '../../language/specifics.ts';
import { compareText } from '../../model/fact.ts';
import { parseBlocks } from '../../note/blocks.ts';
import { addCitations, parseClaimText, removeCitation } from '../claim-text.ts';
import {
  dropEmptyHeads,
  insertClaims,
  insertItems,
  isMonth,
  newestOf,
  type OrderedLines,
  type OrderOf,
  partsOf,
} from '../key-facts.ts';
import { parseSources } from '../page.ts';
import { appendToSection, insertApart, rawLines, withSection } from '../sections.ts';
import { ANCHOR, type Piece, type Unit, wordsOf } from './pieces.ts';
import { mapVersions, type MergeVersions, pick, uniteLists } from './three-way.ts';

export interface Outcome {
  readonly unit: Unit;
  readonly kind: Piece['kind'];
  readonly keys: readonly string[];
  /** Its bytes, without the last line end. */
  readonly raw: string;
  readonly conflicts: boolean;
  readonly isItem: boolean;
  /** Other words for facts that another claim cites too. */
  readonly isApart?: boolean;
}

/** The outcomes of a unit: none where it is gone, two where the sides' wordings cannot stand for each other. */
export async function combine(unit: Unit, merge: MergeVersions): Promise<Outcome[]> {
  const { base, first, second } = unit;
  if (first && second)
    return base ? [await combineAll(unit, base, first, second, merge)] : combineNew(unit, first, second);
  const only = first ?? second;
  if (!only || (base && unit.stays !== true && !isChanged(base, only))) return [];
  return [outcome(unit, only)];
}

/** The other side took it out: it stays for new words or a new fact, not for a new place. */
function isChanged(base: Piece, now: Piece): boolean {
  return wordsOf(base) !== wordsOf(now) || now.keys.some((key) => !base.keys.includes(key));
}

function outcome(unit: Unit, piece: Piece, raw = piece.raw, keys = piece.keys): Outcome {
  return { unit, kind: piece.kind, keys, raw, conflicts: false, isItem: piece.isItem };
}

async function combineAll(
  unit: Unit,
  base: Piece,
  first: Piece,
  second: Piece,
  merge: MergeVersions,
): Promise<Outcome> {
  const whole = pick({ base: base.raw, first: first.raw, second: second.raw });
  if (whole) return outcome(unit, whole.value === first.raw ? first : second);
  const keys = uniteKeys(base, first, second);
  const words = pick({ base: wordsOf(base), first: wordsOf(first), second: wordsOf(second) });
  if (words) {
    const has = (piece: Piece): number => keys.filter((key) => piece.keys.includes(key)).length;
    const isFirst = wordsOf(first) === wordsOf(second) ? has(first) >= has(second) : words.value === wordsOf(first);
    return isFirst ? cited(unit, first, keys, second) : cited(unit, second, keys, first);
  }
  const pieces = mapVersions({ base, first, second }, (piece) => ({ ...piece, raw: withKeys(piece, keys, base) }));
  const own = await merge(mapVersions(pieces, ownLines));
  const below = await merge(mapVersions(pieces, linesBelow));
  const raw = (own.text + below.text).replace(/\n$/, '');
  return {
    ...outcome(unit, first, raw, keys),
    conflicts: own.conflicts || below.conflicts,
    isItem: first.isItem && second.isItem,
  };
}

/** No side has an older one to go by: the same statement twice, or two wordings of the same facts. */
function combineNew(unit: Unit, first: Piece, second: Piece): Outcome[] {
  const keys = [...first.keys, ...second.keys.filter((key) => !first.keys.includes(key))];
  const [winner, other] = goesFirst(first, second) ? [first, second] : [second, first];
  if (unit.kind !== 'claim') return [outcome(unit, winner)];
  const standsFor = (a: Piece, b: Piece): boolean => {
    const [mine, theirs] = [parseClaimText(ownLines(a)), parseClaimText(ownLines(b))];
    return normalForm(mine) === normalForm(theirs) || missingSpecifics(theirs, mine).length === 0;
  };
  const together = (a: Piece, b: Piece): Outcome[] => [outcome(unit, a, withKeys(a, keys, b) + linesOnly(b, a), keys)];
  if (standsFor(winner, other)) return together(winner, other);
  if (standsFor(other, winner)) return together(other, winner);
  const alone = (piece: Piece): Unit => ({
    kind: unit.kind,
    base: null,
    first: piece === first ? first : null,
    second: piece === second ? second : null,
  });
  const holdsAll = (a: Piece, b: Piece): boolean => b.keys.every((key) => a.keys.includes(key));
  // Neither says all that the other says, and nothing shows which of them a person wrote.
  if (first.keys[0] === second.keys[0] || (holdsAll(first, second) && holdsAll(second, first))) {
    return [outcome(alone(winner), winner), { ...outcome(alone(other), other), isApart: true }];
  }
  // One side took a fact for a duplicate, the other gave it a claim: that claim holds it.
  const cites = (a: Piece, b: Piece): boolean => a.keys.includes(b.keys[0] ?? '');
  const [kept, given] = cites(other, winner) || !cites(winner, other) ? [winner, other] : [other, winner];
  const rest = given.keys.filter((key) => !kept.keys.includes(key));
  if (rest.length > 0) return [outcome(alone(kept), kept), cited(alone(given), given, rest, given)];
  return [outcome(alone(kept), kept), ...(hasNotes(given) ? [{ ...outcome(alone(given), given), isApart: true }] : [])];
}

/** More facts for the same words, else the longer words. */
function goesFirst(a: Piece, b: Piece): boolean {
  const [mine, theirs] = [wordsOf(a), wordsOf(b)];
  const order = mine === theirs ? b.keys.length - a.keys.length : theirs.length - mine.length;
  return (order || compareText(mine, theirs) || compareText(a.raw, b.raw)) <= 0;
}

/** A person wrote something below the claim. */
const hasNotes = (piece: Piece): boolean => piece.end > piece.ownEnd;

/** What stands below one claim and not below the other. */
function linesOnly(piece: Piece, other: Piece): string {
  const known = new Set(linesBelow(other).split('\n'));
  return linesBelow(piece)
    .split('\n')
    .filter((line) => !known.has(line))
    .map((line) => `\n${line}`)
    .join('');
}

function cited(unit: Unit, piece: Piece, keys: readonly string[], other: Piece): Outcome {
  return outcome(unit, piece, withKeys(piece, keys, other), keys);
}

/** Footnotes of both sides, without those that one of them took off. */
function uniteKeys(base: Piece, first: Piece, second: Piece): readonly string[] {
  const kept = uniteLists({ base: base.keys, first: first.keys, second: second.keys });
  return kept.length > 0 ? kept : first.keys;
}

/** The bytes of a piece with exactly these footnotes; new ones stand where the other version has them. */
function withKeys(piece: Piece, keys: readonly string[], other: Piece): string {
  if (piece.kind !== 'claim') return piece.raw;
  const missing = keys.filter((key) => !piece.keys.includes(key));
  const beside = other.keys.find((key) => piece.keys.includes(key)) ?? piece.keys[0];
  const raw = missing.length === 0 ? piece.raw : addCitations(piece.raw, missing, beside);
  return piece.keys.filter((key) => !keys.includes(key)).reduce(removeCitation, raw);
}

const linesIn = (raw: string, from: number, to?: number): string =>
  raw
    .split('\n')
    .slice(from, to)
    .map((line) => `${line}\n`)
    .join('');
const ownLines = ({ raw, start, ownEnd }: Piece): string => linesIn(raw, 0, ownEnd - start);
const linesBelow = ({ raw, start, ownEnd }: Piece): string => linesIn(raw, ownEnd - start);

/**
 * Takes facts off claims that cite them more often than either side does: the sides put one fact into two
 * claims. The claim that began with it holds it; of others what only one side has, and has newly, gives way.
 * A claim of which nothing is left goes.
 */
export function settleDoubles(outcomes: readonly Outcome[], sides: readonly (readonly Piece[])[]): Outcome[] {
  const wanted = sides.map(countKeys);
  const settled: (Outcome | null)[] = [...outcomes];
  const counts = countKeys(outcomes.filter(({ kind, isApart }) => kind === 'claim' && isApart !== true));
  for (const [key, count] of [...counts].sort(([a], [b]) => compareText(a, b))) {
    let surplus = count - Math.max(...wanted.map((side) => side.get(key) ?? 0));
    if (surplus <= 0) continue;
    const fact = key.slice('claim '.length);
    const holders = outcomes.flatMap((one, index) =>
      one.kind === 'claim' && one.keys.includes(fact) && givesWay(one, fact) ? [{ one, index }] : [],
    );
    holders.sort(
      (a, b) =>
        weight(a.one, fact) - weight(b.one, fact) ||
        compareText(b.one.keys[0] ?? '', a.one.keys[0] ?? '') ||
        b.index - a.index,
    );
    for (const { index } of holders) {
      const now = settled[index];
      const rest = now?.keys.filter((key) => key !== fact) ?? [];
      // A person's new words for an old claim, or below it, are kept with a footnote that stands elsewhere too.
      if (!now || surplus === 0 || (rest.length === 0 && holdsWords(now))) continue;
      settled[index] = rest.length === 0 ? null : { ...now, keys: rest, raw: removeCitation(now.raw, fact) };
      surplus--;
    }
  }
  return settled.filter((one) => one !== null);
}

function givesWay({ unit, conflicts, isApart }: Outcome, fact: string): boolean {
  const isShared = unit.first?.keys.includes(fact) === true && unit.second?.keys.includes(fact) === true;
  return !conflicts && isApart !== true && !isShared;
}

function weight({ unit, keys }: Outcome, fact: string): number {
  return (keys[0] === fact ? 4 : 0) + (unit.first && unit.second ? 2 : 0) + (unit.base ? 1 : 0);
}

function holdsWords({ unit }: Outcome): boolean {
  const piece = unit.first ?? unit.second;
  return unit.base !== null || (piece !== null && hasNotes(piece));
}

/** How often each is a key of a piece of each kind. */
export function countKeys(pieces: readonly Pick<Piece, 'kind' | 'keys'>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { kind, keys } of pieces)
    for (const key of keys) counts.set(`${kind} ${key}`, (counts.get(`${kind} ${key}`) ?? 0) + 1);
  return counts;
}

// Puts the merged pieces into the merged lines: at their anchors, else where a dream would put them, so that
// the next one has nothing to put in order.

/** A piece that has no anchor, with the name of its head. */
export interface Loose {
  readonly outcome: Outcome;
  readonly section: string;
  readonly head: string | null;
}

/**
 * The page with its loose claims, then sources, then links. `order`: the names of heads as they shall follow each
 * other.
 */
export function insertLoose(text: string, loose: readonly Loose[], order: readonly (string | null)[]): string {
  const sources = loose.filter(({ outcome }) => outcome.kind === 'source').map(({ outcome }) => outcome.raw);
  const dates = new Map([...parseSources(parseBlocks(text)), ...parseSources(parseBlocks(sources.join('\n')))]);
  const orderOf: OrderOf = (fact) => dates.get(fact) ?? '';
  const claims = loose
    .filter(({ outcome }) => outcome.kind === 'claim')
    .sort(
      ({ outcome: a }, { outcome: b }) =>
        compareText(newestOf(b.keys, orderOf), newestOf(a.keys, orderOf)) ||
        compareText([...a.keys].sort().join(), [...b.keys].sort().join()) ||
        compareText(a.raw, b.raw),
    );
  const linesOf = ({ outcome }: Loose): OrderedLines => ({
    order: newestOf(outcome.keys, orderOf),
    lines: outcome.raw,
  });
  const inKeyFacts = claims.filter(({ section }) => section === 'Key Facts');
  let page = inKeyFacts.length > 0 ? withSection(text, 'Key Facts') : text;
  for (const head of new Set([...order, ...inKeyFacts.map((one) => one.head)])) {
    page = insertClaims(
      page,
      head,
      inKeyFacts.filter((one) => one.outcome.isItem && one.head === head).map(linesOf),
      orderOf,
    );
  }
  for (const one of inKeyFacts.filter(({ outcome }) => !outcome.isItem).reverse())
    page = insertCallout(page, one.head, linesOf(one).lines);
  for (const one of claims.filter(({ section }) => section !== 'Key Facts'))
    page = insertItems(withSection(page, 'History'), 'History', null, [linesOf(one)], ({ allFacts }) =>
      newestOf(allFacts, orderOf),
    );
  const links = loose
    .filter(({ outcome }) => outcome.kind === 'link')
    .map(({ outcome }) => outcome.raw)
    .sort(compareText);
  page = appendToSection(page, 'Related', links);
  const dateOf = (line: string): string => orderOf(/^\[\^([^\]]+)/.exec(line)?.[1] ?? '');
  return appendToSection(
    page,
    'Sources',
    sources.sort((a, b) => compareText(dateOf(a), dateOf(b)) || compareText(a, b)),
  );
}

/** The months below which the merge left nothing go, as with a dream that arranges. */
export function dropMonths(text: string, months: readonly (string | null)[]): string {
  const emptied = new Set(months.filter((month) => month !== null && isMonth(month)));
  return emptied.size === 0 ? text : dropEmptyHeads(text, emptied);
}

/** Two quotes without a blank line between them would be one. */
function insertCallout(text: string, head: string | null, lines: string): string {
  const parts = partsOf(text);
  const part = parts.find((one) => one.head === head) ?? parts[0];
  return part ? insertApart(text, part.from, [lines]) : text;
}

/**
 * The text with each line that is an anchor replaced; an anchor that came twice counts once. `textOf` gives null for
 * none.
 */
export function fillAnchors(
  text: string,
  textOf: (anchor: string) => string | null,
  once = true,
): { readonly text: string; readonly filled: ReadonlySet<string> } {
  const filled = new Set<string>();
  const parts = rawLines(text).map((line) => {
    if (!line.startsWith(ANCHOR)) return line;
    const [, anchor = '', end = ''] = /^([^\n]*)(\n?)$/.exec(line.slice(ANCHOR.length)) ?? [];
    const words = textOf(anchor);
    if (words === null) return line;
    if (once && filled.has(anchor)) return '';
    filled.add(anchor);
    return words + end;
  });
  return { text: parts.join(''), filled };
}
