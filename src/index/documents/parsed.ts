// What one file holds for search, with the places of its bytes that say so: a pure function of the file alone.
import { decodeBytes, encodeText } from '../../model/bytes.ts';
import { isDay } from '../../model/day.ts';
import type { Fact } from '../../model/fact.ts';

/** A fact of a daily log where it stands. */
export interface LoggedFact {
  readonly fact: Fact;
  /** Of its line, without the line end. */
  readonly offset: number;
  readonly length: number;
  /** Equal for the facts of one session of the day. */
  readonly group: number;
  /** Its place among them, in the order of lines. */
  readonly ordinal: number;
}

export interface ParsedClaim {
  /** Of the lines of the block that says it. */
  readonly offset: number;
  readonly length: number;
  /** 1-based. */
  readonly line: number;
  /** Its number among the claims of its block. */
  readonly part: number;
  readonly text: string;
  /** Never empty. */
  readonly cites: readonly string[];
  readonly past: boolean;
  /** Is it a callout of claims that contradict each other? */
  readonly sides: boolean;
  readonly held: { readonly from: string; readonly to: string } | null;
  /** Its place among the claims of the page. */
  readonly ordinal: number;
}

export interface ParsedText {
  readonly offset: number;
  /** 0 where the text is the title of a note that says nothing else. */
  readonly length: number;
  /** 1-based. */
  readonly line: number;
  /** Another one for another text, other headings or another name of the note. */
  readonly id: string;
  readonly text: string;
  /** The names of the note and the headings above the passage. */
  readonly headings: string;
  /** Its place among the claims and passages of the note, claims first. */
  readonly ordinal: number;
}

export interface ParsedFile {
  readonly path: string;
  /** The day of a daily log, else null. */
  readonly day: string | null;
  readonly title: string;
  /** Tags of its front matter. */
  readonly tags: readonly string[];
  /**
   * Of a daily log without code fences that ends with a line end the number of its lines: what is appended changes
   * nothing above it. Else null.
   */
  readonly lines: number | null;
  readonly facts: readonly LoggedFact[];
  readonly claims: readonly ParsedClaim[];
  readonly texts: readonly ParsedText[];
}

// What the index notes of a daily log for the next time: other logs that share an id with it, and where to go on
// reading it when it grew.

export interface Growth {
  /** Number of its lines, all of them ended. */
  readonly lines: number;
  /** By session how many facts it has, the one without a name below the empty text. */
  readonly sessions: Readonly<Record<string, number>>;
}

export interface LogNote {
  /** Paths of the logs that have an id of this one, whoever keeps it. */
  readonly shares: readonly string[];
  /** Null where it must be read from its beginning. */
  readonly growth: Growth | null;
}

// Which notes are daily logs, by their paths.

/** The day of a daily log by its path, or null. */
export function dayOfPath(path: string, dailyDir: string): string | null {
  const name = path.startsWith(`${dailyDir}/`) ? path.slice(dailyDir.length + 1) : '';
  return name.endsWith('.md') && isDay(name.slice(0, -3)) ? name.slice(0, -3) : null;
}

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
