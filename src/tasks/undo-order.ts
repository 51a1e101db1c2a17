// Which runs an undo takes back: the last that stands, or a named one that nothing came after. Refuses what would
// pull the ground from under a later run, and a commit that does not tell what was before. Writes nothing.
import type { PastRun } from '../dream/run.ts';
import type { TakeBack } from '../dream/undo.ts';
import { MemvaultError } from '../model/errors.ts';
import { obstacleTo } from '../vault/carry-out.ts';
import type { Context } from './context.ts';
import {
  findRun,
  type KnownRuns,
  matchRuns,
  pastRun,
  readChanges,
  readFromCommit,
  type RunChanges,
} from './run-changes.ts';

/**
 * Null where nothing is left to take back. `wanted`: a run or the beginning of its id; null for the last. Throws
 * `not-found`, `ambiguous`, `refused`, `git`.
 */
export async function chooseRuns(context: Context, known: KnownRuns, wanted: string | null): Promise<TakeBack | null> {
  const standing = known.runs.filter(({ kind, undone }) => kind === 'dream' && !undone);
  const target = wanted === null ? standing.at(-1) : namedRun(known, standing, wanted);
  if (target === undefined || target.undone) return null;
  const changes = await changesOf(context, known, standing, target.run);
  if (changes === null) throw notHere(target.run);
  const runs = runsOf(standing, changes);
  const first = standing.findIndex(({ run }) => runs.includes(run));
  const later = standing.slice(first).filter(({ run }) => !runs.includes(run));
  const chosen = standing.filter(({ run }) => runs.includes(run));
  for (const past of later.reverse()) await mustStandApart(context, known, past, chosen, changes);
  const untold = untoldBefore(known, changes, chosen);
  if (untold !== null) throw cannotTell(chosen, changes.commit?.id ?? '', untold);
  return {
    runs,
    pages: changes.pages,
    generated: changes.generated,
    tags: changes.tags,
    moves: changes.journal?.moves ?? [],
  };
}

/** A commit may hold several runs, and some of them were taken back. */
function runsOf(standing: readonly PastRun[], { runs }: RunChanges): string[] {
  return standing.map(({ run }) => run).filter((run) => runs.includes(run));
}

/**
 * From the journal. Where that tells of other pages than those that are here, as after a rebase, from the run's commit,
 * if that tells of these: it was written anew together with them.
 */
async function changesOf(
  context: Context,
  known: KnownRuns,
  standing: readonly PastRun[],
  run: string,
): Promise<RunChanges | null> {
  const changes = await readChanges(context, known, run);
  if (changes === null || changes.journal === null || isAsLeft(context, changes)) return changes;
  const rewritten = await readFromCommit(context, known, run).catch((error: unknown) => {
    if (error instanceof MemvaultError && error.code === 'git') return null;
    throw error;
  });
  if (rewritten === null || !isAsLeft(context, rewritten)) return changes;
  const runs = runsOf(standing, rewritten);
  return untoldBefore(
    known,
    rewritten,
    standing.filter((past) => runs.includes(past.run)),
  ) === null
    ? rewritten
    : changes;
}

/** Are the pages as the runs left them, or as they were before? */
function isAsLeft({ vault }: Context, { pages }: RunChanges): boolean {
  return pages.every((page) =>
    [{ ...page, before: page.after }, page].some((change) => obstacleTo(vault, change) === null),
  );
}

/** What can be taken back is meant first: an undo of the same minute has nearly the same id. */
function namedRun(known: KnownRuns, standing: readonly PastRun[], wanted: string): PastRun | undefined {
  const [only, ...others] = matchRuns(
    standing.map(({ run }) => run),
    wanted,
  );
  const run = only !== undefined && others.length === 0 ? only : findRun(known, wanted);
  const past = pastRun(known, run);
  if (past?.kind === 'undo')
    throw new MemvaultError('refused', `${run} is an undo itself`, { hint: 'memvault dream decides its facts again' });
  if (past === null)
    throw new MemvaultError('refused', `${run} decided no fact, so there is nothing to take back`, {
      hint: 'log.md says what it did',
    });
  return past;
}

/** A later run that stands in the way; one that shares nothing and cannot be taken back here does not. */
async function mustStandApart(
  context: Context,
  known: KnownRuns,
  later: PastRun,
  chosen: readonly PastRun[],
  changes: RunChanges,
): Promise<void> {
  const pages = new Set([...changes.pages.map(({ path }) => path), ...chosen.flatMap((past) => [...past.pages])]);
  const facts = new Set(chosen.flatMap(({ lines }) => lines.map((line) => line.fact)));
  const shares = [...later.pages].some((page) => pages.has(page)) || later.lines.some((line) => facts.has(line.fact));
  const isHere = (await readChanges(context, known, later.run)) !== null;
  if (!shares && !isHere) return;
  const names = chosen.map(({ run }) => run).join(', ');
  throw new MemvaultError('refused', `${later.run} came after ${names}, and the last run is taken back first`, {
    hint: isHere
      ? `memvault dream --undo ${later.run}`
      : 'neither its journal nor its commit is here; take it back on the clone that made it, or fetch its commit',
    data: { runs: [later.run] },
  });
}

/**
 * A commit tells how the pages were only where the runs alone made the difference to the one before it. Null where it
 * does, and for a journal, which always does.
 */
function untoldBefore(
  known: KnownRuns,
  { runs, pages, tags, commit }: RunChanges,
  chosen: readonly PastRun[],
): string | null {
  if (commit === null) return null;
  if (known.entries.some(({ kind, run }) => kind === 'inbox' && run !== null && runs.includes(run)))
    return 'does not tell which files of the inbox it moved';
  const changed = new Set([...pages, ...(tags === null ? [] : [tags])].map(({ path }) => path));
  const mixed = commit.edited.filter((path) => changed.has(path));
  if (mixed.length > 0) return `also holds edits that were made by hand in ${mixed.join(', ')}`;
  const missing = [...new Set(chosen.flatMap((past) => [...past.pages]))].filter((path) => !changed.has(path));
  if (missing.length > 0) return `does not hold what became of ${missing.join(', ')}`;
  const undos = known.runs.filter(({ run, kind }) => kind === 'undo' && runs.includes(run));
  const before = undos
    .flatMap(({ lines }) => lines.flatMap((line) => line.undoes ?? []))
    .filter((run) => !runs.includes(run));
  return before.length > 0 ? `also took back ${[...new Set(before)].join(', ')}` : null;
}

function cannotTell(chosen: readonly PastRun[], commit: string, why: string): MemvaultError {
  const id = commit.slice(0, 10);
  return new MemvaultError(
    'refused',
    `${chosen.map(({ run }) => run).join(', ')} cannot be taken back here: the commit ${id} ${why}`,
    { hint: `take it back on the clone that made it, or change the pages by hand; git show ${id} shows them` },
  );
}

const notHere = (run: string): MemvaultError =>
  new MemvaultError(
    'refused',
    `${run} cannot be taken back here: this clone has neither its journal nor a commit of it`,
    { hint: 'take it back on the clone that made it; dream --commit makes commits that other clones can go by' },
  );
