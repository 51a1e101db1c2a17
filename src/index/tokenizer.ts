// Text to the terms that search knows, for every script. The same text gives the same terms, at indexing
// and at asking; positions are kept for highlights. Knows no index.
import { wordsOfChunk } from './tokenizer/compound.ts';
import { foldWord } from './tokenizer/fold.ts';
import { isMonthMay } from './tokenizer/may.ts';
import { createEnglish } from './tokenizer/stem.ts';
import { type Patterns, PLAIN, widePatterns } from './tokenizer/patterns.ts';
import { createUnspaced, mayBeUnspaced, type Unspaced } from './tokenizer/unspaced.ts';

/** A written word and what it is found by. */
export interface Word {
  /** Offsets in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly terms: readonly string[];
  /** The last character of a run without spaces: indexed so that it is found, no word of a question. */
  readonly tail?: true;
}

export interface Tokenizer {
  /** The words of a text that say something, each with its terms. Stop words are left out. */
  words(text: string): Word[];
  /** The terms of a text, in order, as often as they occur. */
  terms(text: string): string[];
}

/** No longer term is kept whole: what is longer is an encoded blob and no word. */
const LONGEST = 64;
/** Skin tones and the sign for a coloured picture. */
const STYLE = /[\u{1F3FB}-\u{1F3FF}\uFE0F]/gu;
const NOT_ASCII = /[^\x00-\x7F]/;
const SHOUTED = /^[A-Z]{2,}$/;

/** A tokenizer that remembers the chunks it has seen. */
export function createTokenizer(): Tokenizer {
  const english = createEnglish();
  const known = new Map<string, readonly string[]>();
  let wide: Patterns | null = null;
  let unspaced: Unspaced | null = null;

  const termsOfChunk = (chunk: string, patterns: Patterns): readonly string[] => {
    const remembered = known.get(chunk);
    if (remembered) return remembered;
    // `US`, `IT`, `WHO`: written large, a stop word is a name.
    const keepStops = SHOUTED.test(chunk);
    const suffix = /[+#]+$/.exec(chunk)?.[0] ?? '';
    const words = wordsOfChunk(suffix === '' ? chunk : chunk.slice(0, -suffix.length), patterns);
    const terms = words.filter((word) => suffix !== '' || keepStops || !english.isStopWord(word)).map((word) => english.stem(word).slice(0, LONGEST));
    if (suffix !== '') terms.unshift((foldWord(chunk)).slice(0, LONGEST));
    const result = [...new Set(terms)];
    known.set(chunk, result);
    return result;
  };

  const unspacedWords = (chunk: string, offset: number, patterns: Patterns): Word[] => {
    unspaced ??= createUnspaced();
    const words: Word[] = [];
    let at = 0;
    const spaced = (from: number, to: number): void => {
      if (to > from) words.push({ start: offset + from, end: offset + to, terms: termsOfChunk(chunk.slice(from, to), patterns) });
    };
    for (const run of unspaced.runs(chunk)) {
      spaced(at, run.index);
      at = run.index + run[0].length;
      for (const { start, end, term, tail } of unspaced.pieces(run[0])) {
        words.push({ start: offset + run.index + start, end: offset + run.index + end, terms: [term.slice(0, LONGEST)], ...(tail && { tail }) });
      }
    }
    spaced(at, chunk.length);
    return words;
  };

  const words = (text: string): Word[] => {
    const found: Word[] = [];
    const patterns = NOT_ASCII.test(text) ? (wide ??= widePatterns()) : PLAIN;
    for (const match of text.matchAll(patterns.chunk)) {
      const [chunk, emoji = ''] = match;
      const [start, end] = [match.index, match.index + chunk.length];
      if (emoji !== '') found.push({ start, end, terms: [emoji.replace(STYLE, '')] });
      else if (chunk === 'May') {
        if (isMonthMay(text, start)) found.push({ start, end, terms: ['may'] });
      } else if (patterns !== PLAIN && mayBeUnspaced(chunk)) found.push(...unspacedWords(chunk, start, patterns));
      else {
        const terms = termsOfChunk(chunk, patterns);
        if (terms.length > 0) found.push({ start, end, terms });
      }
    }
    return found.filter((word) => word.terms.length > 0);
  };

  return { words, terms: (text) => words(text).flatMap((word) => word.terms) };
}
