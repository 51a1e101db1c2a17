// What a run changed, as diff shows it and an undo takes it back: from this clone's journal, else from the commit
// that holds the run. Finds runs by the beginning of their ids. Reads; writes nothing.
import { type History, type PastRun, readHistory } from '../dream/run.ts';
import { findRunCommit, readRunChanges } from '../git/commit.ts';
import { MemvaultError } from '../model/errors.ts';
import type { FileChange, Journal } from '../model/journal.ts';
import type { RunEntry } from '../page/run-log.ts';
import { isPagePath } from '../vault/confine.ts';
import { listRuns, readJournal } from '../vault/journal.ts';
import { readLedger } from '../vault/ledger.ts';
import { readRunLog } from '../vault/record-run.ts';
import { TAGS_FILE } from '../vault/vault.ts';
import type { Context } from './context.ts';
import { openRepository } from './git.ts';

export interface RunChanges {
  /** All that these changes are of, the oldest first: a commit may hold several runs. */
  readonly runs: readonly string[];
  readonly pages: readonly FileChange[];
  /** Files made from the pages; null from a commit, which may hold a person's edits of them. */
  readonly generated: readonly FileChange[] | null;
  /** What became of tags.yaml; null where nothing did. */
  readonly tags: FileChange | null;
  /** Null where they come from a commit. */
  readonly journal: Journal | null;
  /** Null where they come from the journal. */
  readonly commit: {
    readonly id: string;
    /** Pages that it holds a person's edits of, too. */ readonly edited: readonly string[];
  } | null;
}

export interface KnownRuns extends History {
  /** Every run that the ledger, log.md or a journal of this clone names. */
  readonly ids: ReadonlySet<string>;
  readonly entries: readonly RunEntry[];
}

export function readKnownRuns({ vault }: Pick<Context, 'vault'>): KnownRuns {
  const { lines } = readLedger(vault);
  const entries = readRunLog(vault);
  const kept = listRuns(vault).map(({ run }) => run);
  const ids = new Set([
    ...lines.flatMap(({ run, undoes }) => [run, ...(undoes === undefined ? [] : [undoes])]),
    ...entries.flatMap(({ run }) => run ?? []),
    ...kept,
  ]);
  return { ...readHistory(lines, entries, new Set(kept)), ids, entries };
}

/** The full id. Throws `not-found`, `ambiguous` with the list. */
export function findRun({ ids }: Pick<KnownRuns, 'ids'>, text: string): string {
  const matches = matchRuns(ids, text);
  const [only, ...others] = matches;
  if (only === undefined)
    throw new MemvaultError('not-found', `there is no run ${JSON.stringify(text)}`, {
      hint: 'log.md names every run; memvault diff shows the last',
    });
  if (others.length === 0) return only;
  throw new MemvaultError(
    'ambiguous',
    `${matches.length} runs have ids that begin with ${text.trim()}:\n${matches.map((run) => `  ${run}`).join('\n')}`,
    { hint: 'give more characters', data: { runs: matches } },
  );
}

/** The runs that a text means: of that id, or else of an id that begins so; the `r-` may be left out. */
export function matchRuns(ids: Iterable<string>, text: string): string[] {
  const all = [...ids];
  const wanted = text.trim().toLowerCase();
  if (all.includes(wanted)) return [wanted];
  return all.filter((run) => wanted !== '' && (run.startsWith(wanted) || run.startsWith(`r-${wanted}`))).sort();
}

/** Null where this clone has neither the run's journal nor a commit of it. Throws `git`. */
export async function readChanges(
  context: Pick<Context, 'vault' | 'world'>,
  history: History,
  run: string,
): Promise<RunChanges | null> {
  const journal = readJournal(context.vault, run);
  if (journal !== null)
    return {
      runs: [run],
      pages: journal.pages,
      generated: journal.generated,
      tags: journal.generated.find(({ path }) => path === TAGS_FILE) ?? null,
      journal,
      commit: null,
    };
  return await readFromCommit(context, history, run);
}

/** What the commit says that holds the run; null where none does. Throws `git`. */
export async function readFromCommit(
  { vault, world }: Pick<Context, 'vault' | 'world'>,
  history: History,
  run: string,
): Promise<RunChanges | null> {
  const opened = await openRepository(world, vault.root);
  if (opened === null) return null;
  const { git } = opened;
  const found = await findRunCommit(git, run);
  if (found === null) return null;
  // A commit that somebody made of several may hold other files of theirs.
  const written = new Set(
    history.runs.filter((past) => found.runs.includes(past.run)).flatMap(({ pages }) => [...pages]),
  );
  const pages = await readRunChanges(git, found, (path) => written.has(path) && isPagePath(vault, path));
  const [tags = null] = written.has(TAGS_FILE) ? await readRunChanges(git, found, (path) => path === TAGS_FILE) : [];
  return {
    runs: found.runs,
    pages,
    generated: null,
    tags,
    journal: null,
    commit: { id: found.commit, edited: found.edited },
  };
}

/** The last dream, taken back or not; null before the first. */
export function lastDream({ runs }: History): PastRun | null {
  return runs.filter(({ kind }) => kind === 'dream').at(-1) ?? null;
}

/** The run as the ledger and log.md know it. */
export function pastRun({ runs }: History, run: string): PastRun | null {
  return runs.find((past) => past.run === run) ?? null;
}

/** The undo that took a run back last, as the ledger and log.md know it; null for one that stands. */
export function undoOf({ runs, entries }: Pick<KnownRuns, 'runs' | 'entries'>, run: string): string | null {
  const inLog = new Set(
    entries
      .filter(({ kind, about, summary }) => kind === 'undo' && `${about} ${summary}`.includes(run))
      .map((entry) => entry.run),
  );
  return (
    runs
      .filter((past) => past.kind === 'undo' && (inLog.has(past.run) || past.lines.some((line) => line.undoes === run)))
      .at(-1)?.run ?? null
  );
}
