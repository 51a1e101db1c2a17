// What a literature page says about a text without a model: its title, headings, key sentences (verbatim) and links.
// Pure.
import { type Heading, type Link, type Outline, readOutline, type SourceText } from './source.ts';

/** Abbreviations and initials, whose full stop does not end a sentence. */
const SHORT = new RegExp(
  String.raw`(?:^|[\s(“"])(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|vs|etc|approx|no|No|Nr|vol|Vol|pp?|Fig|fig|Eq|eq|` +
    String.raw`Sec|sec|ch|al|cf|e\.g|i\.e|z\.B|d\.h|u\.a|bzw|ca|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.$`,
  'u',
);

const WIDE_END = /(?<![。！？｡])[。！？｡]{1,9}[”’」』）]{0,4}/gu;
const END = /(?<![.!?…])[.!?…]{1,9}["'”’»)\]]{0,4}(?=\s)/gu;

/** The sentences in order, trimmed; none for a blank passage. */
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
    // A lower-case letter continues the sentence.
    return /^\s+\p{Ll}/u.test(passage.slice(end, end + 3)) ? [] : [end];
  });
  return [...wide, ...narrow].sort((a, b) => a - b);
}

/** What is known about a text without a model. */
export interface Extract {
  readonly title: string;
  readonly url: string | null;
  readonly heads: readonly Heading[];
  /** Verbatim sentences, in order. */
  readonly sentences: readonly Quote[];
  readonly links: readonly Link[];
  /** All running text, one paragraph per line. */
  readonly passages: readonly string[];
  /** Its length, such as `812 words` or `1,203 characters`. */
  readonly extent: string;
}

export interface Quote {
  readonly text: string;
  /** Only the beginning of a longer sentence. */
  readonly isCut: boolean;
}

/**
 * The most sentences on a page. With fewer than FEW lead sentences, the first FEW sentences of the text are shown
 * instead.
 */
const MOST = 10;
const FEW = 5;
/** The most characters of a whole sentence, and of the beginning of a longer one. */
const LONGEST = 600;
const CUT = 300;

export interface ExtractOptions {
  /** The file's name without its extension. */
  readonly name: string;
  /** False for words to leave out because they were forgotten. */
  readonly maySay: (text: string) => boolean;
}

/** Whether a text has any words outside code and images. */
export const canBeRead = (source: SourceText): boolean => !isBlank(readOutline(source));

const isBlank = ({ passages, heads, links }: Outline): boolean => passages.length + heads.length + links.length === 0;

/** The extract of a text; null if nothing readable is left. */
export function extract(source: SourceText, { name, maySay }: ExtractOptions): Extract | null {
  const outline = sayable(readOutline(source), maySay);
  if (isBlank(outline)) return null;
  return {
    title: plainTitle(outline.title ?? '') || plainTitle(name) || 'Unnamed',
    url: outline.url,
    heads: outline.heads,
    sentences: keySentences(outline.passages),
    links: outline.links,
    passages: outline.passages,
    extent: extentOf(outline),
  };
}

/** A title without characters that are markup anywhere titles appear. */
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

/** A passage without forgotten sentences; empty if the rest still says it across sentences. */
function sayablePart(passage: string, maySay: ExtractOptions['maySay']): string[] {
  if (maySay(passage)) return [passage];
  const left = splitSentences(passage).filter(maySay);
  return left.every((_, at) => maySay(left.slice(at, at + 3).join(' '))) ? left : [];
}

/** The first sentence of each paragraph, or, with few paragraphs, the first sentences of the text. */
function keySentences(passages: readonly string[]): Quote[] {
  const all = passages.map(splitSentences);
  const whole = all.map((some) => some.filter((sentence) => isSentence(sentence) && sentence.length <= LONGEST));
  const leads = whole.flatMap(([first]) => first ?? []);
  const shown = leads.length < FEW ? whole.flat().slice(0, FEW) : leads.slice(0, MOST);
  return shown.length === 0 ? all.flat().slice(0, 1).map(beginningOf) : shown.map((text) => ({ text, isCut: false }));
}

/** Whether it is a whole sentence, not a button label or the line above a list. */
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
