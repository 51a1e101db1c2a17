// `memvault dream --undo [RUN]`: undoes the last run, or a named one without later dependants; asks first at a
// terminal. If an undo was cut short, finishes that one and stops.
import type { Finished } from '../../dream/apply.ts';
import { applyUndo, countLines, planUndo } from '../../dream/undo.ts';
import { plain } from '../../model/controls.ts';
import { changeOf, type Journal } from '../../model/journal.ts';
import { plural } from '../../model/text.ts';
import type { CommitOutcome } from '../../tasks/commit.ts';
import type { Context } from '../../tasks/context.ts';
import { withVaultLock } from '../../tasks/hold-lock.ts';
import { settleByHand } from '../../tasks/record-by-hand.ts';
import { chooseRuns, findRun, matchRuns, readKnownRuns, undoOf } from '../../tasks/run-changes.ts';
import { openRuns, readJournal } from '../../vault/journal.ts';
import { TAGS_FILE } from '../../vault/vault.ts';
import { readView } from '../../vault/view.ts';
import { sayEnd } from '../context.ts';
import { painter, linesOf } from '../terminal/face.ts';
import { askYes } from '../terminal/prompts.ts';
import { EXIT, failure } from '../spec.ts';

interface UndoOutcome {
  /**
   * `finished`: an interrupted undo was completed. `waits`: another run was interrupted and must be completed first.
   */
  readonly what: keyof typeof REASONS;
  readonly undo: Journal | null;
  /** Why there is none: the named run was already undone, or others were cut short. */
  readonly why?: string;
  readonly by?: string;
  /** Why pages could not be written. */
  readonly unwritten?: readonly string[];
  readonly commit?: CommitOutcome | null;
}

const REASONS = {
  done: 'taken back',
  finished: 'an undo that was cut short is finished',
  would: 'only looked at',
  nothing: 'nothing is left to take back',
  waits: 'a run was cut short and is finished first',
} as const;

/** The body of the JSON document: that of a dream, plus what was undone. */
function toUndoDocument({ what, undo, by, commit = null }: UndoOutcome): Record<string, unknown> {
  const isWritten = what === 'done' || what === 'finished';
  return {
    ran: isWritten,
    reason: by === undefined ? REASONS[what] : `already taken back by ${by}`,
    runs: [],
    left: [],
    ...(what === 'would' || what === 'waits' ? { dryRun: true } : {}),
    undone: undo?.undoes ?? [],
    undo: isWritten ? (undo?.run ?? null) : null,
    pages: (undo?.pages ?? []).map((page) => ({ path: page.path, change: changeOf(page) })),
    moved: (undo?.moves ?? []).map(({ from, to }) => ({ from, to })),
    facts: undo === null ? {} : countLines(undo),
    commit,
  };
}

function renderUndo({ what, undo, why = 'Nothing to undo.' }: UndoOutcome, color: boolean): string {
  if (undo === null) return why;
  const paint = painter(color);
  const { pages, undoes, moves = [], generated } = undo;
  const { pending = 0, ...others } = countLines(undo);
  const back = Object.values(others).reduce((sum, count) => sum + count, 0);
  const decided = linesOf(
    back > 0 && `${plural(back, 'fact')} ${back === 1 ? 'is back where it was' : 'are back where they were'}`,
    pending > 0 && `${plural(pending, 'fact')} pending again`,
  );
  const files = linesOf(
    pages.length > 0 && `${plural(pages.length, 'page')} as before`,
    moves.length > 0 && `${plural(moves.length, 'file')} moved back`,
  );
  const rest = generated.some(({ path }) => path === TAGS_FILE)
    ? `${TAGS_FILE} is as before`
    : 'it no longer decides any fact';
  const [counts = [rest]] = [decided, files].filter((some) => some.length > 0);
  const did = what === 'would' ? 'Would undo' : what === 'finished' ? 'Finished undoing' : 'Undid';
  return linesOf(
    paint('bold', `${did} ${undoes.join(', ')}: ${counts.join(', ')}.`),
    pages.map((page) => `  ${paint(page.after === null ? 'red' : 'cyan', changeOf(page).padEnd(8))}  ${page.path}`),
    moves.map(({ from, to }) => `  ${paint('cyan', 'moved   ')}  ${plain(from)} to ${plain(to)}`),
    what === 'done' &&
      pending > 0 &&
      paint(
        'dim',
        'Nightly dreams will not repeat these decisions; memvault dream, run by hand or with --force, will.',
      ),
  ).join('\n');
}

interface UndoWishes {
  readonly start: Date;
  /** A run id or its prefix; null for the last run. */
  readonly run: string | null;
  readonly commit: boolean;
  readonly dryRun: boolean;
  /** Never asks, even at a terminal. */
  readonly batch: boolean;
}

/** Returns the exit status. Throws `not-found`, `ambiguous`, `refused`, `conflict`. */
export async function undoRun(context: Context, wishes: UndoWishes): Promise<number> {
  const { answer } = context;
  const open = openRuns(context.vault).filter((run) => readJournal(context.vault, run) !== null);
  if (wishes.dryRun && open.length > 0) {
    const why = `${open.join(', ')} was interrupted. The next command that writes finishes it; run this again then.`;
    return say(context, { what: 'waits', undo: null, why });
  }
  if (wishes.dryRun) return say(context, await lookAhead(context, wishes));
  // Finishes an interrupted run before asking, so that the question shows the final state.
  const finished =
    open.length === 0 ? null : await withVaultLock(context, 'undo', async (done) => await endOf(context, wishes, done));
  if (finished !== null) return say(context, finished);
  let agreed: readonly string[] | null = null;
  if (answer.asks && !answer.yes && !wishes.batch) {
    const ahead = await lookAhead(context, wishes);
    answer.print(renderUndo(ahead, answer.color));
    if (ahead.undo === null || !(await askYes(context, 'Undo this?'))) return EXIT.done;
    agreed = ahead.undo.undoes;
  }
  const outcome = await withVaultLock(
    context,
    'undo',
    async (done) => (await endOf(context, wishes, done)) ?? (await undoNow(context, wishes, agreed)),
  );
  return say(context, outcome);
}

/** Plans the undo, or explains why there is nothing to undo. */
async function planOne(context: Context, { start, run, commit }: UndoWishes): Promise<Journal | UndoOutcome> {
  const known = readKnownRuns(context);
  const chosen = await chooseRuns(context, known, run);
  if (chosen !== null)
    return planUndo(context.vault, readView(context.vault), known, chosen, {
      start,
      commit,
      isTaken: (id) => known.ids.has(id),
    });
  const named = run === null ? null : findRun(known, run);
  const by = named === null ? null : undoOf(known, named);
  return {
    what: 'nothing',
    undo: null,
    ...(by !== null && { by, why: `${named ?? ''} was already undone by ${by}.` }),
  };
}

async function lookAhead(context: Context, wishes: UndoWishes): Promise<UndoOutcome> {
  const planned = await planOne(context, wishes);
  return 'what' in planned ? { ...planned, what: 'would' } : { what: 'would', undo: planned };
}

/** The interrupted undo that was just finished, if this command asks for it; else null. */
async function endOf(
  context: Context,
  { start, run, commit }: UndoWishes,
  finished: readonly Finished[],
): Promise<UndoOutcome | null> {
  const undo = finished.find(
    ({ journal }) => journal.kind === 'undo' && (run === null || matchRuns(journal.undoes, run).length > 0),
  );
  return undo === undefined
    ? null
    : {
        what: 'finished',
        undo: undo.journal,
        unwritten: undo.unwritten,
        commit: await settleByHand(context, start, commit),
      };
}

/** `agreed`: the runs that the person agreed to undo; null if nobody was asked. */
async function undoNow(context: Context, wishes: UndoWishes, agreed: readonly string[] | null): Promise<UndoOutcome> {
  const undo = await planOne(context, wishes);
  if ('what' in undo) return undo;
  if (agreed !== null && agreed.join() !== undo.undoes.join())
    throw failure('conflict', 'another run came in between; nothing was undone', 'run the command again');
  const { unwritten } = applyUndo(context.vault, undo);
  const commit = await settleByHand(context, wishes.start, wishes.commit);
  return { what: 'done', undo, unwritten: [...unwritten.values()], commit };
}

function say(context: Context, outcome: UndoOutcome): number {
  const { answer } = context;
  const { unwritten = [], commit = null } = outcome;
  answer.document('dream', toUndoDocument(outcome));
  answer[outcome.what === 'would' ? 'print' : 'report'](renderUndo(outcome, answer.color));
  return sayEnd(
    context,
    unwritten.map((reason) => `${reason}; what it says of its facts stays, and the next dream records it`),
    commit,
  );
}
