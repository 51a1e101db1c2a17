// Where a page is now that a link names by its old path: for the finding about the link, and for its repair. Pure.
import { posix } from 'node:path';
import { movedPages } from '../vault/moved-pages.ts';
import type { LintInput } from './input.ts';

/**
 * Gives, for the path of a note and the decoded target of a link in it, the page that now holds the facts of the page
 * that the link named; null where no page of that name is gone, or several are.
 */
export function movesOf({
  view,
  notes,
}: Pick<LintInput, 'view' | 'notes'>): (from: string, target: string) => string | null {
  const moved = movedPages(view, (path) => notes.has(path));
  return (from, target) => {
    const name = target.endsWith('.md') ? target : `${target}.md`;
    const relative = posix.normalize(posix.join(posix.dirname(from), name));
    const [gone, ...others] = moved.has(relative)
      ? [relative]
      : [...moved.keys()].filter((path) => path === name || path.endsWith(`/${name}`));
    return gone === undefined || others.length > 0 ? null : (moved.get(gone) ?? null);
  };
}
