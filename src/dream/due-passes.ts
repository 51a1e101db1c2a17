// What a model is asked about pages tonight. Passes: a page of which much has changed since it was last looked over as
// a whole, and once in a while all claims, to be compared across pages. Overviews: of pages whose claims changed by a
// fifth since theirs was written, whose overview lost a sentence, or with claims enough and none. Pure.
import { isOfEvents, profileRank } from '../language/profile.ts';
import { findSecrets } from '../language/secrets/secrets.ts';
import { daysBetween } from '../model/day.ts';
import type { LedgerLine } from '../model/disposition.ts';
import { firstDay, isPrivate } from '../model/fact.ts';
import { isLong } from '../model/limits.ts';
import { type Claim, isHistory } from '../model/page.ts';
import { ownHeads } from '../page/arrange-page.ts';
import { isGeneratedDescription } from '../page/boilerplate.ts';
import type { Evidence } from '../page/check-sentence.ts';
import { headsOf, isMonth } from '../page/key-facts.ts';
import { citedIn, evidenceOf, mayWriteOverview, parseOverview } from '../page/overview.ts';
import { titleFromPath } from '../page/page.ts';
import { headDigest, type PassEntry, passesIn, type RunEntry } from '../page/run-log.ts';
import type { PageText, View } from '../vault/view.ts';
import { closedPages } from './plan/asked.ts';
import { isSharedTopic } from './propose/rules/arrange.ts';
import { categoryHead } from './propose/rules/home.ts';
import { endOfRun } from './run.ts';

/** Fewer current claims need no order, and cannot be compared with much. */
export const LEAST_FOR_PASS = 15;
/** Claims that are compared across pages in a night. */
const COMPARED = 40;
/** So much of a page has changed, and it is looked over again, or its overview written anew. */
const CHANGED = 0.2;

/** What an engine is to look over: a page as a whole, or standing claims across all pages. */
export type Task =
  | {
      readonly kind: 'page';
      readonly page: string;
      /** Headings that stay where they are. */
      readonly fixed: readonly string[];
    }
  | {
      readonly kind: 'pairs';
      /** So many are compared. */
      readonly most: number;
    };

export interface Passes {
  /** Of pages, those of which most has changed first; then pairs. */
  readonly tasks: readonly Task[];
  /** Why, for a person; null where none is due. */
  readonly reason: string | null;
}

export interface PassWishes {
  readonly today: string;
  /** How often claims are compared across pages. */
  readonly everyDays: number;
  /** All of it, whatever was looked over before. */
  readonly redo?: boolean;
}

/** Told by log.md and the ledger alone, so that every clone says the same. */
export function duePasses(
  view: Pick<View, 'pages' | 'ledgerRead' | 'factById' | 'lost' | 'merge'>,
  entries: readonly RunEntry[],
  { today, everyDays, redo = false }: PassWishes,
): Passes {
  const passes = passesIn(entries);
  const own = new Set(passes.map(({ run }) => run));
  const lines = view.ledgerRead.lines.filter(({ run, undoes }) => undoes === undefined && !own.has(run));
  const closed = closedPages(view);
  const made = new Set(passes.flatMap(({ heads }) => heads));
  const current = [...view.pages.values()].flatMap((page) => {
    const claims = page.claims.filter(isOpen);
    return claims.length === 0 || closed.has(page.path) ? [] : [{ page, claims }];
  });
  const pages = current
    .filter(({ claims }) => claims.length >= LEAST_FOR_PASS)
    .flatMap(({ page, claims }) => {
      const changed = changedSince(page.path, endOf(passes.filter(({ pages: its }) => its.includes(page.path))), lines);
      return changed < claims.length * CHANGED && !redo ? [] : [{ page, claims, share: changed / claims.length }];
    })
    .sort((a, b) => b.share - a.share || (a.page.path < b.page.path ? -1 : 1));
  const all = current.reduce((sum, { claims }) => sum + claims.length, 0);
  const isPairsDue = redo || (current.length > 1 && all >= LEAST_FOR_PASS && pairsDue(passes, lines, today, everyDays));
  const tasks = [
    ...pages.map(({ page, claims }): Task => ({
      kind: 'page',
      page: page.path,
      fixed: fixedHeads(page, claims, made, view.factById),
    })),
    ...(isPairsDue ? [{ kind: 'pairs', most: redo ? Infinity : COMPARED } as const] : []),
  ];
  const reasons = [
    ...(pages.length === 0
      ? []
      : [`${pages.length} ${pages.length === 1 ? 'page is' : 'pages are'} to be looked over`]),
    ...(isPairsDue ? ['claims are to be compared across pages'] : []),
  ];
  return { tasks, reason: reasons.length === 0 ? null : reasons.join(', and ') };
}

/** Does a pass look at the claim? */
export const isOpen = (claim: Claim): boolean => claim.section === 'Key Facts' && !isHistory(claim);

/** When the last of them was over. */
const endOf = (passes: readonly PassEntry[]): number =>
  passes.reduce((end, { runs }) => Math.max(end, ...runs.map(endOfRun)), 0);

/** Facts of the page that were decided since. */
function changedSince(path: string, since: number, lines: readonly LedgerLine[]): number {
  return new Set(lines.flatMap(({ fact, page, at }) => (page === path && Date.parse(at) >= since ? [fact] : []))).size;
}

/** Not where nothing was decided since the last time: the same claims were compared. */
function pairsDue(
  passes: readonly PassEntry[],
  lines: readonly LedgerLine[],
  today: string,
  everyDays: number,
): boolean {
  const last = passes.filter(({ isOfPairs, day }) => isOfPairs && day <= today);
  const day = last
    .map((pass) => pass.day)
    .sort()
    .at(-1);
  if (day !== undefined && daysBetween(day, today) < everyDays) return false;
  const since = endOf(last);
  return lines.some(({ at }) => Date.parse(at) >= since);
}

/**
 * Headings of a person's own: something else than claims stands below them, or memvault would not have made them: they
 * are no topic that claims of the page share, and no pass made them.
 */
function fixedHeads(
  { text }: PageText,
  claims: readonly Claim[],
  made: ReadonlySet<string>,
  factById: View['factById'],
): string[] {
  const own = ownHeads(text);
  const factsOf = ({ facts }: Claim) => facts.flatMap((id) => factById.get(id) ?? []);
  const texts = claims.map((claim) => [claim.text, ...factsOf(claim).flatMap(({ tags }) => tags)]);
  const categories = new Set(claims.flatMap(factsOf).map(({ category }) => categoryHead(category)));
  return headsOf(text).filter(
    (head) =>
      own.has(head) ||
      !(
        isMonth(head) ||
        profileRank(head) !== null ||
        made.has(headDigest(head)) ||
        categories.has(head) ||
        isSharedTopic(head, texts)
      ),
  );
}

// Overviews.

/** A claim as a model is shown it. */
export interface ShownClaim {
  readonly text: string;
  readonly facts: readonly string[];
  /** The day on which it was noted; of a past one those on which it held. */
  readonly day: string;
  readonly until: string | null;
  readonly head: string | null;
}

/** A page that an overview is asked for. */
export interface OverviewPage {
  readonly path: string;
  readonly title: string;
  /** It was made in this dream: its title may still change. */
  readonly isNew: boolean;
  readonly hasDescription: boolean;
  readonly isOfEvents: boolean;
  /** What holds, then what is past. */
  readonly claims: readonly ShownClaim[];
  readonly evidence: Evidence;
}

/** Pages of one dream, at most. */
export const MOST_PAGES = 8;
/** A page with fewer is read as fast as its overview. */
export const LEAST_FOR_OVERVIEW = 5;
const MOST_PAST = 12;

export interface Tonight {
  /** Pages that this dream has made, and those that it has written. */
  readonly created: ReadonlySet<string>;
  readonly written: ReadonlySet<string>;
  /** Pages whose overview lost a sentence: what took the place of its claim is in none yet. */
  readonly thinned: ReadonlySet<string>;
  /** Pages that wait for a pass get theirs from the pass, and those that are closed none. */
  readonly mayWrite: (page: string) => boolean;
  /** By page when its overview was last written, in milliseconds, as far as log.md says it. */
  readonly times: ReadonlyMap<string, number>;
}

/** Those that this dream has written first, then those of which most changed. `view`: as the dream leaves it. */
export function dueOverviews(view: View, { created, written, thinned, mayWrite, times }: Tonight): OverviewPage[] {
  return [...view.pages.values()]
    .flatMap((page) => {
      if (!mayWrite(page.path) || !mayHaveOverview(page)) return [];
      const share = changedShare(page, view, times.get(page.path) ?? 0);
      return share < CHANGED && !thinned.has(page.path) ? [] : [{ page, share, isWritten: written.has(page.path) }];
    })
    .sort(
      (a, b) =>
        Number(b.isWritten) - Number(a.isWritten) ||
        b.share - a.share ||
        b.page.claims.length - a.page.claims.length ||
        (a.page.path < b.page.path ? -1 : 1),
    )
    .slice(0, MOST_PAGES)
    .map(({ page }) => toOverviewPage(page, view, created.has(page.path)));
}

/** Pages of `after` whose overview says less than it did in `before`. */
export function thinnedOverviews(before: View, after: View): Set<string> {
  const sentencesIn = (page: PageText | undefined): number =>
    parseOverview(page?.text ?? '')?.parts.reduce((sum, { sentences }) => sum + sentences.length, 0) ?? 0;
  return new Set(
    [...after.pages].flatMap(([path, page]) => {
      const former = before.pages.get(path);
      return former !== page && sentencesIn(page) < sentencesIn(former) ? [path] : [];
    }),
  );
}

function mayHaveOverview({ text, head, claims }: PageText): boolean {
  return claims.length > 0 && mayWriteOverview(text) && head.broken === null;
}

/** Of the claims that hold: how many came or ended since the overview was written; all of them where there is none. */
function changedShare(page: PageText, view: View, written: number): number {
  const current = page.claims.filter((claim) => !isHistory(claim));
  const overview = parseOverview(page.text);
  if (overview === null) return current.filter((claim) => mayShow(claim, view)).length < LEAST_FOR_OVERVIEW ? 0 : 1;
  const decidedAt = (fact: string): number => Date.parse(view.ledger.get(fact)?.at ?? '') || 0;
  // Where log.md does not say it: once the last fact that it cites was decided, or later.
  const since = written > 0 ? written : Math.max(0, ...citedIn(overview).map(decidedAt));
  const came = current.filter(({ facts }) => facts.every((fact) => decidedAt(fact) > since)).length;
  const ended = page.claims.filter((claim) => isHistory(claim) && claim.facts.every((fact) => decidedAt(fact) > since));
  return current.length === 0 ? 0 : Math.max(came, ended.length) / current.length;
}

/** Not what is private, contested, too long or looks like a secret. */
function mayShow(claim: Claim, { factById }: Pick<View, 'factById'>): boolean {
  return (
    claim.sides.length === 0 &&
    !isLong(claim.text) &&
    findSecrets(claim.text).length === 0 &&
    !claim.facts.some((id) => {
      const fact = factById.get(id);
      return fact !== undefined && isPrivate(fact);
    })
  );
}

function toOverviewPage(page: PageText, view: View, isNew: boolean): OverviewPage {
  const factOf = (id: string) => view.factById.get(id);
  const shown = page.claims.filter((claim) => mayShow(claim, view));
  const facts = page.claims.flatMap((claim) => claim.facts.flatMap((id) => factOf(id) ?? []));
  const toShown = (claim: Claim): ShownClaim => ({
    text: claim.text,
    facts: claim.facts,
    day: claim.held?.from ?? firstDay(claim.facts, view.factById) ?? '',
    until: claim.held?.to ?? null,
    head: claim.section === 'Key Facts' ? claim.head : null,
  });
  return {
    path: page.path,
    title: page.head.title,
    isNew,
    hasDescription:
      page.head.description !== '' &&
      !isGeneratedDescription(page.head.description, [page.head.title, titleFromPath(page.path)]),
    isOfEvents: isOfEvents(page.head.type, facts),
    claims: [
      ...shown.filter((claim) => !isHistory(claim)),
      ...shown
        .filter((claim) => isHistory(claim) && claim.held !== null)
        .sort((a, b) => ((a.held?.to ?? '') > (b.held?.to ?? '') ? -1 : 1))
        .slice(0, MOST_PAST),
    ].map(toShown),
    evidence: evidenceOf(page.text, page.head.title, factOf),
  };
}
