// Recalls: what was shown to someone. This clone's record says when and which facts; each run folds it into tracked
// counts, so that other clones know of it too. Ids and times only, never what was asked.
import { compareText } from './fact.ts';
import { groupBy } from './group-by.ts';

/** One line of this clone's record: `{"at":"…Z","facts":["…"]}`. */
export interface ShownLine {
  /** ISO in UTC. */
  readonly at: string;
  readonly facts: readonly string[];
}

/** One tracked line: how often this clone showed a fact in one month, since the run before. */
export interface RecallLine {
  readonly fact: string;
  readonly count: number;
  /** The last of them, ISO in UTC. */
  readonly last: string;
  readonly clone: string;
  /** Up to when the clone's record was folded by this run, ISO in UTC; the same on all its lines. */
  readonly until: string;
  readonly run: string;
  /** ISO in UTC. */
  readonly at: string;
}

export interface Recalled {
  readonly count: number;
  /** ISO in UTC. */
  readonly last: string;
}

/** By fact the sum of all counts and the greatest `last`; a line that a merge doubled counts once. */
export function foldRecalls(lines: Iterable<RecallLine>): Map<string, Recalled> {
  const recalled = new Map<string, Recalled>();
  for (const line of distinctRecalls(lines)) addRecalls(recalled, line.fact, line);
  return recalled;
}

/** Each line once, where a merge doubled it. */
export function distinctRecalls(lines: Iterable<RecallLine>): RecallLine[] {
  const distinct: RecallLine[] = [];
  const seen = new Set<string>();
  for (const line of lines) {
    const key = `${line.fact} ${line.run} ${line.clone} ${line.last}`;
    if (seen.has(key)) continue;
    seen.add(key);
    distinct.push(line);
  }
  return distinct;
}

/** Adds to what is known of a fact. */
export function addRecalls(recalled: Map<string, Recalled>, fact: string, { count, last }: Recalled): void {
  const known = recalled.get(fact);
  recalled.set(
    fact,
    known === undefined ? { count, last } : { count: known.count + count, last: known.last > last ? known.last : last },
  );
}

/**
 * What this clone showed and no run has folded. `to`: the start of the run; what is dated later, by a wrong clock,
 * waits.
 */
export function notFolded(
  shown: Iterable<ShownLine>,
  lines: Iterable<RecallLine>,
  clone: string,
  to: string,
): ShownLine[] {
  let from = '';
  for (const line of lines) if (line.clone === clone && line.until > from) from = line.until;
  return [...shown].filter(({ at }) => at > from && at <= to);
}

/** The tracked lines of them, by month (`YYYY-MM`, UTC) and within a month by fact. */
export function recallLines(
  shown: readonly ShownLine[],
  { run, at, clone }: Pick<RecallLine, 'run' | 'at' | 'clone'>,
): Map<string, RecallLine[]> {
  const until = shown.reduce((latest, line) => (line.at > latest ? line.at : latest), '');
  const months = [...groupBy(shown, (line) => line.at.slice(0, 7))].sort(([a], [b]) => compareText(a, b));
  return new Map(
    months.map(([month, own]) => {
      const recalled = new Map<string, Recalled>();
      for (const line of own)
        for (const fact of new Set(line.facts)) addRecalls(recalled, fact, { count: 1, last: line.at });
      const lines = [...recalled]
        .sort(([a], [b]) => compareText(a, b))
        .map(([fact, { count, last }]): RecallLine => ({ fact, count, last, clone, until, run, at }));
      return [month, lines];
    }),
  );
}
