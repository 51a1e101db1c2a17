// Splits a note's prose into passages: one per paragraph, consecutive list items together, long ones cut. Each passage
// is one document of the index and records where it starts and ends.
import type { Block } from '../../note/blocks.ts';

/** Longer passages are cut at a line, sentence or word, if possible. */
const LONGEST = 1000;

/** A 0-based line and column. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Passage {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
  /** The headings above it, outermost first. */
  readonly headings: string;
  /** The text between them, trimmed, is `text`. */
  readonly from: Place;
  readonly to: Place;
}

const HEADING = /^(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/;

/** Unicode classes take a millisecond to compile, and nearly every passage has a plain letter. */
const saysSomething = (text: string): boolean => /[A-Za-z0-9]/.test(text) || /[\p{L}\p{N}\p{ExtPict}]/u.test(text);

/**
 * Passages of the blocks for which `isProse` is true. A heading with only headings below it is a passage itself; any
 * other block below it counts as content.
 */
export function parsePassages(blocks: readonly Block[], isProse: (block: Block) => boolean): Passage[] {
  const passages: Passage[] = [];
  const headings: { level: number; text: string; line: number; column: number; bare: boolean }[] = [];
  let group: { start: number; end: number; texts: string[]; size: number } | null = null;
  const above = (): string => headings.map((heading) => heading.text).join(' ');
  const flush = (): void => {
    if (group) passages.push(...cut(group.start, group.texts.join('\n'), above()));
    group = null;
  };
  const leave = (level: number): void => {
    while ((headings.at(-1)?.level ?? 0) >= level) {
      const heading = headings.pop();
      if (!heading?.bare || !saysSomething(heading.text)) continue;
      const { line, column, text } = heading;
      passages.push({
        line: line + 1,
        text,
        headings: above(),
        from: { line, column },
        to: { line, column: column + text.length },
      });
    }
  };
  for (const block of blocks) {
    const heading = block.kind === 'heading' ? HEADING.exec(block.text) : null;
    if (heading) {
      flush();
      const level = heading[1]?.length ?? 1;
      const text = heading[2] ?? '';
      leave(level);
      headings.push({ level, text, line: block.start, column: block.text.indexOf(text, level), bare: true });
      continue;
    }
    for (const outer of headings) outer.bare = false;
    if (!isProse(block)) {
      flush();
      continue;
    }
    if (group && block.kind === 'item' && group.end + 1 === block.start && group.size + block.text.length < LONGEST) {
      group = {
        start: group.start,
        end: block.end,
        texts: [...group.texts, block.text],
        size: group.size + block.text.length + 1,
      };
      continue;
    }
    flush();
    if (block.kind === 'item')
      group = { start: block.start, end: block.end, texts: [block.text], size: block.text.length };
    else passages.push(...cut(block.start, block.text, above()));
  }
  flush();
  leave(1);
  return passages.filter((passage) => saysSomething(passage.text)).sort((a, b) => a.line - b.line);
}

/**
 * Cuts a text into pieces of at most a thousand characters, each with its position. Scans it once: a paragraph may be
 * as long as a book.
 */
function cut(start: number, text: string, headings: string): Passage[] {
  const pieces: Passage[] = [];
  // The line of the last place and its bounds; places are requested in ascending order.
  let line = start;
  let begun = 0;
  let ended = lineEnd(text, 0);
  const placeOf = (at: number): Place => {
    while (ended < at) {
      line++;
      begun = ended + 1;
      ended = lineEnd(text, begun);
    }
    return { line, column: at - begun };
  };
  for (let at = 0; at < text.length;) {
    const end = text.length - at > LONGEST ? at + cutBefore(text.slice(at, at + LONGEST)) : text.length;
    const own = text.slice(at, end);
    const words = own.trim();
    const begin = at + own.indexOf(words);
    if (words !== '') {
      const from = placeOf(begin);
      pieces.push({ line: from.line + 1, text: words, headings, from, to: placeOf(begin + words.length) });
    }
    at = end;
  }
  return pieces;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function cutBefore(window: string): number {
  const half = LONGEST / 2;
  const line = window.lastIndexOf('\n') + 1;
  if (line > half) return line;
  const sentence = Math.max(...['. ', '! ', '? ', '。', '！', '？'].map((end) => window.lastIndexOf(end) + end.length));
  if (sentence > half) return sentence;
  const space = window.lastIndexOf(' ') + 1;
  if (space > half) return space;
  // Never split a surrogate pair.
  const unit = window.charCodeAt(LONGEST - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? LONGEST - 1 : LONGEST;
}
