// Text to the terms that search knows, for every script. The same text gives the same terms, at indexing
// and at asking; positions are kept for highlights. Knows no index.
import { LIMITS } from '../model/limits.ts';
import { wordsOfChunk } from './tokenizer/compound.ts';
import { foldWord, isAscii } from './tokenizer/fold.ts';
import { type Language, spokenIn } from './tokenizer/language.ts';
import { isMonthMay } from './tokenizer/may.ts';
import { latinPatterns, type Patterns, PLAIN, type WidePatterns, widePatterns } from './tokenizer/patterns.ts';
import { isLatin, isQuick, MIXED, RUN, scanQuick, UPPER } from './tokenizer/scan.ts';
import { createEnglish } from './tokenizer/stem.ts';
import { createUnspaced, mayBeUnspaced, type Piece, quickPieces, type Unspaced } from './tokenizer/unspaced.ts';

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
  /** Does one of its languages write compounds in one word? */
  readonly compounds: boolean;
  /** The words of a text that say something, each with its terms. Stop words are left out. */
  words(text: string): Word[];
  /** The terms of a text, in order, as often as they occur. */
  terms(text: string): string[];
}

/** No longer term is kept whole: what is longer is an encoded blob and no word. */
const LONGEST = LIMITS.word;
/** Skin tones and the sign for a coloured picture. */
const STYLE = /[\u{1F3FB}-\u{1F3FF}\uFE0F]/gu;

/** A tokenizer that remembers the chunks it has seen. Others than English are loaded by `openTokenizer`. */
export function createTokenizer(languages: readonly Language[] = [createEnglish()]): Tokenizer {
  const memory = new Map<string, Map<string, readonly string[]>>();
  let latin: Patterns | null = null;
  let wide: WidePatterns | null = null;
  let unspaced: Unspaced | null = null;

  const words = (text: string): Word[] => {
    const spoken = languages.length < 2 ? languages : spokenIn(text, languages);
    const key = spoken.length === languages.length ? '' : spoken.map(({ code }) => code).join(' ');
    let known = memory.get(key);
    if (known === undefined) memory.set(key, (known = new Map()));
    const found: Word[] = [];
    const terms = { languages, spoken, known };
    if (isQuick(text))
      quickWords(text, terms, found, (chunk) =>
        isAscii(chunk) ? PLAIN : isLatin(chunk) ? (latin ??= latinPatterns()) : (wide ??= widePatterns()),
      );
    else wideWords(text, terms, found, (wide ??= widePatterns()), () => (unspaced ??= createUnspaced()));
    return found;
  };

  return {
    compounds: languages.some((language) => language.compounds),
    words,
    terms(text) {
      const all: string[] = [];
      for (const word of words(text)) for (const term of word.terms) all.push(term);
      return all;
    },
  };
}

/**
 * How a chunk becomes terms: the languages whose stems it gets, those whose stop words count, and what is known
 * already.
 */
interface Terms {
  readonly languages: readonly Language[];
  readonly spoken: readonly Language[];
  readonly known: Map<string, readonly string[]>;
}

function quickWords(text: string, how: Terms, found: Word[], patternsFor: (chunk: string) => Patterns): void {
  const places = scanQuick(text);
  for (let i = 0; i < places.length; i += 3) {
    const start = places[i] ?? 0;
    const end = places[i + 1] ?? 0;
    const kind = places[i + 2];
    const chunk = text.slice(start, end);
    if (kind === RUN) addPieces(quickPieces(chunk), start, found);
    else if (chunk === 'May') {
      if (isMonthMay(text, start)) found.push({ start, end, terms: ['may'] });
    } else {
      const terms =
        how.known.get(chunk) ??
        (kind === MIXED ? mixedTerms(chunk, how, patternsFor(chunk)) : remember(how, chunk, [chunk], kind === UPPER));
      if (terms.length > 0) found.push({ start, end, terms });
    }
  }
}

function addPieces(pieces: readonly Piece[], offset: number, found: Word[]): void {
  for (const { start, end, term, tail } of pieces)
    found.push({ start: offset + start, end: offset + end, terms: [term.slice(0, LONGEST)], ...(tail && { tail }) });
}

function wideWords(text: string, how: Terms, found: Word[], patterns: WidePatterns, unspaced: () => Unspaced): void {
  for (const match of text.matchAll(patterns.chunk)) {
    const [chunk, emoji = ''] = match;
    const [start, end] = [match.index, match.index + chunk.length];
    if (emoji !== '') {
      const term = emoji.replace(STYLE, '');
      if (term !== '') found.push({ start, end, terms: [term] });
    } else if (mayBeUnspaced(chunk)) unspacedWords(text, start, end, how, found, patterns, unspaced());
    else addSpaced(text, start, end, how, found, patterns);
  }
}

function addSpaced(text: string, start: number, end: number, how: Terms, found: Word[], patterns: Patterns): void {
  const chunk = text.slice(start, end);
  if (chunk === 'May') {
    if (isMonthMay(text, start)) found.push({ start, end, terms: ['may'] });
    return;
  }
  const terms = how.known.get(chunk) ?? mixedTerms(chunk, how, patterns);
  if (terms.length > 0) found.push({ start, end, terms });
}

function unspacedWords(
  text: string,
  start: number,
  end: number,
  how: Terms,
  found: Word[],
  patterns: Patterns,
  unspaced: Unspaced,
): void {
  let at = start;
  for (const run of unspaced.runs(text.slice(start, end))) {
    const place = start + run.index;
    if (place > at) addSpaced(text, at, place, how, found, patterns);
    at = place + run[0].length;
    addPieces(unspaced.pieces(run[0]), place, found);
  }
  if (at < end) addSpaced(text, at, end, how, found, patterns);
}

/** The terms of a chunk of any looks. */
function mixedTerms(chunk: string, how: Terms, patterns: Patterns): readonly string[] {
  const suffix = /[+#]+$/.exec(chunk)?.[0] ?? '';
  if (suffix === '') return remember(how, chunk, wordsOfChunk(chunk, patterns), patterns.shouted.test(chunk));
  const parts = remember(how, chunk, wordsOfChunk(chunk.slice(0, -suffix.length), patterns), true);
  const terms = [...new Set([foldWord(chunk).slice(0, LONGEST), ...parts])];
  how.known.set(chunk, terms);
  return terms;
}

/** `US`, `IT`, `WHO`: written large, a stop word is a name. */
function remember(
  { languages, spoken, known }: Terms,
  chunk: string,
  words: readonly string[],
  keepStops: boolean,
): readonly string[] {
  const terms: string[] = [];
  for (const word of words) {
    const folded = foldWord(word);
    if (folded === '' || (!keepStops && isStop(folded, spoken))) continue;
    let isWord = false;
    for (const language of languages) {
      for (const term of language.terms(word, folded) ?? []) {
        isWord = true;
        add(terms, term);
      }
    }
    if (!isWord) add(terms, folded);
  }
  known.set(chunk, terms);
  return terms;
}

function add(terms: string[], term: string): void {
  const short = term.length > LONGEST ? term.slice(0, LONGEST) : term;
  if (!terms.includes(short)) terms.push(short);
}

function isStop(folded: string, spoken: readonly Language[]): boolean {
  for (const language of spoken) if (!language.isStopWord(folded)) return false;
  return spoken.length > 0;
}
