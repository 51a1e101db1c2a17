// A snapshot of the vault for dreams, lint and listings: facts, their dispositions, and the pages that cite them.
// Writes nothing.
import { textDigest } from '../model/bytes.ts';
import { CITED, foldLedger, type LedgerLine } from '../model/disposition.ts';
import { systemCode } from '../model/errors.ts';
import { compareText, type Fact } from '../model/fact.ts';
import { LIMITS } from '../model/limits.ts';
import { type Claim, pinnedAmong } from '../model/page.ts';
import { type Apart, apartIn, foldReviews, type ReviewLine } from '../model/review.ts';
import { parseBlocks } from '../note/blocks.ts';
import { parseDailyLog } from '../page/daily-log.ts';
import { type PageHead, parsePageHead } from '../page/edit-page.ts';
import { parseClaims, withoutQuotes } from '../page/page.ts';
import { isPagePath, leadsOut } from './confine.ts';
import { dailyPath, listDays, readDay } from './daily.ts';
import { isRealFolder, orElse, readText } from './disk.ts';
import { type LedgerRead, readLedger, rememberByText } from './ledger.ts';
import { listNotes } from './notes.ts';
import { readMarks, readReviews } from './reviews.ts';
import { forgottenAmong } from './tombstones.ts';
import { absolute, type Vault } from './vault.ts';

export interface PageText {
  readonly path: string;
  readonly text: string;
  readonly digest: string;
  /** Parsed lazily, once. */
  readonly head: PageHead;
  readonly claims: readonly Claim[];
}

export interface View {
  /** All facts by day and line. */
  readonly facts: readonly Fact[];
  readonly factById: ReadonlyMap<string, Fact>;
  readonly ledger: ReadonlyMap<string, LedgerLine>;
  readonly ledgerRead: LedgerRead;
  /** The pages in the zones, by path. */
  readonly pages: ReadonlyMap<string, PageText>;
  /** The pages that cite each fact, sorted by path. */
  readonly citedOn: ReadonlyMap<string, readonly string[]>;
  readonly forgotten: ReadonlySet<string>;
  readonly pinned: ReadonlySet<string>;
  /** The current line of each review, by id. */
  readonly reviews: ReadonlyMap<string, ReviewLine>;
  /** True if a person decided that two facts must neither be merged nor replace each other. */
  readonly apart: Apart;
  /**
   * Where the ledger has claims that cannot be read now: zones that are not folders here (not mounted, moved, a
   * symlink), and pages behind a symlink out of the vault.
   */
  readonly lost: ReadonlySet<string>;
  /** An unfinished git operation; while there is one, a missing claim does not count as removed by hand. */
  readonly merge: OpenMerge | null;
}

/** A merge, rebase or similar that waits for the user. */
export interface OpenMerge {
  /** Such as `a merge`. */
  readonly what: string;
  /** Unmerged files, relative to the vault's root. They may contain only one side, without conflict markers. */
  readonly paths: ReadonlySet<string>;
}

export function readView(vault: Vault, merge: OpenMerge | null = null): View {
  const facts = readFacts(vault);
  const ledgerRead = readLedger(vault);
  const ledger = foldLedger(ledgerRead.lines);
  const pages = readPages(vault, ledgerRead);
  const reviews = foldReviews(readReviews(vault));
  return {
    facts,
    factById: new Map(facts.map((fact) => [fact.id, fact])),
    ledger,
    ledgerRead,
    pages,
    citedOn: citationsOf(pages.values()),
    forgotten: forgottenAmong(vault, facts),
    pinned: pinnedAmong(facts, readMarks(vault)),
    reviews,
    apart: apartIn(reviews.values()),
    lost: lostOf(vault, ledger, pages),
    merge,
  };
}

/** Ignores undone decisions: git deletes a folder with its last page. */
function lostOf(vault: Vault, ledger: View['ledger'], pages: View['pages']): Set<string> {
  const cited = [...ledger.values()].filter(({ as }) => CITED.has(as));
  const named = [...new Set(cited.flatMap(({ page }) => page ?? []))];
  const zones = new Set(named.map(zoneOf));
  const isLostZone = (zone: string): boolean => zones.has(zone) && !isRealFolder(absolute(vault, zone));
  const lost = new Set(Object.values(vault.zones).filter(isLostZone));
  const isOut = (path: string): boolean => !lost.has(zoneOf(path)) && isPagePath(vault, path) && leadsOut(vault, path);
  return new Set([...lost, ...named.filter((path) => !pages.has(path) && isOut(path))]);
}

/** Every fact of every day; ids are unique in the vault. */
export function readFacts(vault: Vault): readonly Fact[] {
  const taken = new Set<string>();
  const days = listDays(vault).map((day) => factsOfDay(vault, day, taken));
  const isSame = days.length === lastRead.days.length && days.every((facts, at) => facts === lastRead.days[at]);
  if (!isSame) lastRead = { days, all: days.flat() };
  return lastRead.all;
}

/** Unchanged facts keep the same list object, so that results derived from it stay valid. */
let lastRead: { readonly days: readonly (readonly Fact[])[]; readonly all: readonly Fact[] } = { days: [], all: [] };

const dayOfLog = rememberByText<readonly Fact[]>();
const pageOf = rememberByText<PageText>();

function factsOfDay(vault: Vault, day: string, taken: Set<string>): readonly Fact[] {
  const log = { day, path: dailyPath(vault, day), text: readDay(vault, day) };
  const alone = dayOfLog(log.path, log.text, () => parseDailyLog(log));
  // If another day has one of its ids, the result depends on that day, too.
  if (alone.some(({ id }) => taken.has(id))) return parseDailyLog(log, taken);
  for (const { id } of alone) taken.add(id);
  return alone;
}

/** Every page in the zones, including those that git ignores: an ignored page is not a deleted one. */
function readPages(vault: Vault, { lines }: LedgerRead): Map<string, PageText> {
  const pages = new Map<string, PageText>();
  const inbox = `${vault.zones.inbox}/`;
  let decided: Set<string> | null = null;
  const isDecided = (path: string): boolean => (decided ??= new Set(lines.flatMap(({ page }) => page ?? []))).has(path);
  for (const { path, size } of listNotes(vault, { ignored: true })) {
    if (!isPagePath(vault, path)) continue;
    // A page on which memvault placed claims is never skipped: its claims would count as removed by hand.
    if (size > LIMITS.page && !isDecided(path)) continue;
    // Anyone may put files into the inbox: a file there has claims only if a decision of memvault placed them.
    const isPage = !path.startsWith(inbox) || isDecided(path);
    const text = isPage ? readText(absolute(vault, path)) : readOrPass(absolute(vault, path));
    if (text !== null) pages.set(path, toPageText(path, text, isPage));
  }
  return pages;
}

/** An unreadable file that contains none of our claims must not stop anything. */
const readOrPass = (path: string): string | null =>
  orElse(
    () => readText(path),
    (error) => {
      if (!['EACCES', 'EPERM'].includes(systemCode(error.cause) ?? '')) throw error;
      return null;
    },
  );

/** True for a page that cites a fact of this vault; footnotes in a person's note may merely look like citations. */
export function isOwnPage(page: PageText, view: Pick<View, 'factById' | 'ledger'>): boolean {
  return page.claims.some((claim) => claim.facts.some((fact) => view.factById.has(fact) || view.ledger.has(fact)));
}

/** True if it is logged but neither decided nor forgotten. */
export const isUndecided = (fact: string, { factById, ledger, forgotten }: View): boolean =>
  factById.has(fact) && !ledger.has(fact) && !forgotten.has(fact);

/**
 * True if the fact was forgotten, according to the tombstones or, in an older layout without tombstones, to the ledger.
 */
export function isForgotten(id: string, { forgotten, ledger }: Pick<View, 'forgotten' | 'ledger'>): boolean {
  return forgotten.has(id) || ledger.get(id)?.as === 'forgotten';
}

/** Has the fact a disposition that counts? */
export function isDecided({ ledger }: Pick<View, 'ledger'>, id: string): boolean {
  const as = ledger.get(id)?.as ?? 'pending';
  return as !== 'pending' && as !== 'quarantined' && as !== 'forgotten';
}

/** `hasClaims`: false for a note whose footnotes are not memvault's, whatever they look like. */
export function toPageText(path: string, text: string, hasClaims = true): PageText {
  return hasClaims ? pageOf(path, text, () => parsePage(path, text, true)) : parsePage(path, text, false);
}

function parsePage(path: string, text: string, hasClaims: boolean): PageText {
  let head: PageHead | null = null;
  return {
    path,
    text,
    digest: textDigest(text),
    get head() {
      return (head ??= parsePageHead(path, text));
    },
    claims: hasClaims && text.includes('[^') ? withoutQuotes(parseClaims(path, parseBlocks(text)), text) : [],
  };
}

/** The first folder of a page's path, which is its zone. */
export function zoneOf(page: string | undefined): string {
  return page?.split('/')[0] ?? '';
}

/** True if the page or its zone cannot be read now. */
export const isLost = ({ lost }: Pick<View, 'lost'>, path: string): boolean => lost.has(path) || lost.has(zoneOf(path));

/** The view after a run: with some pages replaced and with new ledger lines and reviews. */
export function updateView(
  view: View,
  pages: readonly PageText[],
  lines: readonly LedgerLine[],
  asked: readonly ReviewLine[] = [],
): View {
  const all = new Map(view.pages);
  for (const page of pages) all.set(page.path, page);
  const sorted = new Map([...all].sort(([a], [b]) => compareText(a, b)));
  const ledger = new Map(view.ledger);
  for (const [fact, line] of foldLedger([...lines.flatMap((line) => view.ledger.get(line.fact) ?? []), ...lines]))
    ledger.set(fact, line);
  return {
    ...view,
    pages: sorted,
    citedOn: citationsOf(sorted.values()),
    ledger,
    ledgerRead:
      lines.length === 0 ? view.ledgerRead : { ...view.ledgerRead, lines: [...view.ledgerRead.lines, ...lines] },
    ...(asked.length === 0 ? {} : withReviews(view, asked)),
  };
}

function withReviews({ reviews }: View, asked: readonly ReviewLine[]): Pick<View, 'reviews' | 'apart'> {
  const all = foldReviews([...reviews.values(), ...asked]);
  return { reviews: all, apart: apartIn(all.values()) };
}

function citationsOf(pages: Iterable<PageText>): Map<string, string[]> {
  const cited = new Map<string, string[]>();
  for (const { path, claims } of pages)
    for (const fact of new Set(claims.flatMap((claim) => claim.facts))) {
      const list = cited.get(fact);
      if (list) list.push(path);
      else cited.set(fact, [path]);
    }
  return cited;
}
