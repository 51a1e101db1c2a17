// A person's correction as a run: planned from the view, shown, carried out under the lock, committed. Also reads what
// a person needs to see for it: everything known about facts and pages.
import { readHistory } from '../dream/run.ts';
import type { Records } from '../inspect/explain.ts';
import { dayOf } from '../model/day.ts';
import { MemvaultError, mustBeExpected } from '../model/errors.ts';
import type { Fact } from '../model/fact.ts';
import { findById } from '../model/ids.ts';
import type { FileChange, Journal } from '../model/journal.ts';
import type { Change } from '../model/plan.ts';
import { renderLink } from '../note/link-map.ts';
import { titleFromPath } from '../page/page.ts';
import { listRuns, readJournal } from '../vault/journal.ts';
import { readRecallTimes } from '../vault/recalls.ts';
import { carryOutHandRun, type HandRun, makeHandRun, readRunLog } from '../vault/record-run.ts';
import { readMarks, readReviews } from '../vault/reviews.ts';
import { forgottenAmong, readTombstones } from '../vault/tombstones.ts';
import type { Vault } from '../vault/vault.ts';
import { readFacts, readView, type View } from '../vault/view.ts';
import type { CommitOutcome } from './commit.ts';
import type { Context } from './context.ts';
import { readOpenMerge } from './git.ts';
import { withVaultLock } from './hold-lock.ts';

/** What to change, before the affected pages are known. */
export type ByHand = Pick<HandRun, 'changes' | 'lines' | 'reviews' | 'more' | 'about' | 'edits' | 'tags'> & {
  /** One sentence for log.md, without any fact's words. */
  readonly summary: string;
};

export interface Made {
  readonly journal: Journal;
  readonly changes: readonly Change[];
  readonly summary: string;
}

export interface Applied extends Made {
  /** Why pages were skipped because they were edited at the same moment. */
  readonly unwritten: readonly string[];
}

export async function readViewNow({ world, vault }: Context): Promise<View> {
  return readView(vault, await readOpenMerge(world, vault));
}

/** Plans the run without writing. Throws `conflict`, `refused`. */
export function planByHand(
  { vault }: Context,
  view: View,
  kind: HandRun['kind'],
  start: Date,
  commit: boolean,
  byHand: ByHand,
): Made {
  const { changes, summary } = byHand;
  const make = (words: string): Journal => makeHandRun(vault, view, { ...byHand, kind, summary: words, start, commit });
  return { journal: make([summary, ...pagesOf(make(summary).pages)].join('; ')), changes, summary };
}

/** Carries out the run. The caller holds the lock. */
export function applyByHand({ vault }: Pick<Context, 'vault'>, made: Made): Applied {
  const unwritten = carryOutHandRun(vault, made.journal);
  return { ...made, unwritten: [...unwritten.values()] };
}

/**
 * Plans a change from the view of now, and carries it out unless it is a dry run. `plan` returns no `byHand` if there
 * is nothing to do.
 */
export async function changeByHand<T extends { readonly byHand: ByHand | null }>(
  context: Context,
  kind: HandRun['kind'],
  { start, commit, dryRun }: { readonly start: Date; readonly commit: boolean; readonly dryRun: boolean },
  plan: (view: View) => T,
) {
  const planNow = async () => {
    const view = await readViewNow(context);
    const planned = plan(view);
    const made = planned.byHand && planByHand(context, view, kind, start, commit, planned.byHand);
    return { view, planned, made };
  };
  const undone = { applied: null, outcome: null };
  if (dryRun) return { ...(await planNow()), ...undone };
  return await withVaultLock(context, kind, async () => {
    const now = await planNow();
    if (now.made === null) return { ...now, ...undone };
    const applied = applyByHand(context, now.made);
    return { ...now, applied, outcome: await settleByHand(context, start, commit) };
  });
}

/**
 * Refreshes the index and commits if requested. `purge`: leave no removed text in the index. A failure here is only a
 * warning, since the change itself is done.
 */
export async function settleByHand(
  context: Context,
  start: Date,
  commit: boolean,
  purge = false,
): Promise<CommitOutcome | null> {
  try {
    // Loaded here, since a dry run or a refused change needs neither.
    await (await import('./refresh-index.ts')).refreshIndex(context, purge);
    return commit ? await (await import('./commit.ts')).commitAndPrune(context, start) : null;
  } catch (error) {
    mustBeExpected(error);
    context.answer.warn(`memvault: the change was made, but: ${error.message}`);
    return null;
  }
}

function pagesOf(pages: readonly FileChange[]): string[] {
  const link = (verb: string, some: readonly FileChange[]): string[] =>
    some.length === 0
      ? []
      : [`${verb} ${some.map(({ path }) => renderLink(titleFromPath(path), 'log.md', path)).join(', ')}`];
  return [
    ...link(
      'created',
      pages.filter(({ before }) => before === null),
    ),
    ...link(
      'updated',
      pages.filter(({ before }) => before !== null),
    ),
  ];
}

/**
 * Throws `refused`, without quoting the secret, if words that a person typed for a page or a merged statement contain a
 * secret that the facts' words (`known`) do not.
 */
export async function mustHoldNoSecret(text: string, known: readonly string[]): Promise<void> {
  const { findSecrets } = await import('../language/secrets/secrets.ts');
  const found = findSecrets(text).filter(
    ({ start, end }) => !known.some((words) => words.includes(text.slice(start, end))),
  );
  const rules = [...new Set(found.map(({ rule }) => rule))];
  if (rules.length > 0)
    throw new MemvaultError('refused', `these words look like a secret (${rules.join(', ')}); nothing was changed`, {
      hint: 'remove it',
      data: { rules },
    });
}

// Everything known about facts and pages, for the commands that report it: the view plus marks, recalls, reviews,
// tombstones and runs. Read-only.

export async function readRecords(context: Context): Promise<Records> {
  const { vault, world } = context;
  const view = await readViewNow(context);
  const entries = readRunLog(vault);
  const { runs } = readHistory(view.ledgerRead.lines, entries, new Set(listRuns(vault).map(({ run }) => run)));
  const undone = new Set(runs.filter((run) => run.undone).map(({ run }) => run));
  const journals = new Map<string, Journal | null>();
  const journalOf = (run: string): Journal | null => {
    const kept = journals.get(run);
    if (kept !== undefined) return kept;
    const journal = readJournal(vault, run);
    journals.set(run, journal);
    return journal;
  };
  return {
    view,
    entries,
    marks: readMarks(vault),
    recalls: readRecallTimes(vault, world.now()),
    reviews: readReviews(vault),
    tombstones: readTombstones(vault),
    today: dayOf(world.now()),
    isUndone: (run) => undone.has(run),
    reasonOf: (run, fact) => journalOf(run)?.plan?.decisions.find((decision) => decision.fact === fact)?.reason ?? null,
  };
}

/** The full id of the fact with this prefix. Throws like `findById`. */
export function findFact(vault: Vault, prefix: string): string {
  const facts = readFacts(vault);
  return findFactAmong(facts, prefix, () => forgottenAmong(vault, facts)).id;
}

/** The same among given facts; returns the fact. `forgotten`: facts whose text is hidden. */
export function findFactAmong(facts: readonly Fact[], prefix: string, forgotten: () => ReadonlySet<string>): Fact {
  let hidden: ReadonlySet<string> | null = null;
  return findById(facts, prefix, {
    what: 'fact',
    list: 'memvault facts lists them',
    about: ({ id, day, text }) => `${day}  ${(hidden ??= forgotten()).has(id) ? '(forgotten)' : text.slice(0, 60)}`,
  });
}
