// Which pages should name each other: a page whose claims mention somebody or something with a page of
// its own, a part and its hub, the profile and the timeline.
import type { PageProposal, Proposal } from '../../model/plan.ts';
import { hubOf } from './parts.ts';

export interface RelatedContext {
  mentionsIn(text: string): readonly string[];
  pageNamed(name: string): string | null;
  pagesMentioning(name: string): readonly string[];
  /** The other one of the profile and the timeline. */
  besides(page: PageProposal): string | null;
}

/**
 * A page's list of related pages stays readable: at most so many new links from one batch, the most mentioned first.
 */
const LINKS_PER_BATCH = 8;

export function relatePages(
  proposals: readonly Proposal[],
  pages: ReadonlyMap<string, PageProposal>,
  context: RelatedContext,
): Record<string, string[]> {
  const weights = new Map<string, Map<string, number>>();
  const tie = (a: string, b: string, weight: number): void => {
    if (a === b || (hubOf(a) === b && weight === 1)) return;
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const row = weights.get(from) ?? new Map<string, number>();
      row.set(to, (row.get(to) ?? 0) + weight);
      weights.set(from, row);
    }
  };
  for (const proposal of proposals) {
    if (proposal.as !== 'placed' || proposal.page === undefined) continue;
    for (const name of context.mentionsIn(proposal.text ?? '')) {
      const named = context.pageNamed(name);
      if (named !== null) tie(proposal.page, named, 1);
    }
  }
  for (const page of pages.values()) {
    const hub = hubOf(page.page);
    const beside = context.besides(page);
    if (hub !== null) tie(page.page, hub, Number.MAX_SAFE_INTEGER);
    else if (beside !== null) tie(page.page, beside, Number.MAX_SAFE_INTEGER);
    else if (page.type === 'entity') for (const other of context.pagesMentioning(page.title)) tie(page.page, other, 1);
  }
  return strongest(weights);
}

/** Links go both ways, so a pair is kept when either side ranks it high. */
function strongest(weights: ReadonlyMap<string, ReadonlyMap<string, number>>): Record<string, string[]> {
  const kept = new Map<string, Set<string>>();
  for (const [from, row] of weights) {
    const top = [...row].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, LINKS_PER_BATCH);
    for (const [to] of top) {
      kept.set(from, (kept.get(from) ?? new Set()).add(to));
      kept.set(to, (kept.get(to) ?? new Set()).add(from));
    }
  }
  return Object.fromEntries([...kept].sort(([a], [b]) => (a < b ? -1 : 1)).map(([from, to]) => [from, [...to].sort()]));
}
