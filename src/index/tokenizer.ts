// Splits text of any script into search terms. The same text gives the same terms when indexed and when searched;
// offsets are kept for highlighting. Independent of the index.
import { languageKey } from '../language/languages.ts';
import { LIMITS } from '../model/limits.ts';
import { createEnglish, type Language, spokenIn } from './tokenizer/english.ts';
import {
  foldWord,
  isAscii,
  isHangul,
  isQuick,
  MIXED,
  type Patterns,
  PLAIN,
  RUN,
  scanQuick,
  UPPER,
  type WidePatterns,
  widePatterns,
} from './tokenizer/scan.ts';

// Splits one chunk of text (`maxTokens`, `self-care`, `2023-05-07`, `Caroline's`, `1,000`) into words: the whole and
// its parts, in their original case.

const APOSTROPHE = /['’ʼ]/;
const POSSESSIVE = /['’ʼ][sS]$/;
const CONNECTOR = /['’ʼ.\-‐‑_&·:,/\u200C]/;
const DATE = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2}))?(?=T|$)/;
const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const NUMERIC = /^\d+(?:[.,:/]\d+)+$/;

/** A version, alone or before a suffix such as a pre-release tag. */
const VERSION = /^v?(\d+(?:\.\d+)+)(?=-|$)/i;

/** The words of a chunk, the whole first; some may differ only in case. */
function wordsOfChunk(chunk: string, patterns: Patterns): string[] {
  // Every regular expression slows down a cold start: a chunk without digits is spared those for numbers.
  const hasNumber = patterns.number.test(chunk);
  const date = hasNumber ? datesOf(chunk, patterns) : null;
  if (date) return date;
  const bare = chunk.replace(POSSESSIVE, '');
  if (hasNumber && THOUSANDS.test(bare))
    return unique([bare.replaceAll(',', ''), bare.replaceAll(',', '').split('.')[0] ?? '']);
  const pieces = bare.split(CONNECTOR).filter((piece) => piece !== '');
  if (hasNumber && NUMERIC.test(bare)) return unique([bare, ...pieces]);
  const cased = pieces.flatMap((piece) => piece.split(patterns.camel));
  const parts = hasNumber ? cased.flatMap((part) => splitNumber(part, patterns)) : cased;
  const whole = hasNumber && /^[\d.]*\d[\d.]*$/.test(bare.replace(/^v/i, '')) ? bare : pieces.join('');
  // Single-letter parts (`e-mail`, `l'été`) add nothing to the whole.
  const kept = parts.length > 1 ? parts.filter((part) => part.length > 1 || patterns.number.test(part)) : [];
  // `l'été` and `O'Brien` contain a word of their own, `didn't` does not.
  const shortened = APOSTROPHE.test(bare) && (pieces[0] ?? '').length > 2;
  const version = hasNumber && bare.includes('.') ? VERSION.exec(bare) : null;
  return unique([
    whole,
    ...(version ? [version[0], version[1] ?? '', pieces[0] ?? '', pieces[0]?.replace(/^v/i, '') ?? ''] : []),
    ...(shortened ? [] : kept),
  ]);
}

function datesOf(chunk: string, patterns: Patterns): string[] | null {
  const match = DATE.exec(chunk);
  const [year, month, day] = [match?.[1], match?.[2], match?.[3]];
  if (!match || year === undefined || month === undefined || Number(month) < 1 || Number(month) > 12) return null;
  const monthOf = `${year}-${month.padStart(2, '0')}`;
  const rest = chunk.slice(match[0].length + 1);
  const whole = day === undefined ? [] : [`${monthOf}-${day.padStart(2, '0')}`];
  return unique([...whole, monthOf, year, ...(rest === '' ? [] : wordsOfChunk(rest, patterns))]);
}

function splitNumber(part: string, { lettersAndNumber }: Patterns): string[] {
  const match = lettersAndNumber.exec(part);
  if (!match) return [part];
  const pieces = [match[1] ?? match[3] ?? '', match[2] ?? match[4] ?? ''];
  return [part, ...pieces];
}

const unique = (words: readonly string[]): string[] => [...new Set(words)].filter((word) => word !== '');

// Scripts without spaces between words: Han, kana, Thai, Lao, Khmer, Burmese; and Hangul, whose words include
// particles. Indexed as pairs of characters, so that any part of a run is found, plus whole words where pairs are weak.

interface Scripts {
  /** A run of characters of these scripts. */
  readonly run: RegExp;
  /** A grapheme: a syllable written in parts, or a letter with its marks. */
  readonly cluster: RegExp;
  readonly hangul: RegExp;
  /** Scripts whose letters mean little alone: words are found with a dictionary. */
  readonly dictionary: RegExp;
}

function compileScripts(): Scripts {
  return {
    run: new RegExp(
      String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}` +
        String.raw`\p{sc=Khmer}\p{sc=Myanmar}ー々〆ヶ\u3099\u309A\uFF9E\uFF9F]+`,
      'gu',
    ),
    cluster: new RegExp(
      String.raw`[\u1100-\u115F][\u1160-\u11A7][\u11A8-\u11FF]?|[\uFF66-\uFF9D][\uFF9E\uFF9F]|\P{M}\p{M}*|\p{M}+`,
      'gu',
    ),
    hangul: new RegExp(String.raw`^\p{sc=Hangul}+$`, 'u'),
    dictionary: new RegExp(String.raw`[\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`, 'u'),
  };
}

/** A piece of a run: its range in the run and its folded text. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly term: string;
  /** The last character of a longer run. */
  readonly tail?: true;
}

/** Splits text into runs of these scripts and the text in between. */
export interface Unspaced {
  runs(text: string): RegExpExecArray[];
  /**
   * The pieces of a run: for some scripts words of three or more characters; each pair of characters; and the last
   * character.
   */
  pieces(run: string): Piece[];
}

/** Quickly rejects text without these scripts: they all lie at or above U+0E00. */
function mayBeUnspaced(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 0x0e00) return true;
  return false;
}

/** Created on first use: these patterns and the runtime's word segmenter take milliseconds to load. */
function createUnspaced(): Unspaced {
  const scripts = compileScripts();
  let segmenter: Intl.Segmenter | null = null;
  const segment = (run: string): Set<number> => {
    segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' });
    return new Set(Array.from(segmenter.segment(run), (word) => word.index + word.segment.length));
  };
  return {
    runs: (text) => [...text.matchAll(scripts.run)],
    pieces: (run) => piecesOfRun(run, scripts, segment),
  };
}

function piecesOfRun(
  run: string,
  { cluster, hangul, dictionary }: Scripts,
  segment: (run: string) => Set<number>,
): Piece[] {
  const clusters = Array.from(run.matchAll(cluster), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: foldWord(match[0]),
  }));
  const pieces: Piece[] = [];
  const piece = (from: number, to: number): Piece => ({
    start: clusters[from]?.start ?? 0,
    end: clusters[to - 1]?.end ?? run.length,
    term: clusters
      .slice(from, to)
      .map((one) => one.text)
      .join(''),
  });
  if (clusters.length > 2) {
    const characters = clusters.map((one) => one.text);
    const whole = characters.join('');
    // Hangul is written with spaces, so the run is the word. Pairs of Han or kana are distinctive enough; pairs of Thai
    // or similar letters are not.
    const words: [number, number][] = hangul.test(whole)
      ? [[0, clusters.length]]
      : dictionary.test(whole)
        ? wordsAmong(characters, segment(whole))
        : [];
    for (const [from, to] of words) if (to - from > 2) pieces.push(piece(from, to));
  }
  for (let i = 0; i + 1 < clusters.length; i++) pieces.push(piece(i, i + 2));
  // A single character is found as the start of a pair; only the last one starts none.
  if (clusters.length > 0)
    pieces.push({ ...piece(clusters.length - 1, clusters.length), ...(clusters.length > 1 && { tail: true }) });
  return pieces.filter(({ term }) => term !== '');
}

/** The same for runs found by `scanQuick`, where each code unit is a character in its only form. */
function quickPieces(run: string): Piece[] {
  const { length } = run;
  const pieces: Piece[] = [];
  if (length > 2 && isAllHangul(run)) pieces.push({ start: 0, end: length, term: run });
  for (let i = 0; i + 1 < length; i++) pieces.push({ start: i, end: i + 2, term: run.slice(i, i + 2) });
  const last = { start: length - 1, end: length, term: run.slice(length - 1) };
  pieces.push(length > 1 ? { ...last, tail: true } : last);
  return pieces;
}

function isAllHangul(run: string): boolean {
  for (let i = 0; i < run.length; i++) if (!isHangul(run.charCodeAt(i))) return false;
  return true;
}

/** The words of a run as half-open ranges of character indexes. */
function wordsAmong(characters: readonly string[], ends: ReadonlySet<number>): [number, number][] {
  const words: [number, number][] = [];
  let from = 0;
  let offset = 0;
  characters.forEach((character, index) => {
    offset += character.length;
    if (!ends.has(offset)) return;
    words.push([from, index + 1]);
    from = index + 1;
  });
  return words;
}

/** A written word and its terms. */
export interface Word {
  /** UTF-16 offsets in the text. */
  readonly start: number;
  readonly end: number;
  readonly terms: readonly string[];
  /** The last character of an unspaced run: indexed so that it can be found, but ignored in questions. */
  readonly tail?: true;
}

export interface Tokenizer {
  /** True if one of its languages writes compounds as one word. */
  readonly compounds: boolean;
  /** The words of a text with their terms, without stop words. */
  words(text: string): Word[];
  /** The terms of a text, in order, with repetitions. */
  terms(text: string): string[];
}

/** Longer terms are truncated: they are encoded data rather than words. */
const LONGEST = LIMITS.word;
/** Skin tones and the emoji variation selector. */
const STYLE = /[\u{1F3FB}-\u{1F3FF}\uFE0F]/gu;

/** A tokenizer that caches the chunks it has seen. `openTokenizer` loads languages other than English. */
export function createTokenizer(languages: readonly Language[] = [createEnglish()]): Tokenizer {
  const memory = new Map<string, Map<string, readonly string[]>>();
  let wide: WidePatterns | null = null;
  let unspaced: Unspaced | null = null;

  const words = (text: string): Word[] => {
    const spoken = languages.length < 2 ? languages : spokenIn(text, languages);
    const key = spoken.length === languages.length ? '' : spoken.map(({ code }) => code).join(' ');
    let known = memory.get(key);
    if (known === undefined) memory.set(key, (known = new Map()));
    const found: Word[] = [];
    const terms = { languages, spoken, known };
    if (isQuick(text)) quickWords(text, terms, found, (chunk) => (isAscii(chunk) ? PLAIN : (wide ??= widePatterns())));
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

/** How a chunk becomes terms: the languages that stem it, those whose stop words apply, and the cache. */
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

/** The terms of a chunk of any form. */
function mixedTerms(chunk: string, how: Terms, patterns: Patterns): readonly string[] {
  const suffix = /[+#]+$/.exec(chunk)?.[0] ?? '';
  if (suffix === '') return remember(how, chunk, wordsOfChunk(chunk, patterns), patterns.shouted.test(chunk));
  const parts = remember(how, chunk, wordsOfChunk(chunk.slice(0, -suffix.length), patterns), true);
  const terms = [...new Set([foldWord(chunk).slice(0, LONGEST), ...parts])];
  how.known.set(chunk, terms);
  return terms;
}

/** `US`, `IT`, `WHO`: in capitals a stop word is a name. */
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

/** Ignores codes without search support and languages that are recognised by script. */
export function openTokenizer(codes: readonly string[]): Tokenizer | Promise<Tokenizer> {
  const key = languageKey(codes);
  if (key === 'en') return createTokenizer();
  return load(key === '' ? [] : key.split(' '));
}

async function load(codes: readonly string[]): Promise<Tokenizer> {
  const { isOther, loadLanguage } = await import('./tokenizer/languages.ts');
  return createTokenizer(
    await Promise.all(codes.map(async (code) => (isOther(code) ? await loadLanguage(code) : createEnglish()))),
  );
}

const BEFORE = new RegExp(
  String.raw`(?:\b(?:in|of|since|until|till|by|last|next|this|during|from|before|after|between|early|mid|late|` +
    String.raw`around|for|and)|\d|[,–-])\s*$`,
  'i',
);
const AFTER = /^\s*,?\s*\d/;

/** True if the "May" at this offset is the month. */
function isMonthMay(text: string, start: number): boolean {
  return BEFORE.test(text.slice(Math.max(0, start - 12), start)) || AFTER.test(text.slice(start + 3, start + 7));
}
