// The page that a person means by a path or a name.
import { MemvaultError } from '../model/errors.ts';
import { isPagePath } from '../vault/confine.ts';
import type { Vault } from '../vault/vault.ts';
import type { View } from '../vault/view.ts';

/** Its path, there or not; a bare name must be that of one page. Throws `bad-input`, `ambiguous`. */
export function pageNamed(vault: Vault, view: Pick<View, 'pages'>, typed: string): string {
  const wanted = typed.trim().replace(/^(?:\.\/)+/, '');
  const path = /\.md$/i.test(wanted) ? wanted : `${wanted}.md`;
  const paths = [...view.pages.keys()];
  if (paths.includes(path)) return path;
  const folded = path.toLowerCase();
  const matches = paths.filter((known) => known.toLowerCase() === folded || (!path.includes('/') && known.toLowerCase().endsWith(`/${folded}`)) || view.pages.get(known)?.head.title.toLowerCase() === wanted.toLowerCase());
  const [only, ...others] = matches;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) throw new MemvaultError('ambiguous', `${matches.length} pages are called ${JSON.stringify(typed)}:\n${matches.map((match) => `  ${match}`).join('\n')}`, { hint: 'give the path', data: { pages: matches } });
  if (isPagePath(vault, path)) return path;
  throw new MemvaultError('bad-input', `${JSON.stringify(typed)} is no page of a zone that memvault writes into`, { hint: `name one that is there, or a new one such as ${vault.zones.personal}/Work.md` });
}
