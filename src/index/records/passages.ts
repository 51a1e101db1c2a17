// A note's prose as passages: one a paragraph, consecutive list items together, long ones cut. Each is
// one document of the index and keeps the line it begins on.
import type { Block } from '../../markdown/blocks.ts';

/** A passage longer than this is cut, at a line, a sentence or a word if it can be. */
const LONGEST = 1000;

export interface Passage {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  /** The headings above it, outermost first. */
  readonly headings: string;
}

const HEADING = /^(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/;
const SAYS_SOMETHING = /[\p{L}\p{N}\p{ExtPict}]/u;

/**
 * Passages of the blocks that `isProse` holds for. A heading with nothing below it is a passage itself;
 * other blocks, prose or not, count as something below it.
 */
export function parsePassages(blocks: readonly Block[], isProse: (block: Block) => boolean): Passage[] {
  const passages: Passage[] = [];
  const headings: { level: number; text: string; line: number; bare: boolean }[] = [];
  let group: { line: number; end: number; texts: string[]; size: number } | null = null;
  const above = (): string => headings.map((heading) => heading.text).join(' ');
  const flush = (): void => {
    if (group) passages.push(...cut(group.line, group.texts.join('\n'), above()));
    group = null;
  };
  const leave = (level: number): void => {
    while ((headings.at(-1)?.level ?? 0) >= level) {
      const heading = headings.pop();
      if (heading?.bare && SAYS_SOMETHING.test(heading.text)) passages.push({ line: heading.line, text: heading.text, headings: above() });
    }
  };
  for (const block of blocks) {
    const heading = block.kind === 'heading' ? HEADING.exec(block.text) : null;
    if (heading) {
      flush();
      const level = heading[1]?.length ?? 1;
      leave(level);
      for (const outer of headings) outer.bare = false;
      headings.push({ level, text: heading[2] ?? '', line: block.start + 1, bare: true });
      continue;
    }
    for (const outer of headings) outer.bare = false;
    if (!isProse(block)) {
      flush();
      continue;
    }
    if (group && block.kind === 'item' && group.end + 1 === block.start && group.size + block.text.length < LONGEST) {
      group = { line: group.line, end: block.end, texts: [...group.texts, block.text], size: group.size + block.text.length + 1 };
      continue;
    }
    flush();
    if (block.kind === 'item') group = { line: block.start + 1, end: block.end, texts: [block.text], size: block.text.length };
    else passages.push(...cut(block.start + 1, block.text, above()));
  }
  flush();
  leave(1);
  return passages.filter((passage) => SAYS_SOMETHING.test(passage.text)).sort((a, b) => a.line - b.line);
}

/** A text in pieces of at most a thousand characters, each with its line. */
function cut(line: number, text: string, headings: string): Passage[] {
  const pieces: Passage[] = [];
  let rest = text;
  let at = line;
  while (rest.length > LONGEST) {
    const end = cutBefore(rest);
    const piece = rest.slice(0, end);
    pieces.push({ line: at, text: piece.trim(), headings });
    at += piece.split('\n').length - 1;
    rest = rest.slice(end);
  }
  return [...pieces, { line: at, text: rest.trim(), headings }].filter((piece) => piece.text !== '');
}

function cutBefore(text: string): number {
  const window = text.slice(0, LONGEST);
  const half = LONGEST / 2;
  const line = window.lastIndexOf('\n') + 1;
  if (line > half) return line;
  const sentence = Math.max(...['. ', '! ', '? ', '。', '！', '？'].map((end) => window.lastIndexOf(end) + end.length));
  if (sentence > half) return sentence;
  const space = window.lastIndexOf(' ') + 1;
  if (space > half) return space;
  // Never between the two halves of one character.
  const unit = window.charCodeAt(LONGEST - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? LONGEST - 1 : LONGEST;
}
