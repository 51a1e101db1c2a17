// The current claims of all pages, grouped by single-valued slot or by similar words. Updated incrementally when the
// text of a page changes. Decides nothing.
import { normalForm } from '../language/normal-form.ts';
import { isEvent, withoutMoment } from '../language/profile.ts';
import { statementKey } from '../language/slots/compare.ts';
import { parseSlot, parseTurn } from '../language/slots/parse-slot.ts';
import { statementCore } from '../language/slots/sentence.ts';
import type { Judged } from '../language/slots/slots.ts';
import { CITED, foldLedger, type LedgerLine } from '../model/disposition.ts';
import { compareFacts, type Fact } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { type Claim, isHistory } from '../model/page.ts';
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
