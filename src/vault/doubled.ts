// Facts that stand on two pages because two clones placed them without knowing of each other. Says which page
// is theirs; a copy that a person made by hand is not among them.
import { CITED, foldLedger, type LedgerLine } from '../model/disposition.ts';
import type { View } from './view.ts';

export interface Doubled {
  /** The page that the later decision names. */
  readonly home: string;
  /** Pages that earlier decisions put it on, and that cite it still. */
  readonly others: readonly string[];
}

/** `facts`: candidates that more than one page cites. One pass over the ledger, and none without candidates. */
export function readDoubled(view: Pick<View, 'citedOn' | 'ledgerRead'>, facts: ReadonlySet<string>): Map<string, Doubled> {
  if (facts.size === 0) return new Map();
  const histories = new Map<string, LedgerLine[]>();
  for (const line of view.ledgerRead.lines) {
    if (!facts.has(line.fact)) continue;
    const history = histories.get(line.fact);
    if (history) history.push(line);
    else histories.set(line.fact, [line]);
  }
  return new Map([...histories].flatMap(([fact, history]): [string, Doubled][] => {
    const doubled = settle(history, view.citedOn.get(fact) ?? []);
    return doubled ? [[fact, doubled]] : [];
  }));
}

function settle(history: readonly LedgerLine[], pages: readonly string[]): Doubled | null {
  const undone = new Set(history.flatMap((line) => line.undoes ?? []));
  const standing = history.filter((line) => CITED.has(line.as) && !undone.has(line.run) && pages.includes(line.page ?? ''));
  const [held] = foldLedger(standing).values();
  // What stands in History or in a conflict is more than a place; only a plain place is settled here.
  if (held?.page === undefined || (held.as !== 'placed' && held.as !== 'duplicate')) return null;
  const named = new Set(standing.map((line) => line.page));
  const others = pages.filter((page) => page !== held.page && named.has(page));
  return others.length === 0 ? null : { home: held.page, others };
}
