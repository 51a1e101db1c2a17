// What a person took back: facts whose last word in the ledger is an undo, with the decision that it undid.
import type { LedgerLine } from '../model/disposition.ts';
import type { View } from './view.ts';

/** By fact: the line that was taken back. A fact that was only brought back from being forgotten is not among them. */
export function readUndone({ ledger, ledgerRead }: Pick<View, 'ledger' | 'ledgerRead'>): ReadonlyMap<string, LedgerLine> {
  const runs = new Map<string, string>();
  for (const { fact, undoes } of ledger.values()) if (undoes !== undefined) runs.set(fact, undoes);
  if (runs.size === 0) return new Map();
  return new Map(ledgerRead.lines.filter((line) => runs.get(line.fact) === line.run && line.as !== 'forgotten').map((line) => [line.fact, line]));
}
