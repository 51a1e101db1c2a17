// On which line something stands, for findings.
import { posix } from 'node:path';
import { movedPages } from '../vault/moves.ts';
import type { View } from '../vault/view.ts';
import type { LintInput } from './input.ts';
import type { Place } from './rule.ts';

/** The 1-based line of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** The place of the claim on a page that cites a fact; line 1 where no claim does. */
export function claimPlace(view: View, page: string, fact: string): Place {
  return { path: page, line: view.pages.get(page)?.claims.find((claim) => claim.facts.includes(fact))?.line ?? 1 };
}

// Where a page is now that a link names by its old path: for the finding about the link, and for its repair. Pure.

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
