// What a run decided about each fact, with the reason: from its journal, else from its lines in the ledger. Pure.
import type { LedgerLine } from '../model/disposition.ts';
import type { Journal } from '../model/journal.ts';

export interface FactDecision {
  readonly id: string;
  readonly as: string;
  readonly page: string | null;
  /** `duplicate`: the fact that says the same. */
  readonly of: string | null;
  /** One sentence; null where only the run's journal knew it, and that is not here. */
  readonly reason: string | null;
}

/** In the order in which the run decided. `lines`: those that the run wrote into the ledger. */
export function decisionsOf(lines: readonly LedgerLine[], journal: Journal | null): FactDecision[] {
  const decisions = journal?.plan?.decisions ?? [];
  const reasons = new Map(decisions.map(({ fact, reason }) => [fact, reason]));
  const order = new Map(decisions.map(({ fact }, index) => [fact, index]));
  const placeOf = ({ fact }: LedgerLine): number => order.get(fact) ?? Infinity;
  const once = [...new Map(lines.map((line) => [line.fact, line])).values()];
  const sorted = order.size === 0 ? once : once.sort((a, b) => placeOf(a) - placeOf(b));
  return sorted.map((line) => ({
    id: line.fact,
    as: line.as,
    page: line.page ?? null,
    of: line.of ?? null,
    reason: reasonOf(line, reasons),
  }));
}

function reasonOf(line: LedgerLine, reasons: ReadonlyMap<string, string>): string | null {
  if (line.undoes !== undefined) return `undo of ${line.undoes}`;
  return reasons.get(line.fact) ?? line.reason ?? null;
}
