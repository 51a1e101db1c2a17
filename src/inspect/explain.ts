// The story of a fact and of a page.
import { factDigest } from '../model/bytes.ts';
import { fadedBy } from '../model/confidence.ts';
import {
  CITED,
  type DispositionKind,
  type LedgerLine,
  purgedFacts,
  standingTombstones,
  type TombstoneLine,
} from '../model/disposition.ts';
import { compareFacts, compareText, eventDay, type Fact, supersededAmong } from '../model/fact.ts';
import { compareLines, groupBy } from '../model/group-by.ts';
import type { RunKind } from '../model/journal.ts';
import { type Claim, isHistory, type MarkLine } from '../model/page.ts';
import type { Recalled } from '../model/recall.ts';
import type { ReviewLine } from '../model/review.ts';
import { parseBlocks } from '../note/blocks.ts';
import { dayIn, parseFrontMatter } from '../note/front-matter.ts';
import { relativeLink } from '../note/link-map.ts';
import { citationsIn } from '../page/claim-text.ts';
import { holdsClaim } from '../page/page.ts';
import type { RunEntry } from '../page/run-log.ts';
import { movedPages } from '../vault/current-claims.ts';
import { isForgotten, type View } from '../vault/view.ts';
import {
  type Course,
  courseOf,
  localDay,
  recallsByFact,
  standingsIn,
  type Touch,
  touchesOf,
  type TouchInput,
} from './touches.ts';

// The story of a fact: its origin, its fate, and related facts: those that replaced it, that it replaced, that say the
// same or contradict it. Reads no file; contains no text of a forgotten fact.

/** Everything read from the vault to tell the story of a fact or a page. */
export interface Records extends Pick<TouchInput, 'isUndone' | 'reasonOf'> {
  readonly view: View;
  readonly marks: readonly MarkLine[];
  readonly recalls: readonly (Recalled & { readonly fact: string })[];
  readonly reviews: readonly ReviewLine[];
  readonly tombstones: readonly TombstoneLine[];
  readonly entries: readonly RunEntry[];
  /** The local day. */
  readonly today: string;
}

/** Everything shown about a forgotten fact. */
export interface ForgottenStory {
  readonly id: string;
  readonly forgotten: true;
  /** ISO in UTC; null if an older layout lacks it. */
  readonly at: string | null;
  /** Its line was also removed from the daily log. */
  readonly purged: boolean;
  /** Not forgotten by its own id: it says the same as a forgotten fact. */
  readonly alike: boolean;
}

/** The story of a fact in a daily log. */
export interface FactStory {
  readonly fact: Fact;
  readonly forgotten: false;
  /** Null while it is pending. */
  readonly held: LedgerLine | null;
  /** Its line was edited after the decision; the next dream corrects its claim. */
  readonly edited: boolean;
  /** The claims that cite it, current ones first. */
  readonly claims: readonly Claim[];
  readonly touches: readonly Touch[];
  readonly recalled: Recalled | null;
  readonly course: Course;
  readonly pinned: boolean;
  readonly others: Others;
}

/** Null for an id that is in no log and not forgotten. */
export function factStory(id: string, records: Records): FactStory | ForgottenStory | null {
  const { view, tombstones } = records;
  if (isForgotten(id, view)) return forgottenStory(id, records);
  const fact = view.factById.get(id);
  if (fact === undefined) return null;
  const lines = view.ledgerRead.lines.filter((line) => line.fact === id).sort(compareLines);
  const touches = touchesOf(id, {
    ...records,
    lines,
    marks: records.marks.filter((mark) => mark.fact === id),
    reviews: records.reviews.filter(({ facts }) => facts.includes(id)),
    tombstones: tombstones.filter((line) => line.fact === id),
  });
  const holds = view.ledger.get(id);
  const held = holds === undefined || holds.as === 'pending' ? null : holds;
  const claims = claimsOf(id, view);
  const others = othersOf(id, view, claims[0] ?? null);
  const over =
    held?.as === 'superseded'
      ? null
      : (others.replacedBy.map((by) => view.factById.get(by)?.day ?? '').sort()[0] ?? null);
  const recalls = records.recalls.filter((recall) => recall.fact === id);
  return {
    fact,
    forgotten: false,
    held,
    claims,
    touches,
    edited: held !== null && held.digest !== factDigest(fact),
    recalled: recallsByFact(recalls).get(id) ?? null,
    // The valid line goes last. It need not be the latest, since folding may ignore later ones.
    course: courseOf(fact, {
      lines: holds === undefined ? lines : [...lines.filter((line) => line !== holds), holds],
      marks: records.marks.filter((mark) => mark.fact === id).sort((a, b) => (a.at < b.at ? -1 : 1)),
      over,
      recalls,
      today: records.today,
    }),
    pinned: view.pinned.has(id),
    others,
  };
}

/** The claims that cite a fact: current before past, and those on its home page first. */
function claimsOf(id: string, view: View): Claim[] {
  const home = view.ledger.get(id)?.page;
  const paths = [...(view.citedOn.get(id) ?? [])].sort((a, b) => Number(b === home) - Number(a === home));
  const claims = paths.flatMap((path) => view.pages.get(path)?.claims.filter(({ facts }) => facts.includes(id)) ?? []);
  return claims.sort((a, b) => Number(isHistory(a)) - Number(isHistory(b)));
}

function forgottenStory(id: string, { view, tombstones }: Records): ForgottenStory {
  const standing = standingTombstones(tombstones);
  const stones = standing.get(id) ?? [];
  const at =
    [...stones.map((stone) => stone.at), view.ledger.get(id)?.as === 'forgotten' ? (view.ledger.get(id)?.at ?? '') : '']
      .filter((time) => time !== '')
      .sort()[0] ?? null;
  return {
    id,
    forgotten: true,
    at,
    purged: purgedFacts(standing).has(id),
    alike: stones.length === 0 && view.ledger.get(id)?.as !== 'forgotten',
  };
}

/** A related fact. */
export interface OtherFact {
  readonly id: string;
  /** Local day of its event; null if it is in no log. */
  readonly date: string | null;
  /** Null if it was forgotten or is in no log. */
  readonly text: string | null;
  readonly forgotten: boolean;
}

/** A fact in a chain of replacements. */
export interface Link extends OtherFact {
  /** The local days between which it held; `to` is null if it still does. */
  readonly from: string | null;
  readonly to: string | null;
  /** The fact that was asked about. */
  readonly here: boolean;
}

/** Facts related to the one that was asked about. */
interface Others {
  /** The replacements from oldest to newest, including the fact; empty if it was never part of one. */
  readonly chain: readonly Link[];
  /** Facts that say the same. */
  readonly same: readonly OtherFact[];
  /** Facts that contradict it. */
  readonly against: readonly OtherFact[];
  /** Ids of unplaced facts whose `supersedes` names it. */
  readonly replacedBy: readonly string[];
  /** Ids that its own `supersedes` names, while it is unplaced. */
  readonly replaces: readonly string[];
}

/** The most facts in a chain before and after it. */
const LONGEST = 50;

/**
 * The facts related to this one. `claim`: the claim that shows it; the other sides of a conflict contradict it. Null
 * for none.
 */
export function othersOf(id: string, view: View, claim: Claim | null): Others {
  const held = view.ledger.get(id);
  const sameAs = new Set([
    ...(held?.of === undefined ? [] : [held.of]),
    ...linesWith(
      view,
      (line) => line.as === 'duplicate' && (line.of === id || (held?.as === 'duplicate' && line.of === held.of)),
    ),
  ]);
  const sides =
    claim === null || claim.sides.length < 2
      ? []
      : claim.sides.filter(({ facts }) => !facts.includes(id)).flatMap(({ facts }) => facts);
  const against = new Set([
    ...(held?.as === 'conflict' && held.with !== undefined ? [held.with] : []),
    ...linesWith(view, (line) => line.as === 'conflict' && line.with === id),
    ...sides,
  ]);
  const waiting = waitingOf(view);
  const chain = chainOf(id, view, waiting);
  const shown = (ids: Iterable<string>): OtherFact[] =>
    inOrder(
      [...ids].filter((other) => other !== id),
      view,
    ).map((other) => otherFact(other, view));
  return {
    chain: chain.length < 2 ? [] : chain,
    same: shown(sameAs),
    against: shown(against),
    replacedBy: waiting.filter(({ names }) => names.includes(id)).map(({ id: by }) => by),
    replaces: waiting.find((one) => one.id === id)?.names ?? [],
  };
}

function otherFact(id: string, view: View): OtherFact {
  const fact = view.factById.get(id);
  const forgotten = isForgotten(id, view);
  return {
    id,
    date: fact === undefined ? (view.ledger.get(id)?.day ?? null) : eventDay(fact),
    text: forgotten ? null : (fact?.text ?? null),
    forgotten,
  };
}

/** An unplaced fact, and the facts that it supersedes. */
interface Waiting {
  readonly id: string;
  readonly names: readonly string[];
}

function waitingOf(view: View): Waiting[] {
  const namedBy = supersededAmong(view.facts);
  return view.facts
    .filter(({ id, fields }) => fields['supersedes'] !== undefined && !view.citedOn.has(id) && !isForgotten(id, view))
    .map((fact) => ({ id: fact.id, names: namedBy(fact) }));
}

function chainOf(id: string, view: View, waiting: readonly Waiting[]): Link[] {
  const nextOf = (one: string): string | undefined => {
    const line = view.ledger.get(one);
    return line?.as === 'superseded' ? line.by : waiting.find(({ names }) => names.includes(one))?.id;
  };
  const later: string[] = [];
  for (
    let next = nextOf(id);
    next !== undefined && next !== id && !later.includes(next) && later.length < LONGEST;
    next = nextOf(next)
  )
    later.push(next);
  // Two clones may each have superseded one by the other, which makes a cycle.
  const earlier = before(id, view, waiting).filter((one) => !later.includes(one));
  const ids = [...inOrder(earlier, view), id, ...later];
  return ids.map((one): Link => {
    const span = spanOf(one, view);
    const replacedBy = nextOf(one);
    const fallback = replacedBy === undefined ? null : otherFact(replacedBy, view).date;
    const other = otherFact(one, view);
    const from = span?.from ?? other.date;
    // The successor may be about an earlier day; then this one held only on its own day, as pages show it.
    const until = fallback !== null && from !== null && fallback < from ? from : fallback;
    return { ...other, from, to: span?.to ?? until, here: one === id };
  });
}

/** All predecessors, direct and indirect. */
function before(id: string, { ledger }: View, waiting: readonly Waiting[]): string[] {
  const steps = [
    ...[...ledger.values()].flatMap(({ as, by, fact }) =>
      as === 'superseded' && by !== undefined ? { by, fact } : [],
    ),
    ...waiting.flatMap(({ id: by, names }) =>
      names.flatMap((fact) => (ledger.get(fact)?.as === 'superseded' ? [] : { by, fact })),
    ),
  ];
  const byNext = groupBy(steps, ({ by }) => by);
  const found = new Set([id]);
  for (const next of found) for (const { fact } of byNext.get(next) ?? []) if (found.size <= LONGEST) found.add(fact);
  found.delete(id);
  return [...found];
}

/** When a past fact held, according to History on its page, which a person may have corrected. */
function spanOf(id: string, view: View): { readonly from: string; readonly to: string } | null {
  for (const path of view.citedOn.get(id) ?? []) {
    const past = view.pages
      .get(path)
      ?.claims.find((claim) => isHistory(claim) && claim.held !== null && claim.facts.includes(id));
    if (past?.held) return past.held;
  }
  return null;
}

function linesWith({ ledger }: View, isMeant: (line: LedgerLine) => boolean): string[] {
  return [...ledger.values()].filter(isMeant).map(({ fact }) => fact);
}

function inOrder(ids: readonly string[], { factById }: View): string[] {
  const known = (id: string): Fact | undefined => factById.get(id);
  return [...ids].sort((a, b) => {
    const [one, other] = [known(a), known(b)];
    return one !== undefined && other !== undefined ? compareFacts(one, other) : compareText(a, b);
  });
}

// The story of a page: what it is about, what its claims rest on and how certain they are, and which runs wrote it.
// Pure.

/** A run that wrote the page or decided about one of its facts. */
export interface PageRun {
  readonly run: string;
  /** Local day. */
  readonly date: string;
  readonly kind: RunKind | null;
  /** Null if only log.md mentions it. */
  readonly engine: string | null;
  /** The page's facts that it decided, by disposition. */
  readonly facts: Readonly<Partial<Record<DispositionKind, number>>>;
  readonly undone: boolean;
}

/** The story of a page. */
export type PageStory = NonNullable<ReturnType<typeof pageStory>>;

/** Null if there is no such page. */
export function pageStory(path: string, records: Records) {
  const { view, today } = records;
  const page = view.pages.get(path);
  if (page === undefined) return null;
  const { data } = parseFrontMatter(page.text);
  const current = page.claims.filter((claim) => !isHistory(claim));
  const rests = (claim: Claim): boolean => claim.facts.some((id) => view.factById.has(id) && !isForgotten(id, view));
  const known = [...new Set(page.claims.flatMap(({ facts }) => facts))].flatMap((id) =>
    isForgotten(id, view) ? [] : (view.factById.get(id) ?? []),
  );
  const days = known.map(eventDay).sort();
  const categories = [...groupBy(known, ({ category }) => category)]
    .map(([name, own]): [string, number] => [name, own.length])
    .sort(([a, m], [b, n]) => n - m || compareText(a, b));
  const staleAfter = dayIn(data['stale_after']);
  const ids = new Set(known.map(({ id }) => id));
  const recalls = records.recalls.filter(({ fact }) => ids.has(fact));
  return {
    path,
    title: page.head.title,
    about: page.head.description,
    type: wordIn(data['type']),
    status: wordIn(data['status']),
    review: wordIn(data['review']),
    updated: dayIn(data['updated']),
    staleAfter,
    stale: staleAfter !== null && staleAfter < today,
    tags: page.head.tags,
    aliases: page.head.aliases,
    broken: page.head.broken,
    claims: {
      current: current.length,
      past: page.claims.length - current.length,
      // Includes statements without citations.
      statements: current.length + bareStatements(page.text),
      onFacts: current.filter(rests).length,
    },
    // The cited facts that are in a log, with the first and last day of their events.
    facts: {
      count: known.length,
      from: days[0] ?? null,
      to: days.at(-1) ?? null,
      categories: Object.fromEntries(categories),
    },
    confidence: confidenceIn(current.filter(rests), records),
    recalls: {
      count: recalls.reduce((sum, { count }) => sum + count, 0),
      last: recalls.reduce<string | null>(
        (latest, { last }) => (latest === null || last > latest ? last : latest),
        null,
      ),
    },
    // `since`: local day of the latest side.
    conflicts: current
      .filter(({ sides }) => sides.length > 1)
      .map(({ line, facts, sides }) => ({
        line,
        facts,
        since:
          sides
            .map(({ day }) => day ?? '')
            .sort()
            .at(-1) || null,
      })),
    // Oldest first.
    runs: runsOf(path, records),
  };
}

/** The number of a person's own statements without citations. Excludes the parts that memvault generates. */
function bareStatements(text: string): number {
  const made: ReadonlySet<string> = new Set(['Overview', 'Related', 'Sources', 'History']);
  return parseBlocks(text).blocks.filter(
    (block) =>
      holdsClaim(block) &&
      !block.nested &&
      !made.has(block.section) &&
      block.text.trim() !== '' &&
      citationsIn(block.text).length === 0,
  ).length;
}

function confidenceIn(claims: readonly Claim[], { view, today, recalls }: Records) {
  const standing = standingsIn(view, recallsByFact(recalls));
  const hasFaded = fadedBy(today);
  let [faded, pinned] = [0, 0];
  for (const claim of claims) {
    const own = claim.facts.flatMap((id) => view.factById.get(id) ?? []);
    if (own.map(standing).every(hasFaded)) faded++;
    if (own.some(({ id }) => view.pinned.has(id))) pinned++;
  }
  return { faded, pinned };
}

function runsOf(path: string, { view, entries, isUndone }: Records): PageRun[] {
  // Decisions about a moved page are recorded under its old name.
  const names = new Set([
    path,
    ...[...movedPages(view, (other) => view.pages.has(other))].flatMap(([gone, now]) => (now === path ? [gone] : [])),
  ]);
  const lines = [...groupBy(view.ledgerRead.lines, ({ fact }) => fact).values()].flatMap((own) =>
    own.some(({ page }) => page !== undefined && names.has(page)) ? linesOn(names, own) : [],
  );
  const byRun = groupBy(lines, ({ run }) => run);
  const links = [...names].map((name) => `](${relativeLink('log.md', name)})`);
  const named = entries.filter(({ run, summary }) => run !== null && links.some((link) => summary.includes(link)));
  const runs = new Set([...byRun.keys(), ...named.flatMap(({ run }) => run ?? [])]);
  const order = new Map(entries.map(({ run }, at) => [run, at]));
  const orderOf = ({ run }: PageRun): number => order.get(run) ?? Infinity;
  return [...runs]
    .map((run): PageRun => {
      const own = byRun.get(run) ?? [];
      const entry = entries.findLast((one) => one.run === run);
      const counts = [...groupBy(own, ({ as }) => as)].map(([as, its]): [string, number] => [
        as,
        new Set(its.map(({ fact }) => fact)).size,
      ]);
      return {
        run,
        date: entry?.day ?? localDay(own[0]?.at ?? ''),
        kind: entry?.kind ?? null,
        engine: own[0]?.engine ?? null,
        facts: Object.fromEntries(counts),
        undone: isUndone(run),
      };
    })
    .sort((a, b) => compareText(a.date, b.date) || orderOf(a) - orderOf(b) || compareText(a.run, b.run));
}

/** One fact's ledger lines that put it on the page or took it off, as forgetting does. */
function linesOn(names: ReadonlySet<string>, own: readonly LedgerLine[]): LedgerLine[] {
  let stood = false;
  return [...own].sort(compareLines).filter((line) => {
    const before = stood;
    stood = line.page !== undefined && names.has(line.page) && CITED.has(line.as);
    // Undos are shown by their log.md entry.
    return stood || (before && line.as !== 'pending');
  });
}

const wordIn = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
