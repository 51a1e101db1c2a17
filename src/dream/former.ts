// Whose decision on a fact holds, and which one held before some runs made theirs. A line that an undo wrote
// stands for an older run's decision. Pure.
import { foldLedger, type LedgerLine } from '../model/disposition.ts';

/**
 * The decision that holds, as the run that made it wrote it; null where a fact has none, or is pending again.
 * `history`: all lines of one fact.
 */
export function decisionOf(history: readonly LedgerLine[]): LedgerLine | null {
  const held = lastWord(history);
  if (held === null || held.undoes === undefined) return held;
  if (held.as === 'pending') return null;
  const standing = standingIn(history, new Set());
  return standing.filter((line) => isSameDecision(line, held)).at(-1) ?? lastWord(standing) ?? held;
}

/** The decision that holds once these runs are taken back, too; null for none. */
export function formerOf(history: readonly LedgerLine[], taken: ReadonlySet<string>): LedgerLine | null {
  return lastWord(standingIn(history, taken));
}

/** Lines that decided something, and that nothing took back. */
function standingIn(history: readonly LedgerLine[], taken: ReadonlySet<string>): LedgerLine[] {
  const undone = new Set(history.flatMap((line) => line.undoes ?? []));
  return history.filter((line) => line.undoes === undefined && !undone.has(line.run) && !taken.has(line.run));
}

function lastWord(history: readonly LedgerLine[]): LedgerLine | null {
  const [held] = foldLedger(history).values();
  return held ?? null;
}

const isSameDecision = (a: LedgerLine, b: LedgerLine): boolean =>
  (['as', 'page', 'of', 'by', 'with', 'digest'] as const).every((key) => a[key] === b[key]);
