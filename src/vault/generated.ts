// The files that memvault makes from the pages, as a run writes them: `index.md` and `MEMORY.md`.
import { dirname } from 'node:path';
import { encodeText } from '../model/bytes.ts';
import type { FileChange } from '../model/journal.ts';
import { isHistory } from '../model/page.ts';
import type { SummaryLine } from '../model/plan.ts';
import { type CatalogueEntry, renderCatalogue, replaceCatalogue } from '../page/catalogue.ts';
import { headsOf, isMonth } from '../page/key-facts.ts';
import { CATALOGUE_MARKERS, findOwnPart, type Markers, SUMMARY_MARKERS } from '../page/markers.ts';
import { hasMergeMarkers, sourceDigestOf } from '../page/page.ts';
import { confined } from './confine.ts';
import { readText, replaceFile, syncFolder } from './disk.ts';
import { summaryChange } from './summary.ts';
import { absolute, CATALOGUE_FILE, SUMMARY_FILE, type Vault } from './vault.ts';
import { isOwnPage, type PageText, type View } from './view.ts';

// `index.md` as a file: its part between the markers follows the pages.

/** Brings the catalogue in step; a file without markers is a person's own and stays. Says whether it wrote. */
export function writeCatalogue(vault: Vault, view: View): boolean {
  const change = catalogueChange(vault, view);
  if (change === null) return false;
  const target = confined(vault, change.path);
  // One that a person saves just now stays; the next dream brings it in step.
  const isWritten = replaceFile(target, encodeText(change.after), () => readText(target) === change.before);
  syncFolder(dirname(target));
  return isWritten;
}

/** What the catalogue becomes for these pages; null where it stays as it is. */
export function catalogueChange(vault: Vault, view: View): { path: string; before: string; after: string } | null {
  const before = readText(absolute(vault, CATALOGUE_FILE));
  if (before === null) return null;
  const entries = [...view.pages.values()]
    .filter((page) => isOwnPage(page, view) || isLiterature(vault, page))
    .map((page) => toEntry(page, view));
  const after = replaceCatalogue(before, renderCatalogue(entries));
  return after === null || after === before ? null : { path: CATALOGUE_FILE, before, after };
}

/** A page that was made of a text of the inbox, wherever a person has put it. */
function isLiterature({ zones }: Vault, { path, text }: PageText): boolean {
  return sourceDigestOf(text) !== null && !path.startsWith(`${zones.inbox}/`);
}

const MOST_TOPICS = 6;

/** Without a description its topics say best what is on a page; one alone says little. */
function topicsOf(text: string): string {
  const topics = headsOf(text).filter((head) => !isMonth(head));
  return topics.length < 2 ? '' : topics.slice(0, MOST_TOPICS).join(', ');
}

function toEntry(page: PageText, view: View): CatalogueEntry {
  const { title, description } = page.head;
  return {
    path: page.path,
    title,
    description: description || topicsOf(page.text),
    claims: isOwnPage(page, view) ? page.claims.filter((claim) => !isHistory(claim)).length : null,
  };
}

/**
 * What they become for the pages of `view` as of `start`; what git has not merged stays. `lines`: `MEMORY.md` in an
 * engine's words.
 */
export function generatedChanges(vault: Vault, view: View, start: Date, lines?: readonly SummaryLine[]): FileChange[] {
  return [catalogueChange(vault, view), summaryChange(vault, view, start, lines)]
    .filter((change) => change !== null)
    .filter(({ path }) => view.merge?.paths.has(path) !== true);
}

/** The texts of all files that `generatedChanges` may change, as they are. */
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
 * Why memvault cannot bring a file up to date that it makes from the pages, and what to do; null where it can, or
 * another thing is wrong with it.
 */
export function faultOf(path: string, text: string): PartFault | null {
  const markers = MARKERS.find(([name]) => name === path)?.[1];
  if (markers === undefined || hasMergeMarkers(text)) return null;
  const part = findOwnPart(text, markers);
  // Without a word of markers it is a person's own, such as one that was there before the vault.
  if (!text.includes(markers.name) && text.trim() !== '') return null;
  if (typeof part !== 'string') return null;
  return {
    fault: part,
    fix: `put the two markers back, each on a line of its own: ${markers.start} and ${markers.end}`,
  };
}

/** The same of the files as they are. */
export function generatedFaults(vault: Vault): ({ readonly path: string } & PartFault)[] {
  return MARKERS.flatMap(([path]) => {
    const text = readText(absolute(vault, path));
    const fault = text === null ? null : faultOf(path, text);
    return fault === null ? [] : [{ path, ...fault }];
  });
}
