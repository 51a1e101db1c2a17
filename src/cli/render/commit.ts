// What came of `dream --commit`, in words.
import { plural } from '../../model/text.ts';
import type { CommitOutcome } from '../../tasks/commit.ts';

/** For stdout; empty where nothing was committed. */
export function renderCommitted({ commit, subject }: CommitOutcome): string {
  return commit === null ? '' : `Committed ${commit.slice(0, 10)}: ${subject ?? ''}`;
}

const MAX_HELD = 10;

/** For stderr, a line each: why there is no commit, and what was left out of one. */
export function renderNotCommitted({ message, hint, skipped, held, heldHooks }: CommitOutcome): string[] {
  const shown = skipped.slice(0, 3).join(', ');
  return [
    ...(message === null ? [] : [`memvault: not committed: ${message}`]),
    ...held.slice(0, MAX_HELD).map(({ path, line, rule, masked }) => `  ${path}:${line}: ${masked} (${rule})`),
    ...(held.length > MAX_HELD ? [`  and ${held.length - MAX_HELD} more`] : []),
    ...(message === null ? [] : [`  ${hint ?? ''}`]),
    ...(heldHooks.length === 0
      ? []
      : [
          'memvault: committed without the hooks of this repository, which are not trusted: ' +
            `${heldHooks.join(', ')} (memvault trust)`,
        ]),
    ...(skipped.length === 0
      ? []
      : [
          `memvault: ${plural(skipped.length, 'file')} that git ignores not committed: ${shown}` +
            (skipped.length > 3 ? ' …' : ''),
        ]),
  ];
}
