// Which notes a page links to, and which notes and canvases link to it, in short. Pure; lint looks at each link and its
// anchor.
import type { NoteLink } from '../markdown/note-links.ts';
import { compareText } from '../model/fact.ts';
import { followLink } from '../model/follow-link.ts';
import type { LinkMap } from '../model/link-map.ts';
import type { PageStory } from './page.ts';

export interface Linking {
  /** By path the links of every note and canvas. */
  readonly notes: ReadonlyMap<string, { readonly links: readonly NoteLink[] }>;
  readonly map: LinkMap;
  /** Files that link to every page, or are made from them: that they do says nothing of a page. */
  readonly isMade: (path: string) => boolean;
}

/**
 * The notes that the page of this path links to and is linked from, each once and sorted, and the targets of it that
 * lead to no one file.
 */
export function linksAround(path: string, { notes, map, isMade }: Linking): PageStory['links'] {
  const leadsTo = (from: string, link: NoteLink): string | null => {
    const found = followLink(map, from, link);
    return 'path' in found ? found.path : null;
  };
  const own = (notes.get(path)?.links ?? [])
    .filter(isLink)
    .map((link) => ({ target: link.target, to: leadsTo(path, link) }));
  const to = new Set(own.flatMap(({ to: page }) => (page === null || page === path ? [] : [page])));
  const missing = new Set(own.flatMap((link) => (link.to === null && link.target !== '' ? [link.target] : [])));
  const from = [...notes].flatMap(([other, { links }]) =>
    other !== path && !isMade(other) && links.some((link) => isLink(link) && leadsTo(other, link) === path)
      ? [other]
      : [],
  );
  return { to: [...to].sort(compareText), from: from.sort(compareText), missing: [...missing].sort(compareText) };
}

/** A footnote that names a source is provenance and counts as no link. */
const isLink = ({ footnote }: NoteLink): boolean => footnote === null;
