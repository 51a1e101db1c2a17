// The current claims of all pages, grouped by single-valued slot or by similar words. Updated incrementally when the
// text of a page changes. Decides nothing.
import { normalForm } from '../language/normal-form.ts';
import { isEvent, withoutMoment } from '../language/profile.ts';
import { statementKey } from '../language/slots/compare.ts';
import { parseSlot, parseTurn } from '../language/slots/parse-slot.ts';
import { statementCore } from '../language/slots/sentence.ts';
import { judge, type Judged } from '../language/slots/slots.ts';
import { missingSpecifics } from '../language/specifics.ts';
import { CITED, foldLedger, type LedgerLine } from '../model/disposition.ts';
import { compareFacts, eventDay, type Fact } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { type Claim, isHistory } from '../model/page.ts';
import { isWholeClaim } from '../page/edit-claim.ts';
import type { PageText, View } from './view.ts';

/** Derived from the words of a claim and its facts alone. */
interface Words {
  readonly text: string;
  /** Ids of the cited facts, in the order of citation. */
  readonly cited: readonly string[];
  /** The cited facts in chronological order. Never empty. */
  readonly facts: readonly Fact[];
  readonly judged: Judged;
  /** The key of its slot, or null. */
  readonly slot: string | null;
  /** Key of the claims about the same slot, or that may say the same. */
  readonly group: string;
  /** Equal for equal statements. Computed on first use. */
  readonly key: () => string;
}

/** A current claim that is a list item or a side of a callout, which memvault may reword and move. */
export interface Said {
  readonly page: PageText;
  readonly claim: Claim;
  readonly isSide: boolean;
  readonly words: Words;
}

export interface CurrentClaims {
  /** Updates it to the current pages. */
  follow(view: Pick<View, 'facts' | 'factById' | 'pages'>): void;
  /** Groups of two or more claims about the same slot, or that may say the same. */
  together(): Iterable<ReadonlySet<Said>>;
  inSlot(key: string): ReadonlySet<Said>;
}

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
/** An absolute date that memvault added after a relative one. */
const DATES = / ?\((?:[a-z ]*\d{4}[^()]*|(?:spring|summer|autumn|fall|winter) \d{4}[^()]*)\)/gi;

export function currentClaims(): CurrentClaims {
  let facts: View['facts'] | null = null;
  const known = new Map<string, { readonly page: PageText; readonly said: readonly Said[] }>();
  const groups = new Map<string, Set<Said>>();
  const leave = (path: string): void => {
    for (const one of known.get(path)?.said ?? []) groups.get(one.words.group)?.delete(one);
    known.delete(path);
  };
  const enter = (page: PageText, factById: View['factById'], before: readonly Said[]): void => {
    const said = readSaid(page, factById, before);
    known.set(page.path, { page, said });
    for (const one of said) groups.set(one.words.group, (groups.get(one.words.group) ?? new Set()).add(one));
  };
  return {
    follow: (view) => {
      if (facts !== view.facts) for (const path of known.keys()) leave(path);
      facts = view.facts;
      const before = new Map<string, readonly Said[]>();
      for (const [path, { page, said }] of known) {
        if (view.pages.get(path) === page) continue;
        before.set(path, said);
        leave(path);
      }
      for (const page of view.pages.values())
        if (!known.has(page.path)) enter(page, view.factById, before.get(page.path) ?? []);
    },
    together: () =>
      [...groups]
        .filter(([, { size }]) => size > 1)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, group]) => group),
    inSlot: (key) => groups.get(slotGroup(key)) ?? new Set(),
  };
}

const slotGroup = (slot: string): string => `slot ${slot}`;
const groupOf = (slot: string | null, text: string): string =>
  slot === null ? `words ${roughKey(text)}` : slotGroup(slot);

function readWords(text: string, cited: readonly string[], facts: readonly Fact[], first: Fact): Words {
  const judged = readJudged(text, first);
  const slot = slotKeyOf(judged);
  let key: string | null = null;
  return {
    text,
    cited,
    facts: facts.length === 1 ? facts : [...facts].sort(compareFacts),
    judged,
    slot,
    group: groupOf(slot, text),
    key: () => (key ??= statementKey(text, first)),
  };
}

const ASCII = /^[\x20-\x7e]*$/;
/** Words in which equal statements may differ. */
const SAYS_NOTHING = /\b(?:currently|presently|current|present|moment|remember|reminder|record)\b/g;

/** Equal for equal statements and rarely for others; costs a tenth of the exact key. */
function roughKey(text: string): string {
  if (!ASCII.test(text)) return normalForm(statementCore(text));
  return (
    text
      .toLowerCase()
      .replace(SAYS_NOTHING, '')
      .match(/[a-z]{5,}|\d+/g) ?? []
  ).join(' ');
}

/** `before`: the claims of the page's previous text, reused if unchanged. */
function readSaid(page: PageText, factById: View['factById'], before: readonly Said[]): Said[] {
  if (page.claims.length === 0) return [];
  const lines = page.text.split('\n');
  const times = new Map<string, number>();
  for (const { facts } of page.claims) for (const id of facts) times.set(id, (times.get(id) ?? 0) + 1);
  const earlier = new Map(before.map(({ words }) => [words.cited[0], words]));
  const readOne = (claim: Claim, { text, facts: cited }: Pick<Claim, 'text' | 'facts'>, isSide: boolean): Said[] => {
    // A fact that several claims cite is left to people.
    if (cited.some((id) => times.get(id) !== 1)) return [];
    const held = earlier.get(cited[0]);
    if (held?.text === text && held.cited.join() === cited.join()) return [{ page, claim, isSide, words: held }];
    const facts = cited.flatMap((id) => factById.get(id) ?? []);
    const [first] = facts;
    // Also skip claims with facts that are no longer in any log.
    if (!first || facts.length < cited.length) return [];
    return [{ page, claim, isSide, words: readWords(text, cited, facts, first) }];
  };
  return page.claims.flatMap((claim): Said[] => {
    if (isHistory(claim)) return [];
    if (claim.sides.length > 0) return claim.sides.flatMap((side) => readOne(claim, side, true));
    return ITEM.test(lines[claim.line - 1] ?? '') ? readOne(claim, claim, false) : [];
  });
}

/** The key of its single-valued slot, or of the first slot that it ends; null for neither. */
export function slotKeyOf(judged: Judged): string | null {
  return (parseSlot(judged) ?? parseTurn(judged))?.key ?? null;
}

/**
 * What a claim states in its own words. The `value` field of the fact counts only if the claim has the fact's words.
 */
export function readJudged(text: string, fact: Fact): Judged {
  if (text === fact.text) return fact;
  const said = isEvent(fact) ? withoutMoment(text) : text;
  if (normalForm(said.replace(DATES, '')) === normalForm(fact.text.replace(DATES, ''))) return fact;
  const {
    category,
    day,
    fields: { value: _value, ...fields },
  } = fact;
  return { text: said, fields, category, day };
}

// Facts that several pages cite: which page is their home, and on which others earlier decisions placed them, as
// happens with two independent clones. Copies made by hand are ignored.

export interface Home {
  /** Among the citing pages, the one named by the latest decision. */
  readonly home: string;
  /** Pages named by earlier decisions that still cite it. */
  readonly others: readonly string[];
}

/**
 * `facts`: those cited on more than one page. Reads the ledger once, or not at all without facts. A fact without a
 * decision has no home.
 */
export function readHomes(view: Pick<View, 'citedOn' | 'ledgerRead'>, facts: ReadonlySet<string>): Map<string, Home> {
  if (facts.size === 0) return new Map();
  const histories = groupBy(
    view.ledgerRead.lines.filter((line) => facts.has(line.fact)),
    (line) => line.fact,
  );
  return new Map(
    [...histories].flatMap(([fact, history]): [string, Home][] => {
      const home = homeOf(history, view.citedOn.get(fact) ?? []);
      return home ? [[fact, home]] : [];
    }),
  );
}

function homeOf(history: readonly LedgerLine[], pages: readonly string[]): Home | null {
  const undone = new Set(history.flatMap((line) => line.undoes ?? []));
  const standing = history.filter(
    (line) => CITED.has(line.as) && !undone.has(line.run) && pages.includes(line.page ?? ''),
  );
  const [held] = foldLedger(standing).values();
  if (held?.page === undefined) return null;
  const named = new Set(standing.map((line) => line.page));
  return { home: held.page, others: pages.filter((page) => page !== held.page && named.has(page)) };
}

// Finds claims in History whose successor is gone, because a person removed it or had it forgotten; nothing is revived
// automatically.

export interface LonePast {
  readonly fact: Fact;
  /** The fact that replaced it and is gone. */
  readonly by: string;
}

type Known = Pick<View, 'ledger' | 'ledgerRead' | 'factById' | 'citedOn' | 'forgotten'>;

/** Past facts whose only successor is gone and whose slot has no other current value. */
export function readLonePast(view: Known): LonePast[] {
  const { ledger, citedOn, factById, forgotten } = view;
  const lone = [...ledger.values()].flatMap(({ fact: id, as, by }): LonePast[] => {
    const fact = factById.get(id);
    const isLone =
      as === 'superseded' &&
      by !== undefined &&
      fact !== undefined &&
      citedOn.has(id) &&
      !forgotten.has(id) &&
      isGone(by, view);
    return isLone ? [{ fact, by }] : [];
  });
  if (lone.length === 0) return [];
  const gone = new Set(lone.map(({ by }) => by));
  const replacedIt = new Set(
    view.ledgerRead.lines.flatMap(({ fact, as, by }) =>
      gone.has(fact) && as === 'superseded' && by !== undefined && citedOn.has(by) ? [fact] : [],
    ),
  );
  const slots = currentSlots(view);
  return lone.filter(({ fact, by }) => !replacedIt.has(by) && !slots.has(parseSlot(fact)?.key ?? ''));
}

function isGone(id: string, { ledger, citedOn, forgotten }: Known): boolean {
  return (
    !citedOn.has(id) && (forgotten.has(id) || ledger.get(id)?.as === 'set-aside' || ledger.get(id)?.as === 'forgotten')
  );
}

function currentSlots({ ledger, factById }: Known): Set<string> {
  return new Set(
    [...ledger.values()].flatMap(({ fact, as }) => {
      const said = as === 'placed' || as === 'conflict' ? factById.get(fact) : undefined;
      return said ? (parseSlot(said)?.key ?? []) : [];
    }),
  );
}

// Detects pages that a person renamed or moved: the ledger knows which facts were on a page, and current pages cite
// them.

/**
 * For each page in the ledger that is gone, the page that cites its facts now; null if none or several do. `isThere`:
 * whether a path is still a note.
 */
export function movedPages(
  { ledgerRead, citedOn }: View,
  isThere: (path: string) => boolean,
): ReadonlyMap<string, string | null> {
  const factsOf = new Map<string, Set<string>>();
  for (const { page, fact } of ledgerRead.lines) {
    if (page === undefined) continue;
    const facts = factsOf.get(page);
    if (facts) facts.add(fact);
    else if (!isThere(page)) factsOf.set(page, new Set([fact]));
  }
  return new Map(
    [...factsOf].map(([gone, facts]) => {
      const now = new Set([...facts].flatMap((fact) => citedOn.get(fact) ?? []));
      const [only] = now;
      return [gone, now.size === 1 && only !== undefined ? only : null];
    }),
  );
}

// Finds current claims that cannot all hold: two values in a single-valued slot, or the same statement twice. They come
// from merging two clones, from older versions of memvault, or from manual edits. Each is judged as if the later one
// had just been logged; the result is a disposition for the fact.

/** The disposition of a claim's fact, and thereby of the claim. */
export interface Clash {
  readonly as: 'superseded' | 'conflict' | 'duplicate';
  /** The fact that replaces it, contradicts it, or says the same. */
  readonly other: string;
  readonly reason: string;
}

/** Keyed by fact, so that they can be applied one by one. `isOpen`: whether no other change is due for the fact. */
export function findClashes(claims: CurrentClaims, view: View, isOpen: (fact: Fact) => boolean): Map<string, Clash> {
  claims.follow(view);
  const found = new Map<string, Clash>();
  const named = namedTogether(view);
  for (const group of claims.together()) {
    const open = [...group].flatMap((said) => toStanding(said, view, isOpen) ?? []);
    if (open.length > 1) settle(open, { view, named }, found);
  }
  return found;
}

/** How many of the standing claims a further claim is compared with. */
const MANY = 16;

interface Standing {
  readonly said: Said;
  /** The fact that the claim was placed for. */
  readonly base: string;
  readonly pinned: boolean;
  /** In chronological order, including those that this settlement adds. */
  facts: readonly Fact[];
}

interface Reviewed {
  readonly view: View;
  /** Whether a review has ever named both, whatever its outcome. */
  readonly named: (a: string, b: string) => boolean;
}

function toStanding(said: Said, view: View, isOpen: (fact: Fact) => boolean): Standing | null {
  const {
    page,
    words: { facts, cited },
  } = said;
  const isSettled = ({ id }: Fact): boolean => {
    const held = view.ledger.get(id);
    return (
      held !== undefined &&
      CITED.has(held.as) &&
      held.page === page.path &&
      view.citedOn.get(id)?.length === 1 &&
      !view.forgotten.has(id)
    );
  };
  if (!facts.every((fact) => isSettled(fact) && isOpen(fact))) return null;
  const bases = cited.filter((id) => ['placed', 'conflict'].includes(view.ledger.get(id)?.as ?? ''));
  const [base] = bases;
  // A claim that a person wrote from several facts is not removed because of one of them.
  const words = new Set(bases.map((id) => normalForm(view.factById.get(id)?.text ?? '')));
  return base === undefined || words.size > 1
    ? null
    : { said, base, facts, pinned: facts.some(({ id }) => view.pinned.has(id)) };
}

/** Processes claims in chronological order; each is compared with those that hold by then. */
function settle(all: readonly Standing[], known: Reviewed, found: Map<string, Clash>): void {
  const last = ({ facts }: Standing): Fact => facts.at(-1) ?? (facts[0] as Fact);
  const put = ({ base }: Standing, clash: Clash): void => {
    // A later replacement overrides any earlier outcome.
    found.delete(base);
    found.set(base, clash);
  };
  let holding: Standing[] = [];
  for (const newer of [...all].sort((a, b) => compareFacts(last(a), last(b)))) {
    const beside = holding.slice(-MANY).flatMap((older): Beside[] => {
      const verdict = between(older, newer, known);
      return verdict === null ? [] : [{ older, ...verdict }];
    });
    const against = beside.findLast(({ as }) => as === 'conflict');
    const alike = beside.filter(({ as }) => as === 'duplicate');
    // A later statement that repeats one side of a conflict settles it.
    const settles =
      against === undefined &&
      !newer.said.isSide &&
      alike.length < beside.length &&
      alike.every(({ older }) => older.said.isSide);
    const same = settles ? undefined : alike.at(-1);
    const [goes, stays, met] = same ? moving(newer, same) : against ? moving(newer, against) : [null, newer, null];
    if (goes && met) put(goes, { as: same ? 'duplicate' : 'conflict', other: stays.base, reason: met.reason });
    if (same) {
      stays.facts = [...newer.facts, ...same.older.facts].sort(compareFacts);
      holding = [...holding.filter((one) => one !== same.older), stays];
      continue;
    }
    const replaced = against ? [] : beside;
    for (const { older, by, reason } of replaced) put(older, { as: 'superseded', other: by.id, reason });
    holding = [...holding.filter((one) => !replaced.some(({ older }) => older === one)), newer];
  }
}

interface Beside extends Verdict {
  readonly older: Standing;
}

interface Verdict {
  readonly as: Clash['as'];
  /** The fact of the newer claim that starts the change. */
  readonly by: Fact;
  readonly reason: string;
}

/** Which of the two is merged into the other: a plain claim into a side, else the newer into the older. */
function moving(newer: Standing, met: Beside): [Standing, Standing, Beside] {
  return newer.said.isSide && !met.older.said.isSide ? [met.older, newer, met] : [newer, met.older, met];
}

/** The verdict on a pair; null if both stay. */
function between(older: Standing, newer: Standing, { view, named }: Reviewed): Verdict | null {
  const [before, after] = [older.said, newer.said];
  if (before.claim === after.claim) return null;
  const isApart = older.facts.some((a) => newer.facts.some((b) => view.apart(a.id, b.id) || named(a.id, b.id)));
  const end = older.facts.at(-1);
  const by = newer.facts.find((fact) => end !== undefined && compareFacts(end, fact) < 0);
  if (isApart || !end || !by) return null;
  const isSame = before.words.key() === after.words.key();
  // Claims without a slot, grouped only by similar words, are either equal or unrelated.
  if (!isSame && before.words.slot === null) return null;
  const { as, reason } = isSame
    ? { as: 'duplicate', reason: 'it says the same' }
    : judge(before.words.judged, after.words.judged, { sameDay: eventDay(end) === eventDay(by), explicit: false });
  const [goes, stays] = after.isSide && !before.isSide ? [older, newer] : [newer, older];
  if (as === 'update') return older.pinned || newer.pinned ? null : { as: 'superseded', by, reason };
  if (as === 'conflict') return older.pinned || newer.pinned || !mayGo(goes.said) ? null : { as, by, reason };
  if (as !== 'duplicate' || goes.pinned || !mayGo(goes.said)) return null;
  return goes.facts.every(({ text }) => missingSpecifics(text, stays.said.words.text).length === 0)
    ? { as, by, reason }
    : null;
}

/** True if removing the claim's line removes nothing that a person wrote. */
const mayGo = ({ page, claim, isSide }: Said): boolean => isSide || isWholeClaim(page.text, claim.line);

function namedTogether({ reviews }: Pick<View, 'reviews'>): Reviewed['named'] {
  const others = new Map<string, Set<string>>();
  for (const { facts } of reviews.values())
    for (const fact of facts) others.set(fact, new Set([...(others.get(fact) ?? []), ...facts]));
  return (a, b) => others.get(a)?.has(b) ?? false;
}
