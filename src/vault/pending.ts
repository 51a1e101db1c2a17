// Determines from a view what a dream has to process: facts without a disposition, facts whose line or claim a person
// changed, and facts whose place on the page contradicts their disposition.
import { createHash } from 'node:crypto';
import { normalForm } from '../language/normal-form.ts';
import { parseSlot } from '../language/slots/parse-slot.ts';
import { judge } from '../language/slots/slots.ts';
import { missingSpecifics } from '../language/specifics.ts';
import { factDigest } from '../model/bytes.ts';
import { CITED, type LedgerLine } from '../model/disposition.ts';
import { compareFacts, compareText, eventDay, type Fact, orderKey } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { type Claim, isHistory } from '../model/page.ts';
import { keepCached } from './confine.ts';
import { type Clash, currentClaims, findClashes, type Home, readHomes, readJudged } from './current-claims.ts';
import { orNull, readBytes, readText } from './disk.ts';
import { ledgerFiles } from './ledger.ts';
import { isUndoneAsIs, readUndone } from './record-run.ts';
import { absolute, CACHE_DIR, MARK_FILE, REVIEW_FILE, TOMBSTONE_FILE, type Vault } from './vault.ts';
import { isLost, type PageText, type View } from './view.ts';

export interface Restated {
  readonly as: 'placed' | 'superseded' | 'conflict';
  /** `superseded`: the fact that replaced it. */
  readonly by?: string;
  /** `conflict`: the fact that it contradicts. */
  readonly with?: string;
  /** A fact that must not replace it again. */
  readonly apart?: string;
  /** It gets a claim of its own: the claim that it shares is past, but it is not. */
  readonly isAlone?: boolean;
  readonly reason: string;
}

/** The claims of a page by cited fact. */
interface Places {
  readonly past: ReadonlyMap<string, Claim>;
  readonly plain: ReadonlyMap<string, Claim>;
  readonly side: ReadonlyMap<string, Claim>;
}

/** Results cached per page or fact for as long as the object is the same. */
const placesKnown = new WeakMap<PageText, Places>();
const unsaidKnown = new WeakMap<PageText, Pick<View, 'facts' | 'ledger'> & { readonly found: ReadonlySet<string> }>();
const digestsKnown = new WeakMap<Fact, string>();
const claims = currentClaims();

function placesOn(page: PageText): Places {
  const held = placesKnown.get(page) ?? readPlaces(page);
  placesKnown.set(page, held);
  return held;
}

function readPlaces({ claims }: PageText): Places {
  const of = (some: readonly Claim[]): Map<string, Claim> =>
    new Map(some.flatMap((claim) => claim.facts.map((fact) => [fact, claim] as const)));
  return {
    past: of(claims.filter(isHistory)),
    plain: of(claims.filter((claim) => !isHistory(claim) && claim.sides.length === 0)),
    side: of(claims.filter((claim) => !isHistory(claim) && claim.sides.length > 0)),
  };
}

/** True if the page disagrees with the ledger about the fact. */
function isElsewhere(held: LedgerLine, page: PageText, view: View): boolean {
  const { past, plain, side } = placesOn(page);
  if (held.as === 'duplicate') return past.has(held.fact) && !plain.has(held.fact) && isSaidSince(held, view);
  const { fact, by = '' } = held;
  if (past.has(fact)) return held.as !== 'superseded' && !plain.has(fact) && !side.has(fact);
  if (side.has(fact)) return held.as !== 'conflict' && !plain.has(fact) && !isPutRight(side.get(fact), fact, by);
  return held.as === 'conflict' || (held.as === 'superseded' && plain.get(fact)?.facts.includes(by) !== true);
}

/**
 * True if the fact repeats a replaced one but happened after the replacement, or contradicts it on the same day:
 * another clone merged it into a claim that was still current there. A person's decision, or an explicit `supersedes`,
 * holds regardless of order.
 */
function isSaidSince({ fact: id, of = '' }: LedgerLine, { ledger, factById, pages, apart }: View): boolean {
  const gone = ledger.get(of);
  const [fact, first, next] = [factById.get(id), factById.get(of), factById.get(gone?.by ?? '')];
  if (
    !gone ||
    gone.as !== 'superseded' ||
    gone.engine === 'fix' ||
    gone.engine === 'review' ||
    !fact ||
    !first ||
    !next
  )
    return false;
  const page = pages.get(ledger.get(next.id)?.page ?? '');
  const places = page && placesOn(page);
  const isCurrent = places !== undefined && (places.plain.has(next.id) || places.side.has(next.id));
  return (
    isCurrent &&
    compareFacts(first, next) < 0 &&
    isSinceOrAgainst(fact, next) &&
    next.fields.supersedes === undefined &&
    !apart(id, next.id)
  );
}

function isSinceOrAgainst(fact: Fact, next: Fact): boolean {
  return (
    compareFacts(next, fact) < 0 ||
    (eventDay(next) === eventDay(fact) && judge(fact, next, { sameDay: true, explicit: false }).as === 'conflict')
  );
}

function isPutRight(claim: Claim | undefined, fact: string, by: string): boolean {
  return claim?.sides.some(({ facts }) => facts.includes(fact) && facts.includes(by)) === true;
}

/** The actual state of such facts. A fact in History without a successor is skipped. */
function readRestated(facts: ReadonlySet<string>, view: View): Map<string, Restated> {
  if (facts.size === 0) return new Map();
  claims.follow(view);
  const histories = groupBy(
    view.ledgerRead.lines.filter((line) => facts.has(line.fact)),
    (line) => line.fact,
  );
  return new Map(
    [...facts].flatMap((fact): [string, Restated][] => {
      const held = view.ledger.get(fact);
      const page = view.pages.get(held?.page ?? '');
      if (!held || !page) return [];
      const { past, plain, side } = placesOn(page);
      if (held.as === 'duplicate')
        return [[fact, { as: 'placed', isAlone: true, reason: 'it says again what was replaced before' }]];
      const [before, open] = [past.get(fact), side.get(fact)];
      if (before !== undefined && !plain.has(fact) && open === undefined) {
        const by = successorOf(fact, before, view, histories.get(fact) ?? []);
        if (by !== null) return [[fact, { as: 'superseded', by, reason: 'it stands in History' }]];
        return held.as === 'conflict' ? [[fact, { as: 'placed', reason: 'it is in conflict no more' }]] : [];
      }
      const other = open?.sides.find(({ facts: cited }) => !cited.includes(fact))?.facts[0];
      if (other !== undefined && !plain.has(fact))
        return [[fact, { as: 'conflict', with: other, reason: 'it stands in a callout' }]];
      if (held.as !== 'superseded') return [[fact, { as: 'placed', reason: 'it is in conflict no more' }]];
      return [
        [
          fact,
          {
            as: 'placed',
            ...(held.by === undefined ? {} : { apart: held.by }),
            reason: 'it stands as a current claim again',
          },
        ],
      ];
    }),
  );
}

/** The successor named by an earlier decision, else the current claim of its slot. */
function successorOf(id: string, claim: Claim, view: View, history: readonly LedgerLine[]): string | null {
  const mayFollow = (other: string): boolean => {
    const page = view.pages.get(view.ledger.get(other)?.page ?? '');
    return (
      other !== id &&
      !claim.facts.includes(other) &&
      page !== undefined &&
      placesOn(page).plain.has(other) &&
      !view.forgotten.has(other) &&
      !view.apart(id, other)
    );
  };
  const undone = new Set(history.flatMap(({ undoes }) => undoes ?? []));
  const named = history.findLast((line) => !undone.has(line.run) && mayFollow(line.by ?? line.with ?? ''));
  if (named) return named.by ?? named.with ?? null;
  const fact = view.factById.get(id);
  const slot = fact && parseSlot(readJudged(claim.text, fact));
  const [next] = slot
    ? [...claims.inSlot(slot.key)].flatMap(({ words }) => words.cited.find(mayFollow) ?? []).sort()
    : [];
  return next ?? null;
}

// Facts cited by a claim that has another fact's words instead: one clone corrected the claim, the other merged an
// equal fact into the old wording. A claim reworded by a person matches no fact and is left alone.

/** The facts of a page that their only claim there does not state. */
function unsaidOn(page: PageText, view: View): ReadonlySet<string> {
  const held = unsaidKnown.get(page);
  if (held?.facts === view.facts && held.ledger === view.ledger) return held.found;
  const found = findUnsaid(page, view);
  unsaidKnown.set(page, { facts: view.facts, ledger: view.ledger, found });
  return found;
}

function findUnsaid({ claims }: PageText, view: Saying): Set<string> {
  const shared = claims
    .filter((claim) => !isHistory(claim))
    .flatMap(statementsOf)
    .filter(({ facts }) => facts.length > 1);
  const lacking = shared.flatMap((claim) => unsaidBy(claim, view));
  return new Set(lacking.filter((id) => claims.filter((claim) => claim.facts.includes(id)).length === 1));
}

type Statement = Pick<Claim, 'text' | 'facts'>;

/** Each side of a callout is a statement of its own. */
const statementsOf = (claim: Claim): readonly Statement[] => (claim.sides.length === 0 ? [claim] : claim.sides);

type Saying = Pick<View, 'factById' | 'ledger'>;

function unsaidBy(claim: Statement, { factById, ledger }: Saying): string[] {
  // A rule and the ban on its opposite may be folded into one sentence, which negates like one of them.
  const isFolded = claim.facts.some((id) => {
    const held = ledger.get(id);
    return held?.as === 'duplicate' && claim.facts.includes(held.of ?? '');
  });
  const lacking = claim.facts.filter((id) =>
    missingSpecifics(factById.get(id)?.text ?? claim.text, claim.text).some((one) => one !== 'not' || !isFolded),
  );
  if (lacking.length === 0) return [];
  const words = normalForm(claim.text);
  const isAnothers = claim.facts.some(
    (id) => !lacking.includes(id) && normalForm(factById.get(id)?.text ?? '') === words,
  );
  return isAnothers ? lacking : [];
}

export interface Pending {
  /** Facts without a disposition or with an edited line, in chronological order. */
  readonly facts: readonly Fact[];
  /**
   * Facts cited on a page without a matching disposition, because of a merge, a crash or a manual edit; mapped to the
   * page.
   */
  readonly cited: ReadonlyMap<string, string>;
  /** Facts that the ledger places on a page but no page cites: a person removed the claim. */
  readonly removed: readonly Fact[];
  /** Facts on two pages after a merge. May overlap with the edited and cited ones. */
  readonly doubled: ReadonlyMap<string, Home>;
  /** Facts cited by a claim that has another fact's words since a merge; mapped to the page. */
  readonly unsaid: ReadonlyMap<string, string>;
  /** Facts whose place on the page contradicts their disposition; mapped to what the page says. */
  readonly restated: ReadonlyMap<string, Restated>;
  /** Facts whose claim conflicts with or repeats another current claim, in the order in which they are settled. */
  readonly clashes: ReadonlyMap<string, Clash>;
}

export const NOTHING_PENDING: Pending = {
  facts: [],
  cited: new Map(),
  removed: [],
  doubled: new Map(),
  unsaid: new Map(),
  restated: new Map(),
  clashes: new Map(),
};

export interface PendingOptions {
  /** Treat quarantined facts as pending. */
  readonly retry?: boolean;
  /** Claims are known not to clash and to be complete, so skip those checks. */
  readonly inAgreement?: boolean;
}

/** Facts of today or later, and forgotten ones, are never pending. */
export function readPending(
  view: View,
  today: string,
  { retry = false, inAgreement = false }: PendingOptions = {},
): Pending {
  const facts: Fact[] = [];
  const cited = new Map<string, string>();
  const removed: Fact[] = [];
  const twice = new Set<string>();
  const unsaid = new Map<string, string>();
  const elsewhere = new Set<string>();
  for (const fact of view.facts) {
    if (fact.day >= today || view.forgotten.has(fact.id)) continue;
    const line = view.ledger.get(fact.id);
    const held = line?.as === 'pending' ? undefined : line;
    if (held?.as === 'forgotten') continue;
    const pages = view.citedOn.get(fact.id);
    if (pages && pages.length > 1) twice.add(fact.id);
    const isRetried = retry && held?.as === 'quarantined';
    if (held !== undefined && held.digest !== digestOf(fact)) facts.push(fact);
    else if ((held === undefined || isRetried) && !pages) facts.push(fact);
    else if (pages && !isSaid(held, pages)) cited.set(fact.id, pages[0] ?? '');
    else if (held && !pages && CITED.has(held.as) && view.merge === null && !isLost(view, held.page ?? ''))
      removed.push(fact);
    else if (held && pages && view.merge === null) {
      const page = view.pages.get(held.page ?? '');
      if (page === undefined) continue;
      if (!inAgreement && pages.length === 1 && isPlain(held) && unsaidOn(page, view).has(fact.id))
        unsaid.set(fact.id, page.path);
      else if (isElsewhere(held, page, view)) elsewhere.add(fact.id);
    }
  }
  const homes = readHomes(view, twice);
  for (const [fact, { home }] of homes) if (cited.has(fact)) cited.set(fact, home);
  const doubled = new Map([...homes].filter(([, { others }]) => others.length > 0));
  for (const fact of doubled.keys()) elsewhere.delete(fact);
  const restated = readRestated(elsewhere, view);
  const edited = new Set(facts.map(({ id }) => id));
  const isOpen = ({ id, day }: Fact): boolean =>
    day < today && ![edited, cited, doubled, unsaid, restated].some((others) => others.has(id));
  const clashes = view.merge === null && !inAgreement ? findClashes(claims, view, isOpen) : new Map<string, Clash>();
  return { facts: inOrder(facts), cited, removed, doubled, unsaid, restated, clashes };
}

/** Computes each key once: sorting a hundred thousand facts compares them millions of times. */
function inOrder(facts: readonly Fact[]): Fact[] {
  const keyed = facts.map((fact) => ({ fact, key: orderKey(fact) }));
  return keyed.sort((a, b) => compareText(a.key, b.key) || compareFacts(a.fact, b.fact)).map(({ fact }) => fact);
}

/** The cached digest of a fact's content. */
function digestOf(fact: Fact): string {
  const digest = digestsKnown.get(fact) ?? factDigest(fact);
  digestsKnown.set(fact, digest);
  return digest;
}

function isSaid(held: LedgerLine | undefined, pages: readonly string[]): boolean {
  return held !== undefined && CITED.has(held.as) && pages.includes(held.page ?? '');
}

const isPlain = ({ as }: LedgerLine): boolean => as === 'placed' || as === 'duplicate';

/** Every fact that a dream has to process, without duplicates. */
export function pendingIds({ facts, cited, removed, doubled, unsaid, restated, clashes }: Pending): Set<string> {
  return new Set([
    ...facts.map((fact) => fact.id),
    ...removed.map((fact) => fact.id),
    ...cited.keys(),
    ...doubled.keys(),
    ...unsaid.keys(),
    ...restated.keys(),
    ...clashes.keys(),
  ]);
}

export interface PendingCount {
  readonly facts: number;
  /** Ascending. */
  readonly days: readonly string[];
}

/** The number of facts that a dream would process, and their days. */
export function countPending(view: View, pending: Pending): PendingCount {
  return count(view, pendingIds(pending));
}

/**
 * The same without what a person undid: a night must not simply decide it again. Claims removed or moved by hand were
 * not planned, and a line edited since says something new; those still count.
 */
export function countForNight(view: View, pending: Pending): PendingCount {
  const undone = readUndone(view);
  const byHand = new Set([...pending.removed.map(({ id }) => id), ...pending.restated.keys()]);
  const isHeldBack = (id: string): boolean => {
    const fact = view.factById.get(id);
    const lines = byHand.has(id) ? undefined : undone.get(id);
    return lines !== undefined && fact !== undefined && isUndoneAsIs(fact, lines);
  };
  return count(view, new Set([...pendingIds(pending)].filter((id) => !isHeldBack(id))));
}

function count(view: View, ids: ReadonlySet<string>): PendingCount {
  const days = new Set([...ids].flatMap((id) => view.factById.get(id)?.day ?? []));
  return { facts: ids.size, days: [...days].sort() };
}

// A cached mark that for these pages and decisions no current claims conflict and every claim is complete. Finding that
// out takes longer than the rest of reading a vault (a second at 10,000 facts), so commands that only ask what is
// pending check the mark first. Derived and disposable: if it belongs to another state or cannot be read, it is
// ignored.

/** Bump it whenever conflicting claims are detected differently, to invalidate old marks. */
const FORMAT = 1;
const AGREEMENT_FILE = `${CACHE_DIR}/agreement`;

/** True if no fact that a page cites needs any work, so that new facts cannot change that. */
export function isInAgreement(
  view: View,
  { facts, cited, removed, doubled, unsaid, restated, clashes }: Pending,
  today: string,
): boolean {
  if (
    view.merge !== null ||
    removed.length > 0 ||
    [cited, doubled, unsaid, restated, clashes].some(({ size }) => size > 0)
  )
    return false;
  if (
    facts.some(({ id }) => view.citedOn.has(id)) ||
    view.facts.some(({ id, day }) => day >= today && view.citedOn.has(id))
  )
    return false;
  // A missing line may come back.
  return [...view.citedOn.keys()].every((id) => view.factById.has(id) || !view.ledger.has(id));
}

/** True if the mark matches the current files. */
export function wasInAgreement(vault: Vault, view: View): boolean {
  const isHeld = (): boolean => readText(absolute(vault, AGREEMENT_FILE)) === markOf(vault, view);
  return view.merge === null && orNull(isHeld) === true;
}

/** Does nothing if the vault cannot be written, or if there are no claims to compare. */
export function keepAgreement(vault: Vault, view: View): void {
  if (view.citedOn.size === 0) return;
  keepCached(vault, AGREEMENT_FILE, markOf(vault, view));
}

/**
 * Digest of everything that the result depends on: pages with claims, dispositions, reviews, marks and tombstones.
 * Excludes daily logs, because a changed line is pending anyway.
 */
function markOf(vault: Vault, view: View): string {
  const hash = createHash('sha256');
  const put = (path: string, content: string | Uint8Array): void =>
    void hash.update(`${path}\n${content.length}\n`).update(content);
  for (const path of [...view.pages.keys()].sort()) {
    const page = view.pages.get(path);
    if (page !== undefined && page.claims.length > 0) put(path, page.text);
  }
  for (const path of [...ledgerFiles(vault), REVIEW_FILE, MARK_FILE, TOMBSTONE_FILE])
    put(path, readBytes(absolute(vault, path)) ?? '');
  return `${FORMAT} ${hash.digest('hex')}\n`;
}
