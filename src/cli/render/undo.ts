// What an undo takes back, for people and as a document.
import { countLines, type Undo } from '../../dream/undo.ts';
import type { CommitOutcome } from '../commit.ts';
import { TAGS_FILE } from '../../vault/vault.ts';
import { painter, plain, plural } from '../paint.ts';

export interface UndoOutcome {
  /** `finished`: one that was cut short. `waits`: another run was, and must be finished before anybody can tell. */
  readonly what: 'done' | 'finished' | 'would' | 'nothing' | 'waits';
  readonly undo: Undo | null;
  /** Of `nothing`: the run that was named, and the undo that took it back. */
  readonly already?: { readonly run: string; readonly by: string } | null;
  /** Runs that were cut short. */
  readonly waits?: readonly string[];
  /** Ids of reviews whose merged statement is in the log and pending. */
  readonly mergesLeft?: readonly string[];
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
export function toUndoDocument({ what, undo, already, commit }: UndoOutcome): Record<string, unknown> {
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

export function renderUndo({ what, undo, already, waits = [], mergesLeft = [] }: UndoOutcome, color: boolean): string {
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
    ...mergesLeft.map(
      (id) =>
        `What the merge ${id} logged is in the daily log, so a dream merges again; memvault review reject ${id}` +
        ' takes that back.',
    ),
  ].join('\n');
}

function changeOf(before: string | null, after: string | null): 'created' | 'updated' | 'removed' {
  if (before === null) return 'created';
  return after === null ? 'removed' : 'updated';
}
