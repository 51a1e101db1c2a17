// Says what came of a commit, for each command that makes one.
import { plural } from '../model/text.ts';
import type { CommitOutcome } from '../tasks/commit.ts';
import type { Context } from '../tasks/context.ts';
import { firstOf, linesOf } from './terminal/face.ts';
import { EXIT } from './spec.ts';

const MAX_HELD = 10;

/** For stderr, a line each: why there is no commit, and what was left out of one. */
function renderNotCommitted({ message, hint, skipped, held, heldHooks }: CommitOutcome): string[] {
  return linesOf(
    message !== null && `memvault: not committed: ${message}`,
    firstOf(
      held.map(({ path, line, rule, masked }) => `  ${path}:${line}: ${masked} (${rule})`),
      MAX_HELD,
      (more) => `  and ${more} more`,
    ),
    message !== null && `  ${hint ?? ''}`,
    heldHooks.length !== 0 &&
      'memvault: committed without the hooks of this repository, which are not trusted: ' +
        `${heldHooks.join(', ')} (memvault config trust)`,
    skipped.length !== 0 &&
      `memvault: ${plural(skipped.length, 'file')} that git ignores not committed: ` +
        `${skipped.slice(0, 3).join(', ')}${skipped.length > 3 ? ' …' : ''}`,
  );
}

/** Gives the exit status. A commit that was refused leaves what was written as it is: partly done. */
export function sayCommit({ answer }: Pick<Context, 'answer'>, outcome: CommitOutcome | null): number {
  if (outcome === null) return EXIT.done;
  const { commit, subject, status } = outcome;
  if (commit !== null) answer.report(`Committed ${commit.slice(0, 10)}: ${subject ?? ''}`);
  for (const line of renderNotCommitted(outcome)) answer[status === 'refused' ? 'warn' : 'remark'](line);
  return status === 'refused' ? EXIT.partly : EXIT.done;
}

/** What could not be written, and the commit of the rest. Gives the exit status. */
export function sayEnd(context: Pick<Context, 'answer'>, unwritten: readonly string[], commit: CommitOutcome | null) {
  for (const reason of unwritten) context.answer.warn(`memvault: ${reason}`);
  const status = sayCommit(context, commit);
  return unwritten.length > 0 ? EXIT.partly : status;
}
