// The vault's lock as commands take it. The next holder finishes runs that a crash cut short and applies tombstones
// that a merge brought.
import { type Finished, finishOpenRuns } from '../dream/apply.ts';
import { makeForget, planForget, type Remaining, standingAgain } from '../forget/plan.ts';
import { plain } from '../model/controls.ts';
import { purgedFacts } from '../model/disposition.ts';
import { MemvaultError, mustBeExpected } from '../model/errors.ts';
import type { Journal } from '../model/journal.ts';
import { openRuns } from '../vault/journal.ts';
import { withLock } from '../vault/lock.ts';
import { carryOutHandRun } from '../vault/record-run.ts';
import { scrub } from '../vault/scrub.ts';
import { recordFailure, recordFinished } from '../vault/state.ts';
import { forgottenAmong, markScrubbed, needsScrub, readStanding } from '../vault/tombstones.ts';
import type { Vault } from '../vault/vault.ts';
import { readFacts, type View } from '../vault/view.ts';
import type { Context } from './context.ts';

/**
 * Runs `work` as the only writer of pages and passes it the runs finished for a crashed process. Throws `locked`; for a
 * dream this also counts as a failed attempt.
 */
export async function withVaultLock<T>(
  { vault, world, answer }: Context,
  verb: string,
  work: (finished: readonly Finished[]) => Promise<T>,
): Promise<T> {
  const start = world.now();
  const owner = { pid: world.pid, host: world.host, start: start.toISOString(), verb };
  const holding = withLock(vault, owner, world.processes, async () => {
    const { finished, damaged } = finishOpenRuns(vault);
    for (const { journal, unwritten } of finished) {
      if (journal.kind === 'ingest' || journal.kind === 'curate') recordFinished(vault, journal.start, journal.run);
      answer.remark(`Finished the interrupted run ${journal.run}.`);
      for (const reason of unwritten) answer.warn(`memvault: ${reason}; ${whatFollows(journal)}`);
    }
    for (const run of damaged)
      answer.warn(
        `memvault: the journal of ${run} is unreadable and was set aside; its changes stay, and the next dream ` +
          'records them',
      );
    followTombstones(vault);
    return await work(finished);
  });
  return await holding.catch((error: unknown) => {
    // A lock that is never released would otherwise stop every night without anyone noticing.
    if (verb === 'dream' && error instanceof MemvaultError && error.code === 'locked')
      recordFailure(vault, error, start);
    throw error;
  });
}

/** What happens to a page that was not written: a dream's facts become pending again; a person's decision stands. */
function whatFollows({ plan, kind }: Journal): string {
  if (plan !== null) return 'its facts are pending again';
  if (kind === 'lint') return 'memvault lint --fix repairs it again';
  return kind === 'forget'
    ? 'what was forgotten stays forgotten, and the next dream removes it from the page'
    : 'what the run says of its facts stays, and the next dream records what the page says';
}

const NOTHING_ELSE = async (): Promise<void> => await Promise.resolve();

/** Finishes a run that was cut short, before pending facts are read. */
export async function finishCutShort(context: Context): Promise<void> {
  if (openRuns(context.vault).length > 0) await withVaultLock(context, 'dream', NOTHING_ELSE);
}

/**
 * For commands that write without the lock: removes facts that were forgotten elsewhere from this clone's untracked
 * files. If another process holds the lock, the next command does it.
 */
export async function followPulled(context: Context, verb: string): Promise<void> {
  if (!needsScrub(context.vault)) return;
  try {
    await withVaultLock(context, verb, NOTHING_ELSE);
  } catch (error) {
    mustBeExpected(error);
    if (error.code !== 'locked')
      context.answer.warn(`memvault: what was forgotten elsewhere is still in this clone’s files: ${error.message}`);
  }
}

/**
 * Applies tombstones to the clone's untracked files. The caller holds the lock. Cheap if nothing was forgotten since.
 * `isDone`: a run has already scrubbed these files.
 */
export function followTombstones(vault: Vault, isDone = false): void {
  if (!needsScrub(vault)) return;
  if (!isDone) {
    const facts = readFacts(vault);
    scrub(vault, { facts, forgotten: forgottenAmong(vault, facts) });
  }
  markScrubbed(vault);
}

// Removes forgotten facts that a merge brought back to pages. The caller holds the lock.

/** The result of removing facts that were forgotten before. */
export interface TakenOff {
  /** Null if nothing was written. */
  readonly run: string | null;
  /** What could not be removed. */
  readonly left: readonly Remaining[];
}

export const NOTHING_OFF: TakenOff = { run: null, left: [] };

/**
 * Removes forgotten facts from the pages that cite them and from generated texts, in a run of its own. `purges`: also
 * log lines that were purged and came back.
 */
export function forgetOnPages(context: Context, view: View, start: Date, commit: boolean, purges = false): TakenOff {
  const { vault } = context;
  const { facts, generated } = standingAgain(vault, view, start);
  const purged = purges ? purgedFacts(readStanding(vault)) : null;
  const ids = purged === null ? [] : view.facts.flatMap(({ id }) => (purged.has(id) ? [id] : []));
  const remake = generated.length > 0;
  if (facts.length === 0 && !purges && !remake) return NOTHING_OFF;
  const purge = ids.length > 0;
  const plan = planForget(vault, view, { ids, purge, start });
  const left = plan.remaining.filter(({ failed }) => failed);
  const isNothing = plan.edits.length + plan.purges.length === 0 && !remake;
  const how = { start, commit, reason: null, purge, remake, newSalt: newSalt(context) };
  const journal = isNothing ? null : makeForget(vault, view, plan, how);
  if (journal === null) return { run: null, left };
  const unwritten = [...carryOutHandRun(vault, journal)];
  return {
    run: journal.run,
    left: [...left, ...unwritten.map(([path, why]) => ({ path, line: 1, what: `cites it: ${why}`, failed: true }))],
  };
}

/** Reports the run, and what is still there. */
export function sayTakenOff({ answer }: Pick<Context, 'answer'>, { run, left }: TakenOff): void {
  if (run !== null) answer.remark(`Removed forgotten facts that had come back (${run}).`);
  for (const { path, line, what } of left)
    answer.warn(`memvault: ${plain(path)}:${line} ${what.replace(/^cites it/, 'cites what is forgotten')}`);
}

/** Makes the salt of a vault's first tombstone. */
export function newSalt({ world }: Pick<Context, 'world'>): () => string {
  return () => Array.from({ length: 32 }, () => Math.floor(world.random() * 16).toString(16)).join('');
}
