// Merges a file that memvault writes: a page, `index.md`, MEMORY.md. A pure function of its three texts, the
// same in both directions. Never throws: what it does not understand merges as lines.
import { compareText } from '../../model/fact.ts';
import { splitLines } from '../../note/lines.ts';
import { hasMergeMarkers } from '../page.ts';
import { uniteLines } from '../summary.ts';
import { mergePage } from './merge-page.ts';
import { ANCHOR } from './skeleton.ts';
import {
  inBothDirections,
  mapVersions,
  type Merged,
  type MergeText,
  type MergeVersions,
  pick,
  sortSides,
  uniteLists,
  type Versions,
  withoutHunks,
} from './three-way.ts';
import { takeForm } from './units.ts';

// `index.md` and MEMORY.md: the part between memvault's markers is derived, so it merges without conflicts
// and the next dream brings it in step; the rest merges by lines.

const CATALOGUE = ['<!-- memvault:index -->', '<!-- /memvault:index -->'] as const;
const TAG = ['<!-- memvault:tag -->', '<!-- /memvault:tag -->'] as const;
const SUMMARY = ['<!-- memvault:memory -->', '<!-- /memvault:memory -->'] as const;

/** Rows united by page, the later count where both changed one. Null for a file without the markers of `index.md`. */
async function mergeCatalogue(given: Versions<string>, merge: MergeVersions): Promise<Merged | null> {
  return await mergePart(given, CATALOGUE, uniteRows, merge);
}

/** Statements united under their headings, as many as have room. Null for a file without the markers of MEMORY.md. */
async function mergeSummary(given: Versions<string>, merge: MergeVersions): Promise<Merged | null> {
  return await mergePart(given, SUMMARY, uniteStatements, merge);
}

/** As one side has it: the next dream makes it anew. Null for a file without the markers of a tag's page. */
async function mergeTagPage(given: Versions<string>, merge: MergeVersions): Promise<Merged | null> {
  return await mergePart(given, TAG, ({ first }) => first, merge);
}

type Unite = (lines: Versions<readonly string[]>) => readonly string[] | null;

async function mergePart(
  given: Versions<string>,
  [start, end]: readonly [string, string],
  unite: Unite,
  merge: MergeVersions,
): Promise<Merged | null> {
  const { texts, restore } = takeForm(given);
  const cut = (text: string): { before: string; part: string; after: string } | null => {
    const [from, to] = [text.indexOf(start), text.lastIndexOf(end)];
    if (from < 0 || to < from) return null;
    const part = text.slice(from + start.length, to);
    return part.includes(start) || part.includes(end)
      ? null
      : { before: text.slice(0, from), part, after: text.slice(to + end.length) };
  };
  const [first, second] = [cut(texts.first), cut(texts.second)];
  if (!first || !second) return null;
  const base = cut(texts.base) ?? (texts.base === '' ? { ...first, part: '' } : null);
  if (!base) return null;
  const parts = mapVersions({ base, first, second }, ({ part }) => part);
  const whole =
    pick(parts)?.value ?? render(unite(mapVersions(parts, (part) => splitLines(part).slice(1))), parts.first);
  if (whole === null) return null;
  const place = `${ANCHOR}part`;
  const lines = await merge(mapVersions({ base, first, second }, ({ before, after }) => before + place + after));
  return lines.text.split(place).length === 2
    ? { text: restore(lines.text.replace(place, () => start + whole + end)), conflicts: lines.conflicts }
    : null;
}

function render(lines: readonly string[] | null, like: string): string | null {
  if (lines === null) return null;
  const lineEnd = like.includes('\r\n') ? '\r\n' : '\n';
  return lineEnd + lines.map((line) => line + lineEnd).join('');
}

const ROW = /^- \[(?:[^\]\\]|\\.)*\]\(([^()\s]+)\)/;

function uniteRows(lines: Versions<readonly string[]>): string[] | null {
  const rows = mapVersions(lines, rowsOf);
  const { base, first, second } = rows;
  if (!base || !first || !second) return null;
  const kept: { path: string; row: string }[] = [];
  for (const path of new Set([...first.keys(), ...second.keys()])) {
    const row = pick(mapVersions({ base, first, second }, (map) => map.get(path) ?? null));
    const changed = [first.get(path), second.get(path)]
      .filter((one) => one !== undefined)
      .sort((a, b) => countOf(b) - countOf(a) || compareText(a, b));
    const value = row ? row.value : (changed[0] ?? null);
    if (value !== null) kept.push({ path, row: value });
  }
  kept.sort((a, b) => compareText(a.path, b.path));
  return [...groupByZone(kept)].flatMap(([zone, own], index) => [...(index > 0 ? [''] : []), `## ${zone}`, '', ...own]);
}

function groupByZone(rows: readonly { readonly path: string; readonly row: string }[]): Map<string, string[]> {
  const zones = new Map<string, string[]>();
  for (const { path, row } of rows) {
    const zone = path.split('/')[0] ?? '';
    zones.set(zone, [...(zones.get(zone) ?? []), row]);
  }
  return zones;
}

/** Each statement with the heading above it, because blank lines and equal headings say nothing of their place. */
function uniteStatements(lines: Versions<readonly string[]>): string[] {
  const { base, first, second } = mapVersions(lines, statementsOf);
  if (!base || !first || !second) return uniteLists(lines);
  const items = uniteLists({ base, first, second }).map((item) => item.split('\n'));
  return uniteLines(items.map(([heading = '', line = '']) => ({ heading, line })));
}

/** Heading and statement with a line end between them; null where something else stands there. */
function statementsOf(lines: readonly string[]): string[] | null {
  const statements: string[] = [];
  let heading: string | null = null;
  for (const line of lines) {
    if (line.startsWith('## ')) heading = line;
    else if (line.startsWith('- ') && heading !== null) statements.push(`${heading}\n${line}`);
    else if (line.trim() !== '') return null;
  }
  return statements;
}

const countOf = (row: string): number => Number(/(\d+) claims?$/.exec(row)?.[1] ?? 0);

/** Rows by page; null where something else stands there. */
function rowsOf(lines: readonly string[]): Map<string, string> | null {
  const rows = new Map<string, string>();
  for (const line of lines) {
    const link = ROW.exec(line)?.[1];
    if (link !== undefined) rows.set(decode(link), line);
    else if (line.trim() !== '' && !line.startsWith('## ')) return null;
  }
  return rows;
}

function decode(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

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
