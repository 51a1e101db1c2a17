// Texts within messages: shortening, plurals, quoting; and suggestions for unknown words. Pure.

const MOST = 200;

/** At most `most` characters (200 by default), with the cut marked; never splits a surrogate pair. */
export function shortened(text: string, most = MOST): string {
  if (text.length <= most) return text;
  const last = text.charCodeAt(most - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? most - 1 : most)}…`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export const capitalized = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());

/** Case and the choice between `-` and `_` do not count as errors. */
const fold = (word: string): string => word.toLowerCase().replaceAll('_', '-');

/**
 * The candidate that `word` most likely stands for, or null if none is near. Near is an edit distance of at most a
 * third of the longer word and at most three; failing that, the only candidate that starts with `word` (three letters
 * or more). Of equally near ones the first wins.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const asked = fold(word);
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  const beginnings: string[] = [];
  for (const candidate of candidates) {
    const known = fold(candidate);
    const allowed = Math.min(3, Math.floor(Math.max(asked.length, known.length) / 3));
    // The distance is at least the difference of lengths, which rules out most words.
    if (Math.abs(asked.length - known.length) <= Math.min(allowed, bestDistance - 1)) {
      const distance = editDistance(asked, known);
      if (distance <= allowed && distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    if (known.startsWith(asked)) beginnings.push(candidate);
  }
  if (best !== null) return best;
  const [only = null, second] = beginnings;
  return asked.replace(/^-+/, '').length >= 3 && second === undefined ? only : null;
}

/**
 * Insertions, deletions, substitutions and transpositions of neighbours that lead from one word to the other (optimal
 * string alignment, in UTF-16 units).
 */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (same ? 0 : 1),
          swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

/** Cells outside the table cost more than any in it. */
const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;

/** Quotes a word for a shell if necessary. */
export function quoteForShell(word: string): string {
  return /^[\w./:@+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`;
}

/** `1 fact waits`, `2 facts wait`. */
export const waits = (count: number, noun: string): string =>
  `${plural(count, noun)} ${count === 1 ? 'waits' : 'wait'}`;
