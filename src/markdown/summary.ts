// `MEMORY.md`, the always-visible summary. memvault owns the part between its markers and nothing else: plain
// statements under the titles of their pages, in few enough lines and bytes to stand at the head of every prompt.
import { encodeText } from './bytes.ts';
import { renderClaimText } from './claim-text.ts';
import { escapeCharacters, escapeLine } from './escape.ts';
import { lineEndOf } from './lines.ts';
import { hasMergeMarkers } from './page.ts';

const START = '<!-- memvault:memory -->';
const END = '<!-- /memvault:memory -->';

/** What memvault's part does not pass, its markers included. */
export const MAX_LINES = 200;
export const MAX_BYTES = 25_000;

export interface SummaryClaim {
  readonly page: string;
  /** The page's title. */
  readonly title: string;
  /** The statement, any text. */
  readonly text: string;
}

/**
 * The text with memvault's part made of the first of these claims, as many as have room; one that is too long for what
 * is left is left out whole. Pages come in the order of their first claim. Null where the text does not have one pair
 * of markers, so that it is a person's own, and where one of git's hunks may lie across it.
 */
export function replaceSummary(text: string, ranked: Iterable<SummaryClaim>): string | null {
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start || start !== text.lastIndexOf(START) || end !== text.lastIndexOf(END)) return null;
  if (hasMergeMarkers(`${text.slice(0, start)}\n${text.slice(end)}`)) return null;
  const lineEnd = lineEndOf(text);
  const lines = [START, ...fitLines(itemsOf(ranked), lineEnd.length), END];
  return text.slice(0, start) + lines.join(lineEnd) + text.slice(end + END.length);
}

/** One line of the part, under its heading. */
export interface SummaryItem {
  readonly group: string;
  /** The line of the group's heading. */
  readonly heading: string;
  readonly line: string;
}

function* itemsOf(ranked: Iterable<SummaryClaim>): Generator<SummaryItem> {
  for (const { page, title, text } of ranked) {
    if (text.trim() !== '' && text.length < MAX_BYTES) yield { group: page, heading: renderTitle(title), line: renderStatement(text) };
  }
}

/** The lines between the markers, of the first items that have room. `lineEnd`: bytes of a line end. */
export function fitLines(items: Iterable<SummaryItem>, lineEnd: number): string[] {
  const groups = new Map<string, Set<string>>();
  const left = { lines: MAX_LINES - 2, bytes: MAX_BYTES - START.length - END.length - 2 * lineEnd };
  for (const { group, heading, line } of items) {
    if (left.lines < 1) break;
    const known = groups.get(group);
    if (line.length > left.bytes || known?.has(line)) continue;
    const added = known ? [line] : [...(groups.size > 0 ? [''] : []), heading, '', line];
    const bytes = added.reduce((sum, one) => sum + encodeText(one).length + lineEnd, 0);
    if (added.length > left.lines || bytes > left.bytes) continue;
    left.lines -= added.length;
    left.bytes -= bytes;
    if (known) known.add(line);
    else groups.set(group, new Set([heading, '', line]));
  }
  return [...groups.values()].flatMap((lines, index) => [...(index > 0 ? [''] : []), ...lines]);
}

function renderStatement(text: string): string {
  // No footnote stands behind it here: what looks like a block id at its end would be one.
  return `- ${withoutComments(renderClaimText(text)).replace(/(^|\s)\^(?=[A-Za-z0-9-]+$)/, (_, before: string) => `${before}${escapeCharacters('^', /./g)}`)}`;
}

function renderTitle(title: string): string {
  return `## ${withoutComments(escapeLine(title.replace(/\s+/g, ' ').trim()))}`;
}

/** None begins or ends in it: not even memvault's own markers, where a statement quotes them. */
const withoutComments = (line: string): string => line.replaceAll('<!--', '&#60;!--');

/** The file as `init` makes it. */
export function renderNewSummary(): string {
  return `# Memory\n\n${START}\n${END}\n`;
}
