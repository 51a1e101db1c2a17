// Pages that a dream leaves alone, each with its reason for a person.
import { hasMergeMarkers } from '../markdown/page.ts';
import { type View, zoneOf } from '../vault/view.ts';

export interface Closed {
  /** Why a page must not be touched now; nothing where it may be. */
  get(page: string): string | undefined;
  has(page: string): boolean;
  /** Each page and zone once. */
  readonly reasons: readonly string[];
}

export function closedPages({ pages, lostZones, merge }: Pick<View, 'pages' | 'lostZones' | 'merge'>): Closed {
  const unmerged = [...(merge?.paths ?? [])].filter((path) => path.endsWith('.md')).map((path): [string, string] => [path, `${path} is not merged yet; settle it, then git add it`]);
  const withMarkers = [...pages.values()].filter((page) => hasMergeMarkers(page.text)).map((page): [string, string] => [page.path, `${page.path} holds git conflict markers; settle them first`]);
  const marked = new Map([...unmerged, ...withMarkers]);
  const get = (page: string): string | undefined => (lostZones.has(zoneOf(page)) ? lostZone(zoneOf(page)) : marked.get(page));
  return { get, has: (page) => get(page) !== undefined, reasons: [...marked.values(), ...[...lostZones].map(lostZone)] };
}

/** A zone that is not there: its pages were not deleted one by one, so nothing is concluded and nothing made anew. */
const lostZone = (zone: string): string => `${zone} is no folder here now; bring it back, or make an empty one to say that its pages are gone`;
