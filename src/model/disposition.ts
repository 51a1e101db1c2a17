// What became of a fact, and the ledger that says so. The fold is a pure function of the lines,
// wherever they stand, so that a merge in either direction gives the same state.
import { compareLines, groupBy } from './group-by.ts';

export const DISPOSITIONS = [
  'placed',
  'duplicate',
  'superseded',
  'conflict',
  'set-aside',
  'quarantined',
  'forgotten',
  'pending',
] as const;
export type DispositionKind = (typeof DISPOSITIONS)[number];

/** Dispositions whose facts are cited on a page. */
export const CITED: ReadonlySet<string> = new Set(['placed', 'duplicate', 'superseded', 'conflict']);

/** One line of `.memvault/ledger/YYYY-MM.jsonl`. */
export interface LedgerLine {
  readonly fact: string;
  readonly day: string;
  readonly as: DispositionKind;
  /** The page that cites the fact, for the dispositions that are cited. */
  readonly page?: string;
  /** `duplicate`: the fact whose claim says it already. */
  readonly of?: string;
  /** `superseded`: the fact that took its place. */
  readonly by?: string;
  /** `conflict`: the fact it contradicts. */
  readonly with?: string;
  /** `set-aside`, `quarantined`: why. */
  readonly reason?: string;
  /** `pending`: the run whose line it takes back. */
  readonly undoes?: string;
  /** Digest of the fact's content, so that an edited line is noticed. */
  readonly digest: string;
  readonly run: string;
  readonly engine: string;
  /** Start of the run, ISO in UTC. */
  readonly at: string;
}

/**
 * For each fact the line that holds: the greatest (`at`, `run`). `forgotten` beats all but a later `pending`
 * that takes back just that line: undoing a dream, here or on a clone that knew nothing of it, brings nothing back.
 */
export function foldLedger(lines: Iterable<LedgerLine>): Map<string, LedgerLine> {
  return new Map([...groupBy(lines, (line) => line.fact)].map(([fact, history]) => [fact, lastWord(history)]));
}

function lastWord(history: LedgerLine[]): LedgerLine {
  const [first, ...later] = history.sort(compareLines);
  let held = first as LedgerLine;
  for (const line of later)
    if (held.as !== 'forgotten' || line.as === 'forgotten' || (line.as === 'pending' && line.undoes === held.run))
      held = line;
  return held;
}
