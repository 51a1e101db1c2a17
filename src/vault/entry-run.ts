// A run that looked and changed nothing: its entry in log.md is all that it writes, so that nothing else turns only
// because a day passed.
import { renderRunEntry } from '../markdown/run-log.ts';
import { dayOf } from '../model/day.ts';
import type { Journal } from '../model/journal.ts';
import { carryOutHandRun, type HandRun } from './hand-run.ts';
import { listRuns } from './journal.ts';
import { freshRunId } from './run-id.ts';
import { runLogAppend } from './run-log.ts';
import type { Vault } from './vault.ts';

export type EntryRun = Pick<HandRun, 'kind' | 'about' | 'summary' | 'start' | 'commit'>;

/** Writes the entry, with a journal; gives the run's id. The caller holds the lock. Throws `io`, `refused`. */
export function writeEntryRun(
  vault: Vault,
  { kind, about, summary, start, commit }: EntryRun,
  keepRuns: number,
): string {
  const taken = new Set(listRuns(vault).map(({ run }) => run));
  const run = freshRunId({ kind, about, summary }, start, (id) => taken.has(id));
  const entry = renderRunEntry({ day: dayOf(start), kind, about, watermark: null, run, summary });
  const journal: Journal = {
    version: 1,
    run,
    kind,
    start: start.toISOString(),
    engine: kind,
    plan: null,
    undoes: [],
    commit,
    pages: [],
    appends: [runLogAppend(vault, entry)],
    generated: [],
  };
  carryOutHandRun(vault, journal, keepRuns);
  return run;
}
