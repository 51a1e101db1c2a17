// What the last night changed, from log.md and the ledger. Pure.
import { DISPOSITIONS, type LedgerLine } from '../model/disposition.ts';
import { groupBy } from '../model/group-by.ts';
import { NIGHT_KINDS, type RunEntry, undoneRuns } from '../page/run-log.ts';
import { isForgotten, type View } from '../vault/view.ts';

export interface LastNight {
  /** Local day of its runs. */
  readonly day: string;
  readonly runs: readonly string[];
  /** By disposition how many facts have it because of these runs. */
  readonly facts: Readonly<Record<string, number>>;
  readonly pages: readonly string[];
  /** Statements that later ones replaced. */
  readonly updates: readonly { readonly from: string; readonly to: string }[];
}

/** Null before the first, and where all were taken back. */
export function readLastNight(entries: readonly RunEntry[], view: View): LastNight | null {
  const undone = undoneRuns(entries);
  const nights = entries.filter(({ kind, run }) => NIGHT_KINDS.has(kind) && run !== null && !undone.has(run));
  const day = nights.reduce((last, entry) => (entry.day > last ? entry.day : last), '');
  const runs = nights.flatMap((entry) => (entry.day === day && entry.run !== null ? [entry.run] : []));
  if (runs.length === 0) return null;
  const lines = [...view.ledger.values()].filter(({ run }) => runs.includes(run));
  const counts = groupBy(lines, ({ as }) => as);
  return {
    day,
    runs,
    facts: Object.fromEntries(
      DISPOSITIONS.flatMap((as) => (counts.has(as) ? [[as, counts.get(as)?.length ?? 0]] : [])),
    ),
    pages: [...new Set(lines.flatMap(({ page }) => page ?? []))].sort(),
    updates: lines.flatMap((line) => updateOf(line, view)),
  };
}

function updateOf({ as, fact, by = '' }: LedgerLine, view: View): LastNight['updates'] {
  const [from, to] = [fact, by].map((id) => (isForgotten(id, view) ? undefined : view.factById.get(id)?.text));
  return as === 'superseded' && from !== undefined && to !== undefined ? [{ from, to }] : [];
}
