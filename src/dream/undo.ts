// Undoes runs: restores pages, and gives each fact its former disposition, or pending. An undo is itself a run with a
// journal. Everything is checked before anything is written, and append-only files only grow.
import { dayOf } from '../model/day.ts';
import { CITED, type LedgerLine } from '../model/disposition.ts';
import { type ErrorDetails, MemvaultError } from '../model/errors.ts';
import { groupBy, laterThan } from '../model/group-by.ts';
import type { FileChange, Journal, Move } from '../model/journal.ts';
import { defined } from '../model/json.ts';
import { foldReviews, type ReviewLine } from '../model/review.ts';
import { plural } from '../model/text.ts';
import { FORGOTTEN_WORDS } from '../page/forget.ts';
import { foldName } from '../page/page-name.ts';
import { renderRunEntry, UNDO_OF } from '../page/run-log.ts';
import { type CarriedOut, carryOutNew, obstacleTo, obstacleToMove } from '../vault/carry-out.ts';
import { readText } from '../vault/disk.ts';
import { catalogueChange } from '../vault/generated.ts';
import { freePath } from '../vault/inbox.ts';
import { ledgerAppends } from '../vault/ledger.ts';
import { readPending } from '../vault/pending.ts';
import { emptyJournal, freshRunId, runLogAppend } from '../vault/record-run.ts';
import { readReviews, reviewAppends } from '../vault/reviews.ts';
import { summaryChange } from '../vault/memory-file.ts';
import { absolute, CATALOGUE_FILE, LEDGER_DIR, SUMMARY_FILE, TAGS_FILE, type Vault } from '../vault/vault.ts';
import { isLost, toPageText, updateView, type View } from '../vault/view.ts';
import { countDispositions, decisionOf, formerOf, type History, listPages, withoutPages } from './run.ts';

// Reviews after their runs are undone: as before, or withdrawn.

/**
 * A line for each review that is still as these runs left it; later decisions by a person stay. `lines`: the whole
 * file. Skips the lines of undos, which restate older lines, and of undone runs.
 */
function reviewsBack(
  lines: readonly ReviewLine[],
  taken: ReadonlySet<string>,
  { runs }: Pick<History, 'runs'>,
): Omit<ReviewLine, 'run' | 'at'>[] {
  const passedOver = new Set(runs.filter(({ kind, undone }) => kind === 'undo' || undone).map(({ run }) => run));
  return [
    ...groupBy(
      lines.filter(({ run }) => !passedOver.has(run)),
      ({ id }) => id,
    ).values(),
  ].flatMap((history): Omit<ReviewLine, 'run' | 'at'>[] => {
    const [held] = foldReviews(history).values();
    if (held === undefined || !taken.has(held.run)) return [];
    const [former] = foldReviews(history.filter(({ run }) => !taken.has(run))).values();
    const { run: _, at: __, ...back } = former ?? { ...held, status: 'withdrawn' as const };
    return [back];
  });
}

/** What to undo: the runs, oldest first, and their changes. */
export interface TakeBack {
  readonly runs: readonly string[];
  readonly pages: readonly FileChange[];
  /** Generated files; null if it is unknown how the runs left them. */
  readonly generated: readonly FileChange[] | null;
  /** The change of tags.yaml; null if unchanged. */
  readonly tags?: FileChange | null;
  /** Files that the runs moved. */
  readonly moves: readonly Move[];
}

export interface UndoOptions {
  readonly start: Date;
  /** The undo will be committed. */
  readonly commit: boolean;
  /** Whether a run with that id exists. */
  readonly isTaken: (run: string) => boolean;
}

/**
 * Checks everything and writes nothing. Throws `conflict` if a page is not as the runs left it, `refused` if memvault
 * must not write one of the pages, or if another run's facts would lose their claims.
 */
export function planUndo(
  vault: Vault,
  view: View,
  history: History,
  { runs, pages, generated, tags, moves }: TakeBack,
  { start, commit, isTaken }: UndoOptions,
): Journal {
  const back = pagesBack(vault, view, runs, pages);
  const moved = movesBack(vault, runs, moves);
  const bare = withPages(view, back);
  const asked = reviewsBack(readReviews(vault), new Set(runs), history);
  const at = laterThan(start, [...linesOfFacts(history, runs), ...asked.map(({ id }) => view.reviews.get(id))]);
  const decided = takenLines(bare, history, runs);
  const run = freshRunId({ undoes: runs, lines: decided }, start, isTaken);
  const lines = decided.map(({ undoes, digest, engine, ...words }): LedgerLine => ({
    ...words,
    ...defined({ undoes }),
    digest,
    run,
    engine,
    at: at.toISOString(),
  }));
  const reviews = asked.map((line): ReviewLine => ({ ...line, run, at: at.toISOString() }));
  const after = updateView(bare, [], lines, reviews);
  mustLoseNothing(view, after, new Set(lines.map((line) => line.fact)), dayOf(start), runs);
  const entry = renderRunEntry({
    day: dayOf(start),
    kind: 'undo',
    about: runs.join(', '),
    watermark: null,
    run,
    summary: summaryOf(runs, back, lines, moved, (tags ?? null) !== null),
  });
  return {
    ...emptyJournal(run, 'undo', start, commit),
    undoes: runs,
    pages: back,
    appends: [...ledgerAppends(vault, lines), ...reviewAppends(vault, reviews), runLogAppend(vault, entry)],
    generated: [
      ...tagsBack(vault, tags, runs),
      ...generatedBack(vault, after, isForgottenSince(view, history, runs) ? null : generated, start),
    ],
    ...(moved.length === 0 ? {} : { moves: moved }),
  };
}

/** Carries it out. A page that changed since planning is skipped; the next dream records its facts. */
export const applyUndo = (vault: Vault, journal: Journal): CarriedOut => carryOutNew(vault, journal, withoutPages);

function pagesBack(vault: Vault, view: View, runs: readonly string[], pages: readonly FileChange[]): FileChange[] {
  const moved: string[] = [];
  const back = pages.flatMap(({ path, before, after }): FileChange[] => {
    if (isLost(view, path)) moved.push(path);
    // Already restored.
    else if (before === after || (view.pages.get(path)?.text ?? null) === before) return [];
    const change = { path, before: after, after: before };
    if (obstacleTo(vault, change) !== null) moved.push(path);
    return [change];
  });
  if (moved.length === 0) return back;
  const isForgotten = pages.some(({ before, after }) => `${before ?? ''}${after ?? ''}`.includes(FORGOTTEN_WORDS));
  throw pagesMoved([...new Set(moved)], runs, isForgotten);
}

/**
 * Moves each file back, under another name if its old one is taken. Throws `conflict` if a file is not as the runs left
 * it.
 */
function movesBack(vault: Vault, runs: readonly string[], moves: readonly Move[]): Move[] {
  const taken = new Set<string>();
  const back: Move[] = [];
  const gone: string[] = [];
  for (const { from, to, digest, page } of moves) {
    const plainly = { from: to, to: from, digest };
    const move = obstacleToMove(vault, plainly) === null ? plainly : { ...plainly, to: freePath(vault, from, taken) };
    if (obstacleToMove(vault, move) !== null) gone.push(to);
    taken.add(foldName(move.to));
    back.push({ ...move, page });
  }
  if (gone.length === 0) return back;
  throw cannotUndo('conflict', runs, `${gone.join(', ')} ${gone.length === 1 ? 'was' : 'were'} moved or edited since`, {
    hint: 'put back by hand what you want moved, and remove the page',
    data: { files: gone },
  });
}

/** The cause is unknown: an editor, a commit or a merge. */
function pagesMoved(pages: readonly string[], runs: readonly string[], isForgotten: boolean): MemvaultError {
  const since = isForgotten ? 'changed since, and what they said was forgotten' : 'edited, merged or removed since';
  return cannotUndo('conflict', runs, `${pages.join(', ')} ${pages.length === 1 ? 'was' : 'were'} ${since}`, {
    hint:
      `memvault diff ${runs.at(-1) ?? ''} shows what the run changed; memvault fix ID reverts one decision, ` +
      'and a claim that you delete from a page does not come back',
    data: { pages },
  });
}

const cannotUndo = (
  code: 'conflict' | 'refused',
  runs: readonly string[],
  why: string,
  { hint, data }: Required<Pick<ErrorDetails, 'hint'>> & Pick<ErrorDetails, 'data'>,
): MemvaultError =>
  new MemvaultError(code, `${runs.join(', ')} cannot be undone: ${why}`, { hint, data: { ...data, runs } });

/** The view with these pages, but the old ledger. */
function withPages(view: View, changes: readonly FileChange[]): View {
  const gone = new Set(changes.filter((change) => change.after === null).map((change) => change.path));
  const pages = new Map([...view.pages].filter(([path]) => !gone.has(path)));
  return updateView(
    { ...view, pages },
    changes.flatMap(({ path, after }) => (after === null ? [] : [toPageText(path, after)])),
    [],
  );
}

function linesOfFacts({ runs, linesOf }: History, taken: readonly string[]): LedgerLine[] {
  const facts = new Set(
    runs.filter(({ run }) => taken.includes(run)).flatMap(({ lines }) => lines.map((line) => line.fact)),
  );
  return [...facts].flatMap((fact) => linesOf.get(fact) ?? []);
}

type Unsigned = Omit<LedgerLine, 'run' | 'at'>;

/** A line for each fact whose current decision is from these runs; later decisions and forgotten facts stay. */
function takenLines(after: View, history: History, runs: readonly string[]): Unsigned[] {
  const taken = new Set(runs);
  const facts = new Set(linesOfFacts(history, runs).map((line) => line.fact));
  return [...facts].flatMap((fact): Unsigned[] => {
    const lines = history.linesOf.get(fact) ?? [];
    const decision = decisionOf(lines);
    if (decision === null || !taken.has(decision.run)) return [];
    const former = formerOf(lines, taken);
    // Another clone may have decided the same fact: its decision holds only if that page cites the fact. What the run
    // set aside had been removed by hand before, and stays so.
    const holds =
      former !== null &&
      (!CITED.has(former.as) ||
        decision.as === 'set-aside' ||
        (after.citedOn.get(fact) ?? []).includes(former.page ?? ''));
    const pending = { fact, day: decision.day, as: 'pending' as const, digest: decision.digest, engine: 'undo' };
    const { run: _, at: __, ...words } = holds ? former : { ...pending, run: '', at: '' };
    // One line per run, so that none of their decisions becomes valid again; that of the last run comes last.
    const undone = new Set(lines.flatMap((line) => line.undoes ?? []));
    const others = new Set(lines.flatMap(({ run, undoes }) => (undoes === undefined && taken.has(run) ? [run] : [])));
    return [...[...others].filter((run) => run !== decision.run && !undone.has(run)), decision.run].map((run) => ({
      ...words,
      undoes: run,
    }));
  });
}

/** `undo of r-…: 3 facts pending again, 1 as before; removed [Work](…)`. */
function summaryOf(
  runs: readonly string[],
  back: readonly FileChange[],
  lines: readonly LedgerLine[],
  moved: readonly Move[],
  ofTags: boolean,
): string {
  const facts = [...new Map(lines.map(({ fact, as }) => [fact, as])).values()];
  const pending = facts.filter((as) => as === 'pending').length;
  // A run without decisions is described only by its pages.
  const isBare = facts.length + back.length + moved.length === 0 && !ofTags;
  const counts = [
    pending > 0 || isBare ? `${plural(pending, 'fact')} pending again` : '',
    facts.length > pending ? `${facts.length - pending} as before` : '',
  ];
  const pagesWhere = (isPast: boolean): string[] =>
    back.filter(({ after }) => (after === null) === isPast).map(({ path }) => path);
  const parts = [
    counts.filter((part) => part !== '').join(', '),
    ...listPages('removed', pagesWhere(true)),
    ...listPages('restored', pagesWhere(false)),
    moved.length === 0 ? '' : `moved back ${plural(moved.length, 'file')}`,
    ofTags ? `restored ${TAGS_FILE}` : '',
  ];
  return `${UNDO_OF}${runs.join(' and ')}: ${parts.filter((part) => part !== '').join('; ')}`;
}

/** Protects the decisions of other runs, and forgotten facts. `own`: facts that are undone. */
function mustLoseNothing(
  before: View,
  after: View,
  own: ReadonlySet<string>,
  today: string,
  runs: readonly string[],
): void {
  const removed = new Set(readPending(before, today).removed.map((fact) => fact.id));
  const lost = readPending(after, today)
    .removed.map((fact) => fact.id)
    .filter((fact) => !removed.has(fact) && !own.has(fact));
  if (lost.length > 0)
    throw cannotUndo('refused', runs, `${lost.join(', ')} would lose their claims, which another run decided`, {
      hint: 'undo that run first; log.md names it',
    });
  const citations = (view: View, fact: string): number => view.citedOn.get(fact)?.length ?? 0;
  const forgotten = [
    ...new Set([
      ...after.forgotten,
      ...[...after.ledger].filter(([, line]) => line.as === 'forgotten').map(([fact]) => fact),
    ]),
  ];
  const risen = forgotten.filter((fact) => citations(after, fact) > citations(before, fact));
  if (risen.length > 0)
    throw cannotUndo('refused', runs, `the earlier pages cite ${risen.join(', ')}, which was forgotten since`, {
      hint: 'change the page by hand; memvault diff shows what the run did',
    });
}

/** Restores tags.yaml. Throws `conflict` if the file was edited since, because it is unclear what to remove. */
function tagsBack(vault: Vault, tags: FileChange | null | undefined, runs: readonly string[]): FileChange[] {
  if (tags === null || tags === undefined) return [];
  const now = readText(absolute(vault, TAGS_FILE));
  if (now === tags.before) return [];
  if (now === tags.after) return [{ path: TAGS_FILE, before: tags.after, after: tags.before }];
  throw cannotUndo('conflict', runs, `${TAGS_FILE} was edited since`, {
    hint: 'edit the file, or use memvault tags --set',
  });
}

/** Whether anything was forgotten since these runs: then the old texts may contain it. */
function isForgottenSince({ forgotten, ledger }: View, { runs }: History, taken: readonly string[]): boolean {
  const lines = runs.flatMap((past) => (taken.includes(past.run) ? past.lines : []));
  const [first = ''] = lines.map(({ at }) => at).sort();
  return [...forgotten].some((id) => (ledger.get(id)?.at ?? '~') >= first);
}

/** Restored if untouched and nothing was forgotten; otherwise regenerated for the restored pages. */
function generatedBack(vault: Vault, after: View, generated: readonly FileChange[] | null, start: Date): FileChange[] {
  const isMade = (path: string): boolean => path === CATALOGUE_FILE || path === SUMMARY_FILE;
  const untouched = (generated ?? [])
    .filter(({ path, before }) => isMade(path) && before?.includes(FORGOTTEN_WORDS) !== true)
    .flatMap(({ path, before, after: left }): FileChange[] =>
      readText(absolute(vault, path)) === left ? [{ path, before: left, after: before }] : [],
    );
  const isBack = (path: string): boolean => untouched.some((change) => change.path === path);
  // A summary that the runs did not change is kept.
  const isLeft = generated !== null && !generated.some(({ path }) => path === SUMMARY_FILE);
  const catalogue = isBack(CATALOGUE_FILE) ? null : catalogueChange(vault, after);
  const summary = isBack(SUMMARY_FILE) || isLeft ? null : summaryChange(vault, after, start);
  return [...untouched, ...[catalogue, summary].filter((change) => change !== null)];
}

/** The number of facts per restored disposition, without zeros. */
export function countLines({ appends }: Pick<Journal, 'appends'>): Record<string, number> {
  const texts = appends
    .filter(({ path }) => path.startsWith(`${LEDGER_DIR}/`))
    .flatMap(({ text }) => text.split('\n').filter((line) => line !== ''));
  const lines = texts.map((text) => JSON.parse(text) as LedgerLine);
  return countDispositions([...new Map(lines.map((line) => [line.fact, line])).values()]);
}
