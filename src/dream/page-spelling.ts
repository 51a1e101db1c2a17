// Proposals with each page by the name that it has: one that differs from a page that is there only by case or by the
// form of its letters means that page, and of two new ones that differ so the first counts. Pure.
import { makeNamePage, newPageProblem } from '../markdown/page-name.ts';
import type { Proposals } from '../model/plan.ts';
import type { PlanInput } from './plan-input.ts';

/** The same, with pages by their names, and no new page of a name that none may have. */
export function withPageNames(input: PlanInput): PlanInput {
  const {
    view: { pages },
    isPagePath,
    proposals,
  } = input;
  return {
    ...input,
    proposals: spelledAsThere(proposals, input),
    isPagePath: (path) => isPagePath(path) && (pages.has(path) || newPageProblem(path) === null),
  };
}

/** What no page can be called stays as it was said. */
function spelledAsThere(
  proposals: Proposals,
  { view: { pages }, isPagePath }: Pick<PlanInput, 'view' | 'isPagePath'>,
): Proposals {
  const nameOf = makeNamePage(pages, isPagePath);
  const spell = (page: string): string => {
    const named = nameOf(page);
    return 'page' in named ? named.page : (named.near[0] ?? page);
  };
  const said = proposals.proposals.map((one) => (one.page === undefined ? one : { ...one, page: spell(one.page) }));
  const described = proposals.pages.map((one) => ({ ...one, page: spell(one.page) }));
  const unique = (paths: readonly string[]): string[] => [...new Set(paths)];
  return {
    ...proposals,
    proposals: said,
    pages: described.filter(({ page }, at) => described.findIndex((one) => one.page === page) === at),
    heads: byPage(proposals.heads, spell, (one, other) => ({ ...other, ...one })),
    tags: byPage(proposals.tags, spell, (one, other) => unique([...one, ...other])),
    related: byPage(
      Object.fromEntries(Object.entries(proposals.related).map(([page, to]) => [page, to.map(spell)])),
      spell,
      (one, other) => unique([...one, ...other]),
    ),
    ...(proposals.words === undefined ? {} : { words: byPage(proposals.words, spell, (one) => one) }),
  };
}

function byPage<T>(
  values: Readonly<Record<string, T>>,
  spell: (page: string) => string,
  join: (one: T, other: T) => T,
): Record<string, T> {
  const all = new Map<string, T>();
  for (const [page, value] of Object.entries(values)) {
    const [name, known] = [spell(page), all.get(spell(page))];
    all.set(name, known === undefined ? value : join(known, value));
  }
  return Object.fromEntries(all);
}
