// Recalls: what was shown to someone. This clone's record lists when and which facts; each run folds it into tracked
// counts, so that other clones know too. Ids and times only, never queries.
import { compareText } from './fact.ts';
import { groupBy } from './group-by.ts';

/** One line of this clone's record: `{"at":"…Z","facts":["…"]}`. */
export interface ShownLine {
  /** ISO in UTC. */
  readonly at: string;
  readonly facts: readonly string[];
}

/** One tracked line: how often this clone showed a fact in one month, since the previous run. */
export interface RecallLine {
  readonly fact: string;
  readonly count: number;
  /** The last time, ISO in UTC. */
  readonly last: string;
  readonly clone: string;
  /** The end of the clone's record that this run folded, ISO in UTC; equal on all its lines. */
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

/** Sum of counts and greatest `last` per fact; a line duplicated by a merge counts once. */
export function foldRecalls(lines: Iterable<RecallLine>): Map<string, Recalled> {
  const recalled = new Map<string, Recalled>();
  for (const line of distinctRecalls(lines)) addRecalls(recalled, line.fact, line);
  return recalled;
}

/** Removes lines duplicated by a merge. */
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

/** Adds to the recalls of a fact. */
export function addRecalls(recalled: Map<string, Recalled>, fact: string, { count, last }: Recalled): void {
  const known = recalled.get(fact);
  recalled.set(
    fact,
    known === undefined ? { count, last } : { count: known.count + count, last: known.last > last ? known.last : last },
  );
}

/**
 * This clone's record that no run has folded. `to`: the start of the run; entries dated later by a wrong clock are left
 * for later.
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

/** The tracked lines for them, by month (`YYYY-MM`, UTC), sorted by fact within a month. */
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
