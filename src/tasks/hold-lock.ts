// The vault's lock as commands take it: whoever gets it first finishes the runs that a crash cut short.
import { type Finished, finishOpenRuns } from '../dream/apply.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Journal } from '../model/journal.ts';
import { recordFailure, recordFinished } from '../vault/attempts.ts';
import { openRuns } from '../vault/journal.ts';
import { withLock } from '../vault/lock.ts';
import { needsScrub } from '../vault/tombstones.ts';
import type { Context } from './context.ts';
import { followTombstones } from './follow-tombstones.ts';

/**
 * Runs `work` as the only writer of pages. It gets the runs that were finished for those that a crash cut short.
 * Throws `locked`; a dream that is kept out so is an attempt that failed.
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
      if (journal.kind === 'ingest') recordFinished(vault, journal.start, journal.run);
      answer.remark(`Finished ${journal.run}, which was cut short.`);
      for (const reason of unwritten) answer.warn(`memvault: ${reason}; ${whatFollows(journal)}`);
    }
    for (const run of damaged)
      answer.warn(
        `memvault: the journal of ${run} cannot be read and was put aside; what it wrote stays, and a dream records it`,
      );
    followTombstones({ vault });
    return await work(finished);
  });
  return await holding.catch((error: unknown) => {
    // A lock that nobody gives back would else stop night after night, and nobody would be told.
    if (verb === 'dream' && error instanceof MemvaultError && error.code === 'locked')
      recordFailure(vault, error, start);
    throw error;
  });
}

/** Of a page that was left: the decisions of a dream wait for its page; what a person said stands without it. */
function whatFollows({ plan, kind }: Journal): string {
  if (plan !== null) return 'its facts are pending again';
  if (kind === 'lint') return 'memvault lint --fix repairs it again';
  return kind === 'forget'
    ? 'what was forgotten stays forgotten, and the next dream takes it off the page'
    : 'what the run says of its facts stays, and the next dream records what the page says';
}

/** Brings a run that was cut short to its end, before anybody looks at what is pending. */
export async function finishCutShort(context: Context): Promise<void> {
  if (openRuns(context.vault).length > 0) await withVaultLock(context, 'dream', async () => await Promise.resolve());
}

/**
 * For a command that writes without the lock: takes the words of what a pull brought tombstones for out of this clone's
 * own files. Another process that holds the lock leaves that to the next command.
 */
export async function followPulled(context: Context, verb: string): Promise<void> {
  if (!needsScrub(context.vault)) return;
  try {
    await withVaultLock(context, verb, async () => await Promise.resolve());
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
    if (error.code === 'locked') return;
    context.answer.warn(`memvault: what was forgotten elsewhere is still in this clone’s own files: ${error.message}`);
  }
}
