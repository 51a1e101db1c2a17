// Does what a plan says and decides nothing: first the journal, then what it says. A page that moved since the
// plan was made is not written, and its facts stay pending.
import { dayOf } from '../model/day.ts';
import { laterThan } from '../model/group-by.ts';
import type { FileChange, Journal } from '../model/journal.ts';
import { type Decision, NO_USAGE, type Plan, type Usage } from '../model/plan.ts';
import type { ReviewLine } from '../model/review.ts';
import { carryOut, carryOutNew, obstacleTo } from '../vault/carry-out.ts';
import { bringDerived } from '../vault/derived-pages.ts';
import { generatedChanges } from '../vault/generated.ts';
import { openRuns, readJournal, removeUnbegun, setJournalAside, sweep } from '../vault/journal.ts';
import { ledgerAppends } from '../vault/ledger.ts';
import { recallAppends } from '../vault/recalls.ts';
import { emptyJournal, mootReviews, runId, runLogAppend } from '../vault/record-run.ts';
import { renderPages } from '../vault/render-pages.ts';
import { reviewAppends } from '../vault/reviews.ts';
import { summaryRecord } from '../vault/memory-file.ts';
import type { Vault } from '../vault/vault.ts';
import { toPageText, updateView, type View } from '../vault/view.ts';
import { ledgerLines, planSummary, renderRun, summarise, withoutPages } from './run.ts';

export interface Applied {
  readonly run: string;
  readonly decisions: readonly Decision[];
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly watermark: string | null;
  /** Ids of the reviews that it asks for. */
  readonly reviews: readonly string[];
  /** Pages that could not be written, and why; the facts that therefore wait. */
  readonly unwritten: readonly { readonly page: string; readonly reason: string; readonly facts: readonly string[] }[];
  /** The vault as it is now. */
  readonly view: View;
}

/** How a plan is carried out: for real, or only in the view. `usage`: what it cost to make it. */
export type Apply = (plan: Plan, view: View, start: Date, usage?: Usage) => Applied;

/** `commit`: the run is to be committed. */
export function applyTo(vault: Vault, { commit }: Pick<Journal, 'commit'>): Apply {
  return (plan, view, start, usage = NO_USAGE) => {
    const pages = renderPages(plan, view, dayOf(start));
    // Looked at before the journal is written, so that it holds nothing it cannot keep; and once more before each
    // write.
    const moved = new Map(
      pages.flatMap((page): [string, string][] => {
        const obstacle = obstacleTo(vault, page);
        return obstacle === null ? [] : [[page.path, obstacle]];
      }),
    );
    // What is to go to such a page stays where it is.
    for (const { kind, page, facts } of plan.changes) {
      const to = kind === 'remove' && plan.decisions.find((one) => facts.includes(one.fact))?.page;
      const obstacle = to === false ? undefined : moved.get(to ?? '');
      if (obstacle !== undefined && !moved.has(page)) moved.set(page, obstacle);
    }
    const derive: Derive = (after, unwritten) =>
      bringDerived(vault, after, (page) => !unwritten.has(page.path) && obstacleTo(vault, page) === null);
    const expected = outcome({ plan, view, start, pages, derive }, moved);
    // A pass is known by its entry, also where it found nothing.
    const isIdle =
      expected.decisions.length === 0 &&
      expected.reviewLines.length === 0 &&
      (plan.pass === undefined || moved.size > 0);
    if (isIdle && expected.pages.length === 0) return toApplied(expected);
    const journal: Journal = {
      ...emptyJournal(expected.run, plan.pass === undefined ? 'ingest' : 'curate', start, commit),
      engine: plan.engine,
      plan,
      ...(usage.calls > 0 ? { usage } : {}),
      pages: expected.pages,
      appends: isIdle
        ? []
        : [
            ...ledgerAppends(vault, expected.lines),
            ...reviewAppends(vault, expected.reviewLines),
            ...recallAppends(vault, { run: expected.run, at: start.toISOString() }),
            ...(plan.summary === undefined
              ? []
              : summaryRecord(vault, expected.view, {
                  lines: plan.summary,
                  run: expected.run,
                  start,
                  at: expected.lines.at(-1)?.at ?? start.toISOString(),
                })),
            runLogAppend(
              vault,
              renderRun({
                ...expected,
                ...planSummary(plan, expected.pages),
                start,
                usage,
                questions: expected.reviews.length,
              }),
            ),
          ],
      generated: generatedChanges(vault, expected.view, start, plan.summary),
    };
    const { unwritten } = carryOutNew(vault, journal, withoutPages);
    return toApplied(
      unwritten.size === 0
        ? expected
        : outcome({ plan, view, start, pages, derive }, new Map([...moved, ...unwritten])),
    );
  };
}

/** The same without a write: what a dry run shows. */
export const rehearse: Apply = (plan, view, start) =>
  toApplied(outcome({ plan, view, start, pages: renderPages(plan, view, dayOf(start)) }, new Map()));

/** Without the texts of the pages: of many runs they would fill the memory. */
function toApplied({ lines: _, pages: __, reviewLines: ___, ...applied }: ReturnType<typeof outcome>): Applied {
  return applied;
}

/** Brings derived pages up to date after a plan. */
type Derive = (after: View, unwritten: ReadonlyMap<string, string>) => ReturnType<typeof bringDerived>;

interface ToApply {
  readonly plan: Plan;
  readonly view: View;
  readonly start: Date;
  /** The pages that the plan changes. */
  readonly pages: readonly FileChange[];
  /** Missing in a rehearsal. */
  readonly derive?: Derive;
}

function outcome({ plan, view, start, pages: all, derive }: ToApply, unwritten: ReadonlyMap<string, string>) {
  const run = runId(plan, start);
  const planned = all.filter((page) => !unwritten.has(page.path));
  const isWaiting = ({ page = '' }: Decision): boolean => unwritten.has(page);
  const decisions = plan.decisions.filter((one) => !isWaiting(one));
  const waiting = new Set(plan.decisions.filter(isWaiting).map(({ fact }) => fact));
  const asked = plan.reviews.filter(({ facts }) => !facts.some((fact) => waiting.has(fact)));
  const at = laterThan(start, [
    ...decisions.map(({ fact }) => view.ledger.get(fact)),
    ...asked.map(({ id }) => view.reviews.get(id)),
  ]);
  const lines = ledgerLines(decisions, run, plan.engine, at);
  const decided = updateView(
    view,
    planned.map((page) => toPageText(page.path, page.after ?? '')),
    lines,
  );
  const { changes, view: after } = derive?.(decided, unwritten) ?? { changes: [], view: decided };
  const pages = [...planned, ...changes];
  const moot = mootReviews(after, new Set(decisions.map(({ fact }) => fact)));
  const reviewLines = [
    ...asked.map((review): ReviewLine => ({
      ...review,
      status: review.status ?? 'pending',
      run,
      at: at.toISOString(),
    })),
    ...moot.map((line): ReviewLine => ({ ...line, status: 'withdrawn', run, at: laterThan(at, [line]).toISOString() })),
  ];
  return {
    run,
    decisions,
    lines,
    pages,
    reviewLines,
    ...summarise(pages, decisions),
    reviews: asked.flatMap(({ id, status }) => (status === undefined ? [id] : [])),
    unwritten: [...unwritten].map(([page, reason]) => ({
      page,
      reason,
      facts: plan.decisions
        .filter((decision) => decision.page === page && decision.beside !== true)
        .map((decision) => decision.fact),
    })),
    view: reviewLines.length === 0 ? after : updateView(after, [], [], reviewLines),
  };
}

// Finishes the runs that a crash cut short, before anything new is begun. Called by who holds the lock.

export interface Finished {
  readonly journal: Journal;
  /** Pages that a person edited meanwhile, or that cannot be written: why. Their facts are pending again. */
  readonly unwritten: readonly string[];
}

export interface FinishedRuns {
  readonly finished: readonly Finished[];
  /** Runs whose journal cannot be read; it is put aside, and a dream records what stands on the pages. */
  readonly damaged: readonly string[];
}

export function finishOpenRuns(vault: Vault): FinishedRuns {
  const open = openRuns(vault).map((run) => ({ run, journal: readJournal(vault, run) }));
  const journals = open.flatMap(({ journal }) => journal ?? []);
  sweep(vault, journals);
  removeUnbegun(vault);
  const damaged = open.filter(({ journal }) => journal === null).map(({ run }) => run);
  for (const run of damaged) setJournalAside(vault, run);
  const finished = journals.map((journal): Finished => {
    const { journal: final, unwritten } = carryOut(vault, journal, { again: true, without: withoutPages });
    return { journal: final, unwritten: [...unwritten.values()] };
  });
  return { finished, damaged };
}
