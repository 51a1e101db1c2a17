// Words as they are looked for in any text: without case, markup, escapes and Unicode forms, so that a statement is
// found wherever it stands and however it is written. Says what is there; decides nothing.
import { LIMITS } from '../model/limits.ts';

/** Marks of phrases, which may stand in the middle of a word, and characters without a width. */
const INSIDE_WORDS = /[*_~`\u00AD\u200B-\u200F\u2060\uFE00-\uFE0F\uFEFF]/gu;
/** Scripts that put no blank between words. */
const UNSPACED = new RegExp(
  String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}` +
    String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`,
  'gu',
);
/** Of a longer word each part is one: the engine overflows on a run of millions. */
const WORD = /[\p{L}\p{N}\p{M}]{1,4096}/gu;

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(INSIDE_WORDS, '');

/** The words of a text, folded. */
export const wordsOf = (text: string): string[] => wordsIn(fold(text));

const wordsIn = (folded: string): string[] => folded.replace(UNSPACED, ' $& ').match(WORD) ?? [];

/** Words as one text with a blank around each, so that one list of words is in another where its text is. */
const joinWords = (words: readonly string[]): string => ` ${words.join(' ')} `;

/**
 * A text whose escapes are undone: those of JSON, of HTML and of addresses. Line breaks that were escaped become
 * blanks.
 */
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

/** What is looked for. */
export interface Phrase {
  readonly fact: string;
  readonly text: string;
}

/** Words that stand next to each other. */
export interface Stretch {
  /** As `joinWords` gives them. */
  readonly joined: string;
  /** The longest: where it is not, the stretch is not. */
  readonly rarest: string;
}

export interface Sought {
  readonly fact: string;
  /** All of the words first, then each stretch of them that counts as a part; less those that are no trace. */
  readonly stretches: readonly (Stretch & { readonly whole: boolean })[];
}

/** A part counts from so many words on and so many of all letters: how most statements begin tells nothing. */
const LEAST_WORDS = 4;
const LEAST_SHARE = 0.7;
const ONE_UNSPACED = new RegExp(`^${UNSPACED.source}$`, 'u');

/**
 * How phrases are looked for. A stretch that one of `others` says too is no trace of the phrase; where all of it is,
 * nothing is left to look for. A phrase without a letter or digit cannot be looked for.
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

/** The same, of phrases with the same words the first alone: a place that says them is one place. */
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
  // Of a text of a thousand words not each word begins a part of its own.
  const step = Math.ceil(words.length / 200);
  const parts =
    total > LIMITS.fact
      ? []
      : words.flatMap((_, start) => {
          if (start % step !== 0) return [];
          // A character of a script without blanks is half a word.
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

/** A text to look in. */
export interface Hay {
  readonly joined: string;
  readonly words: ReadonlySet<string>;
}

export const toHay = (text: string): Hay => hayOf([text]);

/** Several texts; nothing stands over the border of two. */
function hayOf(texts: readonly string[]): Hay {
  const lists = texts.map((text) => wordsOf(withoutEscapes(text)));
  return { joined: lists.map(joinWords).join('\n'), words: new Set(lists.flat()) };
}

const isIn = ({ joined, rarest }: Stretch, hay: Hay): boolean => hay.words.has(rarest) && hay.joined.includes(joined);

export interface Trace {
  readonly fact: string;
  /** All of the words, or a part of them. */
  readonly whole: boolean;
  /** How many words of the text stand before it. */
  readonly at: number;
}

/** The first trace of each fact, all of its words before a part of them. */
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

/**
 * The same of a text. To take it apart into words costs ten times as much as to see that some word of each is not in
 * it.
 */
export function tracesOf(text: string, sought: readonly Sought[]): Trace[] {
  const possible = possibleIn(text, sought);
  return possible.length === 0 ? [] : tracesIn(toHay(text), possible);
}

/**
 * Those of which a text holds something. It is taken apart into words, which a large text costs much, only where all
 * those of a stretch are in it.
 */
function saidIn(text: string, sought: readonly Sought[]): Sought[] {
  if (sought.length === 0) return [];
  const folded = fold(withoutEscapes(text));
  const mayStand = standingIn(folded);
  let words: string | undefined;
  // To look with a pattern takes as long as to look for some ten words next to each other.
  const areNear = ({ joined }: Stretch): boolean => (words ??= joinWords(wordsIn(folded))).includes(joined);
  return sought.filter(({ stretches }) =>
    stretches.some((stretch) => mayStand(stretch) && areNear(stretch) && isWritten(stretch, folded)),
  );
}

/**
 * Says of stretches whether all of their words are somewhere in a text, the longest first. Each word is looked for
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

/** Markup, line ends and marks of quotes may stand between two words: so many characters of them. */
const MOST_BETWEEN = 60;
const WORD_BEFORE = /[\p{L}\p{N}\p{M}]$/u;
const WORD_HERE = /[\p{L}\p{N}\p{M}]/uy;
const UNSPACED_HERE = new RegExp(UNSPACED.source, 'uy');

const standsAt = (sign: RegExp, text: string, at: number): boolean => {
  sign.lastIndex = at;
  return sign.test(text);
};

/** Looked for by hand: a pattern of some ten thousand letters is more than the engine takes. */
function isWritten({ joined }: Stretch, folded: string): boolean {
  const words = joined.slice(1, -1).split(' ');
  const isOwn = words.map((word) => ONE_UNSPACED.test(word));
  const [first = ''] = words;
  for (let at = folded.indexOf(first); at >= 0; at = folded.indexOf(first, at + 1)) {
    const before = folded.slice(Math.max(0, at - 2), at);
    if (!isOwn[0] && WORD_BEFORE.test(before) && !ONE_UNSPACED.test(before.slice(-1))) continue;
    const end = endOfWords(folded, at + first.length, words, isOwn);
    if (end !== null && (isOwn.at(-1) || !standsAt(WORD_HERE, folded, end) || standsAt(UNSPACED_HERE, folded, end)))
      return true;
  }
  return false;
}

/** Where the words behind the first end; null where they do not follow. */
function endOfWords(folded: string, start: number, words: readonly string[], isOwn: readonly boolean[]): number | null {
  let end = start;
  for (let index = 1; index < words.length; index++) {
    const from = end;
    while (end < folded.length && end - from < MOST_BETWEEN && !standsAt(WORD_HERE, folded, end))
      end += (folded.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    const word = words[index] ?? '';
    if ((end === from && !isOwn[index] && !isOwn[index - 1]) || !folded.startsWith(word, end)) return null;
    end += word.length;
  }
  return end;
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

/** Does a text say any of it, in whole or in part? */
export const says = (text: string, sought: readonly Sought[]): boolean => saidIn(text, sought).length > 0;
