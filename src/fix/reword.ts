// `--text`: other words for a claim, which must keep what is specific in each fact that it stands for.
import { asWritten } from '../markdown/lacking.ts';
import { missingSpecifics } from '../markdown/specifics.ts';
import { isHistory } from '../model/page.ts';
import type { View } from '../vault/view.ts';
import { type Already, lineWith, type Remedy } from './remedy.ts';
import { mustBeCited, refused, type Standing } from './standing.ts';

const REASON = 'a person says it in other words';

/** Throws `refused` where the words drop a number, a date, a name, an address or a negation of a fact. */
export function reword(standing: Standing, view: View, text: string): Remedy | Already {
  const { fact, held, claim } = mustBeCited(standing, view);
  if (claim.sides.length > 1)
    throw refused(
      `${fact.id} is part of a conflict, which shows the words of both`,
      `decide that first: memvault fix ${fact.id} --current, or --separate`,
    );
  if (isHistory(claim))
    throw refused(
      `the claim of ${fact.id} is history`,
      `memvault fix ${fact.id} --restore makes it current; then it can be reworded`,
    );
  if (claim.text === text) return { already: `the claim of ${fact.id} says just that already` };
  const missing = claim.facts
    .filter((id) => view.ledger.get(id)?.as !== 'superseded')
    .flatMap((id) =>
      missingSpecifics(view.factById.get(id)?.text ?? '', text).map((specific) =>
        specific === 'not'
          ? `as many negations as ${id}`
          : `${JSON.stringify(asWritten(view.factById.get(id)?.text ?? '', specific))} of ${id}`,
      ),
    );
  if (missing.length > 0)
    throw refused(
      `these words lack ${[...new Set(missing)].join(', ')}`,
      `where the log line is wrong, edit it in ${fact.path}, line ${fact.line}; where it is over, log the new ` +
        `fact with --supersedes ${fact.id}`,
    );
  const { of, by } = held;
  return {
    changes: [{ kind: 'correct', page: claim.page, claim: fact.id, text, facts: claim.facts, reason: REASON }],
    // Nothing else is decided; the line says who touched it last.
    lines: [
      lineWith(held, held.as, claim.page, { ...(of === undefined ? {} : { of }), ...(by === undefined ? {} : { by }) }),
    ],
    reviews: [],
    summary: `the claim of ${fact.id} has other words`,
  };
}
