// Statistics of a vault, over time and current: facts, dispositions, pages and claims, recalls, fading, engines. Pure.
// Of forgotten facts it gives only the number.
import { fadedBy, fadesOn, type Standing } from '../model/confidence.ts';
import { addDays, daysBetween } from '../model/day.ts';
import { DISPOSITIONS, type LedgerLine } from '../model/disposition.ts';
import { compareText } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { isHistory } from '../model/page.ts';
import type { Recalled } from '../model/recall.ts';
import { parseUsage, type RunEntry } from '../page/run-log.ts';
import { isForgotten, type View } from '../vault/view.ts';
import { localDay, recallsByFact, standingsIn } from './touches.ts';

// A span of local days, divided into days or, if long, months.

export type Unit = 'day' | 'month';

/** The buckets of a span. */
export interface Buckets {
  readonly unit: Unit;
  /** The first local day of each bucket, ascending. The first bucket may begin before the span. */
  readonly starts: readonly string[];
  /** The index of a day's bucket; -1 outside the span. */
  readonly of: (day: string) => number;
}

/** Spans up to this length use days. */
const MOST_DAYS = 366;

/** Divides a span into buckets, both days inclusive. */
export function bucketsOf(since: string, until: string): Buckets {
  const unit = daysBetween(since, until) < MOST_DAYS ? 'day' : 'month';
  const startOf = (day: string): string => (unit === 'day' ? day : `${day.slice(0, 7)}-01`);
  const starts: string[] = [];
  // The bucket after 9999-12-31 sorts before it as text; the loop ends there.
  for (
    let start = startOf(since), before = '';
    start > before && start <= until;
    before = start, start = startOf(addDays(start, unit === 'day' ? 1 : 31))
  )
    starts.push(start);
  const places = new Map(starts.map((start, at) => [start, at]));
  return { unit, starts, of: (day) => (day < since || day > until ? -1 : (places.get(startOf(day)) ?? -1)) };
}

// How many statements have faded, will fade soon, or never fade. A statement is a current claim, or a fact on no page.

/** The number of days that count as soon. */
export const AHEAD = 30;

/**
 * Counts as of `today`, a local day. A claim lasts as long as its longest-lasting fact. `faded`: not recalled for so
 * long that search ranks them last; `soon`: will have faded in `AHEAD` days; `lasting`: never fade.
 */
export function fadingOf(view: View, recalls: readonly (Recalled & { readonly fact: string })[], today: string) {
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

/** The span's decisions by kind, including those undone later. */
export function decisionsOver(lines: readonly LedgerLine[], { starts, of }: Buckets) {
  const over = new Map<string, number[]>();
  for (const { as, at, undoes } of lines) {
    const place = of(localDay(at));
    if (place < 0 || undoes !== undefined || as === 'pending') continue;
    const counts = over.get(as) ?? starts.map(() => 0);
    over.set(as, counts);
    count(counts, place, 1);
  }
  const kinds = new Set<string>([...DISPOSITIONS, ...over.keys()]);
  return Object.fromEntries(
    [...kinds].flatMap((as) => {
      const counts = over.get(as);
      return counts === undefined ? [] : [[as, { count: sum(counts), over: counts }] as const];
    }),
  );
}

/** What was read from the vault, and the requested span. */
export interface StatsInput {
  readonly view: View;
  readonly entries: readonly RunEntry[];
  readonly recalls: readonly (Recalled & { readonly fact: string })[];
  /** The local day. */
  readonly today: string;
  /** Local days, inclusive. Null: from the first fact, to the last fact or today. */
  readonly since: string | null;
  readonly until: string | null;
}

/** The document of `memvault report`. */
export type Stats = NonNullable<ReturnType<typeof statsOf>>;

/** The statistics of a vault; null if nothing was ever logged. Lists have one number per bucket. */
export function statsOf(input: StatsInput) {
  const { view, entries, recalls, today } = input;
  const facts = view.facts.filter(({ id }) => !isForgotten(id, view));
  const [first, last] = [view.facts[0]?.day, view.facts.at(-1)?.day];
  if (first === undefined || last === undefined) return null;
  // A span that begins after the last fact becomes that one empty day.
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
      // For the whole vault; everything below is for the span.
      all: facts.length,
      forgotten: view.facts.length - facts.length,
      count: inSpan.length,
      perDay: inSpan.length / days,
      most: most === undefined ? null : { date: most[0], count: most[1] },
      over,
      categories: tally(inSpan.map(({ category }) => category)).map(([name, its]) => ({ name, count: its })),
      now: Object.fromEntries(tally(inSpan.map(({ id }) => view.ledger.get(id)?.as ?? 'pending'))),
    },
    decided: decisionsOver(view.ledgerRead.lines, buckets),
    // As on the pages today.
    claims: claimsOf(view),
    recalls: {
      count: sum(recalled),
      facts: new Set(counted.map(({ fact }) => fact)).size,
      over: recalled,
    },
    fading: fadingOf(view, recalls, today),
    engines: enginesOf(view, entries, buckets.of),
  };
}

function claimsOf({ pages, factById }: View) {
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

/** What each engine did in the span, most decisions first. Calls and tokens are from log.md. */
function enginesOf({ ledgerRead }: View, entries: readonly RunEntry[], bucketOf: (day: string) => number) {
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
    if (usage === null || bucketOf(day) < 0 || run === null) continue;
    const known = of(/^(\S+\/\S+): /.exec(summary)?.[1] ?? '?');
    known.runs.add(run);
    known.calls += usage.calls;
    known.tokens += usage.tokens;
  }
  return [...engines]
    .map(([engine, { runs, ...its }]) => ({ engine, runs: runs.size, ...its }))
    .sort((a, b) => b.facts - a.facts || compareText(a.engine, b.engine));
}

function count(list: number[], at: number, by: number): void {
  if (at >= 0) list[at] = (list[at] ?? 0) + by;
}

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);

/** Frequencies, highest first. */
const tally = (words: readonly string[]): [string, number][] =>
  [...groupBy(words, (word) => word)]
    .map(([word, all]): [string, number] => [word, all.length])
    .sort(([a, m], [b, n]) => n - m || compareText(a, b));
