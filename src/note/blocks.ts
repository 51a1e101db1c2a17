// The blocks of a note: list items, paragraphs, quotes, headings, each with its lines and the headings above it. A line
// scanner that is fast enough for a whole vault; positions only, no rendering.
import { type FenceRules, fencesOf, NO_ENTRIES, splitLines } from './lines.ts';

export type BlockKind = 'heading' | 'item' | 'paragraph' | 'quote' | 'definition' | 'fence' | 'comment' | 'overview';

export interface Block {
  readonly kind: BlockKind;
  /** 0-based line numbers, both inclusive. */
  readonly start: number;
  readonly end: number;
  /** The nearest `##` heading above, empty before the first. */
  readonly section: string;
  /** The nearest `###` heading below that, or a deeper one if that level is missing, or null. */
  readonly head: string | null;
  /** An item below another, or a later part of one: it moves with its parent. */
  readonly nested: boolean;
  /** A fence without an end: text inserted right after it would become code. */
  readonly unclosed: boolean;
  /** The lines, joined by LF. */
  readonly text: string;
}

export interface Blocks {
  readonly lines: readonly string[];
  /** First line after the front matter; 0 if there is none. */
  readonly bodyStart: number;
  readonly blocks: readonly Block[];
}

/** The order of sections on a page. */
export const SECTIONS = ['Overview', 'Key Facts', 'History', 'Related', 'Sources'] as const;

const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const INDENTED = /^(?: {2}|\t)/;
/** Most lines of a page are items that start like this, whatever is above them. */
const PLAIN_ITEM = /^- [a-z]/i;
const HEADING = /^(#{1,6})(?=\s|$)/;
const DEFINITION = /^\[\^[^\]\s]+\]:/;
const BREAK = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
// An unclosed fence would hide every section after it, and a dream would add them again.
const SECTION = new RegExp(`^## (?:${SECTIONS.join('|')})$`);
const FENCES: FenceRules = { ...NO_ENTRIES, isHeader: (line) => SECTION.test(line.trimEnd()) };

/** Number of front matter lines including both `---`; 0 if there is none. */
export function frontMatterLines(lines: readonly string[]): number {
  if ((lines[0] ?? '').replace(/^\uFEFF/, '').trimEnd() !== '---') return 0;
  for (let i = 1; i < lines.length; i++) if ((lines[i] ?? '').trimEnd() === '---') return i + 1;
  return 0;
}

/** Level and title of a heading line, or null. */
export function parseHeading(line: string): { level: number; title: string } | null {
  const level = HEADING.exec(line)?.[1]?.length;
  if (level === undefined) return null;
  return {
    level,
    title: line
      .slice(level)
      .trim()
      .replace(/(?:^|\s)#+$/, '')
      .trimEnd(),
  };
}

/** The heading of a block, including one underlined on the next line; null for other blocks. */
export function headingOf(
  { kind, nested, text, end }: Block,
  lines: readonly string[],
): { readonly level: number; readonly title: string } | null {
  if (kind === 'heading') return parseHeading(text);
  if (kind !== 'paragraph' || nested) return null;
  const [, title] = /^([^\n]+)\n=+[ \t]*$/.exec(text) ?? [];
  if (title !== undefined) return { level: 1, title: title.trim() };
  return !text.includes('\n') && /^-{3,}[ \t]*$/.test(lines[end + 1] ?? '') ? { level: 2, title: text.trim() } : null;
}

/**
 * Caches the last two texts, because editing a page parses the same text and its predecessor several times in a row.
 */
let latest: readonly (readonly [text: string, blocks: Blocks])[] = [];

export function parseBlocks(text: string): Blocks {
  const known = latest.find(([other]) => other === text)?.[1];
  const blocks = known ?? scanBlocks(text);
  if (latest[0]?.[1] !== blocks) latest = [[text, blocks], ...latest.filter((one) => one[1] !== blocks).slice(0, 1)];
  return blocks;
}

function scanBlocks(text: string): Blocks {
  const lines = splitLines(text);
  const bodyStart = frontMatterLines(lines);
  const body = lines.slice(bodyStart);
  const fences = new Map(fencesOf(body, FENCES).map((fence) => [fence.start, fence]));
  const hiddenAt = hiddenIn(body, fences);
  const blocks: Block[] = [];
  let section = '';
  let head: string | null = null;
  let deeper = false;
  let inList = false;
  let open = null as Pick<Block, 'kind' | 'start' | 'nested' | 'unclosed'> | null;
  const close = (next: number): void => {
    if (!open) return;
    const { kind, start, nested, unclosed } = open;
    const text = next === start + 1 ? (lines[start] ?? '') : lines.slice(start, next).join('\n');
    blocks.push({ kind, start, end: next - 1, section, head, nested, unclosed, text });
    open = null;
  };
  for (let i = bodyStart; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const fence = fences.get(i - bodyStart);
    const hidden = hiddenAt.get(i - bodyStart);
    const kind: BlockKind | 'same' | 'blank' = fence ? 'fence' : (hidden?.kind ?? kindOf(line, open, inList));
    if (kind === 'same') continue;
    close(i);
    if (kind === 'blank') {
      if (line.trim() !== '') inList = false;
      continue;
    }
    const nested: boolean = inList && INDENTED.test(line);
    inList = kind === 'item' || nested;
    const heading = kind === 'heading' ? parseHeading(line) : null;
    if (heading && heading.level <= 2) [section, head] = [heading.level === 2 ? heading.title : '', null];
    else if (heading && (heading.level === 3 || head === null || deeper))
      [head, deeper] = [heading.title, heading.level > 3];
    open = { kind, start: i, nested, unclosed: fence?.closed === false };
    const end = fence?.end ?? hidden?.end ?? (heading ? i - bodyStart + 1 : null);
    if (end === null) continue;
    close(bodyStart + end);
    i = bodyStart + end - 1;
  }
  close(lines.length);
  return { lines, bodyStart, blocks };
}

function kindOf(line: string, open: { kind: BlockKind } | null, inList: boolean): BlockKind | 'same' | 'blank' {
  if (PLAIN_ITEM.test(line)) return 'item';
  if (line.startsWith('[^') && DEFINITION.test(line)) return 'definition';
  if (line.trim() === '' || BREAK.test(line)) return 'blank';
  if (HEADING.test(line)) return 'heading';
  if (DEFINITION.test(line)) return 'definition';
  if (ITEM.test(line) && (inList || /^ {0,3}\S/.test(line))) return 'item';
  if (line.startsWith('>')) return open?.kind === 'quote' ? 'same' : 'quote';
  if (open?.kind === 'definition') return /^\s/.test(line) ? 'same' : 'paragraph';
  // An indented or lazy continuation line.
  return open ? 'same' : 'paragraph';
}

const OVERVIEW_START = /^<!-- memvault:overview(?: [0-9a-f]+)? -->\s*$/;
const OVERVIEW_END = /^<!-- \/memvault:overview -->\s*$/;

/**
 * Hidden ranges by first line, with an exclusive end: comments of GitHub (`<!-- … -->`) or Obsidian (`%% … %%`) on
 * lines of their own, and overviews including their markers.
 */
function hiddenIn(
  lines: readonly string[],
  fences: ReadonlyMap<number, { readonly end: number }>,
): Map<number, { readonly kind: 'comment' | 'overview'; readonly end: number }> {
  const hidden = new Map<number, { readonly kind: 'comment' | 'overview'; readonly end: number }>();
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const closing = line.startsWith('<!--') ? '-->' : line.startsWith('%%') ? '%%' : null;
    const kind = closing !== null && OVERVIEW_START.test(line) ? 'overview' : 'comment';
    const fence = fences.get(i);
    const end =
      closing === null ? null : kind === 'overview' ? endOfOverview(lines, i) : endOfComment(lines, i, closing);
    if (!fence && end !== null) hidden.set(i, { kind, end });
    i = Math.max(i, (fence?.end ?? end ?? 0) - 1);
  }
  return hidden;
}

/** An overview without an end ends at the next section: none of its sentences may be taken for a claim. */
function endOfOverview(lines: readonly string[], start: number): number {
  const isEnd = (line: string): boolean => OVERVIEW_END.test(line) || /^#{1,2}(?=\s|$)/.test(line);
  const length = lines.slice(start + 1).findIndex(isEnd);
  if (length < 0) return lines.length;
  const end = start + 1 + length;
  return OVERVIEW_END.test(lines[end] ?? '') ? end + 1 : end;
}

/**
 * The line after a comment. An unclosed comment that only the end of another would close does not count: it would hide
 * claims.
 */
function endOfComment(lines: readonly string[], start: number, closing: string): number | null {
  const ends = (at: number): number | null => ((lines[at] ?? '').trimEnd().endsWith(closing) ? at + 1 : null);
  if (lines[start]?.includes(closing, 2)) return ends(start);
  for (let i = start + 1; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (FENCES.isHeader(line) || line.includes('<!--')) return null;
    if (line.includes(closing)) return ends(i);
  }
  return null;
}
