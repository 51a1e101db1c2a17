// Facts that several pages cite: which page is their own, and on which others earlier decisions put them, as
// two clones do that know nothing of each other. A copy that a person made by hand is not among those.
import { parseSlot } from '../language/slots/parse-slot.ts';
import { CITED, foldLedger, type LedgerLine } from '../model/disposition.ts';
import type { Fact } from '../model/fact.ts';
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

// Claims in History whose successor went: a person took it away or had it forgotten, and nobody is revived by itself.
// Says which; changes nothing.

export interface LonePast {
  readonly fact: Fact;
  /** What took its place, and is gone. */
  readonly by: string;
}

type Known = Pick<View, 'ledger' | 'ledgerRead' | 'factById' | 'citedOn' | 'forgotten'>;

/** Past facts that only what is gone took the place of, with nothing else current in their slot. */
export function readLonePast(view: Known): LonePast[] {
  const { ledger, citedOn, factById, forgotten } = view;
  const lone = [...ledger.values()].flatMap(({ fact: id, as, by }): LonePast[] => {
    const fact = factById.get(id);
    const isLone =
      as === 'superseded' &&
      by !== undefined &&
      fact !== undefined &&
      citedOn.has(id) &&
      !forgotten.has(id) &&
      isGone(by, view);
    return isLone ? [{ fact, by }] : [];
  });
  if (lone.length === 0) return [];
  const gone = new Set(lone.map(({ by }) => by));
  const replacedIt = new Set(
    view.ledgerRead.lines.flatMap(({ fact, as, by }) =>
      gone.has(fact) && as === 'superseded' && by !== undefined && citedOn.has(by) ? [fact] : [],
    ),
  );
  const slots = currentSlots(view);
  return lone.filter(({ fact, by }) => !replacedIt.has(by) && !slots.has(parseSlot(fact)?.key ?? ''));
}

function isGone(id: string, { ledger, citedOn, forgotten }: Known): boolean {
  return (
    !citedOn.has(id) && (forgotten.has(id) || ledger.get(id)?.as === 'set-aside' || ledger.get(id)?.as === 'forgotten')
  );
}

function currentSlots({ ledger, factById }: Known): Set<string> {
  return new Set(
    [...ledger.values()].flatMap(({ fact, as }) => {
      const said = as === 'placed' || as === 'conflict' ? factById.get(fact) : undefined;
      return said ? (parseSlot(said)?.key ?? []) : [];
    }),
  );
}
