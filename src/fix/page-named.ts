// The page that a person means by a path or a name.
import { foldName, IN_NO_ZONE, makeNamePage } from '../markdown/page-name.ts';
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
  const folded = foldName(path);
  const matches = paths.filter(
    (known) =>
      foldName(known) === folded ||
      (!path.includes('/') && foldName(known).endsWith(`/${folded}`)) ||
      foldName(view.pages.get(known)?.head.title ?? '') === foldName(wanted),
  );
  const [only, ...others] = matches;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined)
    throw new MemvaultError(
      'ambiguous',
      `${matches.length} pages are called ${JSON.stringify(typed)}:\n` +
        matches.map((match) => `  ${match}`).join('\n'),
      { hint: 'give the path', data: { pages: matches } },
    );
  const named = makeNamePage(view.pages, (one) => isPagePath(vault, one))(path);
  if ('page' in named) return named.page;
  const why =
    named.problem === IN_NO_ZONE ? 'of a zone that memvault writes into' : `that memvault writes: ${named.problem}`;
  throw new MemvaultError('bad-input', `${JSON.stringify(typed)} is no page ${why}`, {
    hint: `name one that is there, or a new one such as ${vault.zones.personal}/Work.md`,
  });
}
