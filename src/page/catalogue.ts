// `index.md`, the catalogue of pages. memvault owns the part between its markers and nothing else.
import { compareText } from '../model/fact.ts';
import { escapeWords } from '../note/escape.ts';
import { lineEndOf } from '../note/lines.ts';
import { renderLink } from '../note/link-map.ts';
import { CATALOGUE_MARKERS } from './markers.ts';
import { findOwnPart } from './markers.ts';

const { start: START, end: END } = CATALOGUE_MARKERS;

export interface CatalogueEntry {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** Null for a page that was made of a text and has none. */
  readonly claims: number | null;
}

export function renderCatalogue(entries: readonly CatalogueEntry[]): string {
  const byZone = new Map<string, CatalogueEntry[]>();
  for (const entry of [...entries].sort((a, b) => compareText(a.path, b.path))) {
    const zone = entry.path.split('/')[0] ?? '';
    byZone.set(zone, [...(byZone.get(zone) ?? []), entry]);
  }
  const parts = [...byZone].map(([zone, pages]) => `## ${zone}\n\n${pages.map(renderRow).join('\n')}\n`);
  return `${START}\n${parts.join('\n')}${END}`;
}

function renderRow(entry: CatalogueEntry): string {
  const description = escapeWords(entry.description.trim().replace(/\.$/, ''));
  const what = description === '' ? '' : `${description}, `;
  return (
    `- ${renderLink(entry.title, 'index.md', entry.path)}: ${what}` +
    (entry.claims === null ? 'literature' : `${entry.claims} claim${entry.claims === 1 ? '' : 's'}`)
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
