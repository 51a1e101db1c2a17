// Says what came of a commit, for each command that makes one.
import { plural } from '../model/text.ts';
import type { CommitOutcome } from '../tasks/commit.ts';
import type { Context } from '../tasks/context.ts';
import { EXIT } from './exit-codes.ts';
import { linesOf } from './terminal/face.ts';

// What came of `dream --commit`, in words.

/** For stdout; empty where nothing was committed. */
function renderCommitted({ commit, subject }: CommitOutcome): string {
  return commit === null ? '' : `Committed ${commit.slice(0, 10)}: ${subject ?? ''}`;
}

const MAX_HELD = 10;

/** For stderr, a line each: why there is no commit, and what was left out of one. */
function renderNotCommitted({ message, hint, skipped, held, heldHooks }: CommitOutcome): string[] {
  const shown = skipped.slice(0, 3).join(', ');
  return linesOf(
    message !== null && `memvault: not committed: ${message}`,
    held.slice(0, MAX_HELD).map(({ path, line, rule, masked }) => `  ${path}:${line}: ${masked} (${rule})`),
    held.length > MAX_HELD && `  and ${held.length - MAX_HELD} more`,
    message !== null && `  ${hint ?? ''}`,
    heldHooks.length !== 0 &&
      'memvault: committed without the hooks of this repository, which are not trusted: ' +
        `${heldHooks.join(', ')} (memvault config trust)`,
    skipped.length !== 0 &&
      `memvault: ${plural(skipped.length, 'file')} that git ignores not committed: ${shown}` +
        (skipped.length > 3 ? ' …' : ''),
  );
}

/** Gives the exit status. A commit that was refused leaves what was written as it is: partly done. */
export function sayCommit({ answer }: Pick<Context, 'answer'>, commit: CommitOutcome | null): number {
  if (commit === null) return EXIT.done;
  answer.report(renderCommitted(commit));
  for (const line of renderNotCommitted(commit)) answer[commit.status === 'refused' ? 'warn' : 'remark'](line);
  return commit.status === 'refused' ? EXIT.partly : EXIT.done;
}
