// How large things may be. Each kind has one limit; what lies beyond it never keeps the rest from being read.

/** Bytes for facts and files, characters for words, lines, tags and YAML, else a count. */
export const LIMITS = {
  /** A search term. Only the beginning of a longer word is indexed, and asked for. */
  word: 64,
  /** A line of a conversation. A longer one was pasted, and is not read for facts. */
  line: 65_536,
  /**
   * A fact. `log` refuses a longer one and prints it back. One written by hand is placed as it is, without analysis.
   */
  fact: 65_536,
  /** A tag. `tags` refuses a longer one; a longer one that was logged gets no page and no proposals. */
  tag: 64,
  /** A note. A larger one is named and left out of search, and not read by dreams and lint. */
  page: 8 * 2 ** 20,
  /**
   * A daily log. A larger one is named and left out of search; `log` lets none grow beyond it and prints the fact back.
   */
  log: 64 * 2 ** 20,
  /** A file that a person names, for `import`. A larger one is named, and the others are read. */
  file: 256 * 2 ** 20,
  /** Quoted phrases, exclusions, and filters of a question. Further ones are named and do not select. */
  list: 32,
  /**
   * Lists, maps and quotes in one another. Deeper YAML is named and not read; deeper JSON and markdown are passed over.
   */
  nesting: 64,
  /** Front matter, or the file of tags. Longer YAML is not read, and is named. */
  yaml: 65_536,
} as const;

/** Is it longer than a fact may be? */
export function isLong(text: string): boolean {
  if (text.length * 3 <= LIMITS.fact) return false;
  return text.length > LIMITS.fact || Buffer.byteLength(text) > LIMITS.fact;
}

/** Why a file of this size is left out, as the end of a sentence; null where it is not. */
export function tooLarge(size: number, most: number): string | null {
  return size > most ? `it has ${(size / 2 ** 20).toFixed(1)} MB, more than ${most / 2 ** 20} MB` : null;
}

/** Why a file on which the engine ran out of stack cannot be read. Throws any other error again. */
export function tooMuch(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deep, or larger than can be read';
  throw error;
}

/** Pending days that a dream takes at a time. */
export const MAX_DAYS = 14;

/** A page with this many claims is full: new ones go to parts of it. */
export const CLAIMS_PER_PAGE = 200;
