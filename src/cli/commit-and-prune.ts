// A commit as every verb that writes makes one: with what went wrong kept for `status`, and journals that a commit
// holds pruned. It decides nothing about what is in the commit.
import { recordNotCommitted } from '../vault/attempts.ts';
import { pruneJournals } from '../vault/journal.ts';
import { commitRuns, type CommitOutcome } from './commit.ts';
import type { Context } from './context.ts';

/** Commits what runs wrote that no commit holds yet; their journals count among those to keep from then on. */
export async function commitAndPrune(
  context: Context,
  start: Date,
  also: { readonly settled?: boolean } = {},
): Promise<CommitOutcome> {
  const outcome = await commitRuns(context, start, also);
  if (outcome.status === 'refused') recordNotCommitted(context.vault, outcome.message ?? '');
  else pruneJournals(context.vault, context.settings.maintain.keep_runs);
  return outcome;
}
