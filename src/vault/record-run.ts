// The runs that a person makes by hand, and those that only look: their ids, their entries in log.md, carrying them
// out.
import { factDigest, textDigest } from '../model/bytes.ts';
import { dayOf, timeOf } from '../model/day.ts';
import type { LedgerLine } from '../model/disposition.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import { groupBy, laterThan } from '../model/group-by.ts';
import type { Append, FileChange, Journal, Purge, RunKind } from '../model/journal.ts';
import { isHistory } from '../model/page.ts';
import type { Change } from '../model/plan.ts';
import type { ReviewLine } from '../model/review.ts';
import { parseRunLog, renderRunEntry, RUN_LOG_TITLE, type RunEntry } from '../page/run-log.ts';
import { carryOutNew, obstacleTo } from './carry-out.ts';
import { appendFor } from './daily.ts';
import { readText } from './disk.ts';
import { generatedChanges } from './generated.ts';
import { listRuns } from './journal.ts';
import { ledgerAppends } from './ledger.ts';
import { recallAppends } from './recalls.ts';
import { renderPages } from './render-pages.ts';
import { reviewAppends } from './reviews.ts';
import { absolute, RUN_LOG_FILE, TAGS_FILE, type Vault } from './vault.ts';
import { toPageText, updateView, type View } from './view.ts';

// `log.md` as a file: read, and appended to.

export function readRunLog(vault: Vault): RunEntry[] {
  return parseRunLog(readText(absolute(vault, RUN_LOG_FILE)) ?? '');
}

/** What `log.md` gets: one entry, as `renderRunEntry` gives it. */
export function runLogAppend(vault: Vault, entry: string): Append {
  return appendFor(vault, RUN_LOG_FILE, entry, RUN_LOG_TITLE);
}

// What a person took back: facts whose last word in the ledger is an undo, with the decisions that were undone.

/**
 * By fact: the lines that were taken back, in no order. A fact that was only brought back from being forgotten is not
 * among them.
 */
export function readUndone({
  ledger,
  ledgerRead,
}: Pick<View, 'ledger' | 'ledgerRead'>): ReadonlyMap<string, readonly LedgerLine[]> {
  const facts = new Set([...ledger.values()].filter((line) => line.undoes !== undefined).map((line) => line.fact));
  if (facts.size === 0) return new Map();
  const lines = ledgerRead.lines.filter((line) => facts.has(line.fact));
  // After two runs were taken back, one after the other, neither is to come back.
  const takenBack = new Set(lines.flatMap(({ fact, undoes }) => (undoes === undefined ? [] : [`${fact} ${undoes}`])));
  return groupBy(
    lines.filter(
      (line) => line.as !== 'forgotten' && line.undoes === undefined && takenBack.has(`${line.fact} ${line.run}`),
    ),
    (line) => line.fact,
  );
}

/** Is the fact's line as it was in a decision that was taken back? */
export function isUndoneAsIs(fact: Fact, lines: readonly LedgerLine[]): boolean {
  const digest = factDigest(fact);
  return lines.some((line) => line.digest === digest);
}

// The ids of runs: the minute of the start and a digest of what the run is to do.

/**
 * `r-20260702-0300-7f3a9c`, with the local minute. `what`: JSON; the same for the same run, so that its id is the same
 * again after a crash.
 */
export function runId(what: unknown, start: Date): string {
  const minute = `${dayOf(start).replaceAll('-', '')}-${timeOf(start).replace(':', '')}`;
  return `r-${minute}-${textDigest(JSON.stringify(what)).slice(0, 6)}`;
}

/** One that no journal of this clone has: `what` gets a number that makes it its own. */
export function newRunId(vault: Vault, what: object, start: Date): string {
  const taken = new Set(listRuns(vault).map(({ run }) => run));
  return freshRunId(what, start, (run) => taken.has(run));
}

/** The same of what `isTaken`. */
export function freshRunId(what: object, start: Date, isTaken: (run: string) => boolean): string {
  for (let number = 0; ; number++) {
    const run = runId({ ...what, number }, start);
    if (!isTaken(run)) return run;
  }
}

// A run that a person makes by hand: one decision put right, a review decided, a fact forgotten. Like a dream's it is
// a value first, with a journal, and then carried out.

export interface HandRun {
  readonly kind: Extract<RunKind, 'fix' | 'review' | 'forget' | 'lint' | 'tags' | 'inbox'>;
  /** For the header of its entry in log.md, such as `k3v9x2ab4q`. No words of a fact. */
  readonly about: string;
  /** For the line below, behind the run's id. No words of a fact. */
  readonly summary: string;
  readonly start: Date;
  /** It is to be committed. */
  readonly commit: boolean;
  readonly changes: readonly Change[];
  /** Pages that become other than by changes; null after stands for a page that goes. */
  readonly edits?: readonly FileChange[];
  /** What becomes of `.memvault/tags.yaml`, where tags are decided. */
  readonly tags?: FileChange;
  /** Lines of daily logs that go. */
  readonly purges?: readonly Purge[];
  /** Lines of the ledger; the run, its engine and the time are put in. */
  readonly lines: readonly Omit<LedgerLine, 'run' | 'at' | 'engine'>[];
  readonly reviews?: readonly Omit<ReviewLine, 'run' | 'at'>[];
  /** What other append-only files get, once the run's id and time are known. */
  readonly more?: (run: string, at: string) => readonly Append[];
}

/** Of a run that no engine makes: it writes nothing yet. */
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

/**
 * As it can be carried out. Throws `conflict` where a page is not as `view` has it, `refused` where it may not be
 * written.
 */
export function makeHandRun(vault: Vault, view: View, hand: HandRun): Journal {
  const { kind, start, commit, changes } = hand;
  const today = dayOf(start);
  const pages = [...pagesOf(vault, view, changes, today), ...(hand.edits ?? [])];
  const gone = new Set(pages.flatMap(({ path, after: text }) => (text === null ? [path] : [])));
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
  // Not only than the line that holds: one that is forgotten holds over later ones, which would hold once it is taken
  // back.
  const at = laterThan(start, [
    ...view.ledgerRead.lines.filter(({ fact }) => decided.has(fact)),
    ...(hand.reviews ?? []).map(({ id }) => view.reviews.get(id)),
  ]).toISOString();
  const lines = hand.lines.map((line): LedgerLine => ({ ...line, run, engine: kind, at }));
  const reviews = (hand.reviews ?? []).map((line): ReviewLine => ({ ...line, run, at }));
  const after = updateView(
    left,
    pages.flatMap(({ path, after: text }) => (text === null ? [] : [toPageText(path, text)])),
    lines,
    reviews,
  );
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

/** Writes the journal and does what it says. By page why one was left that is edited in this very moment. */
export function carryOutHandRun(vault: Vault, journal: Journal): ReadonlyMap<string, string> {
  // Every line stays: what a page says in spite of it, the next dream records. The summary must lose what is forgotten.
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

// Questions that a later decision has answered, whoever made it: they are withdrawn with the run that did. Pure.

/**
 * Pending reviews about one of these facts that ask nothing any more: one of its claims is past or gone, or two became
 * one. Without a draft, since their words may be forgotten.
 */
export function mootReviews(after: View, touched: ReadonlySet<string>): ReviewLine[] {
  return [...after.reviews.values()].flatMap(({ draft: _, ...line }) => {
    const { status, facts, pairs } = line;
    const waits = status === 'pending' || status === 'queued';
    const isOver = (): boolean =>
      pairs === undefined ? isMoot(facts, after) : pairs.every((pair) => isMoot([...new Set(pair.facts)], after));
    return waits && facts.some((fact) => touched.has(fact)) && isOver() ? [line] : [];
  });
}

function isMoot(facts: readonly string[], view: View): boolean {
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
