// A question as the index takes it: quoted phrases, words to leave out, its words as terms, the days that it names, and
// whether a statement asks.
import { dayNumber } from '../model/day.ts';
import { type Said, type Span, spansIn } from './query-dates.ts';
import type { Tokenizer, Word } from './tokenizer.ts';
import { foldWord, isBackwards } from './tokenizer/scan.ts';

// What a question asks for: its terms and how each may match, and the days it names.

export interface NearTerm {
  readonly term: string;
  readonly weight: number;
}

export interface Asked {
  readonly term: string;
  /** May longer terms stand for it that begin with it? Of numbers: those that go on as versions and hashes do. */
  readonly prefix: boolean;
  /** The same, but only where nothing else does. */
  readonly alone?: boolean;
  /** A star was typed behind it: whatever begins with it stands for it. */
  readonly starred?: boolean;
  /** Edits allowed where nothing else matches; 0 for none. */
  readonly fuzzy: number;
  /** Terms that stand for it where they are tags: other names of the tag that it is. */
  readonly also?: readonly string[];
  /** Terms of words that are used like it, and what they are worth beside it: less than 1. */
  readonly near?: readonly NearTerm[];
  /** Written large within the question. */
  readonly isName: boolean;
  /** May it be the end of other words, or they its end, where the index has it itself? */
  readonly compounds: boolean;
  /** May it stand anywhere within other words where the index has nothing else? That takes time. */
  readonly inside: boolean;
  /** Holds a digit. */
  readonly isNumber: boolean;
}

/** Days, and the terms of the question that name them: a text that holds all of these says the days itself. */
export type NamedSpan = Span & { readonly terms: readonly string[] };

export interface Question {
  /** Each term once, in the order of the question. */
  readonly asked: readonly Asked[];
  readonly spans: readonly NamedSpan[];
  /** The local day, in days since 1970-01-01; null where there is no clock. */
  readonly today: number | null;
}

/** The terms of words that are used like a word, given in small letters and as its term; the nearest first. */
export type NearOf = (word: string, term: string) => readonly NearTerm[];

const SHORTEST_PREFIX = 4;
/**
 * Terms of a question that may be misspelt: a longer one is a pasted text, and each costs a look at all terms with its
 * first letter.
 */
const MOST_MISSPELT = 32;

/** `today`: the local day, for `last week` and the like; null where there is no clock. */
export function readQuestion(
  text: string,
  tokenizer: Tokenizer,
  today: string | null,
  nearOf: NearOf | null = null,
): Question {
  const asked: Asked[] = [];
  const seen = new Set<string>();
  const words = tokenizer.words(text);
  for (const word of words) {
    if (word.tail || (words.length > 1 && isCourtesy(text, word))) continue;
    const isName = isLarge(text, word.start);
    const starred = isStarred(text, word);
    for (const term of starred ? [...word.terms, foldWord(text.slice(word.start, word.end))] : word.terms) {
      if (seen.has(term) || isBackwards(term)) continue;
      seen.add(term);
      const one = askFor(term, isName, tokenizer.compounds, asked.length < MOST_MISSPELT);
      const near =
        nearOf === null || starred || isName || word.terms.length > 1
          ? []
          : nearOf(text.slice(word.start, word.end).toLowerCase(), term);
      if (near.length > 0) {
        asked.push({ ...one, near });
        continue;
      }
      asked.push(starred ? { ...one, prefix: true, starred } : one);
    }
  }
  return {
    asked,
    spans: spansIn(text, today).map((span) => ({ ...span, terms: termsOf(span, tokenizer, seen) })),
    today: today === null ? null : dayNumber(today),
  };
}

function termsOf({ said }: Said, tokenizer: Tokenizer, seen: ReadonlySet<string>): string[] {
  return tokenizer.terms(said).filter((term) => seen.has(term));
}

/** The same question where nothing was found: its terms may stand anywhere within words. */
export const anywhere = (question: Question): Question => ({
  ...question,
  asked: question.asked.map((one) => ({ ...one, inside: one.prefix })),
});

/** Said to whoever is asked, and not what is asked for. */
function isCourtesy(text: string, { start, end }: Word): boolean {
  return end - start === 6 && text.slice(start, end).toLowerCase() === 'please';
}

/** `dep*`; not `2*3`, and not what is only written in bold. */
function isStarred(text: string, { start, end }: Word): boolean {
  return text.charAt(end) === '*' && text.charAt(start - 1) !== '*' && text.charAt(end + 1).trim() === '';
}

/**
 * Numbers match exactly or not at all: 15 is not 16, and 1 is not the beginning of 12. Hashes and versions may be
 * begun.
 */
function askFor(term: string, isName: boolean, compounds: boolean, mayBeMisspelt: boolean): Asked {
  if (hasDigit(term))
    return {
      term,
      prefix: mayBeBegun(term),
      alone: false,
      fuzzy: 0,
      isName: false,
      compounds: false,
      inside: false,
      isNumber: true,
    };
  const isWide = term.charCodeAt(0) >= 0x0e00;
  const { length } = term;
  return {
    term,
    prefix: isWide || length >= SHORTEST_PREFIX,
    alone: !isWide && length === SHORTEST_PREFIX - 1,
    fuzzy: isWide || length < 4 || !mayBeMisspelt ? 0 : length < 8 ? 1 : 2,
    isName,
    compounds,
    inside: false,
    isNumber: false,
  };
}

function hasDigit(term: string): boolean {
  for (let i = 0; i < term.length; i++) {
    const code = term.charCodeAt(i);
    if (code >= 48 && code <= 57) return true;
  }
  return false;
}

/** Does a name begin here? The first word of a text is written large whatever it is. */
function isLarge(text: string, start: number): boolean {
  if (start === 0 || text.slice(0, start).trim() === '') return false;
  const sign = text.charAt(start);
  return sign !== sign.toLowerCase();
}

/** The word that rows of such statements carry. */
export const ASKING = 'is:asking';

/** Does a statement end in a question, a remark in brackets and closing signs behind it aside? */
export function isAsking(text: string): boolean {
  let end = text.length;
  while (end > 0) {
    const sign = text.charAt(end - 1);
    if (sign === '?' || sign === '？' || sign === '؟') return true;
    if (sign === ']' && text.lastIndexOf('[', end - 1) >= 0) end = text.lastIndexOf('[', end - 1);
    else if (CLOSING.includes(sign)) end--;
    else return false;
  }
  return false;
}

const CLOSING = ' \t\n"\'”’)»」』!';

export interface Asking {
  /** What is left to be ranked by, the words of the phrases in their places. */
  readonly question: string;
  /** What must be there word for word. */
  readonly phrases: readonly string[];
  /** Words and phrases of which none may be there. */
  readonly without: readonly { readonly text: string; readonly isPhrase: boolean }[];
}

const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '”': '”',
  '„': '“',
  '«': '»',
  '「': '」',
  '『': '』',
};

/** Reads a question. Takes any text; what is no operator stays words. */
export function readOperators(text: string): Asking {
  const words: string[] = [];
  const phrases: string[] = [];
  const without: { text: string; isPhrase: boolean }[] = [];
  const unclosed = new Set<string>();
  for (let at = 0; at < text.length;) {
    if (isSpace(text, at)) {
      at++;
      continue;
    }
    const start = at;
    const not = isMinus(text.charAt(at)) && !isSpace(text, at + 1) && at + 1 < text.length;
    const from = not ? at + 1 : at;
    const phrase = quoted(text, from, unclosed);
    if (phrase) {
      at = phrase.end;
      if (phrase.text === '') continue;
      if (not) without.push({ text: phrase.text, isPhrase: true });
      else {
        phrases.push(phrase.text);
        words.push(phrase.text);
      }
      continue;
    }
    at = endOfWord(text, from, unclosed);
    const word = text.slice(from, at);
    if (not && isLeftOut(word)) without.push({ text: word, isPhrase: false });
    else words.push(text.slice(start, at));
  }
  return { question: words.join(' '), phrases, without };
}

const isSpace = (text: string, at: number): boolean => at < text.length && text.charAt(at).trim() === '';
/** The second and third are what some keyboards and editors make of it. */
const isMinus = (sign: string): boolean => sign === '-' || sign === '−' || sign === '–';

/** `-5` is a number, `-f` and `--force` are flags: they are words to look for. */
function isLeftOut(word: string): boolean {
  // Made only here: classes of Unicode cost every start that reads them.
  return /^[\p{L}\p{M}]/u.test(word) && (word.length > 1 || word > '\u007f');
}

function endOfWord(text: string, from: number, unclosed: Set<string>): number {
  let at = from;
  while (
    at < text.length &&
    !isSpace(text, at) &&
    (at === from || QUOTES[text.charAt(at)] === undefined || !quoted(text, at, unclosed))
  )
    at++;
  return at;
}

/**
 * What stands in quotes at this place, and where it ends. An opening quote without its like is a sign like any other:
 * `unclosed` gets it, and nobody looks for its like again.
 */
function quoted(text: string, at: number, unclosed: Set<string>): { text: string; end: number } | null {
  const close = QUOTES[text.charAt(at)];
  if (close === undefined || unclosed.has(close)) return null;
  let end = text.indexOf(close, at + 1);
  // Keyboards that turn quotes turn some of them the wrong way.
  if (end < 0 && close === '”') end = text.indexOf('"', at + 1);
  if (end < 0) unclosed.add(close);
  // An inch, or a quote within a word: `5"x7"`.
  if (end < 0 || (close === '"' && at > 0 && /[\p{L}\p{N}]/u.test(text.charAt(at - 1)))) return null;
  return { text: text.slice(at + 1, end).trim(), end: end + 1 };
}

/** Shorter ones are not told from words and sizes. */
const SHORTEST_HASH = 7;

/** May a question mean a longer term by this one, which holds a digit? */
function mayBeBegun(term: string): boolean {
  return (term.length >= SHORTEST_HASH && isHash(term)) || isVersion(term);
}

/** Is `term` the beginning of this longer term as one begins a hash or a version? */
export function isBegunBy(longer: string, term: string): boolean {
  return isVersion(term) ? longer.charAt(term.length) === '.' : isHash(longer) && hasLetter(longer);
}

/** Digits and the letters from a to f. */
function isHash(term: string): boolean {
  for (let i = 0; i < term.length; i++) {
    const code = term.charCodeAt(i);
    if (code < 48 || code > 102 || (code > 57 && code < 97)) return false;
  }
  return true;
}

function hasLetter(term: string): boolean {
  for (let i = 0; i < term.length; i++) if (term.charCodeAt(i) > 57) return true;
  return false;
}

/** `20.12`, `v20.12`: digits and dots. */
function isVersion(term: string): boolean {
  let dots = 0;
  for (let i = term.charCodeAt(0) === 118 ? 1 : 0; i < term.length; i++) {
    const code = term.charCodeAt(i);
    if (code === 46) dots++;
    else if (code < 48 || code > 57) return false;
  }
  return dots > 0;
}
