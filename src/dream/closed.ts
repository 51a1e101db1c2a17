// Pages that a dream leaves alone, each with its reason for a person.
import { hasMergeMarkers } from '../markdown/page.ts';
import { isLost, type View, zoneOf } from '../vault/view.ts';

export interface Closed {
  /** Why a page must not be touched now; nothing where it may be. */
  get(page: string): string | undefined;
  has(page: string): boolean;
  /** Each page and zone once. */
  readonly reasons: readonly string[];
}

export function closedPages({ pages, lost, merge }: Pick<View, 'pages' | 'lost' | 'merge'>): Closed {
  const unmerged = [...(merge?.paths ?? [])]
    .filter((path) => path.endsWith('.md'))
    .map((path): [string, string] => [path, `${path} is not merged yet; settle it, then git add it`]);
  const withMarkers = [...pages.values()]
    .filter((page) => hasMergeMarkers(page.text))
    .map((page): [string, string] => [page.path, `${page.path} holds git conflict markers; settle them first`]);
  const marked = new Map([...unmerged, ...withMarkers]);
  const whyIfLost = (page: string): string => whyLost(lost.has(page) ? page : zoneOf(page));
  const get = (page: string): string | undefined => (isLost({ lost }, page) ? whyIfLost(page) : marked.get(page));
  return { get, has: (page) => get(page) !== undefined, reasons: [...marked.values(), ...[...lost].map(whyLost)] };
}

/** What is not there was not deleted claim by claim, so nothing is concluded and nothing made anew. */
function whyLost(path: string): string {
  if (path.includes('/')) return `${path} leads out of the vault; put the page back, or delete the link if it is gone`;
  return `${path} is no folder here now; bring it back, or make an empty one to say that its pages are gone`;
}
