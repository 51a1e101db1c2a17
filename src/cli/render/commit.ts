// What came of `dream --commit`, in words.
import { plural } from '../paint.ts';
import type { CommitOutcome } from '../commit.ts';

/** For stdout; empty where nothing was committed. */
export function renderCommitted({ commit, subject }: CommitOutcome): string {
  return commit === null ? '' : `Committed ${commit.slice(0, 10)}: ${subject ?? ''}`;
}

/** For stderr, a line each: why there is no commit, and what was left out of one. */
export function renderNotCommitted({ message, hint, skipped }: CommitOutcome): string[] {
  const shown = skipped.slice(0, 3).join(', ');
  return [
    ...(message === null ? [] : [`memvault: not committed: ${message}`, `  ${hint ?? ''}`]),
    ...(skipped.length === 0 ? [] : [`memvault: ${plural(skipped.length, 'file')} that git ignores not committed: ${shown}${skipped.length > 3 ? ' …' : ''}`]),
  ];
}
