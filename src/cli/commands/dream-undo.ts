// `memvault dream --undo [RUN]`: takes back the last run, or a named one that nothing came after; asks where a
// person is there. An undo that was cut short is finished first, and then this command is done.
import type { Finished } from '../../dream/apply.ts';
import { applyUndo, countLines, planUndo } from '../../dream/undo.ts';
import { plain } from '../../model/controls.ts';
import { MemvaultError } from '../../model/errors.ts';
import type { Journal } from '../../model/journal.ts';
import { plural } from '../../model/text.ts';
import type { CommitOutcome } from '../../tasks/commit.ts';
import type { Context } from '../../tasks/context.ts';
import { withVaultLock } from '../../tasks/hold-lock.ts';
import { settleByHand } from '../../tasks/record-by-hand.ts';
import { chooseRuns, findRun, matchRuns, readKnownRuns, undoOf } from '../../tasks/run-changes.ts';
import { openRuns, readJournal } from '../../vault/journal.ts';
import { TAGS_FILE } from '../../vault/vault.ts';
import { readView } from '../../vault/view.ts';
import { EXIT } from '../exit-codes.ts';
import { sayCommit } from '../say-commit.ts';
import { painter, linesOf } from '../terminal/face.ts';
import { askYes } from '../terminal/prompts.ts';

interface UndoOutcome {
  /** `finished`: one that was cut short. `waits`: another run was, and must be finished before anybody can tell. */
  readonly what: 'done' | 'finished' | 'would' | 'nothing' | 'waits';
  readonly undo: Journal | null;
  /** Of `nothing`: the run that was named, and the undo that took it back. */
  readonly already?: { readonly run: string; readonly by: string } | null;
  /** Runs that were cut short. */
  readonly waits?: readonly string[];
  /** Pages that could not be written, and why. */
  readonly unwritten?: readonly string[];
  readonly commit?: CommitOutcome | null;
}

const REASONS: Readonly<Record<UndoOutcome['what'], string>> = {
  done: 'taken back',
  finished: 'an undo that was cut short is finished',
  would: 'only looked at',
  nothing: 'nothing is left to take back',
  waits: 'a run was cut short and is finished first',
};

/** The body of the JSON document: that of a dream, with what was taken back. */
function toUndoDocument({ what, undo, already, commit }: UndoOutcome): Record<string, unknown> {
  const isWritten = what === 'done' || what === 'finished';
  return {
    ran: isWritten,
    reason: already ? `already taken back by ${already.by}` : REASONS[what],
    runs: [],
    left: [],
    ...(what === 'would' || what === 'waits' ? { dryRun: true } : {}),
    undone: undo?.undoes ?? [],
    undo: isWritten ? (undo?.run ?? null) : null,
    pages: (undo?.pages ?? []).map(({ path, before, after }) => ({ path, change: changeOf(before, after) })),
    moved: (undo?.moves ?? []).map(({ from, to }) => ({ from, to })),
    facts: undo === null ? {} : countLines(undo),
    commit: commit ?? null,
  };
}

function renderUndo({ what, undo, already, waits = [] }: UndoOutcome, color: boolean): string {
  if (what === 'waits')
    return `${waits.join(', ')} was cut short. The next command that writes finishes it; look again then.`;
  if (already) return `${already.run} was already taken back by ${already.by}.`;
  if (undo === null) return 'Nothing to take back.';
  const paint = painter(color);
  const { pages, undoes, moves = [], generated } = undo;
  const { pending = 0, ...others } = countLines(undo);
  const decided = linesOf(
    Object.entries(others).map(([as, count]) => `${count} ${as} as before`),
    pending !== 0 && `${plural(pending, 'fact')} pending again`,
  );
  const files = linesOf(
    pages.length !== 0 && `${plural(pages.length, 'page')} as before`,
    moves.length !== 0 && `${plural(moves.length, 'file')} moved back`,
  );
  const verb = { done: 'Took back', finished: 'Finished taking back', would: 'This would take back' }[what as 'done'];
  const rest = generated.some(({ path }) => path === TAGS_FILE)
    ? `${TAGS_FILE} is as before`
    : 'no fact was decided by it any more';
  const [counts = [rest]] = [decided, files].filter((some) => some.length > 0);
  return linesOf(
    paint('bold', `${verb} ${undoes.join(' and ')}: ${counts.join(', ')}.`),
    pages.map(
      ({ path, before, after }) =>
        `  ${paint(after === null ? 'red' : 'cyan', changeOf(before, after).padEnd(8))}  ${path}`,
    ),
    moves.map(({ from, to }) => `  ${paint('cyan', 'moved   ')}  ${plain(from)} to ${plain(to)}`),
    what === 'done' &&
      pending > 0 &&
      paint(
        'dim',
        'No nightly dream decides them the same way again; memvault dream run by a person, or --force, does.',
      ),
  ).join('\n');
}

function changeOf(before: string | null, after: string | null): 'created' | 'updated' | 'removed' {
  if (before === null) return 'created';
  return after === null ? 'removed' : 'updated';
}

export interface UndoWishes {
  readonly start: Date;
  /** A run by its id or the beginning of it; null for the last. */
  readonly run: string | null;
  readonly commit: boolean;
  readonly dryRun: boolean;
  /** Asks nothing, also at a terminal. */
  readonly batch: boolean;
}

/** Gives the exit status. Throws `not-found`, `ambiguous`, `refused`, `conflict`. */
export async function undoRun(context: Context, wishes: UndoWishes): Promise<number> {
  const { answer } = context;
  const open = openRuns(context.vault).filter((run) => readJournal(context.vault, run) !== null);
  if (wishes.dryRun)
    return say(
      context,
      open.length > 0 ? { what: 'waits', undo: null, waits: open } : await lookAhead(context, wishes),
    );
  // What was cut short is finished before anybody is asked about what there is.
  const finished =
    open.length === 0 ? null : await withVaultLock(context, 'undo', async (done) => await endOf(context, wishes, done));
  if (finished !== null) return say(context, finished);
  let agreed: readonly string[] | null = null;
  if (answer.asks && !answer.yes && !wishes.batch) {
    const ahead = await lookAhead(context, wishes);
    answer.print(renderUndo(ahead, answer.color));
    if (ahead.undo === null || !(await askYes(context, 'Take this back?'))) return EXIT.done;
    agreed = ahead.undo.undoes;
  }
  const outcome = await withVaultLock(
    context,
    'undo',
    async (done) => (await endOf(context, wishes, done)) ?? (await undoNow(context, wishes, agreed)),
  );
  return say(context, outcome);
}

/** Null where nothing is left to take back. */
async function planOne(context: Context, { start, run, commit }: UndoWishes): Promise<Journal | null> {
  const known = readKnownRuns(context);
  const chosen = await chooseRuns(context, known, run);
  if (chosen === null) return null;
  return planUndo(context.vault, readView(context.vault), known, chosen, {
    start,
    commit,
    isTaken: (id) => known.ids.has(id),
  });
}

async function lookAhead(context: Context, wishes: UndoWishes): Promise<UndoOutcome> {
  const undo = await planOne(context, wishes);
  return { ...(undo === null ? nothing(context, wishes) : { undo }), what: 'would' };
}

/** The undo that was cut short and is finished now, where it is the one that this command is about; null for none. */
async function endOf(
  context: Context,
  { start, run, commit }: UndoWishes,
  finished: readonly Finished[],
): Promise<UndoOutcome | null> {
  const undo = finished.find(
    ({ journal }) => journal.kind === 'undo' && (run === null || matchRuns(journal.undoes, run).length > 0),
  );
  if (undo === undefined) return null;
  return {
    what: 'finished',
    undo: undo.journal,
    unwritten: undo.unwritten,
    commit: await settleByHand(context, start, commit),
  };
}

/** `agreed`: the runs that a person has agreed to take back; null where nobody was asked. */
async function undoNow(context: Context, wishes: UndoWishes, agreed: readonly string[] | null): Promise<UndoOutcome> {
  const undo = await planOne(context, wishes);
  if (undo === null) return nothing(context, wishes);
  if (agreed !== null && agreed.join() !== undo.undoes.join())
    throw new MemvaultError('conflict', 'another run came in between; nothing was taken back', {
      hint: 'run the command again',
    });
  const { unwritten } = applyUndo(context.vault, undo);
  const commit = await settleByHand(context, wishes.start, wishes.commit);
  return { what: 'done', undo, unwritten: [...unwritten.values()], commit };
}

/** Nothing is left, or the run that was named is taken back already. */
function nothing(context: Context, { run }: UndoWishes): UndoOutcome {
  const known = readKnownRuns(context);
  const named = run === null ? null : findRun(known, run);
  const by = named === null ? null : undoOf(known, named);
  return { what: 'nothing', undo: null, already: named === null || by === null ? null : { run: named, by } };
}

function say(context: Context, outcome: UndoOutcome): number {
  const { answer } = context;
  answer.document('dream', toUndoDocument(outcome));
  answer[outcome.what === 'would' ? 'print' : 'report'](renderUndo(outcome, answer.color));
  const unwritten = outcome.unwritten ?? [];
  for (const reason of unwritten)
    answer.warn(`memvault: ${reason}; what it says of its facts stays, and the next dream records it`);
  const committed = sayCommit(context, outcome.commit ?? null);
  return unwritten.length > 0 ? EXIT.partly : committed;
}
