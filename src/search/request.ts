// What a search is asked for, and its resolved filters. Knows the names of folders, reads none.
import type { Filters } from '../index/filters.ts';
import { isDay } from '../model/day.ts';
import { MemvaultError } from '../model/errors.ts';
import { nearest } from '../model/nearest.ts';

export const SEARCH_MODES = ['lexical', 'hybrid', 'semantic'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

export interface SearchRequest {
  /** `*` lists the newest. */
  readonly query: string;
  /** Hits to give at most. */
  readonly limit: number;
  /** Any of them. */
  readonly categories: readonly string[];
  /** All of them. */
  readonly tags: readonly string[];
  /** A zone by its folder or its name without number, or the folder of the daily logs. */
  readonly zone: string | null;
  readonly project: string | null;
  /** Local days `YYYY-MM-DD`, both inclusive. */
  readonly since: string | null;
  readonly until: string | null;
  /** Superseded claims too. */
  readonly all: boolean;
  readonly mode: SearchMode;
  /** Tell for each hit how its score came about. */
  readonly explain: boolean;
}

/** The folders of the vault that a search may name. */
export interface Layout {
  readonly dailyDir: string;
  readonly zones: Readonly<Record<'inbox' | 'projects' | 'wiki' | 'personal' | 'assets' | 'archives', string>>;
}

/** Throws `usage` for a zone that does not exist, for a day that is none and for days in the wrong order. */
export function resolveFilters(request: SearchRequest, layout: Layout): Filters {
  const { categories, tags, project, since, until, all } = request;
  for (const [flag, day] of [['--since', since], ['--until', until]] as const) {
    if (day !== null && !isDay(day)) throw new MemvaultError('usage', `${flag} ${day} is no day`, { hint: 'write days as 2026-07-01' });
  }
  if (since !== null && until !== null && since > until) throw new MemvaultError('usage', `--since ${since} is after --until ${until}`);
  const folder = request.zone === null ? null : resolveZone(request.zone, layout);
  return { categories, tags: tags.map((tag) => tag.replace(/^#/, '')), folder, project, projectFolder: layout.zones.projects, since, until, all };
}

function resolveZone(name: string, { dailyDir, zones }: Layout): string {
  const folders = [...Object.values(zones), dailyDir];
  const asked = name.replace(/\/+$/, '').toLowerCase();
  const found = folders.find((folder) => [folder, bareName(folder)].some((known) => known.toLowerCase() === asked)) ?? zones[asked as keyof typeof zones];
  if (found !== undefined) return found;
  const near = nearest(name, [...folders, ...folders.map(bareName)]);
  throw new MemvaultError('usage', `there is no zone ${name}`, { hint: near === null ? `zones are ${folders.join(', ')}` : `did you mean ${near}?` });
}

/** `2_Wiki` is `Wiki` too. */
const bareName = (folder: string): string => folder.replace(/^\d+[_ -]+/, '');
