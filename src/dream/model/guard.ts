// The last look at what was taken of an answer: the pages as they would be, against those of today. A claim goes only
// where a proposal of the answer names it. Changes nothing.
import type { Claim } from '../../model/page.ts';
import { isHistory } from '../../model/page.ts';
import type { Proposal } from '../../model/plan.ts';
import { NOTHING_PENDING } from '../../vault/pending.ts';
import { renderPages } from '../../vault/render-pages.ts';
import { toPageText, type View } from '../../vault/view.ts';
import { makePlan } from '../plan.ts';
import type { Group, TakeContext } from './types.ts';

/** Would each page hold as many current claims as before, those aside that these proposals replace? */
export function keepsClaims(
  group: Group,
  proposals: ReadonlyMap<string, Proposal>,
  view: View,
  { isPagePath }: TakeContext,
): boolean {
  const facts = group.facts.flatMap(({ fact }) => (proposals.has(fact.id) ? [fact] : []));
  const pages = [...new Set([...proposals.values()].flatMap(({ page }) => page ?? []))].map((page) => ({
    page,
    type: 'note',
    title: group.page.title,
    about: group.page.about,
  }));
  const plan = makePlan({
    engine: 'guard',
    batch: { ...NOTHING_PENDING, facts },
    proposals: { proposals: [...proposals.values()], pages, heads: {}, tags: {}, related: {}, reviews: [] },
    view,
    isPagePath,
    closed: new Map(),
    undone: new Map(),
    waiting: new Map(),
    failures: new Map(),
    failing: new Map(),
    maxReviews: 0,
    secret: new Set(),
  });
  const named = new Set([...proposals.values()].flatMap(({ supersedes = [] }) => supersedes));
  return renderPages(plan, view, '1970-01-01').every(
    ({ path, before, after }) =>
      before === null ||
      after === null ||
      keepsOn(toPageText(path, before).claims, toPageText(path, after).claims, named),
  );
}

/** Is each current claim of before still one after, or named? */
export function keepsOn(before: readonly Claim[], after: readonly Claim[], named: ReadonlySet<string>): boolean {
  const standing = new Set(after.filter((claim) => !isHistory(claim)).flatMap(({ facts }) => facts));
  const gone = partsOf(before).filter((facts) => !facts.some((fact) => standing.has(fact)));
  const isFewer = partsOf(after).length < partsOf(before).length - gone.length;
  return !isFewer && gone.every((facts) => facts.some((fact) => named.has(fact)));
}

/** The facts of each current claim, of each side of a callout apart. */
function partsOf(claims: readonly Claim[]): (readonly string[])[] {
  return claims
    .filter((claim) => !isHistory(claim))
    .flatMap(({ sides, facts }) => (sides.length > 0 ? sides.map((side) => side.facts) : [facts]));
}
