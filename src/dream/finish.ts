// Finishes the runs that a crash cut short, before anything new is begun. Called by who holds the lock.
import type { Journal } from '../model/journal.ts';
import { carryOut } from '../vault/carry-out.ts';
import { openRuns, readJournal, removeUnbegun, setJournalAside } from '../vault/journal.ts';
import { sweep } from '../vault/sweep.ts';
import type { Vault } from '../vault/vault.ts';
import { withoutPages } from './without-pages.ts';

export interface Finished {
  readonly journal: Journal;
  /** Pages that a person edited meanwhile, or that cannot be written: why. Their facts are pending again. */
  readonly unwritten: readonly string[];
}

export interface FinishedRuns {
  readonly finished: readonly Finished[];
  /** Runs whose journal cannot be read; it is put aside, and a dream records what stands on the pages. */
  readonly damaged: readonly string[];
}

export function finishOpenRuns(vault: Vault): FinishedRuns {
  const open = openRuns(vault).map((run) => ({ run, journal: readJournal(vault, run) }));
  const journals = open.flatMap(({ journal }) => journal ?? []);
  sweep(vault, journals);
  removeUnbegun(vault);
  const damaged = open.filter(({ journal }) => journal === null).map(({ run }) => run);
  for (const run of damaged) setJournalAside(vault, run);
  const finished = journals.map((journal): Finished => {
    const { journal: final, unwritten } = carryOut(vault, journal, { again: true, without: withoutPages });
    return { journal: final, unwritten: [...unwritten.values()] };
  });
  return { finished, damaged };
}
