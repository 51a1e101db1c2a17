// Whether `dream --batch` goes to work: here and not on another clone, and only when a dream is due.
import { uncommittedRuns } from '../vault/journal.ts';
import { commitLogs, type CommitOutcome } from './commit.ts';
import type { Context } from './context.ts';
import { commitAndPrune } from './dream-now.ts';
import { elsewhere, otherHost } from './dream-host.ts';
import { readDue } from './due.ts';
import { withVaultLock } from './hold-lock.ts';

export interface NightOff {
  /** Why there is no dream. */
  readonly reason: string;
  /** Also to somebody who is not at a terminal. */
  readonly said: boolean;
  /** What was committed all the same: facts for another clone to dream, or a night that a crash cut short. */
  readonly commit: CommitOutcome | null;
}

/** Null where a dream is due here. */
export async function nightOff(context: Context, start: Date, wantsCommit: boolean): Promise<NightOff | null> {
  const host = otherHost(context);
  if (host !== null) {
    const commit = wantsCommit ? await withVaultLock(context, 'dream', async () => await commitLogs(context, start)) : null;
    return { reason: elsewhere(host), said: true, commit };
  }
  const due = readDue(context, start);
  if (due.due) return null;
  const commit = wantsCommit && uncommittedRuns(context.vault).length > 0 ? await withVaultLock(context, 'dream', async () => await commitAndPrune(context, start)) : null;
  return { reason: due.reason, said: false, commit };
}
