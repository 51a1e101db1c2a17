// The story of a page: what it is about, what its claims rest on and how certain they are, and which runs wrote it.
// Pure.
import { fadedBy } from '../model/confidence.ts';
import { CITED, type DispositionKind, type LedgerLine } from '../model/disposition.ts';
import { compareText, eventDay } from '../model/fact.ts';
import { compareLines, groupBy } from '../model/group-by.ts';
import type { RunKind } from '../model/journal.ts';
import { type Claim, isHistory } from '../model/page.ts';
import { parseBlocks } from '../note/blocks.ts';
import { dayIn, parseFrontMatter } from '../note/front-matter.ts';
import { relativeLink } from '../note/link-map.ts';
import { citationsIn } from '../page/claim-text.ts';
import { holdsClaim } from '../page/page.ts';
import { movedPages } from '../vault/current-claims.ts';
import { isForgotten } from '../vault/view.ts';
import type { Records } from './explain-fact.ts';
import { localDay, recallsByFact, standingsIn } from './touches.ts';

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
