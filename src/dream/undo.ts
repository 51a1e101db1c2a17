// Takes runs back: pages as they were before, each fact with the disposition that it had, or pending. Itself a run
// with a journal. Everything is looked at before anything is written, and append-only files only grow.
import { dayOf } from '../model/day.ts';
import { CITED, type LedgerLine } from '../model/disposition.ts';
import { type ErrorDetails, MemvaultError } from '../model/errors.ts';
import { groupBy, laterThan } from '../model/group-by.ts';
import type { FileChange, Journal, Move } from '../model/journal.ts';
import { defined } from '../model/json.ts';
import type { Plan } from '../model/plan.ts';
import { foldReviews, type ReviewLine } from '../model/review.ts';
import { plural } from '../model/text.ts';
import { FORGOTTEN_WORDS } from '../page/forget.ts';
import { foldName } from '../page/page-name.ts';
import { renderRunEntry, UNDO_OF } from '../page/run-log.ts';
import { type CarriedOut, carryOutNew, obstacleTo } from '../vault/carry-out.ts';
import { readText } from '../vault/disk.ts';
import { catalogueChange } from '../vault/generated.ts';
import { freePath } from '../vault/inbox.ts';
import { ledgerAppends } from '../vault/ledger.ts';
import { obstacleToMove } from '../vault/carry-out.ts';
import { readPending } from '../vault/pending.ts';
import { emptyJournal, freshRunId, runLogAppend } from '../vault/record-run.ts';
import { readReviews, reviewAppends } from '../vault/reviews.ts';
import { summaryChange } from '../vault/summary.ts';
import { absolute, CATALOGUE_FILE, LEDGER_DIR, SUMMARY_FILE, TAGS_FILE, type Vault } from '../vault/vault.ts';
import { isLost, toPageText, updateView, type View } from '../vault/view.ts';
import { countDispositions, decisionOf, formerOf, type History, listPages, withoutPages } from './run.ts';

// What becomes of reviews when the runs that asked for them are taken back: as they were before, or withdrawn.

/**
 * A line for each review that stands as these runs left it; what a person decided since stays. `lines`: all of the
 * file. What an undo wrote stands for the line of an older run.
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

/** What is to be taken back: the runs, the oldest first, and what they changed. */
export interface TakeBack {
  readonly runs: readonly string[];
  readonly pages: readonly FileChange[];
  /** Files made from the pages; null where nobody knows how the runs left them. */
  readonly generated: readonly FileChange[] | null;
  /** What became of tags.yaml; null where nothing did. */
  readonly tags?: FileChange | null;
  /** Files that the runs moved. */
  readonly moves: readonly Move[];
}

export interface UndoOptions {
  readonly start: Date;
  /** The undo is to be committed. */
  readonly commit: boolean;
  /** Is there a run of that id already? */
  readonly isTaken: (run: string) => boolean;
}

/**
 * Looks at everything and writes nothing. Throws `conflict` where a page is not as the runs left it, `refused` where
 * a page that memvault may not write is among them, or where another run's facts would lose their claims.
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
      ...generatedBack(vault, view, after, isForgottenSince(view, history, runs) ? null : generated, start),
    ],
    ...(moved.length === 0 ? {} : { moves: moved }),
  };
}

/** Carries it out; a page that moved since it was planned is left, and its facts are recorded by the next dream. */
export const applyUndo = (vault: Vault, journal: Journal): CarriedOut => carryOutNew(vault, journal, withoutPages);

function pagesBack(vault: Vault, view: View, runs: readonly string[], pages: readonly FileChange[]): FileChange[] {
  const moved: string[] = [];
  const back = pages.flatMap(({ path, before, after }): FileChange[] => {
    if (isLost(view, path)) moved.push(path);
    // Somebody took it back already.
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
 * Each file to where it was, under another name where that has gone to another file. Throws `conflict` where one is not
 * as the runs left it.
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

/** Nobody can tell who changed them: a person in an editor, a commit of theirs, or a merge. */
function pagesMoved(pages: readonly string[], runs: readonly string[], isForgotten: boolean): MemvaultError {
  const since = isForgotten ? 'changed since, and what they said was forgotten' : 'edited, merged or removed since';
  return cannotUndo('conflict', runs, `${pages.join(', ')} ${pages.length === 1 ? 'was' : 'were'} ${since}`, {
    hint:
      `memvault diff ${runs.at(-1) ?? ''} shows what the run changed; memvault fix ID takes back one decision, ` +
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

/** The view with these pages, before the ledger knows of it. */
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

/**
 * A line for each fact for which a decision of these runs holds; what was decided otherwise since, or forgotten, stays.
 */
function takenLines(after: View, history: History, runs: readonly string[]): Unsigned[] {
  const taken = new Set(runs);
  const facts = new Set(linesOfFacts(history, runs).map((line) => line.fact));
  return [...facts].flatMap((fact): Unsigned[] => {
    const lines = history.linesOf.get(fact) ?? [];
    const decision = decisionOf(lines);
    if (decision === null || !taken.has(decision.run)) return [];
    const former = formerOf(lines, taken);
    // Another clone may have dreamt the same fact: what it says of a page holds only where that page says it. What
    // the run set aside was off its page before, by hand, and stays so.
    const holds =
      former !== null &&
      (!CITED.has(former.as) ||
        decision.as === 'set-aside' ||
        (after.citedOn.get(fact) ?? []).includes(former.page ?? ''));
    const pending = { fact, day: decision.day, as: 'pending' as const, digest: decision.digest, engine: 'undo' };
    const { run: _, at: __, ...words } = holds ? former : { ...pending, run: '', at: '' };
    // Each run by itself, so that none of their decisions stands again later; that of the last comes last.
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
  // A run that decided nothing is told by its pages alone.
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

/** Defends what other runs decided, and what was forgotten. `own`: facts that are taken back. */
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
      hint: 'take that run back first; log.md tells which',
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
    throw cannotUndo('refused', runs, `the pages of before cite ${risen.join(', ')}, which was forgotten since`, {
      hint: 'change the page by hand; memvault diff shows what the run did',
    });
}

/**
 * What was decided about tags goes with the run. Throws `conflict` where the file says more since: nobody knows what of
 * it is to go.
 */
function tagsBack(vault: Vault, tags: FileChange | null | undefined, runs: readonly string[]): FileChange[] {
  if (tags === null || tags === undefined) return [];
  const now = readText(absolute(vault, TAGS_FILE));
  if (now === tags.before) return [];
  if (now === tags.after) return [{ path: TAGS_FILE, before: tags.after, after: tags.before }];
  throw cannotUndo('conflict', runs, `${TAGS_FILE} was edited since`, {
    hint: 'edit the file, or use memvault tags --set',
  });
}

/** Was anything forgotten since these runs? Then what they replaced may say it. */
function isForgottenSince({ forgotten, ledger }: View, { runs }: History, taken: readonly string[]): boolean {
  const lines = runs.flatMap((past) => (taken.includes(past.run) ? past.lines : []));
  const [first = ''] = lines.map(({ at }) => at).sort();
  return [...forgotten].some((id) => (ledger.get(id)?.at ?? '~') >= first);
}

/** As they were where nobody touched them and nothing was forgotten; else made anew for the pages as they will be. */
function generatedBack(
  vault: Vault,
  now: View,
  after: View,
  generated: readonly FileChange[] | null,
  start: Date,
): FileChange[] {
  const isMade = (path: string): boolean => path === CATALOGUE_FILE || path === SUMMARY_FILE;
  const untouched = (generated ?? [])
    .filter(({ path, before }) => isMade(path) && before?.includes(FORGOTTEN_WORDS) !== true)
    .flatMap(({ path, before, after: left }): FileChange[] =>
      readText(absolute(vault, path)) === left ? [{ path, before: left, after: before }] : [],
    );
  const isBack = (path: string): boolean => untouched.some((change) => change.path === path);
  // What the runs left alone, and what is in step now, stays.
  const isLeft = (path: string): boolean => generated !== null && !generated.some((change) => change.path === path);
  const catalogue =
    isBack(CATALOGUE_FILE) || (isLeft(CATALOGUE_FILE) && catalogueChange(vault, now) === null)
      ? null
      : catalogueChange(vault, after);
  const summary = isBack(SUMMARY_FILE) || isLeft(SUMMARY_FILE) ? null : summaryChange(vault, after, start);
  return [...untouched, ...[catalogue, summary].filter((change) => change !== null)];
}

/** Facts by the disposition that they have again, only those that occur. */
export function countLines({ appends }: Pick<Journal, 'appends'>): Record<string, number> {
  const texts = appends
    .filter(({ path }) => path.startsWith(`${LEDGER_DIR}/`))
    .flatMap(({ text }) => text.split('\n').filter((line) => line !== ''));
  const lines = texts.map((text) => JSON.parse(text) as LedgerLine);
  return countDispositions([...new Map(lines.map((line) => [line.fact, line])).values()]);
}

/** Facts that were to go from a page that is not theirs: decided, and to be looked at again. */
export function copiesOn({ changes }: Plan, page: string): string[] {
  return changes
    .filter((change) => change.page === page && (change.kind === 'remove' || change.kind === 'uncite'))
    .flatMap((change) => change.facts);
}
