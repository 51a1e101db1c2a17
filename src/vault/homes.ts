// Facts that several pages cite: which page is their own, and on which others earlier decisions put them, as
// two clones do that know nothing of each other. A copy that a person made by hand is not among those.
import { CITED, foldLedger, type LedgerLine } from '../model/disposition.ts';
import { groupBy } from '../model/group-by.ts';
import type { View } from './view.ts';

export interface Home {
  /** The page that the latest decision names among those that cite the fact. */
  readonly home: string;
  /** Pages that earlier decisions put it on, and that cite it still. */
  readonly others: readonly string[];
}

/**
 * `facts`: those that more than one page cites. One pass over the ledger, and none without them. No decision, no home.
 */
export function readHomes(view: Pick<View, 'citedOn' | 'ledgerRead'>, facts: ReadonlySet<string>): Map<string, Home> {
  if (facts.size === 0) return new Map();
  const histories = groupBy(
    view.ledgerRead.lines.filter((line) => facts.has(line.fact)),
    (line) => line.fact,
  );
  return new Map(
    [...histories].flatMap(([fact, history]): [string, Home][] => {
      const home = homeOf(history, view.citedOn.get(fact) ?? []);
      return home ? [[fact, home]] : [];
    }),
  );
}

function homeOf(history: readonly LedgerLine[], pages: readonly string[]): Home | null {
  const undone = new Set(history.flatMap((line) => line.undoes ?? []));
  const standing = history.filter(
    (line) => CITED.has(line.as) && !undone.has(line.run) && pages.includes(line.page ?? ''),
  );
  const [held] = foldLedger(standing).values();
  if (held?.page === undefined) return null;
  const named = new Set(standing.map((line) => line.page));
  return { home: held.page, others: pages.filter((page) => page !== held.page && named.has(page)) };
}
