// What the current claims of the pages say: those that speak of one thing that has one value at a time, or that say
// the same, found together. Kept in step with the pages by their texts. Decides nothing.
import { normalForm } from '../language/normal-form.ts';
import { isEvent, withoutMoment } from '../language/profile.ts';
import { statementKey } from '../language/slots/equal.ts';
import { parseSlot, parseTurn } from '../language/slots/parse-slot.ts';
import { statementCore } from '../language/slots/sentence.ts';
import type { Judged } from '../language/slots/slots.ts';
import { CITED, foldLedger, type LedgerLine } from '../model/disposition.ts';
import { compareFacts, type Fact } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { type Claim, isHistory } from '../model/page.ts';
import type { PageText, View } from './view.ts';

/** What is found out of the words of a claim and its facts alone. */
interface Words {
  readonly text: string;
  /** Ids of the facts that it cites, in the order they stand. */
  readonly cited: readonly string[];
  /** The facts that it cites, in the order in which they happened. Never empty. */
  readonly facts: readonly Fact[];
  readonly judged: Judged;
  /** The key of its slot, or null. */
  readonly slot: string | null;
  /** Of those that speak of one thing, or may say the same. */
  readonly group: string;
  /** Equal statements share it. Found when first asked for. */
  readonly key: () => string;
}

/** A current claim that is a list item, or a side of a callout: memvault's to reword and to move. */
export interface Said {
  readonly page: PageText;
  readonly claim: Claim;
  readonly isSide: boolean;
  readonly words: Words;
}

export interface CurrentClaims {
  /** Brings it in step with the pages. */
  follow(view: Pick<View, 'facts' | 'factById' | 'pages'>): void;
  /** Groups of two or more that speak of one thing, or may say the same. */
  together(): Iterable<ReadonlySet<Said>>;
  inSlot(key: string): ReadonlySet<Said>;
}

const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s/;
/** A date that memvault set beside a relative one. */
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
/** What two equal statements may differ in. */
const SAYS_NOTHING = /\b(?:currently|presently|current|present|moment|remember|reminder|record)\b/g;

/** Equal statements share it, and few others do: it costs a tenth of their true key. */
function roughKey(text: string): string {
  if (!ASCII.test(text)) return normalForm(statementCore(text));
  return (
    text
      .toLowerCase()
      .replace(SAYS_NOTHING, '')
      .match(/[a-z]{5,}|\d+/g) ?? []
  ).join(' ');
}

/** `before`: what the page said while it had another text. What one of them says is not found out again. */
function readSaid(page: PageText, factById: View['factById'], before: readonly Said[]): Said[] {
  if (page.claims.length === 0) return [];
  const lines = page.text.split('\n');
  const times = new Map<string, number>();
  for (const { facts } of page.claims) for (const id of facts) times.set(id, (times.get(id) ?? 0) + 1);
  const earlier = new Map(before.map(({ words }) => [words.cited[0], words]));
  const readOne = (claim: Claim, { text, facts: cited }: Pick<Claim, 'text' | 'facts'>, isSide: boolean): Said[] => {
    // What several claims rest on is left to persons.
    if (cited.some((id) => times.get(id) !== 1)) return [];
    const held = earlier.get(cited[0]);
    if (held?.text === text && held.cited.join() === cited.join()) return [{ page, claim, isSide, words: held }];
    const facts = cited.flatMap((id) => factById.get(id) ?? []);
    const [first] = facts;
    // What no log holds any more, too.
    if (!first || facts.length < cited.length) return [];
    return [{ page, claim, isSide, words: readWords(text, cited, facts, first) }];
  };
  return page.claims.flatMap((claim): Said[] => {
    if (isHistory(claim)) return [];
    if (claim.sides.length > 0) return claim.sides.flatMap((side) => readOne(claim, side, true));
    return ITEM.test(lines[claim.line - 1] ?? '') ? readOne(claim, claim, false) : [];
  });
}

/** The key of what it speaks of that has one value at a time, or of the first that it ends; null for neither. */
export function slotKeyOf(judged: Judged): string | null {
  return (parseSlot(judged) ?? parseTurn(judged))?.key ?? null;
}

/** What a claim says by its own words. In those of its fact a value of a field counts, in a person's it does not. */
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

// Facts that several pages cite: which page is their own, and on which others earlier decisions put them, as
// two clones do that know nothing of each other. A copy that a person made by hand is not among those.

export interface Home {
  /** The page that the latest decision names among those that cite the fact. */
  readonly home: string;
  /** Pages that earlier decisions put it on, and that cite it still. */
  readonly others: readonly string[];
}

/**
 * `facts`: those that more than one page cites. One pass over the ledger, and none without them. No decision, no home.
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

// Claims in History whose successor went: a person took it away or had it forgotten, and nobody is revived by itself.
// Says which.

export interface LonePast {
  readonly fact: Fact;
  /** What took its place, and is gone. */
  readonly by: string;
}

type Known = Pick<View, 'ledger' | 'ledgerRead' | 'factById' | 'citedOn' | 'forgotten'>;

/** Past facts that only what is gone took the place of, with nothing else current in their slot. */
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

// Where pages went that a person renamed or moved: the ledger knows which facts ever stood on a page, and the pages
// of now which of them cite those facts.

/**
 * By each page that the ledger names and that is gone, the page that cites its facts now; null where none does, or
 * several. `isThere` tells which paths still hold a note.
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
