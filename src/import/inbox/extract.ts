// What a literature page says of a text without a model: what it is called, its heads, its telling sentences word for
// word, its links. Pure.
import { type Heading, type Link, type Outline, readOutline } from './outline.ts';
import type { SourceText } from './source.ts';

// Which sentences say most of a text: those nearest to the middle of all (the centroid of their weighted stems, as
// Radev and others did for summaries), and of those that say the same only one. Pure; its time grows linearly with the
// text.

interface Weighed {
  readonly at: number;
  readonly weights: ReadonlyMap<string, number>;
  readonly length: number;
  readonly score: number;
}

/** What the first sentence gets on top; those behind it get less and less. */
const FIRST = 0.15;
/** A sentence with fewer stems scores less, since it mostly leans on those around it. */
const ENOUGH = 8;
/** Two sentences that are so alike (cosine) say the same. */
const SAME = 0.6;

/** The indexes of at most `most` sentences, ascending. `terms`: the stems of each sentence. */
export function pickCentral(terms: readonly (readonly string[])[], most: number): number[] {
  const spread = new Map<string, number>();
  for (const one of terms) for (const term of new Set(one)) spread.set(term, (spread.get(term) ?? 0) + 1);
  const vectors = terms.map((one) => weigh(one, spread, terms.length));
  const middle = new Map<string, number>();
  for (const { weights, length } of vectors)
    for (const [term, weight] of weights) middle.set(term, (middle.get(term) ?? 0) + weight / length);
  const size = lengthOf(middle);
  const scored = vectors.map(({ weights, length }, at): Weighed => {
    let score = 0;
    for (const [term, weight] of weights) score += weight * (middle.get(term) ?? 0);
    return {
      at,
      weights,
      length,
      score:
        weights.size === 0
          ? 0
          : (score / length / size) * Math.min(1, Math.sqrt(weights.size / ENOUGH)) + FIRST / (1 + at),
    };
  });
  const picked: Weighed[] = [];
  for (const one of scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.at - b.at)) {
    if (picked.length === most) break;
    if (picked.every((other) => likeness(one, other) < SAME)) picked.push(one);
  }
  return picked.map(({ at }) => at).sort((a, b) => a - b);
}

function weigh(
  terms: readonly string[],
  spread: ReadonlyMap<string, number>,
  sentences: number,
): { readonly weights: ReadonlyMap<string, number>; readonly length: number } {
  const weights = new Map<string, number>();
  for (const term of terms)
    weights.set(term, (weights.get(term) ?? 0) + Math.log(1 + sentences / (spread.get(term) ?? 1)));
  return { weights, length: lengthOf(weights) };
}

/** The Euclidean length; 1 for no weights at all, so that one may divide by it. */
function lengthOf(weights: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const weight of weights.values()) sum += weight * weight;
  return Math.sqrt(sum) || 1;
}

function likeness(a: Weighed, b: Weighed): number {
  const [few, many] = a.weights.size < b.weights.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [term, weight] of few.weights) sum += weight * (many.weights.get(term) ?? 0);
  return sum / a.length / b.length;
}

// A passage cut into sentences, in scripts with spaces and without. No word is changed. Pure.

/** Abbreviations and initials, whose full stop ends no sentence. */
const SHORT = new RegExp(
  String.raw`(?:^|[\s(“"])(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|vs|etc|approx|no|No|Nr|vol|Vol|pp?|Fig|fig|Eq|eq|` +
    String.raw`Sec|sec|ch|al|cf|e\.g|i\.e|z\.B|d\.h|u\.a|bzw|ca|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.$`,
  'u',
);
const WIDE_END = /(?<![。！？｡])[。！？｡]{1,9}[”’」』）]{0,4}/gu;
const END = /(?<![.!?…])[.!?…]{1,9}["'”’»)\]]{0,4}(?=\s)/gu;

/** The sentences in their order, without the white space around them; none for a blank passage. */
export function splitSentences(passage: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  const cut = (end: number): void => {
    const sentence = passage.slice(start, end).trim();
    if (sentence !== '') sentences.push(sentence);
    start = end;
  };
  for (const end of endsIn(passage)) cut(end);
  cut(passage.length);
  return sentences;
}

function endsIn(passage: string): number[] {
  const wide = [...passage.matchAll(WIDE_END)].map((match) => match.index + match[0].length);
  const narrow = [...passage.matchAll(END)].flatMap((match): number[] => {
    const end = match.index + match[0].length;
    if (
      match[0].startsWith('.') &&
      match[0].length === 1 &&
      SHORT.test(passage.slice(Math.max(0, match.index - 12), match.index + 1))
    )
      return [];
    // Where small letters follow, the sentence goes on.
    return /^\s+\p{Ll}/u.test(passage.slice(end, end + 3)) ? [] : [end];
  });
  return [...wide, ...narrow].sort((a, b) => a - b);
}

/** What is told of a text without a model. */
export interface Extract {
  readonly title: string;
  readonly url: string | null;
  readonly heads: readonly Heading[];
  /** Sentences as they stand in the text, in its order. */
  readonly sentences: readonly Quote[];
  readonly links: readonly Link[];
  /** All of its running words, each paragraph on one line. */
  readonly passages: readonly string[];
  /** How long it is, such as `812 words` or `1,203 characters`. */
  readonly extent: string;
}

export interface Quote {
  readonly text: string;
  /** It is only the beginning of a longer sentence. */
  readonly isCut: boolean;
}

/** Sentences of a page at most; of so few all are shown. */
const MOST = 10;
const FEW = 5;
/** Characters of a sentence; of a longer one so many are shown. */
const LONGEST = 600;
const CUT = 300;

export interface ExtractOptions {
  /** The name of the file, without its ending. */
  readonly name: string;
  /** The stems of a text. */
  readonly terms: (text: string) => readonly string[];
  /** False for words that are left out, since they were forgotten. */
  readonly maySay: (text: string) => boolean;
}

/** Does a text hold a word outside of code and pictures? */
export const canBeRead = (source: SourceText): boolean => !isBlank(readOutline(source));

const isBlank = ({ passages, heads, links }: Outline): boolean => passages.length + heads.length + links.length === 0;

/** The extract of a text; null where nothing is left that can be read. */
export function extract(source: SourceText, { name, terms, maySay }: ExtractOptions): Extract | null {
  const outline = sayable(readOutline(source), maySay);
  if (isBlank(outline)) return null;
  return {
    title: plainTitle(outline.title ?? '') || plainTitle(name) || 'Unnamed',
    url: outline.url,
    heads: outline.heads,
    sentences: keySentences(outline.passages, terms),
    links: outline.links,
    passages: outline.passages,
    extent: extentOf(outline),
  };
}

/** A title without the signs that would be markup in some place where titles stand. */
const plainTitle = (title: string): string =>
  title
    .toWellFormed()
    .replace(/[[\]<>`|^#\\\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function sayable({ title, url, heads, passages, links }: Outline, maySay: ExtractOptions['maySay']): Outline {
  return {
    title: title !== null && maySay(title) ? title : null,
    url,
    heads: heads.filter((head) => maySay(head.title)),
    passages: passages.flatMap((passage) => sayablePart(passage, maySay)),
    links: links.filter(({ text }) => maySay(text)),
  };
}

/** A passage without the sentences that may not be said; nothing where what is left still says it across sentences. */
function sayablePart(passage: string, maySay: ExtractOptions['maySay']): string[] {
  if (maySay(passage)) return [passage];
  const left = splitSentences(passage).filter(maySay);
  return left.every((_, at) => maySay(left.slice(at, at + 3).join(' '))) ? left : [];
}

function keySentences(passages: readonly string[], terms: (text: string) => readonly string[]): Quote[] {
  const all = passages.flatMap(splitSentences);
  const whole = all.filter((sentence) => isSentence(sentence) && sentence.length <= LONGEST);
  if (whole.length === 0) return all.slice(0, 1).map(beginningOf);
  const most = Math.min(MOST, Math.max(FEW, Math.ceil(Math.sqrt(whole.length))));
  const places = whole.length <= FEW ? whole.keys() : pickCentral(whole.map(terms), most);
  return [...places].flatMap((at) => ({ text: whole[at] ?? '', isCut: false }));
}

/** Is it a whole sentence, and not the label of a button or the line above a list? */
function isSentence(text: string): boolean {
  if (/[:：]$/.test(text)) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Thai}/u.test(text)
    ? letters >= 6
    : letters >= 16 && text.split(/\s+/).length >= 5;
}

function beginningOf(text: string): Quote {
  if (text.length <= LONGEST) return { text, isCut: false };
  const cut = text
    .slice(0, CUT)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  const atWord = cut.lastIndexOf(' ');
  return { text: atWord > CUT / 2 ? cut.slice(0, atWord) : cut, isCut: true };
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

function extentOf({ passages, heads }: Outline): string {
  const text = [...heads.map(({ title }) => title), ...passages].join(' ');
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’._-]*/gu)?.length ?? 0;
  const [count, what] = unspaced > words ? [unspaced, 'character'] : [words, 'word'];
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
