// The lines of a file as places in its bytes, and the words that stand at such a place. What is read back
// later by offset is read by the same function that the index was built with.
import { decodeBytes, encodeText } from '../../model/bytes.ts';

/** Where the lines of a file begin. Lines are 0-based here. */
export interface ByteLines {
  readonly bytes: Uint8Array;
  readonly starts: readonly number[];
}

/** A byte order mark is no part of the first line of a daily log; of a note it is, and white space. */
export function byteLinesOf(bytes: Uint8Array, { bom }: { readonly bom: 'kept' | 'left out' }): ByteLines {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const starts = [hasMark && bom === 'left out' ? 3 : 0];
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 10) starts.push(i + 1);
  return { bytes, starts };
}

/** Where a line ends, before its line end. */
export function endOfLine({ bytes, starts }: ByteLines, line: number): number {
  const next = starts[line + 1];
  const end = next === undefined ? bytes.length : next - 1;
  return end > (starts[line] ?? 0) && bytes[end - 1] === 13 ? end - 1 : end;
}

/** The byte at a column of a line, whose text is given; the end of the line where it is behind it. */
export function byteAt(lines: ByteLines, line: number, text: string, column: number): number {
  const start = lines.starts[line] ?? 0;
  if (column === 0) return start;
  return column >= text.length ? endOfLine(lines, line) : start + encodeText(text.slice(0, column)).length;
}

/** The text of whole lines, or of a part of them, with LF between them and nothing around it. */
export function textOfBytes(bytes: Uint8Array): string {
  return linesOfBytes(bytes).trim();
}

/** The same with the white space that stands around it. */
export function linesOfBytes(bytes: Uint8Array): string {
  const text = decodeBytes(bytes);
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}
