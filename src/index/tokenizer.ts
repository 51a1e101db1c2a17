// Text to the terms that search knows, for every script. The same text gives the same terms, at indexing
// and at asking; positions are kept for highlights. Knows no index.
import { wordsOfChunk } from './tokenizer/compound.ts';
import { foldWord } from './tokenizer/fold.ts';
import { isMonthMay } from './tokenizer/may.ts';
import { createEnglish } from './tokenizer/stem.ts';
import { createSegment, mayBeUnspaced, piecesOfRun, UNSPACED_RUN } from './tokenizer/unspaced.ts';

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
const EMOJI = String.raw`\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|\p{ExtPict}[\uFE0F\p{EMod}]*(?:\u200D\p{ExtPict}[\uFE0F\p{EMod}]*)*`;
const LETTERS = String.raw`[\p{L}\p{M}\p{N}\u00AD\u200D]+`;
const JOINED = String.raw`(?:['’ʼ.\-‐‑_&·\u200C]|(?<=\p{N})[,:/](?=\p{N}))`;
const CHUNK = (): RegExp => new RegExp(String.raw`(${EMOJI})|${LETTERS}(?:${JOINED}${LETTERS})*(?:\+\+|[#+](?![\p{L}\p{N}]))?`, 'gu');
/** The same for plain ASCII: the classes above take milliseconds to compile. */
const PLAIN_CHUNK = /()[A-Za-z0-9]+(?:(?:['.\-_&]|(?<=[0-9])[,:/](?=[0-9]))[A-Za-z0-9]+)*(?:\+\+|[#+](?![A-Za-z0-9]))?/g;
const NOT_ASCII = /[^\x00-\x7F]/;
const SHOUTED = /^[A-Z]{2,}$/;

/** A tokenizer that remembers the chunks it has seen. */
export function createTokenizer(): Tokenizer {
  const english = createEnglish();
  const segment = createSegment();
  const known = new Map<string, readonly string[]>();
  let wide: RegExp | null = null;

  const termsOfChunk = (chunk: string): readonly string[] => {
    const remembered = known.get(chunk);
    if (remembered) return remembered;
    // `US`, `IT`, `WHO`: written large, a stop word is a name.
    const keepStops = SHOUTED.test(chunk);
    const suffix = /[+#]+$/.exec(chunk)?.[0] ?? '';
    const words = wordsOfChunk(suffix === '' ? chunk : chunk.slice(0, -suffix.length));
    const terms = words.filter((word) => suffix !== '' || keepStops || !english.isStopWord(word)).map((word) => english.stem(word).slice(0, LONGEST));
    if (suffix !== '') terms.unshift((foldWord(chunk)).slice(0, LONGEST));
    const result = [...new Set(terms)];
    known.set(chunk, result);
    return result;
  };

  const unspacedWords = (chunk: string, offset: number): Word[] => {
    const words: Word[] = [];
    let at = 0;
    const spaced = (from: number, to: number): void => {
      if (to > from) words.push({ start: offset + from, end: offset + to, terms: termsOfChunk(chunk.slice(from, to)) });
    };
    for (const run of chunk.matchAll(UNSPACED_RUN)) {
      spaced(at, run.index);
      at = run.index + run[0].length;
      for (const { start, end, term, tail } of piecesOfRun(run[0], segment)) {
        words.push({ start: offset + run.index + start, end: offset + run.index + end, terms: [term.slice(0, LONGEST)], ...(tail && { tail }) });
      }
    }
    spaced(at, chunk.length);
    return words;
  };

  const words = (text: string): Word[] => {
    const found: Word[] = [];
    const isPlain = !NOT_ASCII.test(text);
    for (const match of text.matchAll(isPlain ? PLAIN_CHUNK : (wide ??= CHUNK()))) {
      const [chunk, emoji = ''] = match;
      const [start, end] = [match.index, match.index + chunk.length];
      if (emoji !== '') found.push({ start, end, terms: [emoji.replace(/[\p{EMod}\uFE0F]/gu, '')] });
      else if (chunk === 'May') {
        if (isMonthMay(text, start)) found.push({ start, end, terms: ['may'] });
      } else if (!isPlain && mayBeUnspaced(chunk)) found.push(...unspacedWords(chunk, start));
      else {
        const terms = termsOfChunk(chunk);
        if (terms.length > 0) found.push({ start, end, terms });
      }
    }
    return found.filter((word) => word.terms.length > 0);
  };

  return { words, terms: (text) => words(text).flatMap((word) => word.terms) };
}
