// Merges a file that memvault writes: a page, `index.md`, MEMORY.md. A pure function of its three texts, the
// same in both directions. Never throws: what it does not understand merges as lines.
import { compareText } from '../../model/fact.ts';
import { groupBy } from '../../model/group-by.ts';
import { splitLines } from '../../note/lines.ts';
import { uniteLines } from '../memory-file.ts';
import { CATALOGUE_MARKERS, findOwnPart, type Markers, SUMMARY_MARKERS } from '../own-part.ts';
import { hasMergeMarkers } from '../page.ts';
import { mergePage } from './merge-page.ts';
import { ANCHOR } from './pieces.ts';
import {
  inBothDirections,
  isMixed,
  mapVersions,
  type Merged,
  type MergeText,
  type MergeVersions,
  pick,
  sortSides,
  takeForm,
  uniteLists,
  type Versions,
  withoutHunks,
} from './three-way.ts';

/** `base` is empty where both sides made the file. `markerSize`: the length of the markers that `mergeText` leaves. */
export async function mergeNote(
  { ours, base, theirs }: { readonly ours: string; readonly base: string; readonly theirs: string },
  mergeText: MergeText,
  markerSize = 7,
): Promise<Merged> {
  const sides = [ours, theirs];
  const known = sides.some(hasMergeMarkers) ? base : withoutHunks(base, sides);
  const { versions, swapped } = sortSides(ours, known, theirs);
  const merge = inBothDirections(mergeText, swapped);
  if (pick(versions) !== null || !isUnderstood([ours, known, theirs], markerSize)) return await merge(versions);
  const { texts, restore } = takeForm(versions);
  const merged = await mergeParts(texts, merge, markerSize);
  return merged === null ? await merge(versions) : { text: restore(merged.text), conflicts: merged.conflicts };
}

/** One kind of line ends, no markers of an earlier merge, and nothing that could be taken for an anchor. */
function isUnderstood(texts: readonly string[], markerSize: number): boolean {
  const marker = new RegExp(String.raw`^\uFEFF?[<>=|]{${markerSize}}(?:[ \r]|$)`, 'm');
  return !texts.some(
    (text) => isMixed(text) || text.includes('\u0001memvault') || hasMergeMarkers(text) || marker.test(text),
  );
}

async function mergeParts(
  versions: Versions<string>,
  merge: MergeVersions,
  markerSize: number,
): Promise<Merged | null> {
  try {
    return (
      (await mergePart(versions, CATALOGUE_MARKERS, merge)) ??
      (await mergePart(versions, SUMMARY_MARKERS, merge)) ??
      (await mergePage(versions, merge, markerSize))
    );
  } catch {
    return null; // A defect of this merge must not cost anybody's text.
  }
}

/**
 * `index.md` and MEMORY.md: rows and statements between memvault's markers are united under their headings, since the
 * next dream makes them anew; the rest merges by lines. Null for a file without these markers.
 */
async function mergePart(versions: Versions<string>, markers: Markers, merge: MergeVersions): Promise<Merged | null> {
  const [first, second] = [cutPart(versions.first, markers), cutPart(versions.second, markers)];
  if (!first || !second) return null;
  const base = cutPart(versions.base, markers) ?? (versions.base === '' ? { ...first, part: '' } : null);
  if (!base) return null;
  const parts = mapVersions({ base, first, second }, ({ part }) => part);
  const whole = pick(parts)?.value ?? uniteParts(parts, markers);
  if (whole === null) return null;
  const place = `${ANCHOR}part`;
  const lines = await merge(mapVersions({ base, first, second }, ({ before, after }) => before + place + after));
  return lines.text.split(place).length === 2
    ? { text: lines.text.replace(place, () => markers.start + whole + markers.end), conflicts: lines.conflicts }
    : null;
}

function cutPart(
  text: string,
  markers: Markers,
): { readonly before: string; readonly part: string; readonly after: string } | null {
  const own = findOwnPart(text, markers);
  if (typeof own === 'string') return null;
  const part = text.slice(own.start + markers.start.length, own.end - markers.end.length);
  return { before: text.slice(0, own.start), part, after: text.slice(own.end) };
}

interface Entry {
  readonly heading: string;
  readonly line: string;
}

/** Null where something else than headings and items stands there. */
function uniteParts(parts: Versions<string>, markers: Markers): string | null {
  const { base, first, second } = mapVersions(parts, (part) => entriesOf(part, markers));
  if (!base || !first || !second) return null;
  const keys = uniteLists(mapVersions({ base, first, second }, (entries) => [...entries.keys()]));
  if (markers === CATALOGUE_MARKERS) keys.sort(compareText);
  const lineOf = (entries: ReadonlyMap<string, Entry>, key: string): string | null => entries.get(key)?.line ?? null;
  const united = keys.map((key): Entry => {
    const settled = pick(mapVersions({ base, first, second }, (entries) => lineOf(entries, key)));
    const isOfSecond = !first.has(key) || (settled !== null && settled.value !== lineOf(first, key));
    return (isOfSecond ? second : first).get(key) ?? { heading: '', line: '' };
  });
  const lines =
    markers === SUMMARY_MARKERS
      ? uniteLines(united)
      : [...groupBy(united, ({ heading }) => heading)].flatMap(([heading, rows], at) => [
          ...(at > 0 ? [''] : []),
          heading,
          '',
          ...rows.map(({ line }) => line),
        ]);
  return `\n${lines.map((line) => `${line}\n`).join('')}`;
}

const ROW = /^- \[(?:[^\]\\]|\\.)*\]\(([^()\s]+)\)/;

/** By what says which they are: a statement and its heading, or the page of a row. */
function entriesOf(part: string, markers: Markers): Map<string, Entry> | null {
  const entries = new Map<string, Entry>();
  let heading: string | null = null;
  for (const line of splitLines(part)) {
    const link = ROW.exec(line)?.[1];
    if (line.startsWith('## ')) heading = line;
    else if (line.startsWith('- ') && heading !== null)
      entries.set(markers === CATALOGUE_MARKERS && link !== undefined ? link : `${heading}\n${line}`, {
        heading,
        line,
      });
    else if (line.trim() !== '') return null;
  }
  return entries;
}
