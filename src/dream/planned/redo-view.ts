// The vault as if some facts had not been decided yet: no ledger line, and off the claims that cite them. A view; no
// file changes.
import type { Change } from '../../model/plan.ts';
import { renderPages } from '../../vault/render-pages.ts';
import { toPageText, updateView, type View } from '../../vault/view.ts';

const REASON = 'it is decided anew';

export function withoutDecisions(view: View, facts: ReadonlySet<string>, today: string): View {
  const changes = [...view.pages.values()].flatMap(({ path, claims }) =>
    claims.flatMap((claim): Change[] => {
      const going = claim.facts.filter((id) => facts.has(id));
      if (going.length === 0) return [];
      const off: Change[] =
        going.length === claim.facts.length
          ? [{ kind: 'remove', page: path, claim: going[0] ?? '', facts: going, reason: REASON }]
          : going.map((id): Change => ({ kind: 'uncite', page: path, claim: id, facts: [id], reason: REASON }));
      return [...off, { kind: 'unsource', page: path, facts: going, reason: REASON }];
    }),
  );
  const digests = Object.fromEntries(changes.map(({ page }) => [page, view.pages.get(page)?.digest ?? null]));
  const pages = renderPages({ changes, pages: digests }, view, today).map(({ path, after }) =>
    toPageText(path, after ?? ''),
  );
  return { ...updateView(view, pages, []), ledger: new Map([...view.ledger].filter(([fact]) => !facts.has(fact))) };
}
