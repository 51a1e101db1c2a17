// What became of a fact: dispositions, and tombstones of what is forgotten.
import { compareLines, groupBy } from './group-by.ts';

// Dispositions of facts and the ledger that records them. The fold is a pure function of the set of lines, so that a
// merge in either direction gives the same state.

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

// Tombstones and their undoing. A pure function of the set of lines; none of them contains a word of the fact.

/** A line of `.memvault/tombstones.jsonl` that forgets. */
export interface Tombstone {
  readonly fact: string;
  /**
   * The vault's salt; every statement that has `digest` with it is forgotten, under whatever id. Null in older layouts,
   * which know only ids.
   */
  readonly salt: string | null;
  /** Digest of the statement. */
  readonly digest: string | null;
  /** ISO in UTC. */
  readonly at: string;
  /** The run that wrote it; an undo refers to it. */
  readonly run: string;
  readonly reason?: string;
  /** The line was also to be deleted from the daily log. */
  readonly purged?: true;
}

/** Undoes the tombstone that one run wrote for a fact; one from another clone stays in force. */
export interface TakenBack {
  readonly fact: string;
  readonly undone: true;
  readonly undoes: string;
  readonly at: string;
  readonly run: string;
}

/** The `run` of tombstones written by `log`: not requested; the new line repeats a forgotten statement. */
export const LOGGED_AGAIN = 'log';

export type TombstoneLine = Tombstone | TakenBack;

const isTakenBack = (line: TombstoneLine): line is TakenBack => 'undone' in line;

/**
 * The tombstones in force, by fact, in the order of the lines. One written by `log` is in force only while a person's
 * with the same digest is: undoing that on another clone may not know of the new line.
 */
export function standingTombstones(lines: readonly TombstoneLine[]): Map<string, Tombstone[]> {
  const back = new Set(lines.filter(isTakenBack).map((line) => `${line.fact} ${line.undoes}`));
  const left = lines.filter((line): line is Tombstone => !isTakenBack(line) && !back.has(`${line.fact} ${line.run}`));
  const said = new Set(left.filter(({ run }) => run !== LOGGED_AGAIN).map(statementOf));
  return groupBy(
    left.filter((line) => line.run !== LOGGED_AGAIN || said.has(statementOf(line))),
    (line) => line.fact,
  );
}

const statementOf = ({ salt, digest }: Tombstone): string => `${salt ?? ''} ${digest ?? ''}`;

/** Facts whose line was deleted from the daily log. */
export function purgedFacts(standing: ReadonlyMap<string, readonly Tombstone[]>): Set<string> {
  return new Set(
    [...standing].filter(([, stones]) => stones.some(({ purged }) => purged === true)).map(([fact]) => fact),
  );
}
