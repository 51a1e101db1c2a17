// Merges the three versions of a page. Claims, sources and links merge by what they stand for, and each version is
// brought to the result as a dream would bring it there; then only the text of persons is left to differ, and merges by
// lines. Front matter merges by key, the overview as a whole.
import { compareText } from '../../model/fact.ts';
import { groupBy } from '../../model/group-by.ts';
import { parseBlocks } from '../../note/blocks.ts';
import { setFrontMatter } from '../../note/front-matter.ts';
import { withoutBoilerplate } from '../boilerplate.ts';
import { parseParts } from '../claim-text.ts';
import { dropEmptyHistory } from '../edit-claim.ts';
import { heldOf, renderPastParts } from '../history.ts';
import {
  dropEmptied,
  dropEmptyHeads,
  insertClaims,
  insertItems,
  isMonth,
  newestOf,
  partsOf,
  removalsOf,
} from '../key-facts.ts';
import { parseOverview, putOverview, takeOverview, thinOverview } from '../overview.ts';
import { hasConflict, parseClaims, parseSources } from '../page.ts';
import { appendToSection, findSection, insertApart, rawLines, spliceAll, withSection } from '../sections.ts';
import { closeCallouts, contestedIn, openCallouts, type Opened } from './callouts.ts';
import { frontOf, mergeFront, updatedOf } from './front-matter.ts';
import {
  commonLines,
  mapVersions,
  type Merged,
  type MergeVersions,
  pick,
  SIDES,
  uniteLists,
  type VersionName,
  type Versions,
  VERSIONS,
} from './three-way.ts';
import {
  combine,
  countKeys,
  type Heads,
  matchHeads,
  matchUnits,
  mergeHeld,
  type Outcome,
  type Page,
  parsePage,
  type Piece,
  settleDoubles,
  settleSources,
  type Unit,
} from './units.ts';

/** Null if the result does not hold what it must, so that the texts have to merge as lines. */
export async function mergePage(texts: Versions<string>, merge: MergeVersions): Promise<Merged | null> {
  const overviews = settleOverviews(texts);
  const given = mapVersions(overviews.texts, (text) => withoutBoilerplate(text, null));
  const opened = mapVersions(given, openCallouts);
  let merged = await mergeOpened(opened, merge);
  // Overlapping edits of persons are shown as the sides have them.
  if (merged?.conflicts !== false && VERSIONS.some((version) => opened[version].callouts.length > 0))
    merged = await mergeOpened(
      mapVersions(given, (text) => ({ text, callouts: [] })),
      merge,
    );
  return merged && { ...merged, text: overviews.restore(merged.text) };
}

/** Stands for the front matter, so that whatever begins the body is not taken for it. */
const STAND_IN = '---\n---\n';

async function mergeOpened(opened: Versions<Opened>, merge: MergeVersions): Promise<Merged | null> {
  const front = await mergeFront(
    mapVersions(opened, ({ text }) => frontOf(text)),
    merge,
  );
  const pages = mapVersions(opened, ({ text }) => parsePage(STAND_IN + text.slice(frontOf(text).length)));
  const units = matchUnits(pages);
  const contested = mapVersions(opened, contestedIn);
  const combined = units.flatMap((unit) => combine(unit, contested));
  const outcomes = settleSources(settleDoubles(combined, [pages.first.pieces, pages.second.pieces]), units);
  const isNew = opened.base.text.trim() === '';
  const layout: Layout = {
    pages,
    heads: matchHeads(pages, units),
    isNew,
    isPlain: isNew && !hasWords(pages.first) && !hasWords(pages.second),
  };
  const placed: Placed[] = [];
  let clash = false;
  for (const outcome of outcomes) {
    const { place, stays } = placeOf(outcome.unit, layout);
    let { raw } = outcome;
    if (raw.first !== raw.second && stays.length > 0 && !SIDES.every((side) => stays.includes(side))) {
      // Both sides changed what only one of them moved.
      const merged = await merge(mapVersions(raw, (lines) => `${lines}\n`));
      raw = mapVersions(raw, () => merged.text.replace(/\n$/, ''));
      clash ||= merged.conflicts;
    }
    placed.push({ ...outcome, raw, place, stays });
  }
  const sides = { first: conform('first', placed, layout), second: conform('second', placed, layout) };
  const base = isNew
    ? commonLines(rawLines(sides.first), rawLines(sides.second)).join('')
    : conform('base', placed, layout);
  const body = await merge({ base, ...sides });
  const conflicts = front.conflicts || body.conflicts || clash;
  if (!body.text.startsWith(STAND_IN) || !holds({ text: body.text, conflicts }, outcomes)) return null;
  const text = front.text + body.text.slice(STAND_IN.length);
  return {
    text: conflicts ? text : settleReview(dropEmptied(text, closeCallouts(text, opened)), opened),
    conflicts,
  };
}

// The place of each unit after the merge. A place that one side changed holds; where memvault orders pieces itself, one
// keeps its place only if it is there in every version, and others are put in anew.

interface Place {
  readonly section: string;
  /** The key of a head, see `Heads`. */
  readonly head: string | null;
  readonly managed: boolean;
}

interface Layout {
  readonly pages: Versions<Page>;
  readonly heads: Heads;
  /** There is no base: both sides made the page. */
  readonly isNew: boolean;
  /** And neither has a person's text between the claims, so that all can be ordered anew. */
  readonly isPlain: boolean;
}

interface Placed extends Outcome {
  readonly place: Place;
  /** The versions in which the piece stays where it is. */
  readonly stays: readonly VersionName[];
}

function placeOf(unit: Unit, { heads, isNew, isPlain }: Layout): Pick<Placed, 'place' | 'stays'> {
  const places = mapVersions(unit, (piece, version): Place | null => {
    const head = piece?.head ?? null;
    return (
      piece && {
        section: piece.section,
        head: head !== null && piece.section === 'Key Facts' ? heads.keyOf(version, head) : head,
        managed: piece.managed,
      }
    );
  });
  const place = choose(places);
  const present = VERSIONS.filter((version) => places[version] !== null);
  const there = present.filter((version) => idOf(places[version]) === idOf(place));
  // Two new pages have no order of sources and links to keep.
  const isEverywhere = isNew
    ? unit.kind === 'claim' && !isPlain && unit.first !== null && unit.second !== null
    : present.length === VERSIONS.length;
  const isHeldAlike = new Set(present.map((version) => JSON.stringify(unit[version]?.held))).size < 2;
  const isFixed = !place.managed || (isEverywhere && isHeldAlike && there.length === present.length);
  return { place, stays: isFixed ? there : [] };
}

function choose(places: Versions<Place | null>): Place {
  const { base, first, second } = places;
  const [one, two] = [first ?? second, second ?? first];
  if (!one || !two) return base ?? { section: '', head: null, managed: false };
  const settled = pick({ base: idOf(base), first: idOf(one), second: idOf(two) });
  if (settled) return settled.value === idOf(one) ? one : two;
  // Both moved it: what was replaced is past wherever the other side put it, and what came back is current.
  const [isOnePast, isTwoPast] = [one.section === 'History', two.section === 'History'];
  if (isOnePast !== isTwoPast) return isOnePast === (base?.section !== 'History') ? one : two;
  // A person's own place before one of memvault's, a topic before a month, a month before none.
  const rank = ({ managed, head }: Place): number => (!managed ? 0 : head === null ? 3 : isMonth(head) ? 2 : 1);
  return (rank(one) - rank(two) || compareText(idOf(one), idOf(two))) <= 0 ? one : two;
}

const idOf = (place: Place | null): string =>
  place === null ? '' : JSON.stringify([place.section, place.head, place.managed]);

/** Whether a person wrote something between the claims. */
const hasWords = (page: Page): boolean =>
  parseBlocks(page.text).blocks.some(
    ({ section, kind, start }) =>
      (section === 'Key Facts' || section === 'History') &&
      kind !== 'heading' &&
      !page.pieces.some((piece) => start >= piece.start && start < piece.end),
  );

/** A version of the page with the merged pieces in their places; a person's text stays. */
function conform(version: VersionName, placed: readonly Placed[], layout: Layout): string {
  const page = layout.pages[version];
  const kept = new Map<Piece, Placed>();
  for (const group of groupBy(placed, ({ kind, place }) => `${kind} ${idOf(place)}`).values()) {
    const staying = group.filter(({ stays }) => stays.includes(version));
    const slots = sortIn(version, staying).flatMap(({ unit }) => unit[version] ?? []);
    const order = group[0]?.place.managed === true ? mergeOrder(staying) : sortIn(version, staying);
    slots.forEach((piece, index) => kept.set(piece, order[index] as Placed));
  }
  const edited = [...kept].map(([{ start, end }, one]) => ({ from: start, to: end, lines: [linesOf(one, version)] }));
  const { keyOf, titleOf } = layout.heads;
  const renamed = [...page.heads].flatMap(([head, line]) => {
    const title = titleOf(version, keyOf(version, head));
    return title === head ? [] : [{ from: line, to: line + 1, lines: [`### ${title}`] }];
  });
  const gone = page.pieces.filter((piece) => !kept.has(piece));
  const text = spliceAll(page.text, [...edited, ...renamed, ...removalsOf(page.text, gone)]);
  const loose = placed.filter(({ place, stays }) => place.managed && stays.length === 0);
  return insertLoose(dropEmptyHeadings(text, version, layout), version, loose, layout);
}

const sortIn = (version: VersionName, placed: readonly Placed[]): Placed[] =>
  [...placed].sort((a, b) => (a.unit[version]?.start ?? 0) - (b.unit[version]?.start ?? 0));

/** Pieces that every version has in one place, in the order that a side gave them. */
function mergeOrder(placed: readonly Placed[]): Placed[] {
  const orders = mapVersions({ base: 0, first: 0, second: 0 }, (_, version) => sortIn(version, placed));
  const chosen = pick(mapVersions(orders, (order) => order.map((one) => placed.indexOf(one)).join()));
  return chosen ? chosen.value.split(',').flatMap((index) => placed[Number(index)] ?? []) : orders.first;
}

/** A heading that every version has stays for what comes below it, and so does one that never had claims. */
function dropEmptyHeadings(text: string, version: VersionName, { pages, heads, isNew, isPlain }: Layout): string {
  const versions = isNew ? SIDES : VERSIONS;
  const keysIn = (name: VersionName, titles: readonly (string | null)[]): string[] =>
    titles.flatMap((title) => (title === null ? [] : heads.keyOf(name, title)));
  const used = new Set(
    versions.flatMap((name) =>
      keysIn(
        name,
        pages[name].pieces.map(({ head }) => head),
      ),
    ),
  );
  const isShared = (key: string): boolean =>
    versions.every((name) => keysIn(name, [...pages[name].heads.keys()]).includes(key));
  const gone = keysIn(version, [...pages[version].heads.keys()])
    .filter((key) => isPlain || (used.has(key) && !isShared(key)))
    .map((key) => heads.titleOf(version, key));
  const left = dropEmptyHeads(text, new Set(gone));
  return versions.every((name) => findSection(pages[name].text, 'History')) ? left : dropEmptyHistory(left);
}

/** The lines of a piece in its place: in History struck, with its days. */
function linesOf({ unit, place, keys, raw }: Placed, version: VersionName): string {
  const held = place.section === 'History' ? mergeHeld(unit) : null;
  if (held === null) return raw[version];
  const [own = '', ...below] = raw[version].split('\n');
  return [renderPastParts(parseParts(own), keys, held), ...below].join('\n');
}

/** The heads of Key Facts by their keys, in the order in which missing ones are made. */
function headsIn({ pages, heads: { keyOf } }: Layout): readonly (string | null)[] {
  const { base, first, second } = mapVersions(pages, (page, version) =>
    [...page.heads.keys()].map((head) => keyOf(version, head)),
  );
  const shared = (one: readonly string[], other: readonly string[]): string =>
    one.filter((head) => other.includes(head)).join('\n');
  const united = uniteLists({ base: [], first, second });
  // By name where the sides differ, so that a later merge finds the same order.
  const own = shared(first, second) === shared(second, first) ? united : united.sort(compareText);
  return [null, ...new Set([...base, ...own])];
}

/** Claims as a dream inserts them, then sources by date, then links. */
function insertLoose(text: string, version: VersionName, loose: readonly Placed[], layout: Layout): string {
  const of = (kind: Outcome['kind']): Placed[] => loose.filter((one) => one.kind === kind);
  const rawOf = ({ raw }: Placed): string => raw[version];
  const dates = new Map([
    ...parseSources(parseBlocks(text)),
    ...parseSources(parseBlocks(of('source').map(rawOf).join('\n'))),
  ]);
  const orderOf = (fact: string): string => dates.get(fact) ?? '';
  const claims = of('claim').sort(
    (a, b) =>
      compareText(newestOf(b.keys, orderOf), newestOf(a.keys, orderOf)) ||
      compareText([...a.keys].sort().join(), [...b.keys].sort().join()) ||
      compareText(rawOf(a), rawOf(b)),
  );
  const current = claims.filter(({ place }) => place.section !== 'History');
  const isItem = (one: Placed): boolean => !rawOf(one).startsWith('>');
  let page = current.length > 0 ? withSection(text, 'Key Facts') : text;
  for (const key of new Set([...headsIn(layout), ...current.map(({ place }) => place.head)])) {
    const head = key === null ? null : layout.heads.titleOf(version, key);
    const under = current.filter(({ place }) => place.head === key);
    const lines = under.filter(isItem).map((one) => ({ order: newestOf(one.keys, orderOf), lines: rawOf(one) }));
    page = insertClaims(page, head, lines, orderOf);
    // Two quotes without a blank line between them would be one.
    for (const one of under.filter((other) => !isItem(other)).reverse())
      page = insertApart(page, (partsOf(page).find((part) => part.head === head) ?? partsOf(page)[0])?.from ?? 0, [
        rawOf(one),
      ]);
  }
  const past = claims.filter(({ place }) => place.section === 'History');
  for (const one of past.sort((a, b) => compareText(a.keys[0] ?? '', b.keys[0] ?? ''))) {
    const lines = linesOf(one, version);
    page = insertItems(
      withSection(page, 'History'),
      'History',
      null,
      [{ order: orderOfPast(lines) ?? newestOf(one.keys, orderOf), lines }],
      (item, all) => orderOfPast(all[item.start] ?? ''),
    );
  }
  const order = (one: Placed): string => orderOf(one.keys[0] ?? '');
  const byDate = (a: Placed, b: Placed): number => compareText(order(a), order(b)) || compareText(rawOf(a), rawOf(b));
  page = appendToSection(page, 'Related', of('link').map(rawOf).sort(compareText));
  return appendToSection(page, 'Sources', of('source').sort(byDate).map(rawOf));
}

/** The last to end first, of these the last to begin. */
function orderOfPast(line: string): string | null {
  const held = heldOf(line.split('\n')[0] ?? '');
  return held && `${held.to} ${held.from}`;
}

/** The proof of the merge: the page cites each fact as often as it must, each with its source. */
function holds({ text, conflicts }: Merged, outcomes: readonly Outcome[]): boolean {
  if (conflicts)
    return outcomes.every(({ kind, keys }) => kind === 'link' || keys.every((fact) => text.includes(`[^${fact}]`)));
  const [wanted, found] = [countKeys(outcomes), countKeys(parsePage(text).pieces)];
  return wanted.size === found.size && [...wanted].every(([key, count]) => found.get(key) === count);
}

/** The key of the front matter that asks for a review is set as long as there is a callout. */
function settleReview(text: string, opened: Versions<Opened>): string {
  if (!VERSIONS.some((version) => opened[version].callouts.length > 0)) return text;
  const isConflict = hasConflict(parseClaims('', parseBlocks(text)));
  const [from, to] = isConflict ? ['current', 'needs-review'] : ['needs-review', 'current'];
  return new RegExp(String.raw`^review:[ \t]*${from}[ \t]*$`, 'm').test(frontOf(text))
    ? setFrontMatter(text, { review: to })
    : text;
}

/**
 * The versions without their overviews, and what puts back the one that stays, without the sentences that its claims no
 * longer support. Of two that memvault wrote that is the one with the later `updated`, ties by their text; one that a
 * person edited goes before those; two of these merge as text.
 */
function settleOverviews(texts: Versions<string>): {
  readonly texts: Versions<string>;
  readonly restore: (text: string) => string;
} {
  const taken = mapVersions(texts, takeOverview);
  if (VERSIONS.every((version) => taken[version] === null)) return { texts, restore: (text) => text };
  const bodies = mapVersions(taken, (one) => one?.lines.map((line) => line.trimEnd()).join('\n') ?? null);
  const isEdited = mapVersions(texts, (text) => parseOverview(text)?.isEdited === true);
  const days = mapVersions(texts, (text) => updatedOf(frontOf(text)));
  const settled = pick(bodies);
  if (settled === null && isEdited.first && isEdited.second) return { texts, restore: (text) => text };
  const isFirst =
    settled !== null
      ? bodies.first === settled.value
      : isEdited.first !== isEdited.second
        ? isEdited.first
        : (compareText(days.first, days.second) || compareText(bodies.first ?? '', bodies.second ?? '')) >= 0;
  const lines = taken[isFirst ? 'first' : 'second']?.lines ?? null;
  return {
    texts: mapVersions(taken, (one, version) => one?.rest ?? texts[version]),
    restore: (text) => (lines === null ? text : thinOverview(putOverview(text, lines))),
  };
}
