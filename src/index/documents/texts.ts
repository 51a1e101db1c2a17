// Passages as places in the bytes of their file.
import { encodeText } from '../../model/bytes.ts';
import type { Block } from '../../note/blocks.ts';
import { idOf } from '../hash.ts';
import { byteAt, type ByteLines, textOfBytes } from './byte-lines.ts';
import type { ParsedText } from './parsed.ts';
import type { Passage } from './passages.ts';

export interface TextsOf {
  readonly path: string;
  /** Title and aliases, by which a note is found; empty for a daily log. */
  readonly names: string;
  /** What its front matter says of it, by which its first passage is found. */
  readonly about: string;
  /** As the passages were taken from them. */
  readonly lines: readonly string[];
  readonly bytes: ByteLines;
  /** How many claims the note has. */
  readonly claims: number;
}

/** The text of each is what its bytes say, so that it is the same when they are read again. */
export function placeTexts(
  passages: readonly Passage[],
  { path, names, about, lines, bytes, claims }: TextsOf,
): ParsedText[] {
  const seen = new Map<string, number>();
  const offsetOf = placing(lines, bytes);
  return passages.map((passage, index) => {
    const offset = offsetOf(passage.from);
    const length = offsetOf(passage.to) - offset;
    const text = length === 0 ? passage.text : textOfBytes(bytes.bytes.subarray(offset, offset + length));
    const headings = `${names} ${index === 0 && about !== '' ? `${about} ` : ''}${passage.headings}`.trim();
    const occurrence = (seen.get(text) ?? 0) + 1;
    seen.set(text, occurrence);
    return {
      offset,
      length,
      line: passage.line,
      id: idOf([path, text, occurrence, headings]),
      text,
      headings,
      ordinal: claims + index,
    };
  });
}

/** Of places in their order. A paragraph in one line may be as long as a book, and is gone along once. */
function placing(lines: readonly string[], bytes: ByteLines): (place: Passage['from']) => number {
  let last = { line: -1, column: 0, offset: 0 };
  return ({ line, column }) => {
    const text = lines[line] ?? '';
    const goesOn = line === last.line && column >= last.column && column < text.length;
    const offset = goesOn
      ? last.offset + encodeText(text.slice(last.column, column)).length
      : byteAt(bytes, line, text, column);
    last = { line, column, offset };
    return offset;
  };
}

/** Blocks without the lines that were blanked in them: what stands above such a line and what stands below are two. */
export function withoutBlanked(
  blocks: readonly Block[],
  lines: readonly string[],
  isBlanked: (line: number) => boolean,
): Block[] {
  return blocks.flatMap((block) => {
    const parts: Block[] = [];
    let start = block.start;
    let isCut = false;
    for (let line = block.start; line <= block.end + 1; line++) {
      if (line <= block.end && !isBlanked(line)) continue;
      isCut ||= line <= block.end;
      if (line > start)
        parts.push(isCut ? { ...block, start, end: line - 1, text: lines.slice(start, line).join('\n') } : block);
      start = line + 1;
    }
    return parts;
  });
}
