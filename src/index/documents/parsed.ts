// The searchable content of one file with its byte positions: a pure function of the file alone.
import { decodeBytes, encodeText } from '../../model/bytes.ts';
import { isDay } from '../../model/day.ts';
import type { Fact } from '../../model/fact.ts';

/** A fact of a daily log with its position. */
export interface LoggedFact {
  readonly fact: Fact;
  /** Byte range of its line, without the line ending. */
  readonly offset: number;
  readonly length: number;
  /** Equal for facts of the same session on that day. */
  readonly group: number;
  /** Its position among them, in line order. */
  readonly ordinal: number;
}

export interface ParsedClaim {
  /** Byte range of its block. */
  readonly offset: number;
  readonly length: number;
  /** 1-based. */
  readonly line: number;
  /** Its position among the claims of its block. */
  readonly part: number;
  readonly text: string;
  /** Never empty. */
  readonly cites: readonly string[];
  readonly past: boolean;
  /** A callout of conflicting claims. */
  readonly sides: boolean;
  readonly held: { readonly from: string; readonly to: string } | null;
  /** Its position among the claims of the page. */
  readonly ordinal: number;
}

export interface ParsedText {
  readonly offset: number;
  /** 0 if the text is the title of a note without other content. */
  readonly length: number;
  /** 1-based. */
  readonly line: number;
  /** Depends on the text, its headings and the path of the note. */
  readonly id: string;
  readonly text: string;
  /** The names of the note and the headings above the passage. */
  readonly headings: string;
  /** Its position among the claims and passages of the note, claims first. */
  readonly ordinal: number;
}

export interface ParsedFile {
  readonly path: string;
  /** The day of a daily log; null for other notes. */
  readonly day: string | null;
  readonly title: string;
  /** Tags of its front matter. */
  readonly tags: readonly string[];
  /**
   * For a daily log without code fences that ends with a newline, the number of its lines: appending changes nothing
   * above. Else null.
   */
  readonly lines: number | null;
  readonly facts: readonly LoggedFact[];
  readonly claims: readonly ParsedClaim[];
  readonly texts: readonly ParsedText[];
}

// What the index remembers of a daily log: other logs that share an id with it, and where to resume reading after it
// grew.

export interface Growth {
  /** Number of lines, all of them terminated. */
  readonly lines: number;
  /** Number of facts per session; facts without a session are counted under the empty string. */
  readonly sessions: Readonly<Record<string, number>>;
}

export interface LogNote {
  /** Paths of logs that share an id with this one, whichever keeps it. */
  readonly shares: readonly string[];
  /** Null if it must be read from the start. */
  readonly growth: Growth | null;
}

// Daily logs, recognised by path.

/** The day of a daily log, from its path; null for other notes. */
export function dayOfPath(path: string, dailyDir: string): string | null {
  const name = path.startsWith(`${dailyDir}/`) ? path.slice(dailyDir.length + 1) : '';
  return name.endsWith('.md') && isDay(name.slice(0, -3)) ? name.slice(0, -3) : null;
}

/** The byte offsets at which the lines of a file start. Lines are 0-based here. */
export interface ByteLines {
  readonly bytes: Uint8Array;
  readonly starts: readonly number[];
}

/** In a daily log a byte order mark is not part of the first line; in a note it is, as white space. */
export function byteLinesOf(bytes: Uint8Array, { bom }: { readonly bom: 'kept' | 'left out' }): ByteLines {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const starts = [hasMark && bom === 'left out' ? 3 : 0];
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 10) starts.push(i + 1);
  return { bytes, starts };
}

/** Offset of the end of a line, before the line ending. */
export function endOfLine({ bytes, starts }: ByteLines, line: number): number {
  const next = starts[line + 1];
  const end = next === undefined ? bytes.length : next - 1;
  return end > (starts[line] ?? 0) && bytes[end - 1] === 13 ? end - 1 : end;
}

/** Byte offset of a column in a line with the given text; the end of the line if the column is beyond it. */
export function byteAt(lines: ByteLines, line: number, text: string, column: number): number {
  const start = lines.starts[line] ?? 0;
  if (column === 0) return start;
  return column >= text.length ? endOfLine(lines, line) : start + encodeText(text.slice(0, column)).length;
}

/** Decodes whole or partial lines, with LF between them, trimmed. */
export function textOfBytes(bytes: Uint8Array): string {
  return linesOfBytes(bytes).trim();
}

/** The same without trimming. */
export function linesOfBytes(bytes: Uint8Array): string {
  const text = decodeBytes(bytes);
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}
