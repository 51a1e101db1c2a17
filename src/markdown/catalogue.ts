// `index.md`, the catalogue of pages. memvault owns the part between its markers and nothing else.
import { renderLink } from './links.ts';
import { compareText } from '../model/fact.ts';
import { lineEndOf } from './lines.ts';

const START = '<!-- memvault:index -->';
const END = '<!-- /memvault:index -->';

export interface CatalogueEntry {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly claims: number;
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
  const description = entry.description.replace(/\s+/g, ' ').trim().replace(/\.$/, '').replaceAll('<!--', '&#60;!--');
  const what = description === '' ? '' : `${description}, `;
  return `- ${renderLink(entry.title, 'index.md', entry.path)}: ${what}${entry.claims} claim${entry.claims === 1 ? '' : 's'}`;
}

/** The text with memvault's part replaced; null where the file has no markers, so that it is a person's own. */
export function replaceCatalogue(text: string, catalogue: string): string | null {
  const start = text.indexOf(START);
  const end = text.indexOf(END, start);
  if (start < 0 || end < 0) return null;
  return text.slice(0, start) + catalogue.replaceAll('\n', lineEndOf(text)) + text.slice(end + END.length);
}

/** The file as `init` makes it. */
export function renderNewCatalogue(): string {
  return `# Index\n\n${START}\n${END}\n`;
}
