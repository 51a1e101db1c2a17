// Which runs an undo takes back: those of the last night that stand, or a named one that nothing came after. Refuses
// what would pull the ground from under a later run, and a commit that does not tell what was before. Writes nothing.
import type { PastRun } from '../dream/run.ts';
import type { TakeBack } from '../dream/undo.ts';
import { MemvaultError } from '../model/errors.ts';
import type { FileChange } from '../model/journal.ts';
import type { RunEntry } from '../page/run-log.ts';
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
 * Null where nothing is left to take back. `wanted`: a run or the beginning of its id; null for the last night. Throws
 * `not-found`, `ambiguous`, `refused`, `git`.
 */
export async function chooseRuns(context: Context, known: KnownRuns, wanted: string | null): Promise<TakeBack | null> {
  const standing = known.runs.filter(({ kind, undone }) => kind === 'dream' && !undone);
  const target = wanted === null ? standing.at(-1) : namedRun(known, standing, wanted);
  if (target === undefined || target.undone) return null;
  const night = wanted === null ? nightOf(known, standing, target) : [target];
  const found: RunChanges[] = [];
  for (const { run } of [...night].reverse()) {
    if (found.some(({ runs }) => runs.includes(run))) continue;
    const changes = await changesOf(context, known, standing, run);
    if (changes === null) throw notHere(run);
    found.unshift(changes);
  }
  const runs = standing.map(({ run }) => run).filter((run) => found.some((changes) => changes.runs.includes(run)));
  const all = joined(runs, found);
  const first = standing.findIndex(({ run }) => runs.includes(run));
  const later = standing.slice(first).filter(({ run }) => !runs.includes(run));
  const chosen = standing.filter(({ run }) => runs.includes(run));
  for (const past of later.reverse()) await mustStandApart(context, known, past, chosen, all);
  for (const changes of found) {
    const own = chosen.filter(({ run }) => changes.runs.includes(run));
    const untold = untoldBefore(known, changes, own);
    if (untold !== null) throw cannotTell(own, changes.commit?.id ?? '', untold);
  }
  return {
    runs,
    pages: all.pages,
    generated: all.generated,
    tags: all.tags,
    moves: found.flatMap(({ journal }) => journal?.moves ?? []).reverse(),
  };
}

/** Kinds of runs that a night is made of; what a person did by hand is taken back by itself. */
const OF_A_NIGHT: ReadonlySet<RunEntry['kind']> = new Set<RunEntry['kind']>(['ingest', 'curate', 'inbox']);

/** All runs of the local day of the last, the oldest first, where that is a dream's. */
function nightOf({ entries }: KnownRuns, standing: readonly PastRun[], last: PastRun): readonly PastRun[] {
  const kinds = new Map(entries.map(({ run, kind }) => [run, kind]));
  const isNight = ({ run }: PastRun): boolean => OF_A_NIGHT.has(kinds.get(run) ?? 'ingest');
  const dayOf = ({ run }: PastRun): string => run.slice(0, DAY_END);
  return isNight(last) ? standing.filter((past) => isNight(past) && dayOf(past) === dayOf(last)) : [last];
}

/** `r-20260702`, of an id. */
const DAY_END = 10;

/** What several runs, one after the other, did to each file. Throws `conflict` where somebody edited one in between. */
function joined(runs: readonly string[], all: readonly RunChanges[]): Pick<RunChanges, 'pages' | 'generated' | 'tags'> {
  const files = (lists: readonly (readonly FileChange[])[]): FileChange[] => {
    const changes = new Map<string, FileChange>();
    for (const { path, before, after } of lists.flat()) {
      const known = changes.get(path);
      if (known !== undefined && known.after !== before)
        throw new MemvaultError(
          'conflict',
          `${runs.join(', ')} cannot be undone together: ${path} was edited between them`,
          {
            hint: `memvault dream --undo ${runs.at(-1) ?? ''} takes back the last one alone`,
            data: { pages: [path], runs },
          },
        );
      changes.set(path, { path, before: known === undefined ? before : known.before, after });
    }
    return [...changes.values()];
  };
  const tags = files([all.flatMap((one) => one.tags ?? [])]);
  return {
    pages: files(all.map(({ pages }) => pages)),
    // Files made from the pages may have changed in between: then they are made anew.
    generated: all.length === 1 ? (all[0]?.generated ?? null) : generatedOf(all),
    tags: tags[0] ?? null,
  };
}

function generatedOf(all: readonly RunChanges[]): readonly FileChange[] | null {
  const changes = new Map<string, FileChange>();
  for (const { generated } of all) {
    if (generated === null) return null;
    for (const { path, before, after } of generated) {
      const known = changes.get(path);
      if (known !== undefined && known.after !== before) return null;
      changes.set(path, { path, before: known === undefined ? before : known.before, after });
    }
  }
  return [...changes.values()];
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
  changes: Pick<RunChanges, 'pages'>,
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
