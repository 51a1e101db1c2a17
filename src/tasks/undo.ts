// Undoes the last night, or one run. If an undo was cut short, finishes that one and stops, so that nobody who tries
// again undoes another night.
import type { Finished } from '../dream/apply.ts';
import { applyUndo, planUndo } from '../dream/undo.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Journal } from '../model/journal.ts';
import { openRuns, readJournal } from '../vault/journal.ts';
import { readView } from '../vault/view.ts';
import type { CommitOutcome } from './commit.ts';
import type { Context } from './context.ts';
import { withVaultLock } from './hold-lock.ts';
import { settleByHand } from './record-by-hand.ts';
import { chooseRuns, findRun, matchRuns, readKnownRuns, undoOf } from './run-changes.ts';

export interface UndoOutcome {
  /**
   * `finished`: an interrupted undo was completed. `waits`: other runs were interrupted and must be completed first.
   */
  readonly what: 'done' | 'finished' | 'would' | 'nothing' | 'waits';
  /** The interrupted runs. */
  readonly open: readonly string[];
  readonly undo: Journal | null;
  /** The named run and the one that undid it already. */
  readonly before: { readonly run: string; readonly by: string } | null;
  /** Why pages could not be written. */
  readonly unwritten: readonly string[];
  readonly commit: CommitOutcome | null;
}

export interface UndoWishes {
  readonly start: Date;
  /** A run id or its prefix; null for the last night. */
  readonly run: string | null;
  readonly commit: boolean;
}

const NOTHING = { open: [], undo: null, before: null, unwritten: [], commit: null };

/** What would be undone. Throws `not-found`, `ambiguous`, `refused`. */
export async function rehearseUndo(context: Context, { start, run, commit }: UndoWishes): Promise<UndoOutcome> {
  const { vault } = context;
  const open = openRuns(vault).filter((one) => readJournal(vault, one) !== null);
  if (open.length > 0) return { ...NOTHING, what: 'waits', open };
  const known = readKnownRuns(context);
  const chosen = await chooseRuns(context, known, run);
  const named = run === null || chosen !== null ? null : findRun(known, run);
  const by = named === null ? null : undoOf(known, named);
  if (chosen === null)
    return { ...NOTHING, what: 'would', before: named === null || by === null ? null : { run: named, by } };
  const isTaken = (id: string): boolean => known.ids.has(id);
  const undo = planUndo(vault, readView(vault), known, chosen, { start, commit, isTaken });
  return { ...NOTHING, what: 'would', undo };
}

/** Completes interrupted runs. Returns the undo among them, if it is the one that is asked for. */
export async function finishUndo(context: Context, wishes: UndoWishes): Promise<UndoOutcome | null> {
  if (openRuns(context.vault).length === 0) return null;
  return await withVaultLock(context, 'undo', async (finished) => await finishedUndo(context, wishes, finished));
}

async function finishedUndo(
  context: Context,
  { start, run, commit }: UndoWishes,
  finished: readonly Finished[],
): Promise<UndoOutcome | null> {
  const found = finished.find(
    ({ journal }) => journal.kind === 'undo' && (run === null || matchRuns(journal.undoes, run).length > 0),
  );
  if (found === undefined) return null;
  const { journal, unwritten } = found;
  const committed = await settleByHand(context, start, commit);
  return { ...NOTHING, what: 'finished', undo: journal, unwritten, commit: committed };
}

/** `agreed`: the runs that a person agreed to undo; null if nobody was asked. Throws `conflict` for others. */
export async function undoRuns(
  context: Context,
  wishes: UndoWishes,
  agreed: readonly string[] | null,
): Promise<UndoOutcome> {
  return await withVaultLock(context, 'undo', async (finished) => {
    const before = await finishedUndo(context, wishes, finished);
    if (before !== null) return before;
    const ahead = await rehearseUndo(context, wishes);
    const { undo } = ahead;
    if (undo === null) return { ...ahead, what: 'nothing' };
    if (agreed !== null && agreed.join() !== undo.undoes.join())
      throw new MemvaultError('conflict', 'another run came in between; nothing was undone', {
        hint: 'run the command again',
      });
    const unwritten = [...applyUndo(context.vault, undo).unwritten.values()];
    return { ...ahead, what: 'done', unwritten, commit: await settleByHand(context, wishes.start, wishes.commit) };
  });
}
