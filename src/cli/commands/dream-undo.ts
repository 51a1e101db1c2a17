// `memvault dream --undo [RUN]`: takes back the last run, or a named one that nothing came after; asks where a
// person is there. An undo that was cut short is finished first, and then this command is done.
import type { Finished } from '../../dream/apply.ts';
import { applyUndo, countLines, planUndo, type Undo } from '../../dream/undo.ts';
import { plain } from '../../model/controls.ts';
import { MemvaultError } from '../../model/errors.ts';
import { plural } from '../../model/text.ts';
import { commitAndPrune, type CommitOutcome } from '../../tasks/commit.ts';
import type { Context } from '../../tasks/context.ts';
import { withVaultLock } from '../../tasks/hold-lock.ts';
import { refreshIndex } from '../../tasks/refresh-index.ts';
import { findRun, matchRuns, readKnownRuns, undoOf } from '../../tasks/run-changes.ts';
import { chooseRuns } from '../../tasks/undo-order.ts';
import { openRuns, readJournal } from '../../vault/journal.ts';
import { TAGS_FILE } from '../../vault/vault.ts';
import { readView } from '../../vault/view.ts';
import { EXIT } from '../exit-codes.ts';
import { sayCommit } from '../say-commit.ts';
import { painter } from '../terminal/paint.ts';
import { askYes } from '../terminal/prompts.ts';

// What an undo takes back, for people and as a document.

export interface UndoOutcome {
  /** `finished`: one that was cut short. `waits`: another run was, and must be finished before anybody can tell. */
  readonly what: 'done' | 'finished' | 'would' | 'nothing' | 'waits';
  readonly undo: Undo | null;
  /** Of `nothing`: the run that was named, and the undo that took it back. */
  readonly already?: { readonly run: string; readonly by: string } | null;
  /** Runs that were cut short. */
  readonly waits?: readonly string[];
  /** Pages that could not be written, and why. */
  readonly unwritten?: readonly string[];
  readonly commit?: CommitOutcome;
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
    undone: undo?.journal.undoes ?? [],
    undo: isWritten ? (undo?.journal.run ?? null) : null,
    pages: (undo?.journal.pages ?? []).map(({ path, before, after }) => ({ path, change: changeOf(before, after) })),
    moved: (undo?.journal.moves ?? []).map(({ from, to }) => ({ from, to })),
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
  const { pages, undoes, moves = [] } = undo.journal;
  const counts = Object.entries(countLines(undo)).map(([as, count]) =>
    as === 'pending' ? `${plural(count, 'fact')} pending again` : `${count} ${as} as before`,
  );
  const verb = { done: 'Took back', finished: 'Finished taking back', would: 'This would take back' }[what as 'done'];
  return [
    paint(
      'bold',
      `${verb} ${undoes.join(' and ')}: ` +
        (counts.length > 0
          ? counts.join(', ')
          : pages.length + moves.length > 0
            ? [
                pages.length === 0 ? '' : `${plural(pages.length, 'page')} as before`,
                moves.length === 0 ? '' : `${plural(moves.length, 'file')} moved back`,
              ]
                .filter((part) => part !== '')
                .join(', ')
            : undo.journal.generated.some(({ path }) => path === TAGS_FILE)
              ? `${TAGS_FILE} is as before`
              : 'no fact was decided by it any more') +
        '.',
    ),
    ...pages.map(
      ({ path, before, after }) =>
        `  ${paint(after === null ? 'red' : 'cyan', changeOf(before, after).padEnd(8))}  ${path}`,
    ),
    ...moves.map(({ from, to }) => `  ${paint('cyan', 'moved   ')}  ${plain(from)} to ${plain(to)}`),
    ...(what === 'done' && (countLines(undo).pending ?? 0) > 0
      ? [
          paint(
            'dim',
            'No nightly dream decides them the same way again; memvault dream run by a person, or --force, does.',
          ),
        ]
      : []),
  ].join('\n');
}

function changeOf(before: string | null, after: string | null): 'created' | 'updated' | 'removed' {
  if (before === null) return 'created';
  return after === null ? 'removed' : 'updated';
}

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
  const { unwritten } = applyUndo(context.vault, undo);
  return await settled(context, start, { what: 'done', undo, unwritten: [...unwritten.values()] }, commit);
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
