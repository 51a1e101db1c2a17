// The files that memvault makes from the pages, as a run writes them: `index.md`, `MEMORY.md`, and the pages of tags
// that are in use over several projects.
import { dirname } from 'node:path';
import { encodeText } from '../model/bytes.ts';
import { compareText, type Fact, foldProject, orderKey, projectOf } from '../model/fact.ts';
import type { FileChange } from '../model/journal.ts';
import { LIMITS } from '../model/limits.ts';
import { isHistory } from '../model/page.ts';
import type { SummaryLine } from '../model/plan.ts';
import { canonicalTags, foldTag } from '../model/tag-table.ts';
import { type CatalogueEntry, renderCatalogue, replaceCatalogue } from '../page/catalogue.ts';
import {
  CATALOGUE_MARKERS,
  findOwnPart,
  type Markers,
  NO_MARKERS,
  SUMMARY_MARKERS,
  TAG_MARKERS,
} from '../page/markers.ts';
import { toFileName, toTitle } from '../page/page-name.ts';
import { hasMergeMarkers, sourceDigestOf } from '../page/page.ts';
import {
  fileOfTag,
  holdsStatements,
  isTagPage,
  isUntouched,
  renderEmptyPart,
  renderTagPage,
  renderTagPart,
  replaceTagPart,
  SYNTHESES,
  type TagGroup,
} from '../page/tag-page.ts';
import type { TagsFile } from '../page/tags-file.ts';
import { confined, confinedPage, isPagePath, makeFolderFor } from './confine.ts';
import { namesIn, readText, replaceFile, syncFolder } from './disk.ts';
import { summaryChange, wordsOf } from './summary.ts';
import { readTagsFile } from './tags.ts';
import { absolute, CATALOGUE_FILE, SUMMARY_FILE, type Vault } from './vault.ts';
import { isForgotten, isOwnPage, type PageText, toPageText, updateView, type View } from './view.ts';

// `index.md` as a file: its part between the markers follows the pages.

/**
 * Brings the catalogue and the pages of tags in step; a file without markers is a person's own and stays. Says whether
 * it wrote.
 */
export function writeCatalogue(vault: Vault, view: View): boolean {
  const isOfTags = writeTagPages(vault, view);
  const change = catalogueChange(vault, withTagPagesThere(vault, view));
  if (change === null) return isOfTags;
  const target = confined(vault, change.path);
  // One that a person saves just now stays; the next dream brings it in step.
  const isWritten = replaceFile(target, encodeText(change.after), () => readText(target) === change.before);
  syncFolder(dirname(target));
  return isWritten || isOfTags;
}

/** What the catalogue becomes for these pages; null where it stays as it is. */
export function catalogueChange(vault: Vault, view: View): { path: string; before: string; after: string } | null {
  const before = readText(absolute(vault, CATALOGUE_FILE));
  if (before === null) return null;
  const entries = [...view.pages.values()]
    .filter((page) => isOwnPage(page, view) || isLiterature(vault, page) || holdsStatements(page.text))
    .map((page) => toEntry(page, view));
  const after = replaceCatalogue(before, renderCatalogue(entries));
  return after === null || after === before ? null : { path: CATALOGUE_FILE, before, after };
}

/** A page that was made of a text of the inbox, wherever a person has put it. */
function isLiterature({ zones }: Vault, { path, text }: PageText): boolean {
  return sourceDigestOf(text) !== null && !path.startsWith(`${zones.inbox}/`);
}

function toEntry(page: PageText, view: View): CatalogueEntry {
  const { title, description } = page.head;
  return {
    path: page.path,
    title,
    description,
    ...(isTagPage(page.text) && { made: 'made of other pages' }),
    claims: isOwnPage(page, view) ? page.claims.filter((claim) => !isHistory(claim)).length : null,
  };
}

/**
 * What they become for the pages of `view` as of `start`; what git has not merged stays. `lines`: `MEMORY.md` in an
 * engine's words.
 */
export function generatedChanges(
  vault: Vault,
  view: View,
  start: Date,
  lines?: readonly SummaryLine[],
  tags?: TagsFile,
): FileChange[] {
  const ofTags = tagPageChanges(vault, view, tags).filter(({ path }) => view.merge?.paths.has(path) !== true);
  // A run before in the same night may have made pages of tags that the view does not know yet.
  const changes = [
    ...ofTags,
    catalogueChange(vault, withTagPages(withTagPagesThere(vault, view), ofTags)),
    summaryChange(vault, view, start, lines),
  ];
  return changes.filter((change) => change !== null).filter(({ path }) => view.merge?.paths.has(path) !== true);
}

/** The texts of all files that `generatedChanges` may change, as they are. */
export function generatedTexts(vault: Vault, view: View): string[] {
  const always = [SUMMARY_FILE, CATALOGUE_FILE].flatMap((path) => readText(absolute(vault, path)) ?? []);
  return [...always, ...mayBeOfTags(vault, view).map(({ text }) => text)];
}

/** The view with the pages of tags as they will be: the catalogue lists them. */
export function withTagPages(view: View, changes: readonly FileChange[]): View {
  if (changes.length === 0) return view;
  const gone = new Set(changes.flatMap(({ path, after }) => (after === null ? [path] : [])));
  const pages = new Map([...view.pages].filter(([path]) => !gone.has(path)));
  return updateView(
    { ...view, pages },
    changes.flatMap(({ path, after }) => (after === null ? [] : [toPageText(path, after)])),
    [],
  );
}

const MARKERS: readonly (readonly [path: string, markers: Markers])[] = [
  [SUMMARY_FILE, SUMMARY_MARKERS],
  [CATALOGUE_FILE, CATALOGUE_MARKERS],
];

interface PartFault {
  readonly fault: string;
  readonly fix: string;
}

const asFault = (fault: string, { start, end }: Markers): PartFault => ({
  fault,
  fix: `put the two markers back, each on a line of its own: ${start} and ${end}`,
});

/**
 * Why memvault cannot bring a file up to date that it makes from the pages, and what to do; null where it can, or
 * another thing is wrong with it.
 */
export function faultOf(path: string, text: string): PartFault | null {
  const markers = MARKERS.find(([name]) => name === path)?.[1];
  if (markers === undefined || hasMergeMarkers(text)) return null;
  const part = findOwnPart(text, markers);
  // Without a word of markers it is a person's own, such as one that was there before the vault.
  if (!text.includes(markers.name) && text.trim() !== '') return null;
  return typeof part === 'string' ? asFault(part, markers) : null;
}

/** The same of a page. Only that of a tag has markers; one that merely speaks of them, or lost both, is a person's. */
export function faultOfTagPage(text: string): PartFault | null {
  if (!text.includes(TAG_MARKERS.name) || hasMergeMarkers(text)) return null;
  const part = findOwnPart(text, TAG_MARKERS);
  return typeof part === 'string' && part !== NO_MARKERS ? asFault(part, TAG_MARKERS) : null;
}

/** The same of the files as they are. */
export function generatedFaults(vault: Vault): ({ readonly path: string } & PartFault)[] {
  return MARKERS.flatMap(([path]) => {
    const text = readText(absolute(vault, path));
    const fault = text === null ? null : faultOf(path, text);
    return fault === null ? [] : [{ path, ...fault }];
  });
}

/** Statements of one project on one page. */
const MOST = 20;
/** A tag that counts or dates names an occasion. */
const SERIAL = /(?:^|[^\p{L}])v?\d[\d.\-/]*$/u;

/** What they become for the claims of `view`. `decided`: tags.yaml, where it is about to become another. */
export function tagPageChanges(vault: Vault, view: View, decided: TagsFile = readTagsFile(vault)): FileChange[] {
  const groups = decided.pages
    ? groupsByTag(vault, view, (fact) => canonicalTags(fact.tags, decided.table))
    : new Map<string, ByTag>();
  const there = pagesThere(vault, view);
  const taken = new Set<string>();
  const paths = new Map<string, string>();
  const changes: FileChange[] = [];
  for (const [key, { tag, projects }] of groups) {
    const path = there.get(key)?.path ?? `${vault.zones.wiki}/${SYNTHESES}/${fileOfTag(tag)}`;
    if (taken.has(path.toLowerCase()) || !isPagePath(vault, path)) continue;
    taken.add(path.toLowerCase());
    paths.set(key, path);
    const before = there.get(key)?.text ?? readText(absolute(vault, path));
    const part = renderTagPart(path, projects);
    const after = before === null ? renderTagPage(tag, part) : replaceTagPart(before, part);
    if (after !== null && after !== before) changes.push({ path, before, after });
  }
  for (const { path, text, tag } of there.values()) {
    if (taken.has(path.toLowerCase())) continue;
    const canonical = decided.table.canonicalOf(tag);
    const target = foldTag(canonical) === foldTag(tag) ? undefined : paths.get(foldTag(canonical));
    const after =
      !decided.pages && isUntouched(text, tag)
        ? null
        : (replaceTagPart(
            text,
            renderEmptyPart(path, target === undefined ? null : { tag: canonical, path: target }),
          ) ?? text);
    if (after !== text) changes.push({ path, before: text, after });
  }
  return changes;
}

interface ByTag {
  readonly tag: string;
  readonly projects: readonly TagGroup[];
}

interface Statement {
  readonly text: string;
  readonly page: string;
  readonly title: string;
  readonly order: string;
}

/** Those of two projects or more, in the order of their tags. */
function groupsByTag(vault: Vault, view: View, tagsOf: (fact: Fact) => readonly string[]): Map<string, ByTag> {
  const found = new Map<string, { tag: string; projects: Map<string, { name: string; statements: Statement[] }> }>();
  for (const page of view.pages.values()) {
    if (!isOwnPage(page, view) || hasMergeMarkers(page.text) || view.merge?.paths.has(page.path) === true) continue;
    for (const claim of page.claims) {
      if (isHistory(claim) || claim.facts.some((id) => isForgotten(id, view))) continue;
      const facts = claim.facts.flatMap((id) => view.factById.get(id) ?? []);
      const projects = new Map(facts.flatMap((fact) => projectOf(fact) ?? []).map((name) => [foldProject(name), name]));
      if (projects.size === 0) continue;
      const order = facts.map(orderKey).sort().at(-1) ?? '';
      for (const tag of new Set(facts.flatMap(tagsOf))) {
        if (SERIAL.test(tag) || foldTag(tag) === '' || tag.length > LIMITS.tag) continue;
        const one = found.get(foldTag(tag)) ?? {
          tag,
          projects: new Map<string, { name: string; statements: Statement[] }>(),
        };
        found.set(foldTag(tag), one);
        for (const [key, name] of projects) {
          const group = one.projects.get(key) ?? { name, statements: [] };
          one.projects.set(key, group);
          group.statements.push({ text: wordsOf(claim, page), page: page.path, title: page.head.title, order });
        }
      }
    }
  }
  return new Map(
    [...found]
      .filter(([, { projects }]) => projects.size > 1)
      .sort(([a], [b]) => compareText(a, b))
      .map(([key, { tag, projects }]) => [
        key,
        {
          tag,
          projects: [...projects]
            .sort(([a], [b]) => compareText(a, b))
            .map(([, { name, statements }]) => groupOf(vault, view, name, statements)),
        },
      ]),
  );
}

function groupOf(vault: Vault, view: View, project: string, statements: readonly Statement[]): TagGroup {
  const page = `${vault.zones.projects}/${toFileName(toTitle(project))}.md`;
  const sorted = [...statements].sort(
    (a, b) => compareText(b.order, a.order) || compareText(a.page, b.page) || compareText(a.text, b.text),
  );
  const known = view.pages.has(page) ? page : null;
  return {
    project: toTitle(project),
    page: known,
    statements: sorted.slice(0, MOST).map(({ text, page: at, title }) => ({ text, page: at, title })),
    more: Math.max(0, sorted.length - MOST),
  };
}

interface There extends Pick<PageText, 'path' | 'text'> {
  readonly tag: string;
}

/** Brings those in step that a merge left behind. Says whether it wrote any; one that a person saves just now stays. */
function writeTagPages(vault: Vault, view: View): boolean {
  let isWritten = false;
  for (const change of tagPageChanges(vault, view)) {
    const { path, before, after } = change;
    if (after === null || view.merge?.paths.has(path) === true) continue;
    const target = confinedPage(vault, path);
    makeFolderFor(vault, target);
    if (!replaceFile(target, encodeText(after), () => readText(absolute(vault, path)) === before)) continue;
    syncFolder(dirname(target));
    isWritten = true;
  }
  return isWritten;
}

/**
 * The view with the pages of tags as they are on disk: the runs of this process may have made them since it was read.
 */
function withTagPagesThere(vault: Vault, view: View): View {
  const there = [...pagesThere(vault, view).values()]
    .filter(({ path, text }) => view.pages.get(path)?.text !== text)
    .map(({ path, text }) => toPageText(path, text));
  const gone = new Set(
    [...view.pages.values()].flatMap(({ path, text }) =>
      text.includes(TAG_MARKERS.start) && readText(absolute(vault, path)) === null ? [path] : [],
    ),
  );
  if (there.length + gone.size === 0) return view;
  return updateView({ ...view, pages: new Map([...view.pages].filter(([path]) => !gone.has(path))) }, there, []);
}

/**
 * The pages of tags that are there, by tag, wherever a person has put them. A page of this very run is not in the view.
 */
function pagesThere(vault: Vault, view: View): Map<string, There> {
  const found = new Map<string, There>();
  for (const { path, text } of mayBeOfTags(vault, view)) {
    const tag = isTagPage(text) ? tagOf(path, text) : undefined;
    if (tag !== undefined && !found.has(foldTag(tag))) found.set(foldTag(tag), { path, text, tag });
  }
  return found;
}

/** All files among which the pages of tags are. */
function mayBeOfTags(vault: Vault, view: Pick<View, 'pages'>): { readonly path: string; readonly text: string }[] {
  const folder = `${vault.zones.wiki}/${SYNTHESES}`;
  // Not by its name: a tag of signs or of many letters leaves little of `… across projects` in it.
  const fresh = namesIn(absolute(vault, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
  const known = [...view.pages.values()].flatMap(({ path, text }) => (text.includes(TAG_MARKERS.start) ? [path] : []));
  return [...new Set([...known, ...fresh])].flatMap((path) => {
    const text = readText(absolute(vault, path));
    return text === null ? [] : [{ path, text }];
  });
}

/** The first of its tags. */
const tagOf = (path: string, text: string): string | undefined => toPageText(path, text).head.tags[0];
