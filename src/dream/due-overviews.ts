// Which pages get an overview from a model tonight: those whose claims changed by a fifth since theirs was written,
// those whose overview lost a sentence, and those with claims enough and none; and what a model is shown of each. Pure.
import { isOfEvents } from '../language/profile.ts';
import { findSecrets } from '../language/secrets/secrets.ts';
import { firstDay, isPrivate } from '../model/fact.ts';
import { isLong } from '../model/limits.ts';
import { type Claim, isHistory } from '../model/page.ts';
import { isGeneratedDescription } from '../page/boilerplate.ts';
import type { Evidence } from '../page/check-sentence.ts';
import { citedIn, evidenceOf, mayWriteOverview, parseOverview } from '../page/overview.ts';
import { titleFromPath } from '../page/page.ts';
import type { PageText, View } from '../vault/view.ts';

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
export const LEAST_CLAIMS = 5;
/** So much of the claims changed, and the overview is written anew. */
const CHANGED = 1 / 5;
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
  if (overview === null) return current.filter((claim) => mayShow(claim, view)).length < LEAST_CLAIMS ? 0 : 1;
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
