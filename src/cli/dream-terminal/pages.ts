// What a dream would do, page by page, for a person who goes through them: each page as it was and as it would be, with
// what is decided there. Pure.
import type { DreamResult } from '../../dream/dreamt.ts';
import { proposalFor } from '../../dream/plan-file/edit.ts';
import { compareText } from '../../model/fact.ts';
import type { Decision, PlanFile, Update } from '../../model/plan.ts';
import type { PageText, View } from '../../vault/view.ts';
import { decisionsOf } from '../render/dream.ts';
import { updatesOf } from '../render/updates.ts';

export interface TouchedPage {
  /** Null for what goes on no page. */
  readonly path: string | null;
  readonly before: PageText | null;
  readonly after: PageText | null;
  readonly decisions: readonly Decision[];
  readonly updates: readonly Update[];
}

/** Pages on which something is decided, by path; last what goes on none. */
export function touchedPages(before: View, { runs, view }: Pick<DreamResult, 'runs' | 'view'>): TouchedPage[] {
  const byPage = new Map<string, Decision[]>();
  for (const decision of decisionsOf(runs))
    byPage.set(decision.page ?? '', [...(byPage.get(decision.page ?? '') ?? []), decision]);
  const updates = runs.flatMap(updatesOf);
  const paths = [...byPage.keys()].sort((a, b) => Number(a === '') - Number(b === '') || compareText(a, b));
  return paths.map((path) => ({
    path: path === '' ? null : path,
    before: before.pages.get(path) ?? null,
    after: view.pages.get(path) ?? null,
    decisions: byPage.get(path) ?? [],
    updates: updates.filter(({ page }) => page === path),
  }));
}

/** The facts that a person puts off with a page: those of the batch, and those that change what was decided before. */
export function factsBehind({ decisions }: Pick<TouchedPage, 'decisions'>, file: PlanFile): Set<string> {
  const named = decisions
    .flatMap(({ fact, beside, by, with: other }) => (beside === true ? [by, other] : [fact]))
    .filter((id) => id !== undefined);
  return new Set(named.filter((id) => proposalFor(file, id) !== undefined));
}

/** What a person agrees to with a page. Whatever is not in it later is new to them. */
export function agreedOn({ decisions }: TouchedPage, file: PlanFile): Set<string> {
  return new Set(
    decisions.map(({ fact, as, page, of, by, with: other }) => {
      const { text, head } = proposalFor(file, fact) ?? {};
      return JSON.stringify([fact, as, page, of, by, other, text, head]);
    }),
  );
}
