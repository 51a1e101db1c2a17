// Text as raw lines and `##` sections, and splicing into them. Every byte that is not spliced stays.
import { type Blocks, parseBlocks, parseHeading, SECTIONS } from '../note/blocks.ts';
import { lineEndOf, splitLines } from '../note/lines.ts';

type SectionName = (typeof SECTIONS)[number];

interface Section {
  /** 0-based line of the heading. */
  readonly heading: number;
  /** First line after the section: the next heading of level one or two, or the end. */
  readonly end: number;
}

/** The `##` section of that name, or null. */
export function findSection(text: string, name: string): Section | null {
  const { blocks, lines } = parseBlocks(text);
  let found: number | null = null;
  for (const block of blocks) {
    const heading = block.kind === 'heading' ? parseHeading(block.text) : null;
    if (!heading || heading.level > 2) continue;
    if (found !== null) return { heading: found, end: block.start };
    if (heading.level === 2 && heading.title === name) found = block.start;
  }
  return found === null ? null : { heading: found, end: lines.length };
}

/** The lines `[from, to)` to be replaced by others. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  /** Without line ends; they get those of the text. */
  readonly lines: readonly string[];
}

/** Replaces lines at several places, none of which overlaps another, in one go. */
export function spliceAll(text: string, splices: readonly Splice[]): string {
  const raw = rawLines(text);
  const lineEnd = lineEndOf(text);
  const parts: string[] = [];
  let next = 0;
  for (const { from, to, lines } of [...splices].sort((a, b) => a.from - b.from)) {
    parts.push(raw.slice(next, from).join(''), lines.map((line) => line.replaceAll('\n', lineEnd) + lineEnd).join(''));
    next = to;
  }
  parts.push(raw.slice(next).join(''));
  // A last line without an end gets one where something follows it now.
  return parts
    .filter((part) => part !== '')
    .map((part, index, all) => (index < all.length - 1 && !part.endsWith('\n') ? part + lineEnd : part))
    .join('');
}

/** Replaces the lines `[from, to)` by others, given without line ends; they get those of the text. */
export function spliceLines(text: string, from: number, to: number, lines: readonly string[]): string {
  return spliceAll(text, [{ from, to, lines }]);
}

/** Puts lines before line `at`, with a blank line on either side where none is. */
export function insertApart(text: string, at: number, lines: readonly string[]): string {
  const all = splitLines(text);
  const isOpen = (line: string | undefined): boolean => line !== undefined && line.trim() !== '';
  return spliceLines(text, at, at, [...(isOpen(all[at - 1]) ? [''] : []), ...lines, ...(isOpen(all[at]) ? [''] : [])]);
}

/** Changes the lines `[from, to)` as one text without the line end that follows them; all else keeps its bytes. */
export function editLines(text: string, from: number, to: number, edit: (lines: string) => string): string {
  const raw = rawLines(text);
  const lines = raw.slice(from, to).join('');
  const lineEnd = /\r?\n$/.exec(lines)?.[0] ?? '';
  return (
    raw.slice(0, from).join('') + edit(lines.slice(0, lines.length - lineEnd.length)) + lineEnd + raw.slice(to).join('')
  );
}

/** Lines with their line ends. */
export function rawLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/**
 * Where something can be put at the end of a section: behind its last line that is not blank, or before
 * fences that a person left open, since whatever stands behind those is code.
 */
export function endOfContent({ blocks, lines }: Blocks, section: Section): number {
  let end = section.end;
  for (;;) {
    while (end > section.heading + 1 && (lines[end - 1] ?? '').trim() === '') end--;
    const last = blocks.findLast((block) => block.start < end);
    if (!last?.unclosed || last.start <= section.heading) return end;
    end = last.start;
  }
}

/** The text with that section in it, made empty in its place in the order where it is missing. */
export function withSection(text: string, name: SectionName): string {
  if (findSection(text, name)) return text;
  for (const later of SECTIONS.slice(SECTIONS.indexOf(name) + 1)) {
    const section = findSection(text, later);
    if (section) return insertApart(text, section.heading, [`## ${name}`]);
  }
  const page = parseBlocks(text);
  const end = page.lines.length;
  const last = page.blocks.at(-1);
  return insertApart(text, last?.unclosed ? endOfContent(page, { heading: page.bodyStart - 1, end }) : end, [
    `## ${name}`,
  ]);
}

/** Appends lines to a section, behind its last line that is not blank. Makes the section where it is missing. */
export function appendToSection(text: string, name: SectionName, lines: readonly string[]): string {
  if (lines.length === 0) return text;
  const whole = withSection(text, name);
  const section = findSection(whole, name);
  if (!section) return whole;
  const page = parseBlocks(whole);
  const at = endOfContent(page, section);
  const above = page.blocks.findLast((block) => block.end < at);
  const kindOf = (line: string): string => (line.startsWith('[^') ? 'definition' : 'item');
  // Lines of one kind stand together; below anything else they stand apart.
  const joins = above?.kind === 'heading' || above?.kind === kindOf(lines[0] ?? '');
  const followed = (page.lines[at] ?? '').trim() !== '';
  return spliceLines(whole, at, at, [...(joins ? [] : ['']), ...lines, ...(followed ? [''] : [])]);
}
