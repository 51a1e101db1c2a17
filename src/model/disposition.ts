// What became of a fact, and the ledger that says so. The fold is a pure function of the lines,
// wherever they stand, so that a merge in either direction gives the same state.
import { compareText } from './fact.ts';

export const DISPOSITIONS = [
  'placed', 'duplicate', 'superseded', 'conflict', 'set-aside', 'quarantined', 'forgotten',
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
  /** Digest of the fact's content, so that an edited line is noticed. */
  readonly digest: string;
  readonly run: string;
  readonly engine: string;
  /** Start of the run, ISO in UTC. */
  readonly at: string;
}

/** For each fact the line that holds: the greatest (`at`, `run`); `forgotten` beats all but a later undo. */
export function foldLedger(lines: Iterable<LedgerLine>): Map<string, LedgerLine> {
  const folded = new Map<string, LedgerLine>();
  for (const line of lines) {
    const held = folded.get(line.fact);
    if (!held || laterThan(line, held)) folded.set(line.fact, line);
  }
  return folded;
}

function laterThan(line: LedgerLine, held: LedgerLine): boolean {
  const order = compareText(line.at, held.at) || compareText(line.run, held.run);
  // Two lines of one run for one fact can only be the same line twice; the greater text settles it anyway.
  return order > 0 || (order === 0 && JSON.stringify(line) > JSON.stringify(held));
}
