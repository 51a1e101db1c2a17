// What says that a fact is forgotten, and what takes that back. A pure function of the lines, wherever they stand;
// none of them holds a word of the fact.
import { groupBy } from './group-by.ts';

/** One line of `.memvault/tombstones.jsonl` that forgets. */
export interface Tombstone {
  readonly fact: string;
  /**
   * The vault's; every statement that gives `digest` with it is forgotten, under whatever id. Null in older layouts,
   * which know ids only.
   */
  readonly salt: string | null;
  /** Of the statement. */
  readonly digest: string | null;
  /** ISO in UTC. */
  readonly at: string;
  /** What wrote it; an undo names it. */
  readonly run: string;
  readonly reason?: string;
  /** The line was to go from the daily log, too. */
  readonly purged?: true;
}

/** One that takes back what one run said of a fact; what another clone said of it stands. */
export interface TakenBack {
  readonly fact: string;
  readonly undone: true;
  readonly undoes: string;
  readonly at: string;
  readonly run: string;
}

/** The `run` of what `log` writes: nobody asked for it, the new line says what was forgotten. */
export const LOGGED_AGAIN = 'log';

export type TombstoneLine = Tombstone | TakenBack;

const isTakenBack = (line: TombstoneLine): line is TakenBack => 'undone' in line;

/**
 * By fact the tombstones that stand, in the order of the lines. One that `log` wrote stands while a person's with its
 * digest does: who takes that back on another clone may not know of the new line.
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

/** Facts whose line a tombstone took out of the daily log. */
export function purgedFacts(standing: ReadonlyMap<string, readonly Tombstone[]>): Set<string> {
  return new Set(
    [...standing].filter(([, stones]) => stones.some(({ purged }) => purged === true)).map(([fact]) => fact),
  );
}
