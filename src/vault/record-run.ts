// Runs other than dreams: their ids, their entries in log.md, and how they are carried out.
import { factDigest, textDigest } from '../model/bytes.ts';
import { dayOf, timeOf } from '../model/day.ts';
import type { LedgerLine } from '../model/disposition.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import { groupBy, laterThan } from '../model/group-by.ts';
import type { Append, FileChange, Journal, Purge, RunKind } from '../model/journal.ts';
import { isHistory } from '../model/page.ts';
import type { Change } from '../model/plan.ts';
import { type ReviewLine, withoutTexts } from '../model/review.ts';
import { parseRunLog, renderRunEntry, RUN_LOG_TITLE, type RunEntry } from '../page/run-log.ts';
import { carryOutNew, obstacleTo } from './carry-out.ts';
import { appendFor } from './daily.ts';
import { bringDerived } from './derived-pages.ts';
import { readText } from './disk.ts';
import { generatedChanges } from './generated.ts';
import { listRuns } from './journal.ts';
import { ledgerAppends } from './ledger.ts';
import { recallAppends } from './recalls.ts';
import { renderPages } from './render-pages.ts';
import { reviewAppends } from './reviews.ts';
import { absolute, RUN_LOG_FILE, TAGS_FILE, type Vault } from './vault.ts';
import { isForgotten, toPageText, updateView, type View } from './view.ts';

// `log.md` as a file: read and append.

export function readRunLog(vault: Vault): RunEntry[] {
  return parseRunLog(readText(absolute(vault, RUN_LOG_FILE)) ?? '');
}

/** The append to `log.md` of one entry, as returned by `renderRunEntry`. */
export function runLogAppend(vault: Vault, entry: string): Append {
  return appendFor(vault, RUN_LOG_FILE, entry, RUN_LOG_TITLE);
}

// Facts whose latest ledger line is an undo, with the decisions that were undone.

/** The undone lines of each fact, unordered. Excludes facts that were only restored after being forgotten. */
export function readUndone({
  ledger,
  ledgerRead,
}: Pick<View, 'ledger' | 'ledgerRead'>): ReadonlyMap<string, readonly LedgerLine[]> {
  const facts = new Set([...ledger.values()].filter((line) => line.undoes !== undefined).map((line) => line.fact));
  if (facts.size === 0) return new Map();
  const lines = ledgerRead.lines.filter((line) => facts.has(line.fact));
  // If two runs were undone one after the other, neither must come back.
  const takenBack = new Set(lines.flatMap(({ fact, undoes }) => (undoes === undefined ? [] : [`${fact} ${undoes}`])));
  return groupBy(
    lines.filter(
      (line) => line.as !== 'forgotten' && line.undoes === undefined && takenBack.has(`${line.fact} ${line.run}`),
    ),
    (line) => line.fact,
  );
}

/** True if the fact's line is the same as in an undone decision. */
export function isUndoneAsIs(fact: Fact, lines: readonly LedgerLine[]): boolean {
  const digest = factDigest(fact);
  return lines.some((line) => line.digest === digest);
}

// Run ids: the minute of the start and a digest of the run's content.

/**
 * `r-20260702-0300-7f3a9c`, with the local minute. `what`: JSON that is equal for the same run, so that its id is the
 * same after a crash.
 */
export function runId(what: unknown, start: Date): string {
  const minute = `${dayOf(start).replaceAll('-', '')}-${timeOf(start).replace(':', '')}`;
  return `r-${minute}-${textDigest(JSON.stringify(what)).slice(0, 6)}`;
}

/** An id that no journal of this clone has; a number added to `what` makes it unique. */
export function newRunId(vault: Vault, what: object, start: Date): string {
  const taken = new Set(listRuns(vault).map(({ run }) => run));
  return freshRunId(what, start, (run) => taken.has(run));
}

/** The same for ids for which `isTaken` is false. */
export function freshRunId(what: object, start: Date, isTaken: (run: string) => boolean): string {
  for (let number = 0; ; number++) {
    const run = runId({ ...what, number }, start);
    if (!isTaken(run)) return run;
  }
}

// A run started by a person: a fix, a review decision, a forget and the like. As in a dream, it is planned as a journal
// and then carried out.

export interface HandRun {
  readonly kind: Extract<RunKind, 'fix' | 'review' | 'forget' | 'lint' | 'tags' | 'inbox'>;
  /** For the header of its entry in log.md, such as `k3v9x2ab4q`. Contains no words of a fact. */
  readonly about: string;
  /** For the line below, after the run id. Contains no words of a fact. */
  readonly summary: string;
  readonly start: Date;
  /** Whether it is to be committed. */
  readonly commit: boolean;
  readonly changes: readonly Change[];
  /** Pages changed by other means than `changes`; null as `after` deletes the page. */
  readonly edits?: readonly FileChange[];
  /** The new content of `.memvault/tags.yaml`, if tags are decided. */
  readonly tags?: FileChange;
  /** Lines of daily logs to delete. */
  readonly purges?: readonly Purge[];
  /** Ledger lines; run, engine and time are filled in. */
  readonly lines: readonly Omit<LedgerLine, 'run' | 'at' | 'engine'>[];
  readonly reviews?: readonly Omit<ReviewLine, 'run' | 'at'>[];
  /** Appends to other files, given the run's id and time. */
  readonly more?: (run: string, at: string) => readonly Append[];
}

/** The journal of a run without an engine, with nothing to write yet. */
export const emptyJournal = (run: string, kind: RunKind, start: Date, commit: boolean): Journal => ({
  version: 1,
  run,
  kind,
  start: start.toISOString(),
  engine: kind,
  plan: null,
  undoes: [],
  commit,
  pages: [],
  appends: [],
  generated: [],
});

/** Builds the journal. Throws `conflict` if a page differs from `view`, `refused` if it must not be written. */
export function makeHandRun(vault: Vault, view: View, hand: HandRun): Journal {
  const { kind, start, commit, changes } = hand;
  const today = dayOf(start);
  const asked = [...pagesOf(vault, view, changes, today), ...(hand.edits ?? [])];
  const gone = new Set(asked.flatMap(({ path, after: text }) => (text === null ? [path] : [])));
  const left = { ...view, pages: new Map([...view.pages].filter(([path]) => !gone.has(path))) };
  const run = newRunId(
    vault,
    {
      kind,
      changes,
      edits: hand.edits ?? [],
      ...(hand.tags && { tags: hand.tags }),
      lines: hand.lines,
      reviews: hand.reviews ?? [],
    },
    start,
  );
  const decided = new Set(hand.lines.map(({ fact }) => fact));
  // Later than all lines of the fact, not only the current one: a `forgotten` line overrides later ones, which become
  // effective once it is undone.
  const at = laterThan(start, [
    ...view.ledgerRead.lines.filter(({ fact }) => decided.has(fact)),
    ...(hand.reviews ?? []).map(({ id }) => view.reviews.get(id)),
  ]).toISOString();
  const lines = hand.lines.map((line): LedgerLine => ({ ...line, run, engine: kind, at }));
  const reviews = (hand.reviews ?? []).map((line): ReviewLine => ({ ...line, run, at }));
  const decidedView = updateView(
    left,
    asked.flatMap(({ path, after: text }) => (text === null ? [] : [toPageText(path, text)])),
    lines,
    reviews,
  );
  const derived = bringDerived(vault, decidedView, (page) => obstacleTo(vault, page) === null);
  const after = derived.view;
  const pages = [...asked, ...derived.changes];
  const moot = mootReviews(after, decided).map((line): ReviewLine => ({
    ...line,
    status: 'withdrawn',
    run,
    at: laterThan(new Date(at), [line]).toISOString(),
  }));
  const entry = renderRunEntry({ day: today, kind, about: hand.about, watermark: null, run, summary: hand.summary });
  return {
    ...emptyJournal(run, kind, start, commit),
    pages,
    appends: [
      ...ledgerAppends(vault, lines),
      ...reviewAppends(vault, [...reviews, ...moot]),
      ...(hand.more?.(run, at) ?? []),
      ...recallAppends(vault, { run, at: start.toISOString() }),
      runLogAppend(vault, entry),
    ],
    generated: [...(hand.tags ? [hand.tags] : []), ...generatedChanges(vault, after, start)],
    ...(hand.purges === undefined || hand.purges.length === 0 ? {} : { purges: hand.purges }),
  };
}

/**
 * Writes the journal and carries it out. Returns the pages that were left because they were edited meanwhile, with the
 * reason.
 */
export function carryOutHandRun(vault: Vault, journal: Journal): ReadonlyMap<string, string> {
  // All lines are kept: if a page contradicts them, the next dream records it. After a forget the summary must still be
  // rewritten.
  return carryOutNew(vault, journal, (whole, left) => ({
    ...whole,
    pages: whole.pages.filter((page) => !left.has(page.path)),
    generated: whole.kind === 'forget' ? whole.generated : whole.generated.filter(({ path }) => path === TAGS_FILE),
  })).unwritten;
}

function pagesOf(vault: Vault, view: View, changes: readonly Change[], today: string): FileChange[] {
  const pages = renderPages({ changes }, view, today);
  for (const page of pages) {
    const obstacle = obstacleTo(vault, page);
    if (obstacle !== null)
      throw new MemvaultError('conflict', `${obstacle}; nothing was changed`, { hint: 'run the command again' });
  }
  return pages;
}

// Reviews that another decision has answered are withdrawn by the run that made it. Pure.

/**
 * Open reviews about one of these facts that have become moot: one of the claims is past or gone, or two became one.
 * Without wordings, which may be forgotten.
 */
export function mootReviews(after: View, touched: ReadonlySet<string>): ReviewLine[] {
  return [...after.reviews.values()].flatMap(({ draft: _, ...line }) => {
    const { status, facts, pairs } = line;
    const waits = status === 'pending' || status === 'queued';
    const isOver = (): boolean =>
      pairs === undefined
        ? isMoot(line, facts, after)
        : pairs.every((pair) => isMoot(line, [...new Set(pair.facts)], after));
    const bare = pairs === undefined ? line : { ...line, pairs: withoutTexts(pairs) };
    return waits && facts.some((fact) => touched.has(fact)) && isOver() ? [bare] : [];
  });
}

function isMoot({ kind }: Pick<ReviewLine, 'kind'>, facts: readonly string[], view: View): boolean {
  // Paths and episodes are on no page; the review concerns all of them.
  if (kind === 'skill' || kind === 'lesson') return facts.some((fact) => isForgotten(fact, view));
  const claims = facts.map((fact) => {
    if (view.forgotten.has(fact) || view.ledger.get(fact)?.as === 'superseded') return null;
    for (const path of view.citedOn.get(fact) ?? []) {
      const claim = view.pages.get(path)?.claims.find((one) => one.facts.includes(fact) && !isHistory(one));
      const side = claim?.sides.find((one) => one.facts.includes(fact));
      if (claim) return `${path}:${claim.line}:${side?.facts[0] ?? ''}`;
    }
    return null;
  });
  return claims.includes(null) || new Set(claims).size < facts.length;
}
