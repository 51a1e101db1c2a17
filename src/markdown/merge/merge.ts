// Merges a file that memvault writes: a page, `index.md`, MEMORY.md. A pure function of its three texts, the
// same in both directions. Never throws: what it does not understand merges as lines.
import { hasMergeMarkers } from '../page.ts';
import { mergeCatalogue, mergeSummary, mergeTagPage } from './generated.ts';
import { withoutHunks } from './hunks.ts';
import { mergePage } from './page.ts';
import {
  inBothDirections,
  type Merged,
  type MergeText,
  type MergeVersions,
  sortSides,
  type Versions,
} from './three-way.ts';

export type { Merged, MergeText } from './three-way.ts';

/** `base` is empty where both sides made the file. `markerSize`: the length of the markers that `mergeText` leaves. */
export async function mergeNote(
  texts: { readonly ours: string; readonly base: string; readonly theirs: string },
  mergeText: MergeText,
  markerSize = 7,
): Promise<Merged> {
  const sides = [texts.ours, texts.theirs];
  const { versions, swapped } = sortSides(
    texts.ours,
    sides.some(hasMergeMarkers) ? texts.base : withoutHunks(texts.base, sides),
    texts.theirs,
  );
  const merge = inBothDirections(mergeText, swapped);
  const { base, first, second } = versions;
  if (first === second || base === first || base === second || !isUnderstood(versions, markerSize))
    return await merge(versions);
  return (await mergeParts(versions, merge, markerSize)) ?? (await merge(versions));
}

async function mergeParts(
  versions: Versions<string>,
  merge: MergeVersions,
  markerSize: number,
): Promise<Merged | null> {
  try {
    const generated =
      (await mergeCatalogue(versions, merge)) ??
      (await mergeSummary(versions, merge)) ??
      (await mergeTagPage(versions, merge));
    if (generated) return generated;
    return await mergePage(versions, merge, markerSize);
  } catch {
    return null; // A defect of this merge must not cost anybody's text.
  }
}

/** No markers of an earlier merge, and nothing that could be taken for an anchor. */
function isUnderstood({ base, first, second }: Versions<string>, markerSize: number): boolean {
  const marker = new RegExp(String.raw`^[<>=|]{${markerSize}}(?:[ \r]|$)`, 'm');
  // The first line begins behind a byte order mark.
  const texts = [base, first, second].map((text) => text.replace(/^\uFEFF/, ''));
  return texts.every((text) => !text.includes('\u0001memvault') && !hasMergeMarkers(text) && !marker.test(text));
}
