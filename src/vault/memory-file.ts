// `MEMORY.md` as a file: each run that applies changes regenerates the part between its markers from the claims, using
// an engine's wording where that still holds.
import { normalForm } from '../language/normal-form.ts';
import { mayContradict } from '../language/subject.ts';
import { textDigest } from '../model/bytes.ts';
import { confidencesOn, DEFAULT_FADING, fadedBy, standingOf, UNKNOWN } from '../model/confidence.ts';
import { addDays, dayOf } from '../model/day.ts';
import { compareText, type Fact, isPrivate } from '../model/fact.ts';
import { compareLines, groupBy } from '../model/group-by.ts';
import type { Append } from '../model/journal.ts';
import { hasTexts, isObject, isText, type JsonObject } from '../model/json.ts';
import { type Claim, isHistory } from '../model/page.ts';
import type { SummaryLine } from '../model/plan.ts';
import type { ReviewLine } from '../model/review.ts';
import { unescapeWords } from '../note/escape.ts';
import { parseClaimText } from '../page/claim-text.ts';
import { hasMergeMarkers } from '../page/page.ts';
import {
  daysOf,
  type Candidate,
  isOver,
  type LeftOut,
  orderBelow,
  outlastsFading,
  type PageKind,
  rankClaims,
  type Ranked,
} from '../page/rank-memory-file.ts';
import {
  DEFAULT_ROOM,
  type HeldLine,
  holdLines,
  notSaid,
  OPEN,
  renderLine,
  replaceSummary,
  type SummaryClaim,
  type SummaryItem,
  summaryStatements,
} from '../page/memory-file.ts';
import { appendsOf } from './daily.ts';
import { readText } from './disk.ts';
import { parseJsonLines } from './ledger.ts';
import { readRecalledBy } from './recalls.ts';
import { absolute, SUMMARY_FILE, SUMMARY_RECORD_FILE, type Vault } from './vault.ts';
import { isForgotten, isOwnPage, type PageText, type View } from './view.ts';

/** Maximum number of claims offered to an engine. */
const MOST_CLAIMS = 400;
/** How many questions the summary lists, their minimum score, and the maximum length of both sides together. */
const OPEN_LINES = { most: 3, score: 0.4, chars: 240 };
/** How long runs without an engine keep its wording, in days. */
const KEPT_DAYS = 30;

/**
 * The new summary for these pages as of `start`, in the wording of `lines` or of existing lines that still hold; null
 * if it is unchanged or belongs to the user.
 */
export function summaryChange(
  vault: Vault,
  view: View,
  start: Date,
  lines: readonly SummaryLine[] = [],
): { path: string; before: string; after: string } | null {
  const before = readText(absolute(vault, SUMMARY_FILE));
  if (before === null) return null;
  const after = replaceSummary(before, itemsOf(vault, view, start, before, lines), vault.summaryRoom ?? DEFAULT_ROOM);
  return after === null || after === before ? null : { path: SUMMARY_FILE, before, after };
}

/**
 * The claims from which an engine may write its lines, most important first. Empty if the summary belongs to the user.
 */
export function claimsToSummarise(vault: Vault, view: View, start: Date): SummaryClaim[] {
  const text = readText(absolute(vault, SUMMARY_FILE));
  if (text === null || view.merge?.paths.has(SUMMARY_FILE) === true || replaceSummary(text, []) === null) return [];
  return eligible(vault, view, start).map(toClaim);
}

/** The record of a run that writes these lines: which of them hold, and the facts behind them. */
export function summaryRecord(
  vault: Vault,
  view: View,
  { lines, run, start, at }: { lines: readonly SummaryLine[]; run: string; start: Date; at: string },
): Append[] {
  const held = holdLines(lines, eligible(vault, view, start).map(toClaim)).lines;
  return summaryRecordAppends(vault, { lines: held.map(toRecorded), run, at });
}

const toRecorded = ({ text, claims }: HeldLine): RecordedLine => ({
  line: lineDigest(renderLine(text)),
  claims: claimsDigest(claims.map((claim) => claim.text)),
  facts: [...new Set(claims.flatMap(({ facts }) => facts))],
});

/** Presentable claims whose facts and text pass `isWanted` and that are not over, most important first. */
export function* lastingItems(
  vault: Vault,
  view: View,
  start: Date,
  isWanted: (facts: readonly Fact[], text: string) => boolean,
): Generator<SummaryItem> {
  const claims = weighClaims(vault, view, start).filter(({ facts, text }) => isWanted(facts, text));
  const ranked = ranking(vault, claims, start).map((one): Ranked<Weighed> => ({ ...one, out: null }));
  const sections = sectionsOf(ranked);
  for (const [at, one] of ranked.entries())
    if (!isOver(one.claim, dayOf(start)))
      yield { heading: one.heading, text: one.claim.text, order: orderOf(one, at, sections) };
}

// Collecting claims.

interface Weighed extends Candidate {
  readonly cited: readonly string[];
  /** The sides of a callout; empty for a plain claim. */
  readonly sides: readonly string[];
  /** Why it is excluded regardless of the engine; null if it may be shown. */
  readonly barred: 'private' | 'question' | 'faded' | null;
  /** When the ledger last decided one of its facts, ISO; empty for never. */
  readonly decided: string;
}

/** The current claims of memvault's pages, unordered. Equal on every clone. */
function weighClaims(vault: Vault, view: View, start: Date): Weighed[] {
  const weigh = weigher(vault, view, start);
  const closed = (page: PageText): boolean => hasMergeMarkers(page.text) || view.merge?.paths.has(page.path) === true;
  return [...view.pages.values()]
    .filter((page) => isOwnPage(page, view) && !closed(page))
    .flatMap((page) => page.claims.flatMap((claim) => (isHistory(claim) ? [] : (weigh(page, claim) ?? []))));
}

/** The function returns null for a claim that must not be mentioned at all. */
function weigher(vault: Vault, view: View, start: Date): (page: PageText, claim: Claim) => Weighed | null {
  const today = dayOf(start);
  const recalled = readRecalledBy(vault, start);
  const hasFaded = fadedBy(today, DEFAULT_FADING);
  const confidenceOf = confidencesOn(today, DEFAULT_FADING);
  const asked = askedAbout(view);
  return (page, claim) => {
    const { facts: cited } = claim;
    if (cited.some((id) => isForgotten(id, view))) return null;
    // If its facts are no longer in any log, nothing is known: it counts as certain as a new fact.
    const facts = cited.flatMap((id) => view.factById.get(id) ?? []);
    let [pinned, confidence, recalls, isShown, isSuperseded] = [
      false,
      facts.length === 0 ? UNKNOWN : 0,
      0,
      false,
      true,
    ];
    for (const fact of facts) {
      const recall = recalled.get(fact.id);
      const isPinned = view.pinned.has(fact.id);
      const superseded = view.ledger.get(fact.id)?.as === 'superseded';
      const recalledOn = recall === undefined ? null : dayOf(new Date(recall.last));
      const standing = standingOf(fact, { pinned: isPinned, superseded, recalled: recalledOn }, DEFAULT_FADING);
      if (isPinned || (!superseded && !hasFaded(standing))) isShown = true;
      if (isPinned) pinned = true;
      if (isPinned || !superseded) isSuperseded = false;
      confidence = Math.max(confidence, confidenceOf(standing));
      recalls = Math.max(recalls, recall?.count ?? 0);
    }
    if (facts.length > 0 && isSuperseded) return null;
    const text = wordsOf(claim, page);
    if (!isShown && facts.length > 0) isShown = outlastsFading({ facts, text }, today);
    const isOpen = claim.sides.length > 0 || cited.some((id) => asked.has(id));
    return {
      page: page.path,
      get title() {
        return page.head.title;
      },
      text,
      sides: claim.sides.map((side) => side.text),
      cited,
      facts,
      pinned,
      confidence,
      recalls,
      barred: facts.some(isPrivate) ? 'private' : isOpen ? 'question' : facts.length > 0 && !isShown ? 'faded' : null,
      decided: cited.reduce((latest, id) => maxOf(latest, view.ledger.get(id)?.at ?? ''), ''),
    };
  };
}

/** Facts about which a person is asked, but for one of two that may say the same: the one that says more. */
function askedAbout(view: View): Set<string> {
  const open = openReviews(view);
  const asked = new Set(open.flatMap(({ kind, facts }) => (kind === 'merge' ? [] : facts)));
  const lengthOf = (id: string): number => view.factById.get(id)?.text.length ?? 0;
  for (const { facts } of open.filter(({ kind }) => kind === 'merge').sort((a, b) => compareText(a.id, b.id))) {
    const [less] = facts.toSorted((a, b) => lengthOf(a) - lengthOf(b));
    if (less !== undefined && !facts.some((id) => asked.has(id))) asked.add(less);
  }
  return asked;
}

const maxOf = (a: string, b: string): string => (a > b ? a : b);
const kindOfPage =
  ({ zones }: Vault) =>
  (page: string): PageKind =>
    page.startsWith(`${zones.projects}/`)
      ? 'project'
      : page.startsWith(`${zones.wiki}/Entities/`)
        ? 'entity'
        : page.startsWith(`${zones.wiki}/`)
          ? 'topic'
          : null;

const ranking = (vault: Vault, claims: readonly Weighed[], start: Date): Ranked<Weighed>[] =>
  rankClaims(
    claims.filter(({ barred }) => barred === null),
    dayOf(start),
    kindOfPage(vault),
  );

/** The claims that an engine may use, up to its limit; those that are over come last. */
function eligible(vault: Vault, view: View, start: Date): Ranked<Weighed>[] {
  const found: Ranked<Weighed>[] = [];
  const over: Ranked<Weighed>[] = [];
  for (const ranked of ranking(vault, weighClaims(vault, view, start), start)) {
    if (found.length === MOST_CLAIMS) break;
    (isOver(ranked.claim, dayOf(start)) ? over : found).push(ranked);
  }
  return [...found, ...over].slice(0, MOST_CLAIMS);
}

const toClaim = ({ claim, must, heading }: Ranked<Weighed>): SummaryClaim => ({
  page: claim.page,
  title: claim.title,
  text: claim.text,
  facts: claim.cited,
  days: daysOf(claim),
  must,
  heading,
});

// The content of the file.

interface Item extends SummaryItem {
  readonly claims: readonly Weighed[];
}

/** Most important first. `why` is called for each claim that is left out. */
function* itemsOf(
  vault: Vault,
  view: View,
  start: Date,
  text: string,
  lines: readonly SummaryLine[],
  why: (claim: Weighed, reason: LeftOut) => void = () => {},
): Generator<Item> {
  const all = weighClaims(vault, view, start);
  for (const claim of all) if (claim.barred !== null) why(claim, claim.barred);
  const open = openLines(view, all, keptOut(vault, all, start));
  yield* open.map((line, at): Item => ({ heading: OPEN, text: line, order: 1e9 + at, claims: [] }));
  const ranked = ranking(vault, all, start);
  const standing = lines.length > 0 ? { lines, since: null } : standingLines(vault, text, all, start);
  if (standing.lines.length === 0) yield* byRules(ranked, dayOf(start), why);
  else yield* inOtherWords(ranked, standing, dayOf(start), why);
}

function* byRules(
  ranked: readonly Ranked<Weighed>[],
  today: string,
  why: (claim: Weighed, reason: LeftOut) => void,
): Generator<Item> {
  if (ranked.every(({ out, tier }) => out !== null || tier === 'upcoming' || tier === 'other')) {
    yield* latest(ranked, today, why);
    return;
  }
  const sections = sectionsOf(ranked);
  const counts = new Map<string, number>();
  const countOf = (place: string): number => {
    const count = (counts.get(place) ?? 0) + 1;
    counts.set(place, count);
    return count;
  };
  const turns: { item: Item; turn: number }[] = [];
  for (const [at, one] of ranked.entries()) {
    const { heading, claim, line: text } = one;
    const place = `${heading}\n${one.tier}`;
    const isFull = (counts.get(place) ?? 0) >= one.most;
    const reason = one.out ?? (isFull ? 'room' : isOver(claim, today) ? 'past' : null);
    if (reason !== null) {
      why(claim, reason);
      continue;
    }
    countOf(place);
    const item: Item = { heading, text, order: orderOf(one, at, sections), claims: [claim] };
    // The remaining room is shared, so that each project gets its first statements.
    if (one.isShared) turns.push({ item, turn: countOf(heading) });
    else yield item;
  }
  yield* turns.sort((a, b) => a.turn - b.turn).map(({ item }) => item);
}

/**
 * Limits of pages and claims for a vault where no claim is important by its kind: it lists the weightiest claims of the
 * largest pages.
 */
const [MOST_PAGES, MOST_OF_PAGE, MOST_SOON] = [3, 5, 6];

const dayOfLast = ({ claim }: Ranked): string => daysOf(claim).reduce(maxOf, '');

function* latest(
  ranked: readonly Ranked<Weighed>[],
  today: string,
  why: (claim: Weighed, reason: LeftOut) => void,
): Generator<Item> {
  const soon = ranked.filter(({ out, when }) => out === null && when !== null).slice(0, MOST_SOON);
  yield* soon.map(({ heading, line, claim }, n): Item => ({ heading, text: line, order: 1e6 + n, claims: [claim] }));
  const rest = ranked.filter((one) => !soon.includes(one));
  const pages = [...groupBy(rest, ({ claim }) => claim.page)].sort(
    ([a, x], [b, y]) => y.length - x.length || compareText(a, b),
  );
  for (const [at, [, own]] of pages.entries()) {
    const open = own
      .filter(({ claim, out }) => !isOver(claim, today) && out !== 'subject' && out !== 'attitude')
      .sort((a, b) => b.weight - a.weight || compareText(dayOfLast(b), dayOfLast(a)));
    const shown = new Set(at < MOST_PAGES ? open.slice(0, MOST_OF_PAGE) : []);
    for (const one of own) if (!shown.has(one)) why(one.claim, one.out ?? 'room');
    yield* [...shown].map(({ claim }, n): Item => ({
      heading: claim.title,
      text: claim.text,
      order: at * 1e3 + n,
      claims: [claim],
    }));
  }
}

/** The user first, then people, work, and projects by their latest change. */
function sectionsOf(ranked: readonly Ranked<Weighed>[]): Map<string, number> {
  const sections = new Map<string, number>();
  for (const { heading, section, out } of ranked)
    if (out === null && !sections.has(heading)) sections.set(heading, section * 1000 + sections.size);
  return sections;
}

const orderOf = (one: Ranked<Weighed>, at: number, sections: ReadonlyMap<string, number>): number =>
  (sections.get(one.heading) ?? 0) * 1e4 + (orderBelow(one) + 1) * 1e3 + at / 1e3;

interface StandingLines {
  readonly lines: readonly SummaryLine[];
  /** When the engine was asked, in terms of decisions it knew; null if just now. */
  readonly since: string | null;
}

/** Lines of the file in an engine's wording whose claims are unchanged. */
function standingLines(vault: Vault, text: string, all: readonly Weighed[], start: Date): StandingLines {
  const records = readSummaryRecords(vault).filter(
    ({ at }) => dayOf(new Date(at)) >= addDays(dayOf(start), -KEPT_DAYS),
  );
  const since = records.at(-1)?.at ?? null;
  if (since === null) return { lines: [], since };
  const recorded = foldRecords(records);
  const byFact = new Map<string, Weighed[]>();
  for (const claim of all) for (const fact of claim.cited) byFact.set(fact, [...(byFact.get(fact) ?? []), claim]);
  const lines = summaryStatements(text).flatMap(({ heading, line }): SummaryLine[] => {
    const known = recorded.get(lineDigest(line));
    if (known === undefined) return [];
    const claims = [...new Set(known.facts.flatMap((fact) => byFact.get(fact) ?? []))];
    // A fact without a current claim, or a reworded claim, invalidates the line.
    const isSame = claimsDigest(claims.map((claim) => claim.text)) === known.claims;
    return [
      {
        group: unescapeWords(heading.replace(/^## /, '')),
        text: isSame ? parseClaimText(line) : '',
        facts: known.facts,
      },
    ];
  });
  return { lines, since };
}

function* inOtherWords(
  ranked: readonly Ranked<Weighed>[],
  { lines, since }: StandingLines,
  today: string,
  why: (claim: Weighed, reason: LeftOut) => void,
): Generator<Item> {
  const over = new Set(ranked.filter(({ claim }) => isOver(claim, today)));
  const claims = ranked.map(toClaim);
  const weighed = new Map(claims.map((claim, at) => [claim, ranked[at]]));
  const held = holdLines(lines, claims).lines;
  const headings = new Map<string, number>();
  const place = (heading: string, otherwise: number): number => {
    const at = headings.get(heading) ?? otherwise;
    headings.set(heading, at);
    return at * 1e5;
  };
  // Keep the engine's order, even though claims that must be known are emitted first.
  for (const { group, claims: own } of held) place(group ?? own[0]?.heading ?? '', headings.size);
  const said = new Set(held.flatMap((line) => line.claims));
  const toItem = ({ group, text, claims: own }: HeldLine, at: number): Item => {
    const heading = group ?? own[0]?.heading ?? '';
    return {
      heading,
      text,
      order: place(heading, headings.size) + at,
      claims: own.flatMap((claim) => weighed.get(claim)?.claim ?? []),
    };
  };
  const headingOf = (claim: SummaryClaim): string =>
    held.find((line) => line.group !== null && line.claims.includes(claim))?.group ?? claim.heading;
  const alone = (claim: SummaryClaim, at: number): Item =>
    toItem({ group: headingOf(claim), text: claim.text, claims: [claim] }, 1e4 + at);
  const musts = notSaid(
    claims.filter((_, at) => !over.has(ranked[at] as Ranked<Weighed>)),
    held,
  );
  yield* musts.map(alone);
  // A line that omits something that must be known is replaced by its claims, so that nothing is repeated.
  const isWhole = (line: HeldLine): boolean => !line.claims.some((claim) => musts.includes(claim));
  const inWhole = new Set(held.filter(isWhole).flatMap((line) => line.claims));
  yield* held
    .flatMap((line) =>
      isWhole(line)
        ? [line]
        : line.claims
            .filter((claim) => !musts.includes(claim) && !inWhole.has(claim))
            .map((claim) => ({ ...line, text: claim.text, claims: [claim] })),
    )
    .map(toItem);
  // Claims newer than the engine's answer are listed by the rules.
  for (const [at, claim] of claims.entries()) {
    const one = weighed.get(claim);
    if (one === undefined || said.has(claim) || musts.includes(claim)) continue;
    const isNew = since !== null && one.claim.decided > since;
    if (over.has(one)) why(one.claim, 'past');
    else if (isNew && one.out === null) yield alone(claim, at);
    else why(one.claim, one.out ?? 'engine');
  }
}

// Open questions.

const openReviews = ({ reviews }: Pick<View, 'reviews'>): ReviewLine[] =>
  [...reviews.values()].filter(({ status }) => status === 'pending');

const ASK = '`memvault review`';

/** Facts of claims that the summary would hold if they were not in question, with whether they must be known. */
function keptOut(vault: Vault, all: readonly Weighed[], start: Date): Map<string, boolean> {
  const today = dayOf(start);
  const held = all.filter(({ barred }) => barred === 'question').map((claim): Weighed => ({ ...claim, barred: null }));
  return new Map(
    ranking(vault, held, start).flatMap((one) =>
      (one.out === null || one.out === 'subject') && !isOver(one.claim, today)
        ? one.claim.cited.map((fact): [string, boolean] => [fact, one.must])
        : [],
    ),
  );
}

interface Question {
  readonly sides: readonly string[];
  readonly facts: readonly string[];
  readonly score: number;
  readonly between: ' or' | ', or now';
}

/** A line for each important question: which of two short statements about the same thing holds, if neither is over. */
function openLines(view: View, all: readonly Weighed[], matters: ReadonlyMap<string, boolean>): string[] {
  if (matters.size === 0) return [];
  const isHidden = (id: string): boolean => {
    const fact = view.factById.get(id);
    return fact === undefined || isPrivate(fact) || isForgotten(id, view);
  };
  const isUrgent = ({ facts }: Question): boolean => facts.some((id) => matters.get(id) === true);
  return questions(view, all)
    .filter(({ sides, facts }) => sides.length === 2 && facts.every((id) => matters.has(id) && !isHidden(id)))
    .sort(
      (a, b) =>
        Number(isUrgent(b)) - Number(isUrgent(a)) || b.score - a.score || compareText(a.facts.join(), b.facts.join()),
    )
    .flatMap(({ sides, between }) => {
      const [first = '', second = ''] = sides.map((side) => side.replace(/[.\s]+$/, ''));
      return first === second || first.length + second.length > OPEN_LINES.chars || !mayContradict(first, second)
        ? []
        : [`“${first}”${between} “${second}”? ${ASK}`];
    })
    .slice(0, OPEN_LINES.most);
}

/** Callouts, and reviews with a sufficient score. */
function questions(view: View, all: readonly Weighed[]): Question[] {
  const textOf = new Map(
    all.flatMap(({ cited, text, sides }) =>
      sides.length > 0 ? [] : cited.map((fact): [string, string] => [fact, text]),
    ),
  );
  const said = (id: string): string => textOf.get(id) ?? view.factById.get(id)?.text ?? '';
  return [
    ...all.flatMap(({ sides, cited, barred }): Question[] =>
      sides.length > 0 && barred === 'question' ? [{ sides, facts: cited, score: 1, between: ' or' }] : [],
    ),
    ...openReviews(view).flatMap(({ kind, facts, score }): Question[] =>
      (kind === 'contradiction' || kind === 'supersede') && score >= OPEN_LINES.score
        ? [{ sides: facts.map(said), facts, score, between: kind === 'supersede' ? ', or now' : ' or' }]
        : [],
    ),
  ];
}

/** The statement, or both sides of a conflict, without a person's own footnotes. */
function wordsOf({ text, sides }: Claim, page: PageText): string {
  const words =
    sides.length === 0 ? text : `${sides.map((side) => side.text.replace(/\.$/, '')).join(' or ')} (conflicting)`;
  return words.includes('[^')
    ? words.replace(FOOTNOTE, (whole) => (page.text.includes(`\n${whole}:`) ? '' : whole)).trim()
    : words;
}

const FOOTNOTE = /\[\^[^\]\s]+\]/g;

// The report of what is left out.

export type SummaryReport = NonNullable<ReturnType<typeof reportSummary>>;

/** What the summary would leave out if it were written now, and why. Null if the file belongs to the user. */
export function reportSummary(vault: Vault, view: View, now: Date) {
  const text = readText(absolute(vault, SUMMARY_FILE));
  if (text === null || replaceSummary(text, []) === null) return null;
  const room = vault.summaryRoom ?? DEFAULT_ROOM;
  const reasons = new Map<string, { claim: Weighed; why: LeftOut }>();
  const keyOf = (claim: Weighed): string => `${claim.page}\n${claim.cited.join()}\n${claim.text}`;
  const items = [...itemsOf(vault, view, now, text, [], (claim, why) => reasons.set(keyOf(claim), { claim, why }))];
  const taken = new Set<Item>();
  replaceSummary(text, items, room, (item) => taken.add(item));
  const shown = new Set([...taken].flatMap(({ claims }) => claims.map(keyOf)));
  const texts = new Set([...taken].map((item) => normalForm(item.text)));
  for (const item of items)
    for (const claim of item.claims)
      if (!shown.has(keyOf(claim)))
        reasons.set(keyOf(claim), { claim, why: texts.has(normalForm(item.text)) ? 'repeat' : 'room' });
  return {
    // Size of the file; `room`: its limits.
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    characters: text.length,
    room,
    left: [...reasons.entries()]
      .filter(([key]) => !shown.has(key))
      .map(([, { claim, why }]) => ({ text: claim.text, page: claim.page, facts: claim.cited, why })),
  };
}

// The facts behind engine-worded lines of `MEMORY.md`: `.memvault/memory.jsonl`, a line for each run that wrote some.
// Ids and digests, never words; a line of the summary is identified by its digest, so that any clone can tell which
// lines depend on a fact.

export interface RecordedLine {
  /** Digest of the line in the file. */
  readonly line: string;
  /** Digest of its claims' texts. */
  readonly claims: string;
  readonly facts: readonly string[];
}

export interface SummaryRecord {
  readonly lines: readonly RecordedLine[];
  readonly run: string;
  /** ISO in UTC: not earlier than any decision that the engine knew. */
  readonly at: string;
}

const lineDigest = (line: string): string => textDigest(line.trimEnd());
const claimsDigest = (texts: readonly string[]): string => textDigest([...texts].sort().join('\n'));

export const isSummaryRecord = (value: JsonObject): value is JsonObject & SummaryRecord =>
  hasTexts(value, 'run', 'at') && Array.isArray(value['lines']) && value['lines'].every(isRecordedLine);

const isRecordedLine = (value: unknown): boolean =>
  isObject(value) && hasTexts(value, 'line', 'claims') && Array.isArray(value['facts']) && value['facts'].every(isText);

/** Oldest first; malformed lines are skipped. */
export const readSummaryRecords = (vault: Vault): SummaryRecord[] =>
  parseSummaryRecords(readText(absolute(vault, SUMMARY_RECORD_FILE)) ?? '');

/** The same for the text of the file. */
export const parseSummaryRecords = (text: string): SummaryRecord[] =>
  parseJsonLines(text)
    .flatMap(({ value }) => (value !== null && isSummaryRecord(value) ? [value] : []))
    .sort(compareLines);

/** Records by digest of the line; the latest wins. */
const foldRecords = (records: readonly SummaryRecord[]): Map<string, RecordedLine> =>
  new Map(records.flatMap(({ lines }) => lines.map((one): [string, RecordedLine] => [one.line, one])));

/** The append to the file; empty without lines. */
const summaryRecordAppends = (vault: Vault, record: SummaryRecord): Append[] =>
  appendsOf(vault, SUMMARY_RECORD_FILE, record.lines.length === 0 ? [] : [record]);

/** Returns a test of whether a line of `MEMORY.md` depends on one of these facts, according to the records. */
export function restsOn(records: readonly SummaryRecord[], facts: ReadonlySet<string>): (line: string) => boolean {
  const resting = new Set<string>();
  for (const { lines } of records)
    for (const one of lines) if (one.facts.some((fact) => facts.has(fact))) resting.add(one.line);
  return (line) => resting.size > 0 && resting.has(lineDigest(line));
}
