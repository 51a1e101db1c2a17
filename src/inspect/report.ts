// A vault in numbers, over time and as it stands: facts, what became of them, pages and claims, recalls, fading,
// engines. Pure. Of forgotten facts it tells how many there are and nothing else.
import { fadedBy, fadesOn, type Standing } from '../model/confidence.ts';
import { addDays, daysBetween } from '../model/day.ts';
import { CITED, DISPOSITIONS, type LedgerLine } from '../model/disposition.ts';
import { compareText } from '../model/fact.ts';
import { compareLines, groupBy } from '../model/group-by.ts';
import { isHistory } from '../model/page.ts';
import type { Recalled } from '../model/recall.ts';
import { parseUsage, type RunEntry } from '../page/run-log.ts';
import { isForgotten, type View } from '../vault/view.ts';
import { localDay, recallsByFact, standingsIn } from './touches.ts';

// A span of local days cut into parts of one kind: days, weeks (from Monday), months or years.

export type Unit = 'day' | 'week' | 'month' | 'year';

/** The parts of a span. */
export interface Buckets {
  readonly unit: Unit;
  /**
   * The first local day of each part, ascending. The first part may begin before the span; days before the span belong
   * to no part.
   */
  readonly starts: readonly string[];
  /** The index of the part that a day belongs to; -1 for a day outside the span. */
  readonly of: (day: string) => number;
}

/**
 * So long a span is still shown by days, weeks or months: enough parts to tell something, and few enough to look at.
 */
const MOST_DAYS = 62;
const MOST_WEEKS = 60;
const MOST_MONTHS = 120;

/** Cuts a span into parts; both days belong to it. */
export function bucketsOf(since: string, until: string): Buckets {
  const unit = unitFor(daysBetween(since, until) + 1);
  const starts: string[] = [];
  // The part behind the last day of the calendar, 9999-12-31, comes before it as a text: there it ends.
  for (
    let start = startOf(since, unit), before = '';
    start > before && start <= until;
    before = start, start = nextOf(start, unit)
  )
    starts.push(start);
  const places = new Map(starts.map((start, at) => [start, at]));
  const known = new Map<string, number>();
  return {
    unit,
    starts,
    of: (day) => {
      if (day < since || day > until) return -1;
      let at = known.get(day);
      if (at === undefined) known.set(day, (at = places.get(startOf(day, unit)) ?? -1));
      return at;
    },
  };
}

function unitFor(days: number): Unit {
  if (days <= MOST_DAYS) return 'day';
  if (days <= MOST_WEEKS * 7) return 'week';
  return days <= MOST_MONTHS * 30 ? 'month' : 'year';
}

function startOf(day: string, unit: Unit): string {
  if (unit === 'day') return day;
  if (unit === 'month') return `${day.slice(0, 7)}-01`;
  if (unit === 'year') return `${day.slice(0, 4)}-01-01`;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

function nextOf(start: string, unit: Unit): string {
  if (unit === 'day') return addDays(start, 1);
  if (unit === 'week') return addDays(start, 7);
  return startOf(addDays(start, unit === 'month' ? 31 : 366), unit);
}

// How many statements have faded, will fade soon, and never fade. A statement is a current claim, or a fact that
// stands on no page.

/** Days ahead of today that count as soon. */
export const AHEAD = 30;

/** Numbers of statements; each is in one of the three below at most. */
export interface FadingStats {
  readonly statements: number;
  /** Nobody has recalled them for so long that search shows them last. */
  readonly faded: number;
  /** Will have faded `AHEAD` days from today, unless somebody recalls them. */
  readonly soon: number;
  /** Never fade: they are pinned or of a category that never fades, or fading is off. */
  readonly lasting: number;
}

/** Counts as of `today`, a local day. A claim lasts as long as the fact of it that lasts longest. */
export function fadingOf(
  view: View,
  recalls: readonly (Recalled & { readonly fact: string })[],
  today: string,
): FadingStats {
  const standing = standingsIn(view, recallsByFact(recalls));
  const [isFaded, willFade] = [fadedBy(today), fadedBy(addDays(today, AHEAD))];
  const counts = { statements: 0, faded: 0, soon: 0, lasting: 0 };
  const take = (own: readonly Standing[]): void => {
    counts.statements++;
    if (own.every(isFaded)) counts.faded++;
    else if (own.some((one) => fadesOn(one) === null)) counts.lasting++;
    else if (own.every(willFade)) counts.soon++;
  };
  const stands = new Set<string>();
  for (const { claims } of view.pages.values()) {
    for (const claim of claims) {
      const own = claim.facts.flatMap((id) => view.factById.get(id) ?? []);
      for (const { id } of own) stands.add(id);
      if (own.length > 0 && !isHistory(claim)) take(own.map(standing));
    }
  }
  for (const fact of view.facts) if (!stands.has(fact.id) && !isForgotten(fact.id, view)) take([standing(fact)]);
  return counts;
}

// What dreams and people decided over time, and how many pages and claims there were by then: from the ledger alone.

/** Lists have one number for each part of the span. */
export interface DecisionStats {
  /** Decisions of the span, by what was decided. One that was taken back later was made all the same and counts. */
  readonly decided: Readonly<Record<string, { readonly count: number; readonly over: readonly number[] }>>;
  /** How many pages had facts, and how many statements were current, at the end of each part, as the ledger says. */
  readonly pagesOver: readonly number[];
  readonly claimsOver: readonly number[];
}

/** Counts over all lines of the ledger, in any order. */
export function decisionsOver(lines: readonly LedgerLine[], { starts, of }: Buckets): DecisionStats {
  const over = new Map<string, number[]>();
  const [pages, claims]: [number[], number[]] = [[], []];
  const pageOf = new Map<string, string>();
  const current = new Set<string>();
  const forgotten = new Map<string, string>();
  const take = ({ fact, as, page, run, undoes }: LedgerLine): void => {
    const gone = forgotten.get(fact);
    if (gone !== undefined && as !== 'forgotten' && !(as === 'pending' && undoes === gone)) return;
    if (as === 'forgotten') forgotten.set(fact, run);
    else forgotten.delete(fact);
    if (CITED.has(as) && page !== undefined) pageOf.set(fact, page);
    else pageOf.delete(fact);
    if (as === 'placed' || as === 'conflict') current.add(fact);
    else current.delete(fact);
  };
  const last = starts.length - 1;
  const close = (until: number): void => {
    const count = new Set(pageOf.values()).size;
    while (pages.length < until) {
      pages.push(count);
      claims.push(current.size);
    }
  };
  const [first] = starts;
  for (const line of inOrder(lines)) {
    const day = localDay(line.at);
    const place = of(day);
    // Decisions before the span count towards how many there were at its beginning; later ones count for nothing.
    if (place < 0 && day !== '' && first !== undefined && day >= first && day > (starts[last] ?? '')) break;
    if (place > pages.length) close(place);
    take(line);
    if (place < 0 || line.undoes !== undefined || line.as === 'pending') continue;
    const counts = over.get(line.as) ?? starts.map(() => 0);
    over.set(line.as, counts);
    count(counts, place, 1);
  }
  close(starts.length);
  const kinds = [...new Set<string>([...DISPOSITIONS, ...over.keys()])].filter((as) => over.has(as));
  return {
    decided: Object.fromEntries(kinds.map((as) => [as, { count: sum(over.get(as) ?? []), over: over.get(as) ?? [] }])),
    pagesOver: pages,
    claimsOver: claims,
  };
}

/**
 * In an order that `compareLines` agrees with for the lines of each fact. It is asked last, since it makes a text of
 * every line.
 */
const inOrder = (lines: readonly LedgerLine[]): LedgerLine[] =>
  [...lines].sort(
    (a, b) => compareText(a.at, b.at) || compareText(a.run, b.run) || compareText(a.fact, b.fact) || compareLines(a, b),
  );

/** What was read of the vault, and the span that was asked for. */
export interface StatsInput {
  readonly view: View;
  readonly entries: readonly RunEntry[];
  readonly recalls: readonly (Recalled & { readonly fact: string })[];
  /** The local day. */
  readonly today: string;
  /** Local days, both inclusive. Null: from the first fact, up to today or the last fact. */
  readonly since: string | null;
  readonly until: string | null;
}

/** What one engine did within the span. */
export interface EngineStats {
  readonly engine: string;
  readonly runs: number;
  /** Decisions about facts. */
  readonly facts: number;
  /** Of a model, as log.md says; 0 where no model was asked, or where log.md does not say. */
  readonly calls: number;
  readonly tokens: number;
}

/** The document of `memvault report`, but for the sizes of files. */
export interface Stats extends DecisionStats {
  readonly since: string;
  readonly until: string;
  readonly days: number;
  readonly unit: Unit;
  /** The first local day of each part of the span. The lists of numbers below have one for each part. */
  readonly starts: readonly string[];
  readonly facts: {
    /** Facts of the whole vault that are not forgotten, and how many more are. */
    readonly all: number;
    readonly forgotten: number;
    /** Facts of the span; so are all below. */
    readonly count: number;
    readonly perDay: number;
    readonly most: { readonly date: string; readonly count: number } | null;
    readonly over: readonly number[];
    readonly categories: readonly { readonly name: string; readonly count: number }[];
    /** How many have which disposition today; `pending` are those that nothing was decided about. */
    readonly now: Readonly<Record<string, number>>;
  };
  /** As they stand on pages today. */
  readonly claims: { readonly pages: number; readonly current: number; readonly past: number };
  readonly recalls: { readonly count: number; readonly facts: number; readonly over: readonly number[] };
  readonly fading: FadingStats;
  /** The one with the most decisions first. */
  readonly engines: readonly EngineStats[];
  /** Tokens of models, by the day of the run. */
  readonly tokens: readonly number[];
}

/** The numbers of a vault; null where nothing was ever logged. */
export function statsOf(input: StatsInput): Stats | null {
  const { view, entries, recalls, today } = input;
  const facts = view.facts.filter(({ id }) => !isForgotten(id, view));
  const [first, last] = [view.facts[0]?.day, view.facts.at(-1)?.day];
  if (first === undefined || last === undefined) return null;
  // A span that begins after the last fact is that one day, with nothing in it.
  const until =
    input.until ?? [last, today, input.since ?? today].reduce((latest, day) => (day > latest ? day : latest));
  const since = input.since ?? (first < until ? first : until);
  const buckets = bucketsOf(since, until);
  const none = (): number[] => buckets.starts.map(() => 0);
  const over = none();
  const inSpan = facts.filter(({ day }) => day >= since && day <= until);
  for (const { day } of inSpan) count(over, buckets.of(day), 1);
  const [most] = tally(inSpan.map(({ day }) => day));
  const recalled = none();
  const counted = recalls.filter(({ last: at }) => buckets.of(localDay(at)) >= 0);
  for (const recall of counted) count(recalled, buckets.of(localDay(recall.last)), recall.count);
  const days = daysBetween(since, until) + 1;
  return {
    since,
    until,
    days,
    unit: buckets.unit,
    starts: buckets.starts,
    facts: {
      all: facts.length,
      forgotten: view.facts.length - facts.length,
      count: inSpan.length,
      perDay: inSpan.length / days,
      most: most === undefined ? null : { date: most[0], count: most[1] },
      over,
      categories: tally(inSpan.map(({ category }) => category)).map(([name, its]) => ({ name, count: its })),
      now: Object.fromEntries(tally(inSpan.map(({ id }) => view.ledger.get(id)?.as ?? 'pending'))),
    },
    ...decisionsOver(view.ledgerRead.lines, buckets),
    claims: claimsOf(view),
    recalls: {
      count: sum(recalled),
      facts: new Set(counted.map(({ fact }) => fact)).size,
      over: recalled,
    },
    fading: fadingOf(view, recalls, today),
    ...enginesOf(view, entries, buckets.of, none()),
  };
}

function claimsOf({ pages, factById }: View): Stats['claims'] {
  let [own, current, past] = [0, 0, 0];
  for (const { claims } of pages.values()) {
    const known = claims.filter((claim) => claim.facts.some((id) => factById.has(id)));
    if (known.length > 0) own++;
    for (const claim of known)
      if (isHistory(claim)) past++;
      else current++;
  }
  return { pages: own, current, past };
}

function enginesOf(
  { ledgerRead }: View,
  entries: readonly RunEntry[],
  bucketOf: (day: string) => number,
  tokens: number[],
): Pick<Stats, 'engines' | 'tokens'> {
  const engines = new Map<string, { runs: Set<string>; facts: number; calls: number; tokens: number }>();
  const of = (engine: string) => {
    const known = engines.get(engine) ?? { runs: new Set<string>(), facts: 0, calls: 0, tokens: 0 };
    engines.set(engine, known);
    return known;
  };
  for (const { engine, run, at, undoes } of ledgerRead.lines) {
    if (undoes !== undefined || bucketOf(localDay(at)) < 0) continue;
    const known = of(engine);
    known.runs.add(run);
    known.facts++;
  }
  for (const { day, summary, run } of entries) {
    const usage = parseUsage(summary);
    const at = bucketOf(day);
    if (usage === null || at < 0 || run === null) continue;
    const known = of(/^(\S+\/\S+): /.exec(summary)?.[1] ?? '?');
    known.runs.add(run);
    known.calls += usage.calls;
    known.tokens += usage.tokens;
    count(tokens, at, usage.tokens);
  }
  const list = [...engines].map(([engine, { runs, ...its }]): EngineStats => ({ engine, runs: runs.size, ...its }));
  return { engines: list.sort((a, b) => b.facts - a.facts || compareText(a.engine, b.engine)), tokens };
}

function count(list: number[], at: number, by: number): void {
  if (at >= 0) list[at] = (list[at] ?? 0) + by;
}

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);

/** How often there is each, the most frequent first. */
const tally = (words: readonly string[]): [string, number][] =>
  [...groupBy(words, (word) => word)]
    .map(([word, all]): [string, number] => [word, all.length])
    .sort(([a, m], [b, n]) => n - m || compareText(a, b));
