// Text as raw lines and `##` sections, and splicing into them. Every byte that is not spliced stays.
import { fencedLines, lineEndOf, splitLines } from './lines.ts';
import { frontMatterLines } from './blocks.ts';

/** The order in which a page holds its sections. */
export const SECTIONS = ['Overview', 'Key Facts', 'History', 'Related', 'Sources'] as const;
export type SectionName = (typeof SECTIONS)[number];

export interface Section {
  /** 0-based line of the heading. */
  readonly heading: number;
  /** First line after the section: the next heading of level one or two, or the end. */
  readonly end: number;
}

/** The `##` section of that name, or null. */
export function findSection(text: string, name: string): Section | null {
  const lines = splitLines(text);
  const fenced = fencedLines(lines);
  const first = frontMatterLines(lines);
  const isHeading = (line: string, index: number): boolean => !fenced[index] && /^#{1,2}(?:\s|$)/.test(line);
  for (let i = first; i < lines.length; i++) {
    if (!isHeading(lines[i] ?? '', i) || (lines[i] ?? '').replace(/^##\s+/, '').trimEnd() !== name) continue;
    let end = i + 1;
    while (end < lines.length && !isHeading(lines[end] ?? '', end)) end++;
    return { heading: i, end };
  }
  return null;
}

/** Replaces the lines `[from, to)` by others, given without line ends; they get those of the text. */
export function spliceLines(text: string, from: number, to: number, lines: readonly string[]): string {
  const raw = rawLines(text);
  const lineEnd = lineEndOf(text);
  const before = raw.slice(0, from).join('');
  const after = raw.slice(to).join('');
  const added = lines.map((line) => line.replaceAll('\n', lineEnd) + lineEnd).join('');
  const open = before !== '' && !before.endsWith('\n') && (added !== '' || after !== '');
  return before + (open ? lineEnd : '') + added + after;
}

/** Lines with their line ends. */
export function rawLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The text with that section in it, made empty in its place in the order where it is missing. */
export function withSection(text: string, name: SectionName): string {
  if (findSection(text, name)) return text;
  for (const later of SECTIONS.slice(SECTIONS.indexOf(name) + 1)) {
    const section = findSection(text, later);
    if (section) return spliceLines(text, section.heading, section.heading, [`## ${name}`, '']);
  }
  const count = rawLines(text).length;
  const gap = count === 0 || splitLines(text).at(-1)?.trim() === '' ? [] : [''];
  return spliceLines(text, count, count, [...gap, `## ${name}`]);
}

/** Appends lines to a section, behind its last line that is not blank. Makes the section where it is missing. */
export function appendToSection(text: string, name: SectionName, lines: readonly string[]): string {
  if (lines.length === 0) return text;
  const whole = withSection(text, name);
  const section = findSection(whole, name);
  if (!section) return whole;
  const all = splitLines(whole);
  let last = section.end;
  while (last > section.heading + 1 && (all[last - 1] ?? '').trim() === '') last--;
  const followed = last < all.length && (all[last] ?? '').trim() !== '';
  return spliceLines(whole, last, last, followed ? [...lines, ''] : lines);
}
