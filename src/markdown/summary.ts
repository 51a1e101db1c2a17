// `MEMORY.md`, the always-visible summary. memvault owns the part between its markers and nothing else: plain
// statements under the titles of their pages, in few enough lines and bytes to stand at the head of every prompt.
import type { SummaryLine } from '../model/plan.ts';
import { encodeText } from './bytes.ts';
import { renderClaimText } from './claim-text.ts';
import { escapeCharacters, escapeWords } from './escape.ts';
import { lineEndOf } from './lines.ts';
import { findOwnPart, SUMMARY_MARKERS } from './own-part.ts';
import { hasMergeMarkers } from './page.ts';
import { arrange, type Arranged } from './summary-groups.ts';

const { start: START, end: END } = SUMMARY_MARKERS;

/** What the whole file does not pass, as far as a person's own parts leave room. */
export const MAX_LINES = 200;
export const MAX_BYTES = 25_000;
/** memvault's part has so much in any case, its markers included. */
export const MIN_LINES = 20;
const MIN_BYTES = 2_500;

/** What memvault's part may have. */
interface Room {
  readonly lines: number;
  readonly bytes: number;
}

export interface SummaryClaim {
  readonly page: string;
  /** The page's title. */
  readonly title: string;
  /** The statement, any text. */
  readonly text: string;
  /** The facts that it cites. */
  readonly facts: readonly string[];
  readonly pinned: boolean;
  /** The sides of a conflict, in one statement. */
  readonly conflicting: boolean;
}

/**
 * The text with memvault's part made of the first of these claims, as many as have room; one that is too long for what
 * is left is left out whole. Pages come in the order of their first claim. `lines`: an engine's words, each taken as
 * far as it says what its claims say. Null where the text does not have one pair of markers, so that it is a person's
 * own, and where one of git's hunks may lie across it.
 */
export function replaceSummary(
  text: string,
  ranked: Iterable<SummaryClaim>,
  lines: readonly SummaryLine[] = [],
): string | null {
  const part = findOwnPart(text, SUMMARY_MARKERS);
  if (typeof part === 'string') return null;
  const [before, after] = [text.slice(0, part.start), text.slice(part.end)];
  if (hasMergeMarkers(`${before}\n${after}`)) return null;
  const lineEnd = lineEndOf(text);
  const made = [START, ...fitLines(itemsOf(arrange(ranked, lines)), lineEnd.length, roomBeside(before + after)), END];
  return before + made.join(lineEnd) + after;
}

/** What a person's own parts leave of the whole. */
function roomBeside(own: string): Room {
  const lines = own.split('\n').length - 1;
  return {
    lines: Math.max(MIN_LINES, MAX_LINES + (own.endsWith('\n') ? 1 : 0) - lines),
    bytes: Math.max(MIN_BYTES, MAX_BYTES - encodeText(own).length),
  };
}

/** One line of the part, under its heading. */
export interface SummaryItem {
  readonly group: string;
  /** The line of the group's heading. */
  readonly heading: string;
  readonly line: string;
}

function* itemsOf(arranged: Iterable<Arranged>): Generator<SummaryItem> {
  for (const { group, title, text } of arranged) {
    if (text.trim() !== '' && text.length < MAX_BYTES)
      yield { group, heading: renderTitle(title), line: renderStatement(text) };
  }
}

/** The lines between the markers, of the first items that have room. `lineEnd`: bytes of a line end. */
export function fitLines(
  items: Iterable<SummaryItem>,
  lineEnd: number,
  room: Room = { lines: MAX_LINES, bytes: MAX_BYTES },
): string[] {
  const groups = new Map<string, Set<string>>();
  const left = { lines: room.lines - 2, bytes: room.bytes - START.length - END.length - 2 * lineEnd };
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

/** A statement as one item of a list, whatever it holds. */
export function renderStatement(text: string): string {
  // No footnote stands behind it here: what looks like a block id at its end would be one.
  return (
    '- ' +
    withoutComments(renderClaimText(text)).replace(
      /(^|\s)\^(?=[A-Za-z0-9-]+$)/,
      (_, before: string) => `${before}${escapeCharacters('^', /./g)}`,
    )
  );
}

/** A heading of the second level. */
export function renderTitle(title: string): string {
  return `## ${escapeWords(title)}`;
}

/** None begins or ends in it: not even memvault's own markers, where a statement quotes them. */
const withoutComments = (line: string): string => line.replaceAll('<!--', '&#60;!--');

/** The file as `init` makes it. */
export function renderNewSummary(): string {
  return `# Memory\n\n${START}\n${END}\n`;
}
