// `memvault dream --undo [RUN]`: undoes the last night, or a named run without later dependants; asks first at a
// terminal.
import { countLines } from '../../dream/undo.ts';
import { plain } from '../../model/controls.ts';
import { changeOf } from '../../model/journal.ts';
import { plural } from '../../model/text.ts';
import type { Context } from '../../tasks/context.ts';
import { finishUndo, rehearseUndo, type UndoOutcome, undoRuns, type UndoWishes } from '../../tasks/undo.ts';
import { TAGS_FILE } from '../../vault/vault.ts';
import { sayEnd } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { linesOf, painter } from '../terminal/face.ts';
import { askYes } from '../terminal/prompts.ts';

/** `asks`: a person at a terminal must agree. Throws `not-found`, `ambiguous`, `refused`, `conflict`. */
export async function undoRun(
  context: Context,
  wishes: UndoWishes,
  { dryRun, asks }: { readonly dryRun: boolean; readonly asks: boolean },
): Promise<number> {
  const { answer } = context;
  if (dryRun) return say(context, await rehearseUndo(context, wishes));
  // Before asking, so that the question shows the final state.
  const finished = await finishUndo(context, wishes);
  if (finished !== null || !asks) return say(context, finished ?? (await undoRuns(context, wishes, null)));
  const ahead = await rehearseUndo(context, wishes);
  answer.print(renderUndo(ahead, answer.color));
  if (ahead.undo === null || !(await askYes(context, 'Undo this?'))) return EXIT.done;
  return say(context, await undoRuns(context, wishes, ahead.undo.undoes));
}

function say(context: Context, outcome: UndoOutcome): number {
  const { answer } = context;
  answer.document(toUndoDocument(outcome));
  answer[outcome.what === 'would' ? 'print' : 'report'](renderUndo(outcome, answer.color));
  return sayEnd(
    context,
    outcome.unwritten.map((reason) => `${reason}; what it says of its facts stays, and the next dream records it`),
    outcome.commit,
  );
}

const REASONS = {
  done: 'taken back',
  finished: 'an undo that was cut short is finished',
  would: 'only looked at',
  nothing: 'nothing is left to take back',
  waits: 'a run was cut short and is finished first',
} as const;

/** The body of the JSON document: that of a dream, plus what was undone. */
function toUndoDocument({ what, undo, before, commit }: UndoOutcome): Record<string, unknown> {
  const isWritten = what === 'done' || what === 'finished';
  return {
    ran: isWritten,
    reason: before === null ? REASONS[what] : `already taken back by ${before.by}`,
    runs: [],
    left: [],
    ...((what === 'would' || what === 'waits') && { dryRun: true }),
    undone: undo?.undoes ?? [],
    undo: isWritten ? (undo?.run ?? null) : null,
    pages: (undo?.pages ?? []).map((page) => ({ path: page.path, change: changeOf(page) })),
    moved: (undo?.moves ?? []).map(({ from, to }) => ({ from, to })),
    facts: undo === null ? {} : countLines(undo),
    commit,
  };
}

function renderUndo({ what, open, undo, before }: UndoOutcome, color: boolean): string {
  if (what === 'waits')
    return `${open.join(', ')} was interrupted. The next command that writes finishes it; run this again then.`;
  if (undo === null) return before === null ? 'Nothing to undo.' : `${before.run} was already undone by ${before.by}.`;
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
