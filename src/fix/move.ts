// `--to PAGE`: the claim of a fact goes to another page, with all facts that it rests on.
import { CITED } from '../model/disposition.ts';
import { isHistory } from '../model/page.ts';
import type { Change } from '../model/plan.ts';
import type { View } from '../vault/view.ts';
import { type Already, type DecisionLine, lineWith, type Remedy } from './remedy.ts';
import { createIfMissing, restore } from './restore.ts';
import { mustBeCited, mustBeWritable, refused, type Standing } from './standing.ts';

const REASON = 'a person says that it belongs there';

/** `to`: a page of a zone, there or not. Throws `refused`. */
export function move(standing: Standing, view: View, to: string): Remedy | Already {
  const { fact } = standing;
  if (standing.claim === null) return restore(standing, view, to);
  const { claim } = mustBeCited(standing, view);
  if (claim.page === to) return { already: `${fact.id} stands on ${to} already` };
  mustBeWritable(view, to);
  if (claim.sides.length > 1)
    throw refused(
      `${fact.id} is part of a conflict`,
      `decide that first: memvault fix ${fact.id} --current, or --separate`,
    );
  if (isHistory(claim) && claim.held === null)
    throw refused(
      `the days of the claim in ${claim.page}, line ${claim.line}, cannot be read`,
      `write them as in: ~~words~~ 2026-03-02 to 2026-07-01, or move the line by hand`,
    );
  const twice = claim.facts.filter(
    (id) => (view.pages.get(claim.page)?.claims ?? []).filter(({ facts }) => facts.includes(id)).length > 1,
  );
  if (twice.length > 0)
    throw refused(
      `${claim.page} has more than one claim of ${twice.join(', ')}`,
      'move them by hand; the next dream records it',
    );
  return {
    changes: [
      { kind: 'remove', page: claim.page, claim: fact.id, facts: claim.facts, reason: REASON },
      { kind: 'unsource', page: claim.page, facts: claim.facts, reason: REASON },
      ...createIfMissing(to, view, claim.facts),
      placed(claim.text, claim.facts, to, headOn(to, claim.head, view), claim.held),
    ],
    lines: claim.facts.flatMap((id): DecisionLine[] => {
      const line = view.ledger.get(id);
      if (line === undefined || !CITED.has(line.as)) return [];
      const { of, by, with: other } = line;
      return [
        lineWith(line, line.as, to, {
          ...(of === undefined ? {} : { of }),
          ...(by === undefined ? {} : { by }),
          ...(other === undefined ? {} : { with: other }),
        }),
      ];
    }),
    reviews: [],
    summary: `the claim of ${claim.facts.join(', ')} moved`,
  };
}

function placed(
  text: string,
  facts: readonly string[],
  page: string,
  head: string | null,
  held: { readonly from: string; readonly to: string } | null,
): Change {
  const grounds = { page, text, facts, reason: REASON };
  return held === null ? { kind: 'add', ...grounds, head } : { kind: 'past', ...grounds, from: held.from, to: held.to };
}

/** The same head where the page has it. */
function headOn(page: string, head: string | null, view: View): string | null {
  return head !== null && view.pages.get(page)?.claims.some((claim) => claim.head === head) === true ? head : null;
}
