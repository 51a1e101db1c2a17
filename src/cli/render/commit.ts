// What came of `dream --commit`, in words.
import { plural } from '../paint.ts';
import type { CommitOutcome } from '../commit.ts';
import type { HeldBack } from '../held-back.ts';

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

/** Why files were left out of a commit, and what to do. `runs`: how many wait with them. */
export function renderHeldBack(
  held: readonly HeldBack[],
  runs: number,
): { readonly message: string; readonly hint: string } {
  const files = [...new Set(held.map(({ path }) => path))];
  const names = files.length > 3 ? `${files.slice(0, 3).join(', ')} and ${files.length - 3} more` : files.join(', ');
  const waiting =
    runs === 0
      ? ''
      : ', nor ' +
        (runs === 1 ? 'the run that depends' : `the ${runs} runs that depend`) +
        ` on ${files.length === 1 ? 'it' : 'them'}`;
  return {
    message: `${names}, which ${files.length === 1 ? 'seems' : 'seem'} to hold a secret${waiting}`,
    hint: 'take it out; or, if it is none, commit the file yourself with git add and git commit',
  };
}
