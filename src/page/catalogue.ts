// `index.md`, the catalogue of pages. memvault owns the part between its markers and nothing else.
import { compareText } from '../model/fact.ts';
import { groupBy } from '../model/group-by.ts';
import { plural } from '../model/text.ts';
import { escapeWords } from '../note/escape.ts';
import { lineEndOf } from '../note/lines.ts';
import { renderLink } from '../note/link-map.ts';
import { CATALOGUE_MARKERS, findOwnPart } from './markers.ts';

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
