// The part of a file that memvault owns, between two markers, each on a line of its own and in no code fence. A file
// without one such pair is a person's, and why that is so can be said. Also that part of `index.md`.
import { compareText } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { plural } from '../model/text.ts';
import { escapeWords } from '../note/escape.ts';
import { fencedLines, lineEndOf } from '../note/lines.ts';
import { renderLink } from '../note/link-map.ts';

export interface Markers {
  /** What both of them say. */
  readonly name: string;
  readonly start: string;
  readonly end: string;
}

export const SUMMARY_MARKERS: Markers = {
  name: 'memvault:memory',
  start: '<!-- memvault:memory -->',
  end: '<!-- /memvault:memory -->',
};
export const CATALOGUE_MARKERS: Markers = {
  name: 'memvault:index',
  start: '<!-- memvault:index -->',
  end: '<!-- /memvault:index -->',
};

/** What is wrong with a text in which no marker stands on a line of its own. */
export const NO_MARKERS = 'its markers are missing';

/** Positions in the text: of the first marker, and behind the second. */
interface OwnPart {
  readonly start: number;
  readonly end: number;
}

/** What is wrong, in words, where there is not one pair. */
export function findOwnPart(text: string, { start, end }: Markers): OwnPart | string {
  const [starts, ends] = [start, end].map((marker) => marksOf(text, marker, [start, end]));
  const [first, second] = [starts?.[0], ends?.[0]];
  if (text.trim() === '') return 'the file is empty';
  if (first === undefined && second === undefined) return NO_MARKERS;
  if (first === undefined) return `the marker ${start} is missing`;
  if (second === undefined) return `the marker ${end} is missing`;
  if ((starts?.length ?? 0) > 1 || (ends?.length ?? 0) > 1) return 'its markers stand there twice';
  return second < first ? 'its markers are the wrong way round' : { start: first, end: second + end.length };
}

/** Which lines, from 0 on, stand between the markers or hold one. None where there is not one pair. */
export function ownLines(text: string, markers: Markers): (index: number) => boolean {
  const part = findOwnPart(text, markers);
  if (typeof part === 'string') return () => false;
  const lineOf = (at: number): number => text.slice(0, at).split('\n').length - 1;
  const [first, last] = [lineOf(part.start), lineOf(part.end)];
  return (index) => index >= first && index <= last;
}

/** Positions of a marker, on lines that hold nothing but markers. */
function marksOf(text: string, marker: string, markers: readonly string[]): number[] {
  if (!text.includes(marker)) return [];
  const lines = text.split('\n');
  const fenced = fencedLines(lines);
  const found: number[] = [];
  let at = 0;
  for (const [number, line] of lines.entries()) {
    const others = markers.reduce((left, one) => left.replaceAll(one, ''), line.replace('\uFEFF', ''));
    if (fenced[number] !== true && others.trim() === '')
      for (let index = line.indexOf(marker); index >= 0; index = line.indexOf(marker, index + 1))
        found.push(at + index);
    at += line.length + 1;
  }
  return found;
}

// The catalogue of pages in `index.md`.

const { start: START, end: END } = CATALOGUE_MARKERS;

export interface CatalogueEntry {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Null for a page that has none. */
  readonly claims: number | null;
  /** What such a page is, where it was not made of a text. */
  readonly kind?: string;
}

export function renderCatalogue(entries: readonly CatalogueEntry[]): string {
  const sorted = [...entries].sort((a, b) => compareText(a.path, b.path));
  const parts = [...groupBy(sorted, ({ path }) => path.split('/')[0] ?? '')].map(
    ([zone, pages]) => `## ${zone}\n\n${pages.map(renderRow).join('\n')}\n`,
  );
  return `${START}\n${parts.join('\n')}${END}`;
}

function renderRow(entry: CatalogueEntry): string {
  const description = escapeWords(entry.description.trim().replace(/\.$/, ''));
  const what = description === '' ? '' : `${description}, `;
  return (
    `- ${renderLink(entry.title, 'index.md', entry.path)}: ${what}` +
    (entry.claims === null ? (entry.kind ?? 'literature') : plural(entry.claims, 'claim'))
  );
}

/**
 * The text with memvault's part replaced; null where the file has not one pair of markers, so that it is a person's
 * own.
 */
export function replaceCatalogue(text: string, catalogue: string): string | null {
  const part = findOwnPart(text, CATALOGUE_MARKERS);
  return typeof part === 'string'
    ? null
    : text.slice(0, part.start) + catalogue.replaceAll('\n', lineEndOf(text)) + text.slice(part.end);
}

/** The file as `init` makes it. */
export function renderNewCatalogue(): string {
  return `# Index\n\n${START}\n${END}\n`;
}
