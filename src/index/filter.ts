// Decides which rows of the index a search may show, whatever their score: by keywords, days and folders. Reads no
// file.
import { dayNumber } from '../model/day.ts';
import { keyword } from './keywords.ts';
import { ROW_KINDS, type RowKind } from './segment/format.ts';
import type { Tables } from './view.ts';

export interface Admission {
  /**
   * A row must have one word of each list, such as `tag:ui`; lower-case. `kind:fact` also matches the row's own kind.
   */
  readonly every: readonly (readonly string[])[];
  /** A row must have none of these words. */
  readonly none?: readonly string[];
  /** Folder relative to the vault's root; null for all. */
  readonly folder: string | null;
  readonly project: string | null;
  /** What to do with rows of no project: include them beside the project's, or show only them. */
  readonly noProject?: 'too' | 'only' | undefined;
  /** The folder that holds the pages and folders of projects. */
  readonly projectFolder: string;
  /** Local days, both inclusive. */
  readonly since: string | null;
  readonly until: string | null;
  /** Include superseded claims. */
  readonly all: boolean;
}

type Admits = (row: number) => boolean;

/** Reads postings now and file names on demand. */
export function admitting(admission: Admission, view: Tables): Admits {
  const { every, none = [], folder, project, since, until, all } = admission;
  const tests: Admits[] = [];
  if (!all) {
    const superseded = view.column('superseded');
    tests.push((row) => superseded[row] === 0);
  }
  for (const words of every) tests.push(withAny(words, view));
  if (none.length > 0) {
    const isBarred = view.withKeyword(none);
    tests.push((row) => !isBarred(row));
  }
  if (since !== null || until !== null) tests.push(within(since, until, view));
  if (folder !== null) tests.push(byFile(view, (path) => path.startsWith(`${folder}/`)));
  const { noProject, projectFolder } = admission;
  const ofThis = project === null || noProject === 'only' ? null : ofProject(project, projectFolder, view);
  const ofNone = noProject === undefined ? null : ofNoProject(projectFolder, view);
  const either = (row: number): boolean => ofThis?.(row) === true || ofNone?.(row) === true;
  if (ofThis !== null || ofNone !== null) tests.push(either);
  const [only] = tests;
  if (only && tests.length === 1) return only;
  return (row) => {
    for (const test of tests) if (!test(row)) return false;
    return true;
  };
}

/** Rows with any of these keywords. */
function withAny(words: readonly string[], view: Tables): Admits {
  const isIn = view.withKeyword(words);
  const wanted = words.map((word) => (word.startsWith('kind:') ? ROW_KINDS.indexOf(word.slice(5) as RowKind) : -1));
  if (wanted.every((kind) => kind < 0)) return isIn;
  const kinds = view.column('kind');
  return (row) => wanted.includes(kinds[row] ?? -1) || isIn(row);
}

/** Matches the row's own day, or a day on which one of a claim's facts was logged. */
function within(since: string | null, until: string | null, view: Tables): Admits {
  const days = view.column('day');
  const from = since === null ? 1 : dayNumber(since);
  const to = until === null ? Number.MAX_SAFE_INTEGER : dayNumber(until);
  const isNamed = view.withKeyword([
    ...view
      .keywords('logged:')
      .filter((word) => (since ?? '') <= word.slice(7) && (until === null || word.slice(7) <= until)),
    ...view.keywords(OF_SPAN).filter((word) => overlaps(word.slice(OF_SPAN.length), since, until)),
  ]);
  return (row) => {
    const day = days[row] ?? 0;
    return (day >= from && day <= to && day !== 0) || isNamed(row);
  };
}

/** Prefix of the keyword for the time of an event. */
const OF_SPAN = 'field:at=';

/** True if an event is dated by a month or year that overlaps the range. An event with a full date has that day. */
function overlaps(at: string, since: string | null, until: string | null): boolean {
  if (!/^\d{4}(?:-\d{2})?$/.test(at)) return false;
  return (since === null || at >= since.slice(0, at.length)) && (until === null || at <= until.slice(0, at.length));
}

function byFile(view: Tables, isWanted: (path: string) => boolean): Admits {
  const files = view.column('file');
  const known = new Map<number, boolean>();
  return (row) => {
    const file = files[row] ?? 0;
    let wanted = known.get(file);
    if (wanted === undefined) known.set(file, (wanted = isWanted(view.path(file))));
    return wanted;
  };
}

/**
 * The project field of a fact decides first: it puts the row in this project, or in another one and then it is never
 * shown. A row without the field belongs to the project if it is on the project's page or in its folder; otherwise it
 * belongs to none and is not shown.
 */
function ofProject(project: string, folder: string, view: Tables): Admits {
  const word = keyword('project', project);
  const wanted = word.slice(8);
  const own = view.withKeyword([word]);
  const names = view.keywords('project:');
  const isHere = byFile(
    view,
    (path) =>
      isPathOf(path, wanted, folder) && !names.some((name) => name !== word && isPathOf(path, name.slice(8), folder)),
  );
  let others: Admits | null = null;
  return (row) => own(row) || (isHere(row) && !(others ??= view.withKeyword(names))(row));
}

function ofNoProject(folder: string, view: Tables): Admits {
  const isNamed = view.withKeyword(view.keywords('project:'));
  const isInFolder = byFile(view, (path) => path.startsWith(`${folder}/`));
  return (row) => !isNamed(row) && !isInFolder(row);
}

/** True for the page of a project, its parts (`Atlas - Hosting.md`) and files in its folder. */
function isPathOf(path: string, project: string, folder: string): boolean {
  if (!path.startsWith(`${folder}/`)) return false;
  const inside = path.slice(folder.length + 1).toLowerCase();
  return (
    inside === `${project}.md` ||
    inside.startsWith(`${project}/`) ||
    (inside.startsWith(`${project} - `) && !inside.includes('/'))
  );
}
