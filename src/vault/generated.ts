// The files that memvault generates from the pages in a run: `index.md` and `MEMORY.md`.
import { dirname } from 'node:path';
import { encodeText } from '../model/bytes.ts';
import type { FileChange } from '../model/journal.ts';
import { isHistory } from '../model/page.ts';
import type { SummaryLine } from '../model/plan.ts';
import { headsOf, isMonth } from '../page/key-facts.ts';
import {
  CATALOGUE_MARKERS,
  type CatalogueEntry,
  findOwnPart,
  type Markers,
  renderCatalogue,
  replaceCatalogue,
  SUMMARY_MARKERS,
} from '../page/own-part.ts';
import { hasMergeMarkers, sourceDigestOf } from '../page/page.ts';
import { confined } from './confine.ts';
import { derivedType } from './derived-pages.ts';
import { readText, replaceFile, syncFolder } from './disk.ts';
import { summaryChange } from './memory-file.ts';
import { absolute, CATALOGUE_FILE, SUMMARY_FILE, type Vault } from './vault.ts';
import { isOwnPage, type PageText, type View } from './view.ts';

// `index.md`: the part between its markers follows the pages.

/** Updates the catalogue; a file without markers belongs to the user and stays. Returns whether it wrote. */
export function writeCatalogue(vault: Vault, view: View): boolean {
  const change = catalogueChange(vault, view);
  if (change === null) return false;
  const target = confined(vault, change.path);
  // If a person saves it at this moment, theirs stays; the next dream updates it.
  const isWritten = replaceFile(target, encodeText(change.after), () => readText(target) === change.before);
  syncFolder(dirname(target));
  return isWritten;
}

/** The change of the catalogue for these pages; null if there is none. */
export function catalogueChange(vault: Vault, view: View): { path: string; before: string; after: string } | null {
  const before = readText(absolute(vault, CATALOGUE_FILE));
  if (before === null) return null;
  const entries = [...view.pages.values()]
    .filter(
      (page) => isOwnPage(page, view) || isLiterature(vault, page) || derivedType(vault.zones.wiki, page) !== null,
    )
    .map((page) => toEntry(vault, page, view));
  const after = replaceCatalogue(before, renderCatalogue(entries));
  return after === null || after === before ? null : { path: CATALOGUE_FILE, before, after };
}

/** True for a page made from a text of the inbox, wherever a person has moved it. */
function isLiterature({ zones }: Vault, { path, text }: PageText): boolean {
  return sourceDigestOf(text) !== null && !path.startsWith(`${zones.inbox}/`);
}

const MOST_TOPICS = 6;

/** Without a description, a page is best described by its topics; a single topic says too little. */
function topicsOf(text: string): string {
  const topics = headsOf(text).filter((head) => !isMonth(head));
  return topics.length < 2 ? '' : topics.slice(0, MOST_TOPICS).join(', ');
}

function toEntry(vault: Vault, page: PageText, view: View): CatalogueEntry {
  const { title, description } = page.head;
  return {
    path: page.path,
    title,
    description: description || topicsOf(page.text),
    claims: isOwnPage(page, view) ? page.claims.filter((claim) => !isHistory(claim)).length : null,
    kind: derivedType(vault.zones.wiki, page) ?? 'literature',
  };
}

/**
 * The changes of both files for the pages of `view` as of `start`; unmerged files are left out. `lines`: `MEMORY.md` in
 * an engine's words.
 */
export function generatedChanges(vault: Vault, view: View, start: Date, lines?: readonly SummaryLine[]): FileChange[] {
  return [catalogueChange(vault, view), summaryChange(vault, view, start, lines)]
    .filter((change) => change !== null)
    .filter(({ path }) => view.merge?.paths.has(path) !== true);
}

/** The current texts of all files that `generatedChanges` may change. */
export function generatedTexts(vault: Vault): string[] {
  return [SUMMARY_FILE, CATALOGUE_FILE].flatMap((path) => readText(absolute(vault, path)) ?? []);
}

const MARKERS: readonly (readonly [path: string, markers: Markers])[] = [
  [SUMMARY_FILE, SUMMARY_MARKERS],
  [CATALOGUE_FILE, CATALOGUE_MARKERS],
];

interface PartFault {
  readonly fault: string;
  readonly fix: string;
}

/**
 * Why memvault cannot update a file that it generates, and how to fix it; null if it can, or if another fault applies.
 */
export function faultOf(path: string, text: string): PartFault | null {
  const markers = MARKERS.find(([name]) => name === path)?.[1];
  if (markers === undefined || hasMergeMarkers(text)) return null;
  const part = findOwnPart(text, markers);
  // Without any marker it is the user's own file, perhaps older than the vault.
  if (!text.includes(markers.name) && text.trim() !== '') return null;
  if (typeof part !== 'string') return null;
  return {
    fault: part,
    fix: `put the two markers back, each on a line of its own: ${markers.start} and ${markers.end}`,
  };
}

/** The faults of the current files. */
export function generatedFaults(vault: Vault): ({ readonly path: string } & PartFault)[] {
  return MARKERS.flatMap(([path]) => {
    const text = readText(absolute(vault, path));
    const fault = text === null ? null : faultOf(path, text);
    return fault === null ? [] : [{ path, ...fault }];
  });
}
