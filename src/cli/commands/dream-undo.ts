// `memvault dream --undo [RUN]`: takes back the last run, or a named one that nothing came after; asks where a
// person is there. An undo that was cut short is finished first, and then this command is done.
import { applyUndo, planUndo, type Undo } from '../../dream/undo.ts';
import type { Finished } from '../../dream/finish.ts';
import { MemvaultError } from '../../model/errors.ts';
import { mergesLeftBy } from '../../review/take-back.ts';
import { openRuns, readJournal } from '../../vault/journal.ts';
import { readView } from '../../vault/view.ts';
import { askYes } from '../ask-yes.ts';
import type { CommitOutcome } from '../commit.ts';
import type { Context } from '../context.ts';
import { commitAndPrune } from '../commit-and-prune.ts';
import { EXIT } from '../exit-codes.ts';
import { withVaultLock } from '../hold-lock.ts';
import { refreshIndex } from '../refresh-index.ts';
import { renderUndo, toUndoDocument, type UndoOutcome } from '../render/undo.ts';
import { findRun, matchRuns, readKnownRuns, undoOf } from '../run-changes.ts';
import { sayCommit } from '../say-commit.ts';
import { chooseRuns } from '../undo-order.ts';

export interface UndoWishes {
  readonly commit: boolean;
  readonly dryRun: boolean;
  /** Asks nothing, also at a terminal. */
  readonly batch?: boolean;
}

/**
 * Gives the exit status. `run`: its id or the beginning of it; null for the last. Throws `not-found`, `ambiguous`,
 * `refused`, `conflict`.
 */
export async function undoRun(
  context: Context,
  start: Date,
  run: string | null,
  { commit, dryRun, batch = false }: UndoWishes,
): Promise<number> {
  const { answer } = context;
  const open = openRuns(context.vault).filter((run) => readJournal(context.vault, run) !== null);
  if (dryRun && open.length > 0) return say(context, { what: 'waits', undo: null, waits: open });
  if (dryRun) return say(context, proposal(context, await planOne(context, start, run, commit), run));
  // What was cut short is finished before anybody is asked about what there is.
  const finished =
    open.length === 0
      ? null
      : await withVaultLock(context, 'undo', async (done) => await endOf(context, start, done, run, commit));
  if (finished !== null) return say(context, finished);
  const asked = answer.asks && !answer.yes && !batch ? await agreedOn(context, start, run, commit) : undefined;
  if (asked === null) return EXIT.done;
  const outcome = await withVaultLock(
    context,
    'undo',
    async (done) =>
      (await endOf(context, start, done, run, commit)) ?? (await undoNow(context, start, run, commit, asked)),
  );
  return say(context, outcome ?? nothing(context, run));
}

/** Null where nothing is left to take back. */
async function planOne(context: Context, start: Date, run: string | null, commit: boolean): Promise<Undo | null> {
  const known = readKnownRuns(context);
  const chosen = await chooseRuns(context, known, run);
  return chosen === null
    ? null
    : planUndo(context.vault, readView(context.vault), known, chosen, {
        start,
        commit,
        isTaken: (id) => known.ids.has(id),
      });
}

/** The undo that was cut short and is finished now, where it is the one that this command is about; null for none. */
async function endOf(
  context: Context,
  start: Date,
  finished: readonly Finished[],
  run: string | null,
  commit: boolean,
): Promise<UndoOutcome | null> {
  const one = finished.find(
    ({ journal }) => journal.kind === 'undo' && (run === null || matchRuns(journal.undoes, run).length > 0),
  );
  if (one === undefined) return null;
  return await settled(
    context,
    start,
    { what: 'finished', undo: { journal: one.journal }, unwritten: one.unwritten },
    commit,
  );
}

async function undoNow(
  context: Context,
  start: Date,
  run: string | null,
  commit: boolean,
  asked: readonly string[] | undefined,
): Promise<UndoOutcome> {
  const undo = await planOne(context, start, run, commit);
  if (undo === null) return nothing(context, run);
  if (asked !== undefined && asked.join() !== undo.journal.undoes.join())
    throw new MemvaultError('conflict', 'another run came in between; nothing was taken back', {
      hint: 'run the command again',
    });
  const { unwritten } = applyUndo(context.vault, undo, context.settings.maintain.keep_runs);
  return await settled(
    context,
    start,
    { what: 'done', undo, mergesLeft: mergesLeft(context, undo.journal.run), unwritten: [...unwritten.values()] },
    commit,
  );
}

/** Only said beside; where it cannot be read the undo is done all the same. */
function mergesLeft({ vault, answer }: Context, run: string): ReturnType<typeof mergesLeftBy> {
  try {
    return mergesLeftBy(readView(vault), run);
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
    answer.warn(`memvault: could not check whether approved reviews are left: ${error.message}`);
    return [];
  }
}

async function commitUndo(context: Context, start: Date): Promise<CommitOutcome> {
  try {
    return await commitAndPrune(context, start);
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
    return {
      status: 'refused',
      commit: null,
      subject: null,
      runs: [],
      skipped: [],
      held: [],
      heldHooks: [],
      message: error.message,
      hint: error.hint ?? null,
    };
  }
}

/**
 * Brings the index in step, and commits where that is wished. Whatever fails here, the undo is done: who took it for
 * undone would take back one more.
 */
async function settled(
  context: Context,
  start: Date,
  outcome: UndoOutcome,
  wantsCommit: boolean,
): Promise<UndoOutcome> {
  try {
    await refreshIndex(context);
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
    context.answer.warn(`memvault: the index was not brought up to date, which the next search does: ${error.message}`);
  }
  return wantsCommit ? { ...outcome, commit: await commitUndo(context, start) } : outcome;
}

/**
 * Shows what would be taken back and asks. The runs that were agreed on; null for a no, and where there is nothing to
 * ask.
 */
async function agreedOn(
  context: Context,
  start: Date,
  run: string | null,
  commit: boolean,
): Promise<readonly string[] | null> {
  const { answer } = context;
  const undo = await planOne(context, start, run, commit);
  answer.print(renderUndo(proposal(context, undo, run), answer.color));
  if (undo === null) return null;
  return (await askYes(context, 'Take this back?')) ? undo.journal.undoes : null;
}

const proposal = (context: Context, undo: Undo | null, run: string | null): UndoOutcome => ({
  ...(undo === null ? nothing(context, run) : { undo }),
  what: 'would',
});

/** Nothing is left, or the run that was named is taken back already. */
function nothing(context: Context, run: string | null): UndoOutcome {
  const known = readKnownRuns(context);
  const named = run === null ? null : findRun(known, run);
  const by = named === null ? null : undoOf(known, named);
  return { what: 'nothing', undo: null, already: named === null || by === null ? null : { run: named, by } };
}

function say({ answer }: Context, outcome: UndoOutcome): number {
  answer.document('dream', toUndoDocument(outcome));
  if (outcome.what === 'would') answer.print(renderUndo(outcome, answer.color));
  else answer.report(renderUndo(outcome, answer.color));
  for (const reason of outcome.unwritten ?? [])
    answer.warn(`memvault: ${reason}; what it says of its facts stays, and the next dream records it`);
  const committed = sayCommit({ answer }, outcome.commit ?? null);
  return (outcome.unwritten ?? []).length > 0 ? EXIT.partly : committed;
}
