// Searches texts for the words of a statement, ignoring case, markup, escapes and Unicode forms, so that it is found
// however it is written. Reports matches; decides nothing.
import { LIMITS } from '../model/limits.ts';

/** Markup that may occur inside a word, and zero-width characters. */
const INSIDE_WORDS = /[*_~`\u00AD\u200B-\u200F\u2060\uFE00-\uFE0F\uFEFF]/gu;
/** Scripts without spaces between words. */
const UNSPACED = new RegExp(
  String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}` +
    String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`,
  'gu',
);
/** A longer word is split: the regular expression engine overflows on a run of millions. */
const WORD = /[\p{L}\p{N}\p{M}]{1,4096}/gu;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(INSIDE_WORDS, '');

/** The folded words of a text. */
export const wordsOf = (text: string): string[] => wordsIn(fold(text));

const wordsIn = (folded: string): string[] => folded.replace(UNSPACED, ' $& ').match(WORD) ?? [];

/** Joins words with spaces on both sides, so that a list of words contains another if its string does. */
const joinWords = (words: readonly string[]): string => ` ${words.join(' ')} `;

/** Undoes escapes of JSON, HTML and URLs. Escaped line breaks become spaces. */
export function withoutEscapes(text: string): string {
  let plain = text;
  if (plain.includes('\\'))
    plain = plain
      .replace(/\\u([0-9a-fA-F]{4})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
      .replace(/\\[nrtbf]/g, ' ')
      .replace(/\\(.)/g, '$1');
  if (plain.includes('&'))
    plain = plain
      .replace(/&#(\d{1,7});/g, (_, code: string) => fromCode(Number(code)))
      .replace(/&#x([0-9a-fA-F]{1,6});/gi, (_, code: string) => fromCode(parseInt(code, 16)))
      .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => NAMED[name] ?? ' ');
  if (/%[0-9a-fA-F]{2}/.test(plain)) plain = plain.replace(/(?:%[0-9a-fA-F]{2})+/g, decodeOctets);
  return plain.replace(/<\/?[a-z][^<>]{0,40}>/gi, ' ');
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
const fromCode = (code: number): string => (code > 0x10ffff ? ' ' : String.fromCodePoint(code));

function decodeOctets(octets: string): string {
  try {
    return decodeURIComponent(octets);
  } catch {
    return octets;
  }
}

/** A statement to search for. */
export interface Phrase {
  readonly fact: string;
  readonly text: string;
}

/** Consecutive words. */
interface Stretch {
  /** As returned by `joinWords`. */
  readonly joined: string;
  /** The longest word: if it is missing, the stretch cannot match. */
  readonly rarest: string;
}

export interface Sought {
  readonly fact: string;
  /** First all of the words, then each partial stretch that counts; without those that are no evidence. */
  readonly stretches: readonly (Stretch & { readonly whole: boolean })[];
}

/**
 * A partial stretch needs this many words and this share of all letters: the beginnings of most statements are alike.
 */
const LEAST_WORDS = 4;
const LEAST_SHARE = 0.7;
const ONE_UNSPACED = new RegExp(`^${UNSPACED.source}$`, 'u');

/**
 * Prepares phrases for searching. A stretch that also occurs in one of `others` is no evidence and is dropped; a phrase
 * without any left is not searched for. Neither is one without letters or digits.
 */
export function seek(phrases: readonly Phrase[], others: readonly string[]): Sought[] {
  const lists = phrases
    .map(({ fact, text }) => ({ fact, words: wordsOf(withoutEscapes(text)) }))
    .filter(({ words }) => words.length > 0);
  if (lists.length === 0) return [];
  const rarest = new Set(lists.flatMap(({ words }) => stretchesOf(words).map((stretch) => stretch.rarest)));
  const said = hayOf(others.filter((text) => holdsAny(fold(withoutEscapes(text)), rarest)));
  return lists.flatMap(({ fact, words }): Sought[] => {
    const stretches = stretchesOf(words).filter((stretch) => !isIn(stretch, said));
    return stretches.length === 0 ? [] : [{ fact, stretches }];
  });
}

/** The same, but of phrases with the same words only the first: each match then counts once. */
export function seekEach(phrases: readonly Phrase[], others: readonly string[]): Sought[] {
  const seen = new Set<string>();
  return seek(phrases, others).filter(({ stretches }) => {
    const words = stretches.map(({ joined }) => joined).join('\n');
    return !seen.has(words) && seen.add(words);
  });
}

function stretchesOf(words: readonly string[]): (Stretch & { whole: boolean })[] {
  const total = words.reduce((sum, word) => sum + word.length, 0);
  const least = total * LEAST_SHARE;
  // In a text of a thousand words not every word starts a stretch.
  const step = Math.ceil(words.length / 200);
  const parts =
    total > LIMITS.fact
      ? []
      : words.flatMap((_, start) => {
          if (start % step !== 0) return [];
          // A character of an unspaced script counts as half a word.
          let [count, letters, end] = [0, 0, start];
          for (; end < words.length && (count < LEAST_WORDS || letters < least); end++) {
            const word = words[end] ?? '';
            letters += word.length;
            count += ONE_UNSPACED.test(word) ? 0.5 : 1;
          }
          return count < LEAST_WORDS || letters < least || end - start === words.length
            ? []
            : [words.slice(start, end)];
        });
  return [words, ...parts].map((some, index) => ({
    joined: joinWords(some),
    rarest: some.reduce((a, b) => (b.length > a.length ? b : a), ''),
    whole: index === 0,
  }));
}

/** A text to search in. */
export interface Hay {
  readonly joined: string;
  readonly words: ReadonlySet<string>;
}

export const toHay = (text: string): Hay => hayOf([text]);

/** Several texts; a match cannot span two of them. */
function hayOf(texts: readonly string[]): Hay {
  const lists = texts.map((text) => wordsOf(withoutEscapes(text)));
  return { joined: lists.map(joinWords).join('\n'), words: new Set(lists.flat()) };
}

const isIn = ({ joined, rarest }: Stretch, hay: Hay): boolean => hay.words.has(rarest) && hay.joined.includes(joined);

interface Trace {
  readonly fact: string;
  /** Whether all of the words match, or only a part. */
  readonly whole: boolean;
  /** Number of words before the match. */
  readonly at: number;
}

/** The first match of each fact; a match of all words is preferred to a partial one. */
export function tracesIn(hay: Hay, sought: readonly Sought[]): Trace[] {
  const found = new Map<string, Trace>();
  for (const { fact, stretches } of sought) {
    const stretch = found.get(fact)?.whole ? undefined : stretches.find((one) => isIn(one, hay));
    if (stretch && (stretch.whole || !found.has(fact)))
      found.set(fact, { fact, whole: stretch.whole, at: wordsBefore(hay.joined, stretch.joined) });
  }
  return [...found.values()];
}

function wordsBefore(joined: string, stretch: string): number {
  const end = joined.indexOf(stretch);
  let count = 0;
  for (let at = joined.indexOf(' ', 1); at >= 0 && at <= end; at = joined.indexOf(' ', at + 1)) count++;
  return count;
}

/** The same for a plain text. Splitting it into words costs ten times as much as noticing that a word is missing. */
export function tracesOf(text: string, sought: readonly Sought[]): Trace[] {
  const possible = possibleIn(text, sought);
  return possible.length === 0 ? [] : tracesIn(toHay(text), possible);
}

/**
 * Returns a test of whether all words of a stretch occur anywhere in a text, the longest first. Looks up each word
 * once.
 */
function standingIn(folded: string): (stretch: Stretch) => boolean {
  const known = new Map<string, boolean>();
  const has = (word: string): boolean => {
    const is = known.get(word) ?? folded.includes(word);
    known.set(word, is);
    return is;
  };
  return ({ joined, rarest }) => has(rarest) && joined.slice(1, -1).split(' ').every(has);
}

function possibleIn(text: string, sought: readonly Sought[]): readonly Sought[] {
  if (sought.length === 0) return sought;
  const mayStand = standingIn(fold(withoutEscapes(text)));
  return sought.filter(({ stretches }) => stretches.some(mayStand));
}

function holdsAny(text: string, words: ReadonlySet<string>): boolean {
  for (const word of words) if (text.includes(word)) return true;
  return false;
}

/** True if a text contains any of the phrases, wholly or partly. */
export const says = (text: string, sought: readonly Sought[]): boolean => tracesOf(text, sought).length > 0;

/** The 1-based lines of a text that match on their own. */
export const linesSaying = (text: string, sought: readonly Sought[]): number[] =>
  tracesOf(text, sought).length === 0
    ? []
    : text.split(/\r?\n/).flatMap((line, index) => (says(line, sought) ? [index + 1] : []));
