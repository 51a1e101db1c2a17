// Where pages went that a person renamed or moved: the ledger knows which facts ever stood on a page, and the pages of
// now which of them cite those facts. Pure over a view.
import type { View } from './view.ts';

/**
 * By each page that the ledger names and that is gone, the page that cites its facts now; null where none does, or
 * several. `isThere` tells which paths still hold a note.
 */
export function movedPages(
  { ledgerRead, citedOn }: View,
  isThere: (path: string) => boolean,
): ReadonlyMap<string, string | null> {
  const factsOf = new Map<string, Set<string>>();
  for (const { page, fact } of ledgerRead.lines) {
    if (page === undefined) continue;
    const facts = factsOf.get(page);
    if (facts) facts.add(fact);
    else if (!isThere(page)) factsOf.set(page, new Set([fact]));
  }
  return new Map(
    [...factsOf].map(([gone, facts]) => {
      const now = new Set([...facts].flatMap((fact) => citedOn.get(fact) ?? []));
      const [only] = now;
      return [gone, now.size === 1 && only !== undefined ? only : null];
    }),
  );
}
