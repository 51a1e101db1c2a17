// Which pages memvault made or writes a part of, whether or not they hold claims: a person linked none of them to
// anything. Pure.
import { sourceDigestOf } from '../markdown/literature.ts';
import { isTagPage } from '../markdown/tag-page.ts';
import type { LintInput } from './input.ts';

/** The paths of pages with claims of memvault, of those of a tag, and of those that it made of a text of the inbox. */
export function madePages({ pages, view }: Pick<LintInput, 'pages' | 'view'>): ReadonlySet<string> {
  const made = new Set(pages.map(({ path }) => path));
  for (const { path, text } of view.pages.values())
    if (isTagPage(text) || sourceDigestOf(text) !== null) made.add(path);
  return made;
}
