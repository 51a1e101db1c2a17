// What a run changed, for diff and undo: from this clone's journal, else from the run's commit. Finds runs by id
// prefix. Read-only.
import { type History, type PastRun, readHistory } from '../dream/run.ts';
import type { TakeBack } from '../dream/undo.ts';
import { findRunCommit, readRunChanges } from '../git/commit.ts';
import { decisionsOf, diffPages } from '../inspect/diff.ts';
import { MemvaultError } from '../model/errors.ts';
import type { FileChange, Journal } from '../model/journal.ts';
import { NIGHT_KINDS, type RunEntry } from '../page/run-log.ts';
import { isPagePath } from '../vault/confine.ts';
import { obstacleTo } from '../vault/carry-out.ts';
import { listRuns, readJournal } from '../vault/journal.ts';
import { readLedger } from '../vault/ledger.ts';
import { readRunLog } from '../vault/record-run.ts';
import { withoutForgottenWords } from '../vault/scrub.ts';
import { forgottenAmong, hasTombstones } from '../vault/tombstones.ts';
import { TAGS_FILE } from '../vault/vault.ts';
import { readFacts } from '../vault/view.ts';
import type { Context } from './context.ts';
import { openRepository, unlessGitFails } from './git.ts';

export interface RunChanges {
  /** All runs that made these changes, oldest first: a commit may contain several. */
  readonly runs: readonly string[];
  readonly pages: readonly FileChange[];
  /** Files generated from the pages; null from a commit, which may include a person's edits of them. */
  readonly generated: readonly FileChange[] | null;
  /** The change of tags.yaml; null if unchanged. */
  readonly tags: FileChange | null;
  /** Null for changes read from a commit. */
  readonly journal: Journal | null;
  /** Null for changes read from the journal. */
  readonly commit: {
    readonly id: string;
    /** Pages that also contain a person's edits. */ readonly edited: readonly string[];
  } | null;
}

export interface KnownRuns extends History {
  /** Every run named by the ledger, log.md or a journal of this clone. */
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
    throw new MemvaultError('not-found', `no such run: ${JSON.stringify(text)}`, {
      hint: 'log.md names every run; memvault diff shows the last',
    });
  if (others.length === 0) return only;
  throw new MemvaultError(
    'ambiguous',
    `${matches.length} runs have ids that begin with ${text.trim()}:\n${matches.map((run) => `  ${run}`).join('\n')}`,
    { hint: 'give more characters', data: { runs: matches } },
  );
}

/** The runs that a text may mean: the one with that id, else those whose id starts with it. The `r-` is optional. */
export function matchRuns(ids: Iterable<string>, text: string): string[] {
  const all = [...ids];
  const wanted = text.trim().toLowerCase();
  if (all.includes(wanted)) return [wanted];
  return all.filter((run) => wanted !== '' && (run.startsWith(wanted) || run.startsWith(`r-${wanted}`))).sort();
}

/** Null if this clone has neither the run's journal nor its commit. Throws `git`. */
async function readChanges(
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

/** The changes in the run's commit; null if there is none. Throws `git`. */
async function readFromCommit(
  { vault, world }: Pick<Context, 'vault' | 'world'>,
  history: History,
  run: string,
): Promise<RunChanges | null> {
  const opened = await openRepository(world, vault.root);
  if (opened === null) return null;
  const { git } = opened;
  const found = await findRunCommit(git, run);
  if (found === null) return null;
  // A commit that somebody squashed may contain unrelated files.
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

/** The last dream, undone or not; null before the first. */
export function lastDream({ runs }: History): PastRun | null {
  return runs.filter(({ kind }) => kind === 'dream').at(-1) ?? null;
}

/** The run as recorded in the ledger and log.md. */
function pastRun({ runs }: History, run: string): PastRun | null {
  return runs.find((past) => past.run === run) ?? null;
}

/** The latest undo of a run, from the ledger and log.md; null if it was not undone. */
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

// Chooses the runs that an undo reverts: those of the last night, or a named one without later dependants. Refuses to
// break a later run, and a commit that does not show the state before. Writes nothing.

/**
 * Null if nothing is left to undo. `wanted`: a run id or its prefix; null for the last night. Throws `not-found`,
 * `ambiguous`, `refused`, `git`.
 */
export async function chooseRuns(context: Context, known: KnownRuns, wanted: string | null): Promise<TakeBack | null> {
  const standing = known.runs.filter(({ kind, undone }) => kind === 'dream' && !undone);
  const target = wanted === null ? standing.at(-1) : namedRun(known, standing, wanted);
  if (target === undefined || target.undone) return null;
  const night = wanted === null ? nightOf(known, standing, target) : [target];
  const found: RunChanges[] = [];
  for (const { run } of [...night].reverse()) {
    if (found.some(({ runs }) => runs.includes(run))) continue;
    const told = found.length === 0 ? null : await readChanges(context, known, run);
    // Pages that later runs of the night changed are not here as this one left them, but in the journals of those.
    const follows = told !== null && joinFiles([told, ...found].flatMap(({ pages }) => pages)).edited === null;
    const changes = follows ? told : await changesOf(context, known, standing, run);
    if (changes === null)
      throw new MemvaultError(
        'refused',
        `${run} cannot be undone here: this clone has neither its journal nor its commit`,
        { hint: 'undo it on the clone that made it; with dream --commit, other clones can undo it, too' },
      );
    found.unshift(changes);
  }
  const chosen = standing.filter(({ run }) => found.some((changes) => changes.runs.includes(run)));
  const runs = chosen.map(({ run }) => run);
  const all = joined(runs, found);
  const later = standing.slice(standing.indexOf(chosen[0] ?? target)).filter((past) => !chosen.includes(past));
  for (const past of later.reverse()) await mustStandApart(context, known, past, chosen, all);
  for (const changes of found) {
    const own = ownRuns(chosen, changes);
    const untold = untoldBefore(known, changes, own);
    if (untold !== null) throw cannotTell(own, changes.commit?.id ?? '', untold);
  }
  return {
    runs,
    ...all,
    moves: found.flatMap(({ journal }) => journal?.moves ?? []).reverse(),
  };
}

/** All runs of the last run's local day, oldest first, if that is a dream's; else only the last run. */
function nightOf({ entries }: KnownRuns, standing: readonly PastRun[], last: PastRun): readonly PastRun[] {
  const kinds = new Map(entries.map(({ run, kind }) => [run, kind]));
  const isNight = ({ run }: PastRun): boolean => NIGHT_KINDS.has(kinds.get(run) ?? 'ingest');
  const dayOf = ({ run }: PastRun): string => run.slice(0, DAY_END);
  return isNight(last) ? standing.filter((past) => isNight(past) && dayOf(past) === dayOf(last)) : [last];
}

/** The end of `r-20260702` in an id. */
const DAY_END = 10;

/** The combined effect of consecutive runs on each file. Throws `conflict` if somebody edited one in between. */
function joined(runs: readonly string[], all: readonly RunChanges[]): Pick<RunChanges, 'pages' | 'generated' | 'tags'> {
  const mustBeWhole = ({ changes, edited }: Joined): readonly FileChange[] => {
    if (edited === null) return changes;
    throw new MemvaultError(
      'conflict',
      `${runs.join(', ')} cannot be undone together: ${edited} was edited between them`,
      {
        hint: `memvault dream --undo ${runs.at(-1) ?? ''} undoes the last one alone`,
        data: { pages: [edited], runs },
      },
    );
  };
  const generated = all.some((one) => one.generated === null)
    ? null
    : joinFiles(all.flatMap((one) => one.generated ?? []));
  return {
    pages: mustBeWhole(joinFiles(all.flatMap(({ pages }) => pages))),
    // Generated files may have changed in between: they are then regenerated.
    generated: generated?.edited === null ? generated.changes : null,
    tags: mustBeWhole(joinFiles(all.flatMap((one) => one.tags ?? [])))[0] ?? null,
  };
}

/** `edited`: a file that differs from what the previous change left. */
interface Joined {
  readonly changes: readonly FileChange[];
  readonly edited: string | null;
}

function joinFiles(all: readonly FileChange[]): Joined {
  const changes = new Map<string, FileChange>();
  let edited: string | null = null;
  for (const change of all) {
    const { before, after } = changes.get(change.path) ?? { before: change.before, after: change.before };
    if (after !== change.before) edited ??= change.path;
    changes.set(change.path, { ...change, before });
  }
  return { changes: [...changes.values()], edited };
}

/** A commit may contain several runs, some of them already undone. */
const ownRuns = (standing: readonly PastRun[], { runs }: Pick<RunChanges, 'runs'>): PastRun[] =>
  standing.filter(({ run }) => runs.includes(run));

/**
 * The journal's changes. If they do not match the pages, as after a rebase, the commit's changes are used if those
 * match, because a rebase rewrote them together.
 */
async function changesOf(
  context: Context,
  known: KnownRuns,
  standing: readonly PastRun[],
  run: string,
): Promise<RunChanges | null> {
  const changes = await readChanges(context, known, run);
  if (changes === null || changes.journal === null || isAsLeft(context, changes)) return changes;
  const rewritten = await unlessGitFails(readFromCommit(context, known, run));
  if (rewritten === null || !isAsLeft(context, rewritten)) return changes;
  return untoldBefore(known, rewritten, ownRuns(standing, rewritten)) === null ? rewritten : changes;
}

/** Whether the pages are as the runs left them, or as they were before. */
function isAsLeft({ vault }: Context, { pages }: RunChanges): boolean {
  return pages.every((page) =>
    [{ ...page, before: page.after }, page].some((change) => obstacleTo(vault, change) === null),
  );
}

/** Prefers runs that can be undone, because an undo of the same minute has nearly the same id. */
function namedRun(known: KnownRuns, standing: readonly PastRun[], wanted: string): PastRun | undefined {
  const matches = matchRuns(
    standing.map(({ run }) => run),
    wanted,
  );
  const run = findRun(matches.length === 1 ? { ids: new Set(matches) } : known, wanted);
  const past = pastRun(known, run);
  if (past?.kind === 'undo')
    throw new MemvaultError('refused', `${run} is itself an undo`, { hint: 'memvault dream decides its facts again' });
  if (past === null)
    throw new MemvaultError('refused', `${run} decided no facts, so there is nothing to undo`, {
      hint: 'log.md says what it did',
    });
  return past;
}

/** Throws `refused` if a later run is in the way. A later run that shares nothing and cannot be undone here is not. */
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
  throw new MemvaultError('refused', `${later.run} came after ${names}; undo it first`, {
    hint: isHere
      ? `memvault dream --undo ${later.run}`
      : 'neither its journal nor its commit is here; undo it on the clone that made it, or fetch its commit',
    data: { runs: [later.run] },
  });
}

/**
 * Why a commit does not show the pages before its runs; null if it does. It does only if its whole difference to its
 * parent came from the runs. A journal always does.
 */
function untoldBefore(
  known: KnownRuns,
  { runs, pages, tags, commit }: RunChanges,
  chosen: readonly PastRun[],
): string | null {
  if (commit === null) return null;
  if (known.entries.some(({ kind, run }) => kind === 'inbox' && run !== null && runs.includes(run)))
    return 'does not show which inbox files it moved';
  const changed = new Set([...pages, ...(tags === null ? [] : [tags])].map(({ path }) => path));
  const mixed = commit.edited.filter((path) => changed.has(path));
  if (mixed.length > 0) return `also contains edits made by hand in ${mixed.join(', ')}`;
  const missing = [...new Set(chosen.flatMap((past) => [...past.pages]))].filter((path) => !changed.has(path));
  if (missing.length > 0) return `does not contain the changes to ${missing.join(', ')}`;
  const undos = known.runs.filter(({ run, kind }) => kind === 'undo' && runs.includes(run));
  const before = undos
    .flatMap(({ lines }) => lines.flatMap((line) => line.undoes ?? []))
    .filter((run) => !runs.includes(run));
  return before.length > 0 ? `also undid ${[...new Set(before)].join(', ')}` : null;
}

function cannotTell(chosen: readonly PastRun[], commit: string, why: string): MemvaultError {
  const id = commit.slice(0, 10);
  return new MemvaultError(
    'refused',
    `${chosen.map(({ run }) => run).join(', ')} cannot be undone here: the commit ${id} ${why}`,
    { hint: `undo it on the clone that made it, or change the pages by hand; git show ${id} shows them` },
  );
}

// For `diff`.

export type RunDiff = Awaited<ReturnType<typeof diffOf>>['diff'];

/** What a run changed, page by page, and its decisions. Throws `not-found`. */
export async function diffOf(context: Context, known: KnownRuns, run: string) {
  const changes = await readChanges(context, known, run);
  if (changes === null) {
    throw new MemvaultError(
      'not-found',
      `what ${run} changed is not known here: this clone has neither its journal nor a commit of it`,
      { hint: 'this clone keeps the journals of its own newest runs; log.md says which pages it was about' },
    );
  }
  const past = changes.runs.map((one) => pastRun(known, one)).filter((one) => one !== null);
  const pages = changes.journal === null ? shownOf(context, changes.pages) : changes.pages;
  return {
    pages,
    diff: {
      run,
      /** All runs that changed these pages: a commit may contain several. */
      runs: changes.runs,
      undone: pastRun(known, run)?.undone ?? false,
      source: changes.journal === null ? 'commit' : 'journal',
      commit: changes.commit?.id ?? null,
      pages: diffPages([...pages, ...(changes.tags === null ? [] : [changes.tags])]),
      moved: (changes.journal?.moves ?? []).map(({ from, to }) => ({ from, to })),
      facts: past.flatMap(({ lines }) => decisionsOf(lines, changes.journal)),
    },
  };
}

/** Forgotten text has been removed from journals, but not from commits. */
function shownOf({ vault }: Context, pages: readonly FileChange[]): readonly FileChange[] {
  if (!hasTombstones(vault)) return pages;
  const facts = readFacts(vault);
  return withoutForgottenWords({ facts, forgotten: forgottenAmong(vault, facts) }, pages);
}
