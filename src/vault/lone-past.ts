// Claims in History whose successor went: a person took it away or had it forgotten, and nobody is revived by itself.
// Says which; changes nothing.
import { parseSlot } from '../markdown/slots/slots.ts';
import type { Fact } from '../model/fact.ts';
import type { View } from './view.ts';

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
