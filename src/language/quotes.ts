// Whether what a model says stands in a text is in it: found again word for word, and given back as the text has it.
// Pure.

/** Signs that a model writes in another way, each for one. */
const SIGNS: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '–': '-',
  '—': '-',
  '‑': '-',
  '−': '-',
};
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** What one sees as a letter: with the marks above and below it. */
const CLUSTER = /\s+|[\s\S]\p{M}*/gu;

export interface QuoteLength {
  /** Letters; fewer are in any text. */
  readonly least: number;
  /** The same in scripts that put no blank between words. */
  readonly leastUnspaced: number;
  readonly most: number;
}

export interface FoundQuote {
  /** Which of the passages has it. */
  readonly passage: number;
  /** As it stands there. */
  readonly quote: string;
}

/**
 * Finds words in passages, in one of them each: white space and Unicode forms aside, letter by letter. Null where they
 * are not there, are half a word, or are too few or too many to be a quote.
 */
export function makeFindQuote(
  passages: readonly string[],
  { least, leastUnspaced, most }: QuoteLength,
): (words: string) => FoundQuote | null {
  const hays = passages.map(fold);
  return (words) => {
    const bare = words
      .trim()
      .replace(/^["“„«](?=[^"”“»]*["”“»]?$)|["”“»]$/g, '')
      .replace(/(?:…|\.\.\.)$/, '')
      .trim();
    const wanted = fold(bare).text;
    if (wanted.length > most || wanted.length < (UNSPACED.test(wanted) ? leastUnspaced : least)) return null;
    for (const [passage, { text, starts }] of hays.entries()) {
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
        const end = at + wanted.length;
        // Not in the midst of a letter that became several.
        if (!standsAlone(text, at, end) || starts[at] === starts[at - 1] || starts[end] === starts[end - 1]) continue;
        return { passage, quote: (passages[passage] ?? '').slice(starts[at], starts[end]).trimEnd() };
      }
    }
    return null;
  };
}

interface Folded {
  readonly text: string;
  /** For each letter of it where in the original that one begins; one more for the end. */
  readonly starts: readonly number[];
}

function fold(original: string): Folded {
  let text = '';
  const starts: number[] = [];
  for (const { 0: cluster, index } of original.matchAll(CLUSTER)) {
    const folded = /^\s/.test(cluster) ? ' ' : (SIGNS[cluster] ?? cluster.normalize('NFKC'));
    text += folded;
    for (let at = 0; at < folded.length; at++) starts.push(index);
  }
  starts.push(original.length);
  return { text, starts };
}

/** Half a word is no quote. */
function standsAlone(text: string, start: number, end: number): boolean {
  const isInWord = (at: number): boolean =>
    /^[\p{L}\p{M}\p{N}]{2}$/u.test(text.slice(at - 1, at + 1)) && !UNSPACED.test(text.slice(at - 1, at + 1));
  return (start === 0 || !isInWord(start)) && (end === text.length || !isInWord(end));
}
