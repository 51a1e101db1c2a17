// Says what came of a commit, for each command that makes one.
import type { CommitOutcome } from '../tasks/commit.ts';
import type { Context } from '../tasks/context.ts';
import { EXIT } from './exit-codes.ts';
import { renderCommitted, renderNotCommitted } from './render/commit.ts';

/** Gives the exit status. A commit that was refused leaves what was written as it is: partly done. */
export function sayCommit({ answer }: Pick<Context, 'answer'>, commit: CommitOutcome | null): number {
  if (commit === null) return EXIT.done;
  answer.report(renderCommitted(commit));
  for (const line of renderNotCommitted(commit)) answer[commit.status === 'refused' ? 'warn' : 'remark'](line);
  return commit.status === 'refused' ? EXIT.partly : EXIT.done;
}
