// What a purge cannot reach: the versions of a daily log that git keeps, and how they are rewritten.
import { readRepository } from '../git/repository.ts';
import { gitIn } from '../git/run-git.ts';
import { MemvaultError } from '../model/errors.ts';
import type { Purge } from '../model/journal.ts';
import type { Context } from './context.ts';
import { mayBeInRepository } from './repository-above.ts';

/** Those of the lines whose log was ever committed. None where there is no git, or no repository. */
export async function committedLines(
  { vault, world }: Pick<Context, 'vault' | 'world'>,
  purges: readonly Purge[],
): Promise<Purge[]> {
  if (purges.length === 0 || !mayBeInRepository(vault.root)) return [];
  const git = gitIn(vault.root, world);
  try {
    if ((await readRepository(git)).kind !== 'there') return [];
    const held = new Set<string>();
    for (const path of new Set(purges.map((purge) => purge.path))) {
      const { status, stdout } = await git(['log', '--all', '-1', '--format=%H', '--', path]);
      if (status === 0 && stdout.length > 0) held.add(path);
    }
    return purges.filter(({ path }) => held.has(path));
  } catch (error) {
    if (error instanceof MemvaultError && error.code === 'git') return [];
    throw error;
  }
}

/** An honest word. Names the ids alone, so that no shell and no terminal keeps the words. */
export function renderFormerVersions(purges: readonly Purge[]): string {
  const ids = [...new Set(purges.map(({ fact }) => fact))];
  return [
    'git keeps former versions of ' +
      [...new Set(purges.map(({ path }) => path))].join(', ') +
      ', and what was pushed is elsewhere, too.',
    'To take it out of them, rewrite the history, in a fresh clone:',
    `  printf '%s\\n' ${ids.map((id) => `'regex:(?m)^.*\\^${id}.*$==>'`).join(' ')} > forget.txt`,
    '  git filter-repo --replace-text forget.txt',
    'MEMORY.md, and a line that was written by hand, held the words without the id: add them to forget.txt, ' +
      'as literal:WORDS==>.',
    'Then push by force, and make every other clone anew.',
  ].join('\n');
}
