// `42 facts: 30 placed, 6 duplicate` in log.md, and as many lines of that run in the ledger: where the ledger has
// others, some of them went or came. A run of which the ledger has no line at all is found by run-log.
import { DISPOSITIONS } from '../../model/disposition.ts';
import { groupBy } from '../../model/group-by.ts';
import { RUN_LOG_FILE } from '../../vault/vault.ts';
import type { LintInput } from '../input.ts';
import type { Remark } from '../rule.ts';
import { count } from '../words.ts';

export function runCounts({ view, runLog }: Pick<LintInput, 'view' | 'runLog'>): Remark[] {
  const linesOf = groupBy(view.ledgerRead.lines, ({ run }) => run);
  return runLog.flatMap((entry): Remark[] => {
    const [, all, kinds = ''] = /: (\d+) facts?: ([^;]*)/.exec(entry.summary) ?? [];
    const lines = linesOf.get(entry.run ?? '');
    if (entry.kind !== 'ingest' || all === undefined || !lines) return [];
    const decided = new Map(lines.map(({ fact, as }) => [fact, as]));
    const said = `${count(Number(all), 'fact')}: ${kinds.trim()}`;
    const have = `${count(decided.size, 'fact')}: ${countKinds([...decided.values()])}`;
    if (said === have) return [];
    return [
      {
        severity: 'error',
        path: RUN_LOG_FILE,
        line: entry.line,
        message: `${entry.run} decided ${said}; the ledger has ${have}`,
        fix: 'bring the lines of the ledger back from git or a backup',
      },
    ];
  });
}

/** Counts dispositions as log.md writes them, in its order; those of no kind come last. */
function countKinds(all: readonly string[]): string {
  const kinds = [...new Set([...DISPOSITIONS, ...all])];
  return kinds
    .map((kind) => [all.filter((as) => as === kind).length, kind] as const)
    .filter(([n]) => n > 0)
    .map(([n, kind]) => `${n} ${kind}`)
    .join(', ');
}
