// The nouns of an import: a file as it was found, what a format takes from it, and what a format is. Nothing here
// reads files or decides.
import type { Fields } from '../../model/fact.ts';

/** A text that somebody named, or that lies in a folder that somebody named. */
export interface Given {
  /** From what was named, with `/`; of a file that was named itself its name. */
  readonly path: string;
  readonly text: string;
  /** The paths of all files that were found with it. */
  readonly beside: ReadonlySet<string>;
  /** Local day. */
  readonly today: string;
}

/** One statement of a file, not checked yet. */
export interface Found {
  readonly text: string;
  /** Null where the format does not say. */
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly fields: Fields;
  /** Local day on which it was said or held; null where that is not known. */
  readonly day: string | null;
  /** Local `HH:MM`. */
  readonly time: string | null;
  readonly session: string | null;
  /** Its line in the file, 1-based, or the id that it has there. */
  readonly place: string;
}

/** Something of a file, or a whole one, that is not taken. */
export interface Left {
  /** 1-based; null where it is the whole file. */
  readonly line: number | null;
  readonly why: string;
  /** It should have been readable: damaged, too long, not what it claims to be. */
  readonly isBad: boolean;
}

export interface Reading {
  readonly facts: readonly Found[];
  readonly left: readonly Left[];
}

/**
 * By what a statement is known again, beside its words: `file` the name of its file and what it is about; `day` also
 * the day; `export` its id alone, as each export has a name of its own.
 */
export type Scope = 'file' | 'day' | 'export';

export interface Format {
  readonly name: string;
  /** What it reads, for people. */
  readonly what: string;
  /** How it is known without `--format`. */
  readonly known: string;
  /** What of it becomes a fact. */
  readonly takes: string;
  readonly scope: Scope;
  /** Of a statement that has none of its own. */
  readonly category: string;
  detect(given: Given): boolean;
  read(given: Given): Reading;
}

// Takes whole parts of a note out of it, its other lines where they were. Pure.

/** `opens` and `closes` are tested on lines; a part that is never closed stays, and all behind it. */
export function withoutParts(text: string, opens: RegExp, closes: RegExp): string {
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    if (!opens.test(lines[at] ?? '')) continue;
    let end = at + 1;
    while (end < lines.length && !closes.test(lines[end] ?? '')) end++;
    if (end === lines.length) break;
    lines.fill('', at, end + 1);
    at = end;
  }
  return lines.join('\n');
}
