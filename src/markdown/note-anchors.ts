// The places inside a note that a link can name: headings and block ids. It never throws.
import { parseHeading } from './blocks.ts';
import { splitLines } from './lines.ts';

export interface NoteHeading {
  /** As written, without its marks. */
  readonly text: string;
  /** 1 to 6. */
  readonly level: number;
  /** 1-based. */
  readonly line: number;
}

export interface NoteAnchors {
  readonly headings: readonly NoteHeading[];
  /** Without `^`, in lower case. */
  readonly blocks: readonly string[];
}

export function parseNoteAnchors(text: string): NoteAnchors {
  const lines = splitLines(text);
  return {
    headings: lines.flatMap((line, at) => {
      const heading = parseHeading(line);
      return heading === null ? [] : [{ text: heading.title, level: heading.level, line: at + 1 }];
    }),
    blocks: lines.flatMap((line) => /(?:^|\s)\^([a-z\d-]+)\s*$/i.exec(line)?.[1]?.toLowerCase() ?? []),
  };
}
