// Renders pages as one markdown file, by zone, for use outside the vault: without front matter, footnotes, block ids,
// links between pages and memvault's markers. Pure.
import { parseBlocks, parseHeading } from '../note/blocks.ts';
import { citationsIn, withoutNotes } from '../page/claim-text.ts';

export interface ExportedPage {
  readonly path: string;
  readonly title: string;
  /** The lines of the page; null for a line that must not be exported. */
  readonly lines: readonly (string | null)[];
}

/** Sections that only make sense inside the vault. */
const PLACES: ReadonlySet<string> = new Set(['Related', 'Sources']);
/** Shifts headings down, below the page's title, which is below the zone. */
const BELOW = 1;

/**
 * Pages with exportable content, in zone order. `isWanted`: whether to keep a block that cites these facts; null keeps
 * everything, also blocks without citations.
 */
export function renderMarkdown(
  pages: readonly ExportedPage[],
  zones: readonly string[],
  isWanted: ((facts: readonly string[]) => boolean) | null,
): string {
  return zones
    .flatMap((zone) => {
      const own = pages
        .filter(({ path }) => path.startsWith(`${zone}/`))
        .map((page) => renderPage(page, isWanted))
        .filter((text) => text !== '');
      return own.length === 0 ? [] : [`# ${zone.replace(/^\d+[_ -]+/, '')}\n\n${own.join('\n')}`];
    })
    .join('\n');
}

interface Part {
  /** The heading level; 0 for text. */
  readonly level: number;
  readonly text: string;
}

function renderPage({ title, lines }: ExportedPage, isWanted: ((facts: readonly string[]) => boolean) | null): string {
  const parts: Part[] = [];
  let isList = false;
  for (const { kind, section, nested, text } of parseBlocks(lines.map((line) => line ?? '').join('\n')).blocks) {
    if (PLACES.has(section) || kind === 'comment' || kind === 'definition') continue;
    const heading = kind === 'heading' ? parseHeading(text) : null;
    if (heading !== null) {
      const marks = '#'.repeat(Math.min(heading.level + BELOW, 6));
      if (heading.level > 1 || heading.title !== title)
        parts.push({ level: heading.level, text: `\n${marks} ${heading.title}` });
    } else if (isWanted === null || isWanted(citationsIn(text))) {
      const words = kind === 'fence' ? text : withoutNotes(text.replace(/<!--[^]*?-->\n?/g, '')).trimEnd();
      if (words.trim() !== '')
        parts.push({ level: 0, text: isList && (nested || kind === 'item') ? words : `\n${words}` });
    }
    isList = kind === 'item' || nested;
  }
  const kept = parts.filter(({ level }, at) => level === 0 || hasWords(parts.slice(at + 1), level));
  return kept.length === 0 ? '' : `## ${title}\n${kept.map(({ text }) => `${text}\n`).join('')}`;
}

/** Whether there is text below a heading of this level. */
function hasWords(below: readonly Part[], level: number): boolean {
  const next = below.find((part) => part.level <= level);
  return next?.level === 0;
}
