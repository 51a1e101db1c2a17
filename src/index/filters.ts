// Which documents a search may show, whatever their score.
import type { IndexDocument } from './document.ts';

export interface Filters {
  /** Any of them. Empty lists filter nothing. */
  readonly categories: readonly string[];
  /** All of them. */
  readonly tags: readonly string[];
  /** A folder from the vault's root. */
  readonly folder: string | null;
  readonly project: string | null;
  /** The folder whose pages and folders are projects. */
  readonly projectFolder: string;
  /** Local days, both inclusive. */
  readonly since: string | null;
  readonly until: string | null;
  /** Superseded claims too. */
  readonly all: boolean;
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export function admits(filters: Filters, document: IndexDocument): boolean {
  const { category, tags, path, superseded } = document;
  if (superseded && !filters.all) return false;
  if (filters.categories.length > 0 && !filters.categories.some((wanted) => category !== null && isSame(wanted, category))) return false;
  if (!filters.tags.every((wanted) => tags.some((tag) => isSame(wanted, tag)))) return false;
  if (filters.folder !== null && !path.startsWith(`${filters.folder}/`)) return false;
  if (!daysOf(document).some((day) => (filters.since ?? day) <= day && day <= (filters.until ?? day)) && (filters.since ?? filters.until) !== null) return false;
  return filters.project === null || isOfProject(filters.project, filters.projectFolder, document);
}

/** By its fact's field, or by standing on the project's page or in its folder. */
function isOfProject(project: string, folder: string, { project: own, path }: IndexDocument): boolean {
  if (own !== null && isSame(own, project)) return true;
  const inside = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : '';
  return isSame(inside, `${project}.md`) || inside.toLowerCase().startsWith(`${project.toLowerCase()}/`);
}

/** The days that a document speaks of: its own, and those on which the facts of a claim were logged. */
function daysOf({ date, sources }: IndexDocument): string[] {
  const logged = sources.length < 2 ? [] : sources.map((source) => /(\d{4}-\d{2}-\d{2})\.md$/.exec(source.path ?? '')?.[1]);
  return [date, ...logged].filter((day): day is string => typeof day === 'string');
}
