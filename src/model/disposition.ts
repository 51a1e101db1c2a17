// Dispositions of facts and the ledger that records them. The fold is a pure function of the set of lines, so that a
// merge in either direction gives the same state.
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

/** Those that an engine may propose. */
export const PROPOSABLE = ['placed', 'duplicate', 'superseded', 'conflict', 'set-aside'] as const;

/** Dispositions whose facts are on no page, so that their ledger line says why. */
export const OFF_PAGE: ReadonlySet<string> = new Set(['set-aside', 'quarantined']);

/** Dispositions whose facts are cited on a page. */
export const CITED: ReadonlySet<string> = new Set(['placed', 'duplicate', 'superseded', 'conflict']);

/** One line of `.memvault/ledger/YYYY-MM.jsonl`. */
export interface LedgerLine {
  readonly fact: string;
  readonly day: string;
  readonly as: DispositionKind;
  /** The page that cites the fact, for the dispositions that are cited. */
  readonly page?: string;
  /** `duplicate`: the fact whose claim already says it. */
  readonly of?: string;
  /** `superseded`: the fact that replaced it. */
  readonly by?: string;
  /** `conflict`: the fact it contradicts. */
  readonly with?: string;
  /** `set-aside`, `quarantined`: why. */
  readonly reason?: string;
  /** `pending`: the run whose line it undoes. */
  readonly undoes?: string;
  /** Digest of the fact's content, to detect an edited line. */
  readonly digest: string;
  readonly run: string;
  readonly engine: string;
  /** Start of the run, ISO in UTC. */
  readonly at: string;
}

/**
 * The current line of each fact: the one with the greatest (`at`, `run`). `forgotten` beats everything except a later
 * `pending` that undoes exactly that line: undoing a dream, here or on another clone, restores nothing that was
 * forgotten.
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
