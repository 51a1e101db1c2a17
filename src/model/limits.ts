// Size limits, one per kind. An item beyond its limit never prevents the rest from being read.

/** Bytes for facts and files, characters for words, lines, tags and YAML, otherwise a count. */
export const LIMITS = {
  /** A search term. Of a longer word only the beginning is indexed and searched. */
  word: 64,
  /** A line of a conversation. A longer one was pasted and is not searched for facts. */
  line: 65_536,
  /**
   * A fact. `log` refuses a longer one and prints it back. A longer one written by hand is placed as it is, without
   * analysis.
   */
  fact: 65_536,
  /** A tag. `tags` refuses a longer one; a longer one in a log gets no page and no proposals. */
  tag: 64,
  /** A note. A larger one is reported, left out of search, and skipped by dreams and lint. */
  page: 8 * 2 ** 20,
  /**
   * A daily log. A larger one is reported and left out of search; `log` refuses to exceed the limit and prints the fact
   * back.
   */
  log: 64 * 2 ** 20,
  /** A file given to `import`. A larger one is reported, and the others are read. */
  file: 256 * 2 ** 20,
  /** Quoted phrases, exclusions and filters of a question. Further ones are reported and ignored. */
  list: 32,
  /** Nested lists, maps and quotes. Deeper YAML is reported and not read; deeper JSON and markdown are skipped. */
  nesting: 64,
  /** Front matter or the tags file. Longer YAML is reported and not read. */
  yaml: 65_536,
} as const;

/** True if it is longer than a fact may be. */
export function isLong(text: string): boolean {
  if (text.length * 3 <= LIMITS.fact) return false;
  return text.length > LIMITS.fact || Buffer.byteLength(text) > LIMITS.fact;
}

/** Why a file of this size is left out, as the end of a sentence; null if it is not. */
export function tooLarge(size: number, most: number): string | null {
  return size > most ? `too large (${(size / 2 ** 20).toFixed(1)} MB, limit ${most / 2 ** 20} MB)` : null;
}

/** Why a file that caused a stack overflow cannot be read. Rethrows any other error. */
export function tooMuch(error: unknown): string {
  if (error instanceof RangeError) return 'it is too deeply nested or too large';
  throw error;
}

/** Maximum number of pending days per batch of a dream. */
export const MAX_DAYS = 14;

/** A page with this many claims is full; new claims go to its parts. */
export const CLAIMS_PER_PAGE = 200;
