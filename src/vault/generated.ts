// The files that memvault makes from the pages, as a run writes them: `index.md`, `MEMORY.md`, the pages of tags.
import { dirname } from 'node:path';
import { decodeBytes, encodeText } from '../model/bytes.ts';
import type { FileChange } from '../model/journal.ts';
import { isHistory } from '../model/page.ts';
import type { SummaryLine } from '../model/plan.ts';
import { type CatalogueEntry, renderCatalogue, replaceCatalogue } from '../page/catalogue.ts';
import {
  CATALOGUE_MARKERS,
  findOwnPart,
  type Markers,
  NO_MARKERS,
  SUMMARY_MARKERS,
  TAG_MARKERS,
} from '../page/overview.ts';
import { hasMergeMarkers, sourceDigestOf } from '../page/page.ts';
import { holdsStatements, isTagPage } from '../page/tag-page.ts';
import type { TagsFile } from '../page/tags-file.ts';
import { confined } from './confine.ts';
import { readBytes, replaceFile, syncFolder } from './disk.ts';
import { summaryChange } from './summary.ts';
import { mayBeOfTags, tagPageChanges, withTagPagesThere, writeTagPages } from './tag-pages.ts';
import { absolute, CATALOGUE_FILE, SUMMARY_FILE, type Vault } from './vault.ts';
import { isOwnPage, type PageText, toPageText, updateView, type View } from './view.ts';

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
  const isWritten = replaceFile(
    target,
    encodeText(change.after),
    () => decodeBytes(readBytes(target) ?? Buffer.alloc(0)) === change.before,
  );
  syncFolder(dirname(target));
  return isWritten || isOfTags;
}

/** What the catalogue becomes for these pages; null where it stays as it is. */
export function catalogueChange(vault: Vault, view: View): { path: string; before: string; after: string } | null {
  const bytes = readBytes(absolute(vault, CATALOGUE_FILE));
  if (bytes === null) return null;
  const before = decodeBytes(bytes);
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
  const always = [SUMMARY_FILE, CATALOGUE_FILE].flatMap((path) => {
    const bytes = readBytes(absolute(vault, path));
    return bytes === null ? [] : [decodeBytes(bytes)];
  });
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
    const bytes = readBytes(absolute(vault, path));
    const fault = bytes === null ? null : faultOf(path, decodeBytes(bytes));
    return fault === null ? [] : [{ path, ...fault }];
  });
}
