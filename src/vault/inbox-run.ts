// A run that reads the inbox: a page for each text, and each file where it goes. A value first, with a journal, and
// then carried out. Decides nothing.
import { dirname } from 'node:path/posix';
import { dayOf } from '../model/day.ts';
import type { Append, FileChange, Journal, Move } from '../model/journal.ts';
import { NO_USAGE, type Usage } from '../model/plan.ts';
import { renderLink } from '../note/link-target.ts';
import { firstFree, foldName } from '../page/page-name.ts';
import { titleFromPath } from '../page/page.ts';
import { renderRunEntry, renderUsage } from '../page/run-log.ts';
import { carryOut, mustStayInside } from './carry-out.ts';
import { namesIn } from './disk.ts';
import { generatedChanges } from './generated.ts';
import { listRuns, pruneJournals, writeJournal } from './journal.ts';
import { freshRunId } from './record-run.ts';
import { runLogAppend } from './run-log.ts';
import { absolute, type Vault } from './vault.ts';
import { toPageText, updateView, type View } from './view.ts';

export interface InboxRun {
  readonly start: Date;
  readonly commit: boolean;
  /** What read the texts, such as `extract/1`. */
  readonly engine: string;
  /** New pages. */
  readonly pages: readonly FileChange[];
  readonly moves: readonly Move[];
  /** What a model cost. */
  readonly usage: Usage;
}

/** As it can be carried out. `view`: as the vault is. */
export function makeInboxRun(
  vault: Vault,
  view: View,
  { start, commit, engine, pages, moves, usage }: InboxRun,
): Journal {
  const taken = new Set(listRuns(vault).map(({ run }) => run));
  const run = freshRunId({ kind: 'inbox', pages, moves }, start, (id) => taken.has(id));
  const after = updateView(
    view,
    pages.flatMap(({ path, after: text }) => (text === null ? [] : [toPageText(path, text)])),
    [],
  );
  return {
    version: 1,
    run,
    kind: 'inbox',
    start: start.toISOString(),
    engine,
    plan: null,
    undoes: [],
    commit,
    pages,
    moves,
    ...(usage.calls > 0 ? { usage } : {}),
    appends: [runLogAppend(vault, renderEntry({ run, engine, start: start.toISOString(), pages, moves, usage }))],
    generated: generatedChanges(vault, after, start),
  };
}

/**
 * Writes the journal and does what it says. By page or file why one was left that somebody changes in this very moment.
 */
export function carryOutInboxRun(
  vault: Vault,
  journal: Journal,
  keepRuns: number,
): { readonly journal: Journal; readonly unwritten: ReadonlyMap<string, string> } {
  mustStayInside(vault, journal);
  writeJournal(vault, journal);
  const done = carryOut(vault, journal, { again: false, without: withoutFiles });
  if (!journal.commit) pruneJournals(vault, keepRuns);
  return done;
}

/** The journal less what could not be done; log.md then tells of the rest, or of nothing. Pure. */
export function withoutFiles(journal: Journal, unwritten: ReadonlyMap<string, string>): Journal {
  const left = {
    ...journal,
    pages: journal.pages.filter(({ path }) => !unwritten.has(path)),
    ...movesLeft(journal, unwritten),
  };
  const appends = journal.appends.flatMap((append): Append[] =>
    (left.moves ?? []).length === 0
      ? []
      : [{ ...append, text: append.text.slice(0, append.text.indexOf('\n## ')) + renderEntry(left) }],
  );
  // The catalogue was made for all the pages; the next dream brings it in step.
  return { ...left, appends, generated: [] };
}

export function movesLeft(
  { moves }: Pick<Journal, 'moves'>,
  unwritten: ReadonlyMap<string, string>,
): Pick<Journal, 'moves'> {
  return moves === undefined ? {} : { moves: moves.filter(({ from }) => !unwritten.has(from)) };
}

/** Of a digest, enough to know it again. */
export const shortDigest = (digest: string): string => digest.slice(0, 12);

/** `2 files: read [Title](…); moved [a.md](…), [b.pdf](…); sources 3f2a9c11d0e4, …`. */
function renderEntry({
  run,
  engine,
  start,
  pages,
  moves = [],
  usage = NO_USAGE,
}: Pick<Journal, 'run' | 'engine' | 'start' | 'pages' | 'moves' | 'usage'>): string {
  const link = (path: string, title: string): string => renderLink(title, 'log.md', path);
  const parts = [
    `${moves.length} file${moves.length === 1 ? '' : 's'}`,
    ...(pages.length === 0 ? [] : [`created ${pages.map(({ path }) => link(path, titleFromPath(path))).join(', ')}`]),
    `moved ${moves.map(({ to }) => link(to, to.slice(to.lastIndexOf('/') + 1))).join(', ')}`,
    ...(renderUsage(usage) === null ? [] : [renderUsage(usage)]),
    `sources ${moves.map(({ digest }) => shortDigest(digest)).join(', ')}`,
  ];
  return renderRunEntry({
    day: dayOf(new Date(start)),
    kind: 'inbox',
    about: 'inbox',
    watermark: null,
    run,
    summary: `${engine}: ${parts.join('; ')}`,
  });
}

/**
 * The path itself where nothing has it, else with a number. `taken`: folded paths that are as good as there. Throws
 * `io`.
 */
export function freePath(vault: Vault, path: string, taken: ReadonlySet<string>): string {
  const there = foldedNamesIn(vault, dirname(path));
  return firstFree(path, { namesIn: () => there, taken });
}

/** What lies in a folder, each name folded; nothing where there is none. Throws `io`. */
export function foldedNamesIn(vault: Vault, folder: string): ReadonlySet<string> {
  return new Set(namesIn(absolute(vault, folder)).map(foldName));
}
