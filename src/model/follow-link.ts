// Where a link of a note or of a canvas leads. Pure.
import type { LinkMap, Resolved } from './link-map.ts';

const MISSING: Resolved = { how: 'missing' };

/**
 * A card of a canvas shows the file of that very path from the root, its ending included; every other link is looked
 * for by its name, too.
 */
export function followLink(
  links: LinkMap,
  from: string,
  { form, target }: { readonly form: string; readonly target: string },
): Resolved {
  if (form !== 'card') return links.resolve(from, target);
  // A folder is nothing that a card shows.
  if (/(?:^|\/)\.{0,2}$/.test(target)) return MISSING;
  const to = links.resolve('', `/${target.replace(/^\/+/, '')}`);
  if (to.how !== 'found' && to.how !== 'wrong-case') return MISSING;
  return /\.md$/i.test(to.path) && !/\.md$/i.test(target) ? MISSING : to;
}
