// Which passes are due: a page of which much has changed since it was last looked over as a whole, and once in a while
// all claims, to be compared across pages. Told by log.md and the ledger alone, so that every clone says the same.
// Pure.
import { profileRank } from '../language/profile.ts';
import { daysBetween } from '../model/day.ts';
import type { LedgerLine } from '../model/disposition.ts';
import { type Claim, isHistory } from '../model/page.ts';
import { ownHeads } from '../page/arrange-page.ts';
import { headsOf, isMonth } from '../page/key-facts.ts';
import { headDigest, type PassEntry, passesIn, type RunEntry } from '../page/run-log.ts';
import type { PageText, View } from '../vault/view.ts';
import { closedPages } from './plan/asked.ts';
import { isSharedTopic } from './propose/rules/arrange.ts';
import { categoryHead } from './propose/rules/home.ts';
import { endOfRun } from './run.ts';

/** Fewer current claims need no order, and cannot be compared with much. */
export const LEAST_CLAIMS = 15;
/** Claims that are compared across pages in a night. */
const COMPARED = 40;
/** So much of a page has changed, and it is looked over again. */
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
    .filter(({ claims }) => claims.length >= LEAST_CLAIMS)
    .flatMap(({ page, claims }) => {
      const changed = changedSince(page.path, endOf(passes.filter(({ pages: its }) => its.includes(page.path))), lines);
      return changed < claims.length * CHANGED && !redo ? [] : [{ page, claims, share: changed / claims.length }];
    })
    .sort((a, b) => b.share - a.share || (a.page.path < b.page.path ? -1 : 1));
  const all = current.reduce((sum, { claims }) => sum + claims.length, 0);
  const isPairsDue = redo || (current.length > 1 && all >= LEAST_CLAIMS && pairsDue(passes, lines, today, everyDays));
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
