// Whether `dream --batch` goes to work: here and not on another clone, and only when a dream is due.
import { standingAgain, type StandingAgain } from '../forget/plan.ts';
import { MemvaultError } from '../model/errors.ts';
import { isLintDue, recordFailure } from '../vault/attempts.ts';
import { uncommittedRuns } from '../vault/journal.ts';
import { commitAndPrune, commitLogs, type CommitOutcome } from './commit.ts';
import type { Context } from './context.ts';
import { readDue } from './due.ts';
import { followPulled, forgetOnPages, sayTakenOff, type TakenOff, withVaultLock } from './hold-lock.ts';
import { lintIfDue, type NightLint } from './lint-vault.ts';
import { elsewhere, otherHost } from './model.ts';
import { type InboxRead, readInboxByNight, waitsForNight } from './process-inbox.ts';
import { readViewNow } from './record-by-hand.ts';
import { refreshIndex } from './refresh-index.ts';

export interface NightOff {
  /** Why there is no dream. */
  readonly reason: string;
  /** Also to somebody who is not at a terminal. */
  readonly said: boolean;
  /** What was committed all the same: facts for another clone to dream, or a night that a crash cut short. */
  readonly commit: CommitOutcome | null;
  /** What is forgotten and stood on pages again: it goes whatever the gate says. */
  readonly off: TakenOff;
  /** What a look at the vault's health found; null where it was not time for one. */
  readonly lint: NightLint | null;
  /** What became of the inbox; null where nothing was to be read. */
  readonly inbox: InboxRead | null;
}

const NOTHING: TakenOff = { run: null, left: [] };

/** Null where a dream is due here. */
export async function nightOff(context: Context, start: Date, wantsCommit: boolean): Promise<NightOff | null> {
  await followPulled(context, 'dream');
  const host = otherHost(context);
  if (host !== null) {
    const commit = wantsCommit
      ? await withVaultLock(context, 'dream', async () => await commitLogs(context, start))
      : null;
    return { reason: elsewhere(host), said: true, commit, off: NOTHING, inbox: null, lint: null };
  }
  const due = readDue(context, start);
  if (due.due) return null;
  const isBack = isAgain(standingAgain(context.vault, due.view, start));
  const hasToCommit = (): boolean => wantsCommit && uncommittedRuns(context.vault).length > 0;
  const isWaiting = waitsForNight(context, due.view);
  if (!isBack && !isWaiting && !hasToCommit()) {
    const looked = await lintAlone(context, start, wantsCommit);
    return {
      reason: due.reason,
      said: false,
      off: NOTHING,
      inbox: null,
      lint: looked?.lint ?? null,
      commit: looked?.commit ?? null,
    };
  }
  return await withVaultLock(context, 'dream', async () => {
    const off = isBack ? await takeOff(context, start, wantsCommit) : NOTHING;
    const inbox = isWaiting ? await readWaiting(context, start, wantsCommit) : null;
    const lint = await lintIfDue(context, start, wantsCommit);
    const commit = hasToCommit() ? await commitAndPrune(context, start) : null;
    return { reason: due.reason, said: false, commit, off, inbox, lint };
  });
}

const isAgain = ({ facts, generated }: StandingAgain): boolean => facts.length + generated.length > 0;

/**
 * Looks at the vault's health where it is time to, with the lock, and commits where that is wished. One that is kept
 * out tries again next time.
 */
async function lintAlone(
  context: Context,
  start: Date,
  commit: boolean,
): Promise<{ readonly lint: NightLint | null; readonly commit: CommitOutcome | null } | null> {
  if (!isLintDue(context.vault, start)) return null;
  try {
    return await withVaultLock(context, 'lint', async () => {
      const lint = await lintIfDue(context, start, commit);
      return { lint, commit: commit && lint !== null ? await commitAndPrune(context, start) : null };
    });
  } catch (error) {
    if (!(error instanceof MemvaultError)) throw error;
    // No night fails for this alone.
    if (error.code !== 'locked') context.answer.warn(`memvault: the vault's health was not checked: ${error.message}`);
    return null;
  }
}

/** Who puts a file into the inbox expects it read by the next morning, whether there are facts or not. */
async function readWaiting(context: Context, start: Date, commit: boolean): Promise<InboxRead | null> {
  const view = await readViewNow(context);
  const inbox = view.merge === null ? await readInboxByNight(context, view, start, { commit }) : null;
  if ((inbox?.runs.length ?? 0) > 0) await refreshIndex(context);
  return inbox;
}

async function takeOff(context: Context, start: Date, commit: boolean): Promise<TakenOff> {
  try {
    const off = forgetOnPages(context, await readViewNow(context), start, commit);
    if (off.run !== null) await refreshIndex(context);
    sayTakenOff(context, off);
    return off;
  } catch (error) {
    recordFailure(context.vault, error, start);
    throw error;
  }
}
