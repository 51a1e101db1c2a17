// Merges the three versions of a page of memvault's. Claims, sources and links merge by what they stand
// for, front matter by key, all other text by lines; only that can leave markers.
import { compareText } from '../../model/fact.ts';
import { parseBlocks } from '../../note/blocks.ts';
import { withoutBoilerplate } from '../boilerplate.ts';
import { isMonth } from '../key-facts.ts';
import { hasConflict, parseClaims } from '../page.ts';
import { parseOverview, putOverview, takeOverview, thinOverview } from '../overview.ts';
import { rawLines } from '../sections.ts';
import { closePage, type Opened, openPage } from './close.ts';
import {
  combine,
  countKeys,
  dropMonths,
  fillAnchors,
  insertLoose,
  type Loose,
  type Outcome,
  settleDoubles,
} from './combine.ts';
import { frontOf, mergeFront, updatedOf } from './front-matter.ts';
import {
  ANCHOR,
  type Heading,
  type Heads,
  matchHeads,
  matchUnits,
  type Page,
  parsePage,
  type Piece,
  skeletonOf,
  type Unit,
} from './pieces.ts';
import {
  commonLines,
  cutHunks,
  mapVersions,
  type Merged,
  type MergeVersions,
  pick,
  settleAdded,
  SIDES,
  uniteLists,
  type VersionName,
  type Versions,
  VERSIONS,
} from './three-way.ts';

// Where each unit stands after the merge. A place that one side changed holds; of what memvault puts in
// order itself only that keeps its place which stands there in every version, the rest is put in anew.

interface Place {
  readonly section: string;
  /** The key of a head, see `Heads`. */
  readonly head: string | null;
  readonly managed: boolean;
}

interface Layout {
  readonly heads: Heads;
  /** There is no base: both sides made the page. */
  readonly isNew: boolean;
  /** And nothing of a person's stands between the claims of either, so that all can be put in order anew. */
  readonly isPlain: boolean;
}

/** The place of a unit, and the versions whose piece keeps it. */
function placeOf(unit: Unit, { heads, isNew, isPlain }: Layout) {
  const places = mapVersions(unit, (piece, version): Place | null => {
    const head = piece?.head ?? null;
    return (
      piece && { ...piece, head: head !== null && piece.section === 'Key Facts' ? heads.keyOf(version, head) : head }
    );
  });
  const place = choose(places);
  const present = VERSIONS.filter((version) => places[version] !== null);
  const there = present.filter((version) => idOf(places[version]) === idOf(place));
  // Two new pages have no order of sources and links to keep.
  const everywhere = isNew
    ? unit.kind === 'claim' && !isPlain && unit.first !== null && unit.second !== null
    : present.length === VERSIONS.length;
  const isKept = !place.managed || (everywhere && there.length === present.length);
  return { place, keeps: isKept ? there : [] };
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

/** Null where the result does not hold what it must, so that the texts have to merge as lines. */
export async function mergePage(
  texts: Versions<string>,
  merge: MergeVersions,
  markerSize: number,
): Promise<Merged | null> {
  const overviews = settleOverviews(texts);
  const merged = await mergeRest(overviews.texts, merge, markerSize);
  return merged && { ...merged, text: overviews.restore(merged.text) };
}

async function mergeRest(texts: Versions<string>, merge: MergeVersions, markerSize: number): Promise<Merged | null> {
  const given = mapVersions(texts, (text) => withoutBoilerplate(text, null));
  const opened = mapVersions(given, openPage);
  if (VERSIONS.every((version) => opened[version].text === given[version]))
    return await mergePlain(given, NONE_CONTESTED, merge, markerSize);
  const contested = mapVersions(
    opened,
    ({ callouts }): ReadonlySet<string> => new Set(callouts.flatMap((sides) => sides.flatMap(({ facts }) => facts))),
  );
  const merged = await mergePlain(
    mapVersions(opened, ({ text }) => text),
    contested,
    merge,
    markerSize,
  );
  const closed = merged && !merged.conflicts ? closePage(merged.text, opened) : null;
  if (closed !== null) return { text: await settleReview(closed, opened), conflicts: false };
  // What overlaps are a person's words: they are shown as the sides have them.
  return await mergePlain(given, NONE_CONTESTED, merge, markerSize);
}

const NONE: ReadonlySet<string> = new Set();
/** Of callouts that merge as they are. */
const NONE_CONTESTED: Versions<ReadonlySet<string>> = { base: NONE, first: NONE, second: NONE };

/** The key of the front matter that asks for a review stands as long as a callout does. */
async function settleReview(text: string, opened: Versions<Opened>): Promise<string> {
  if (!VERSIONS.some((version) => opened[version].callouts.length > 0)) return text;
  const isConflict = hasConflict(parseClaims('', parseBlocks(text)));
  const [from, to] = isConflict ? ['current', 'needs-review'] : ['needs-review', 'current'];
  if (!new RegExp(String.raw`^review:[ \t]*${from}[ \t]*$`, 'm').test(frontOf(text))) return text;
  const { setFrontMatter } = await import('../../note/front-matter.ts');
  return setFrontMatter(text, { review: to });
}

async function mergePlain(
  given: Versions<string>,
  contested: Versions<ReadonlySet<string>>,
  merge: MergeVersions,
  markerSize: number,
): Promise<Merged | null> {
  const isNew = given.base.trim() === '';
  const fronts = mapVersions(given, frontOf);
  const front = await mergeFront(fronts, merge, async () => await import('../../note/front-matter.ts'));
  // Whatever begins the body must not be taken for front matter.
  const stand = '---\n---\n';
  const pages = mapVersions(given, (text) => parsePage(stand + text.slice(frontOf(text).length)));
  const body = await mergeBody(pages, contested, isNew, merge, markerSize);
  if (!body?.text.startsWith(stand)) return null;
  return { text: front.text + body.text.slice(stand.length), conflicts: front.conflicts || body.conflicts };
}

async function mergeBody(
  pages: Versions<Page>,
  contested: Versions<ReadonlySet<string>>,
  isNew: boolean,
  merge: MergeVersions,
  markerSize: number,
): Promise<Merged | null> {
  const units = matchUnits(pages, contested);
  const heads = matchHeads(pages, units);
  const all: Outcome[] = [];
  for (const unit of units) all.push(...(await combine(unit, merge)));
  const outcomes = settleSources(settleDoubles(all, [pages.first.pieces, pages.second.pieces]), units);
  const layout: Layout = { heads, isNew, isPlain: isNew && !hasWords(pages.first) && !hasWords(pages.second) };
  const { anchors, loose, places } = settlePlaces(outcomes, pages, layout);
  const lines = await mergeLines(pages, places, layout, merge, markerSize);
  // What stands in a person's conflict is no place for claims.
  const cut = lines.conflicts
    ? cutHunks(lines.text, markerSize)
    : { text: lines.text, restore: (text: string) => text };
  const clean = (outcome: Outcome): string =>
    outcome.conflicts
      ? `- ${ANCHOR}${outcomes.indexOf(outcome)}${outcome.keys.map((key) => `[^${key}]`).join('')}`
      : outcome.raw;
  const textOf = (anchor: string): string | null =>
    anchors.has(anchor) ? clean(anchors.get(anchor) as Outcome) : null;
  const filled = fillAnchors(cut.text, textOf);
  const hunks = lines.conflicts ? fillAnchors(lines.text, textOf, false).filled : filled.filled;
  // An anchor that the lines lost is put in like a new one.
  const lost = [...anchors].filter(([anchor]) => !hunks.has(anchor)).map(([, outcome]) => outcome);
  const open = [...loose, ...lost.map((outcome) => looseOf(outcome, layout))].map((one) => ({
    ...one,
    outcome: { ...one.outcome, raw: clean(one.outcome) },
  }));
  const titles = (version: VersionName): string[] =>
    headingsOf(pages[version]).map((head) => heads.titleOf(heads.keyOf(version, head)));
  const order = [null, ...new Set([...titles('base'), ...orderHeads(titles('first'), titles('second'))])];
  let text = dropMonths(insertLoose(filled.text, open, order), order);
  text = fillAnchors(cut.restore(text), textOf, false).text;
  outcomes.forEach((outcome, index) => {
    if (outcome.conflicts)
      text = text.replace(new RegExp(String.raw`^- ${ANCHOR}${index}(?:\[.*)?$`, 'gm'), () => outcome.raw);
  });
  const conflicts = lines.conflicts || outcomes.some((outcome) => outcome.conflicts);
  return holds(text, outcomes, conflicts) ? { text, conflicts } : null;
}

/** A source stays as long as a claim cites its fact. */
function settleSources(outcomes: readonly Outcome[], units: readonly Outcome['unit'][]): Outcome[] {
  const cited = new Set(outcomes.flatMap(({ kind, keys }) => (kind === 'claim' ? keys : [])));
  const known = new Set(outcomes.map(({ unit }) => unit));
  const back = units.flatMap((unit): Outcome[] => {
    const piece = unit.first ?? unit.second ?? unit.base;
    if (unit.kind !== 'source' || known.has(unit) || !piece?.keys.some((fact) => cited.has(fact))) return [];
    return outcomes.some(({ kind, keys }) => kind === 'source' && keys[0] === piece.keys[0])
      ? []
      : [{ unit, kind: 'source', keys: piece.keys, raw: piece.raw, conflicts: false, isItem: false }];
  });
  return [...outcomes, ...back];
}

function settlePlaces(outcomes: readonly Outcome[], pages: Versions<Page>, layout: Layout) {
  const anchors = new Map<string, Outcome>();
  const loose: Loose[] = [];
  const places = new Map<Piece, string | null>(
    VERSIONS.flatMap((version) => pages[version].pieces.map((piece) => [piece, null] as const)),
  );
  outcomes.forEach((outcome, index) => {
    const { keeps } = placeOf(outcome.unit, layout);
    if (keeps.every((version) => version === 'base')) loose.push(looseOf(outcome, layout));
    else {
      anchors.set(String(index), outcome);
      for (const version of keeps) {
        const piece = outcome.unit[version];
        if (piece) places.set(piece, String(index));
      }
    }
  });
  return { anchors, loose, places };
}

function looseOf(outcome: Outcome, layout: Layout): Loose {
  const { place } = placeOf(outcome.unit, layout);
  const section = outcome.kind === 'claim' && place.section !== 'History' ? 'Key Facts' : place.section;
  return {
    outcome,
    section,
    head: place.section !== 'Key Facts' || place.head === null ? null : layout.heads.titleOf(place.head),
  };
}

async function mergeLines(
  pages: Versions<Page>,
  places: ReadonlyMap<Piece, string | null>,
  { heads, isNew, isPlain }: Layout,
  merge: MergeVersions,
  markerSize: number,
): Promise<Merged> {
  const keyOf = (version: VersionName, { section, level, title }: Heading): string =>
    JSON.stringify([section, level, level === 3 ? heads.keyOf(version, title) : title]);
  const present = (isNew ? SIDES : VERSIONS).map(
    (version) => new Set(pages[version].headings.map((heading) => keyOf(version, heading))),
  );
  const skeleton = (version: VersionName): string =>
    skeletonOf(
      pages[version],
      places,
      (heading) => (isPlain && heading.level === 3) || !present.every((keys) => keys.has(keyOf(version, heading))),
    );
  const sides = { first: skeleton('first'), second: skeleton('second') };
  const base = isNew ? commonLines(rawLines(sides.first), rawLines(sides.second)).join('') : skeleton('base');
  const merged = await merge({ base, ...sides });
  if (!merged.conflicts) return merged;
  const text = settleAdded(
    merged.text,
    base.split('\n'),
    markerSize,
    (line) => line.startsWith(ANCHOR) || line.startsWith('### '),
  );
  return { text, conflicts: new RegExp(String.raw`^<{${markerSize}}(?: |$)`, 'm').test(text) };
}

/** As the sides have them; by name where they have them in different orders, so that a later merge finds the same. */
function orderHeads(first: readonly string[], second: readonly string[]): string[] {
  const isSame =
    first.filter((head) => second.includes(head)).join('\n') ===
    second.filter((head) => first.includes(head)).join('\n');
  const united = uniteLists({ base: [], first, second });
  return isSame ? united : united.sort(compareText);
}

/** A person wrote something between the claims. */
const hasWords = (page: Page): boolean =>
  parseBlocks(page.text).blocks.some(
    ({ section, kind, start }) =>
      (section === 'Key Facts' || section === 'History') &&
      kind !== 'heading' &&
      !page.pieces.some((piece) => start >= piece.start && start < piece.end),
  );

function headingsOf(page: Page): string[] {
  return page.headings.filter(({ level, section }) => level === 3 && section === 'Key Facts').map(({ title }) => title);
}

/**
 * The proof of the merge: the page cites each fact as often as it shall, each with its source, and no anchor is left.
 */
function holds(text: string, outcomes: readonly Outcome[], conflicts: boolean): boolean {
  if (text.includes(ANCHOR)) return false;
  if (conflicts)
    return outcomes.every(({ kind, keys }) => kind === 'link' || keys.every((fact) => text.includes(`[^${fact}]`)));
  const wanted = countKeys(outcomes);
  const found = countKeys(parsePage(text).pieces);
  return (
    wanted.size === found.size &&
    [...wanted].every(([key, count]) => found.get(key) === count) &&
    parseClaims('', parseBlocks(text)).length > 0 === outcomes.some(({ kind }) => kind === 'claim')
  );
}

// The overviews of the versions of a page. One that memvault wrote is derived: of two the one of the later `updated`
// stays, ties by their text. One that a person edited is theirs, before any of memvault's; two of those merge as text.

/**
 * The versions without their overviews, or with them where they merge as text, and what puts the overview that stays
 * into the merged page, less the sentences that its claims no longer bear out.
 */
function settleOverviews(texts: Versions<string>): {
  readonly texts: Versions<string>;
  readonly restore: (text: string) => string;
} {
  const taken = mapVersions(texts, takeOverview);
  if (VERSIONS.every((version) => taken[version] === null)) return { texts, restore: (text) => text };
  const bodies = mapVersions(taken, (one) => one?.lines.map((line) => line.trimEnd()).join('\n') ?? null);
  const isEdited = mapVersions(texts, (text) => parseOverview(text)?.isEdited === true);
  const settled = pick(bodies);
  if (settled === null && isEdited.first && isEdited.second) return { texts, restore: (text) => text };
  const first = settled === null ? isFirst(texts, bodies, isEdited) : bodies.first === settled.value;
  const lines = taken[first ? 'first' : 'second']?.lines ?? null;
  return {
    texts: mapVersions(taken, (one, version) => one?.rest ?? texts[version]),
    restore: (text) => (lines === null ? text : thinOverview(putOverview(text, lines))),
  };
}

/** Of two that both sides changed. */
function isFirst(texts: Versions<string>, bodies: Versions<string | null>, isEdited: Versions<boolean>): boolean {
  if (isEdited.first !== isEdited.second) return isEdited.first;
  const [first = '', second = ''] = [texts.first, texts.second].map((text) => updatedOf(frontOf(text)));
  return first === second ? (bodies.first ?? '') >= (bodies.second ?? '') : first > second;
}
