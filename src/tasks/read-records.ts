// Everything known about facts and pages, for the commands that report it: the view plus marks, recalls, reviews,
// tombstones and runs. Read-only.
import { readHistory } from '../dream/run.ts';
import type { Records } from '../inspect/explain.ts';
import { dayOf } from '../model/day.ts';
import type { Fact } from '../model/fact.ts';
import { findById } from '../model/ids.ts';
import type { Journal } from '../model/journal.ts';
import { listRuns, readJournal } from '../vault/journal.ts';
import { readRecallTimes } from '../vault/recalls.ts';
import { readRunLog } from '../vault/record-run.ts';
import { readMarks, readReviews } from '../vault/reviews.ts';
import { forgottenAmong, readTombstones } from '../vault/tombstones.ts';
import type { Vault } from '../vault/vault.ts';
import { readFacts } from '../vault/view.ts';
import type { Context } from './context.ts';
import { readViewNow } from './record-by-hand.ts';

export async function readRecords(context: Context): Promise<Records> {
  const { vault, world } = context;
  const view = await readViewNow(context);
  const entries = readRunLog(vault);
  const { runs } = readHistory(view.ledgerRead.lines, entries, new Set(listRuns(vault).map(({ run }) => run)));
  const undone = new Set(runs.filter((run) => run.undone).map(({ run }) => run));
  const journals = new Map<string, Journal | null>();
  const journalOf = (run: string): Journal | null => {
    const kept = journals.get(run);
    if (kept !== undefined) return kept;
    const journal = readJournal(vault, run);
    journals.set(run, journal);
    return journal;
  };
  return {
    view,
    entries,
    marks: readMarks(vault),
    recalls: readRecallTimes(vault, world.now()),
    reviews: readReviews(vault),
    tombstones: readTombstones(vault),
    today: dayOf(world.now()),
    isUndone: (run) => undone.has(run),
    reasonOf: (run, fact) => journalOf(run)?.plan?.decisions.find((decision) => decision.fact === fact)?.reason ?? null,
  };
}

/** The full id of the fact with this prefix. Throws like `findById`. */
export function findFact(vault: Vault, prefix: string): string {
  const facts = readFacts(vault);
  return findFactAmong(facts, prefix, () => forgottenAmong(vault, facts)).id;
}

/** The same among given facts; returns the fact. `forgotten`: facts whose text is hidden. */
export function findFactAmong(facts: readonly Fact[], prefix: string, forgotten: () => ReadonlySet<string>): Fact {
  let hidden: ReadonlySet<string> | null = null;
  return findById(facts, prefix, {
    what: 'fact',
    list: 'memvault facts lists them',
    about: ({ id, day, text }) => `${day}  ${(hidden ??= forgotten()).has(id) ? '(forgotten)' : text.slice(0, 60)}`,
  });
}
