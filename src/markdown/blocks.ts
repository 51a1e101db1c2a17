// The blocks of a note: list items, paragraphs, quotes, headings, each with its lines and the
// headings above it. A line scanner, fast enough to read a whole vault; positions only, no rendering.
import { fencedLines, splitLines } from './lines.ts';

export type BlockKind = 'heading' | 'item' | 'paragraph' | 'quote' | 'definition' | 'fence';

export interface Block {
  readonly kind: BlockKind;
  /** 0-based line numbers, both inclusive. */
  readonly start: number;
  readonly end: number;
  /** The nearest `##` heading above, empty before the first. */
  readonly section: string;
  /** The nearest `###` heading below that, or null. */
  readonly head: string | null;
  /** The lines, joined by LF. */
  readonly text: string;
}

export interface Blocks {
  readonly lines: readonly string[];
  /** First line after the front matter; 0 where there is none. */
  readonly bodyStart: number;
  readonly blocks: readonly Block[];
}

const ITEM = /^(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const HEADING = /^(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*$/;
const DEFINITION = /^\[\^[^\]\s]+\]:/;

/** Front matter's number of lines with both `---`, 0 where a note has none. */
export function frontMatterLines(lines: readonly string[]): number {
  if ((lines[0] ?? '').replace(/^\uFEFF/, '').trimEnd() !== '---') return 0;
  for (let i = 1; i < lines.length; i++) if ((lines[i] ?? '').trimEnd() === '---') return i + 1;
  return 0;
}

export function parseBlocks(text: string): Blocks {
  const lines = splitLines(text);
  const bodyStart = frontMatterLines(lines);
  const fenced = fencedLines(lines.slice(bodyStart));
  const blocks: Block[] = [];
  let section = '';
  let head: string | null = null;
  let open = null as { kind: BlockKind; start: number } | null;
  const close = (next: number): void => {
    if (open) blocks.push({ ...open, end: next - 1, section, head, text: lines.slice(open.start, next).join('\n') });
    open = null;
  };
  for (let i = bodyStart; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const kind: BlockKind | 'same' | 'blank' = fenced[i - bodyStart] ? 'fence' : kindOf(line, open);
    if (kind === 'same') continue;
    if (kind === 'fence' && open?.kind === 'fence') continue;
    close(i);
    if (kind === 'blank') continue;
    if (kind === 'heading') {
      const match = HEADING.exec(line);
      const level = match?.[1]?.length ?? 1;
      if (level <= 2) [section, head] = [level === 2 ? (match?.[2] ?? '') : '', null];
      else if (level === 3) head = match?.[2] ?? '';
    }
    open = { kind, start: i };
    if (kind === 'heading' || kind === 'definition') close(i + 1);
  }
  close(lines.length);
  return { lines, bodyStart, blocks };
}

function kindOf(line: string, open: { kind: BlockKind } | null): BlockKind | 'same' | 'blank' {
  if (line.trim() === '') return 'blank';
  if (HEADING.test(line)) return 'heading';
  if (DEFINITION.test(line)) return 'definition';
  if (ITEM.test(line)) return 'item';
  if (line.startsWith('>')) return open?.kind === 'quote' ? 'same' : 'quote';
  // An indented or lazy line goes on with what it follows.
  return open && open.kind !== 'fence' ? 'same' : 'paragraph';
}
