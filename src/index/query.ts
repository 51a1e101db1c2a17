// Parses a question: quoted phrases, excluded words, its words as terms, and the days that it names. Also tests whether
// a statement is a question.
import { boundDays, type DayPhrase, dayPhrases, tokensOf } from '../language/dates/asked-days.ts';
import { monthNumber, monthOf } from '../language/dates/calendar.ts';
import { addDays, dayNumber } from '../model/day.ts';
import type { Tokenizer, Word } from './tokenizer.ts';
import { foldWord, isBackwards } from './tokenizer/scan.ts';

// The days that a question names, as ranges of days and as months or days of any year, each with the words that name
// it.

/** A range of days, both inclusive, in days since 1970-01-01; infinite if open. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A month or day of any year. */
interface Yearly {
  /** 1 to 12. */
  readonly month: number;
  /** Null for the whole month. */
  readonly day: number | null;
}

export type Span = Stretch | Yearly;

/** A span with the words that name it, normalised to how a statement would name it. */
export type Said = Span & { readonly said: string };

/** Used without a clock; then only dates with a year, or of any year, are kept. */
const NO_DAY = '2000-02-29';

/**
 * In the order of the question. `today`: the local day, null without a clock. A day is followed by its month.
 * `isTimed`: the question names a time, if only in passing.
 */
export function spansIn(text: string, today: string | null): { readonly spans: Said[]; readonly isTimed: boolean } {
  const tokens = tokensOf(text);
  const wordAt = (place: number): string => (tokens[place]?.word ?? '').toLowerCase();
  const all = dayPhrases(tokens, today ?? NO_DAY);
  const phrases = all.filter(({ at, kind, words }) => {
    const before = wordAt(at - 1) === 'other' ? wordAt(at - 2) : wordAt(at - 1);
    return before !== 'every' && before !== 'each' && (today !== null || kind === 'calendar') && !/^\d{4}$/.test(words);
  });
  const spans = boundDays(tokens, phrases).flatMap(({ phrase, upTo, bound }): Said[] => {
    const spans = spansOf(phrase);
    const said = spans[0]?.said ?? '';
    const [from, to] = [dayNumber(phrase.from), dayNumber(phrase.to)];
    if (upTo !== null) {
      const others = spansOf(upTo);
      if (!isDated(phrase) || !isDated(upTo)) return [...spans, ...others];
      const [start, end] = [Math.min(from, dayNumber(upTo.from)), Math.max(to, dayNumber(upTo.to))];
      return [{ from: start, to: end, said: `${said} ${others[0]?.said ?? ''}` }];
    }
    if (bound === null) return spans;
    const isOpen = bound === 'since' || bound === 'after';
    if (!isDated(phrase) && !(isOpen && today !== null)) return [];
    return [
      isOpen
        ? { from: bound === 'since' ? from : to + 1, to: Infinity, said }
        : { from: -Infinity, to: bound === 'before' ? from - 1 : to, said },
    ];
  });
  return { spans, isTimed: all.length > 0 };
}

/** True if the phrase has a year or is relative to the clock. */
const isDated = ({ kind, hasYear }: DayPhrase): boolean => kind !== 'calendar' || hasYear;

function spansOf({ kind, hasYear, words, from, to }: DayPhrase): Said[] {
  if (kind !== 'calendar') return [{ from: dayNumber(from), to: dayNumber(to), said: words }];
  const [year, month, day] = [from.slice(0, 4), monthOf(from), Number(from.slice(8))];
  const isIso = /^\d{4}-/.test(words);
  // "May" is a month only after "in".
  const name = (words.split(' ').find((word) => monthNumber(word) > 0) ?? '').replace(/^may$/, 'in May');
  const inMonth = isIso ? from.slice(0, 7) : hasYear ? `${name} ${year}` : name;
  const first = dayNumber(from) - day + 1;
  const last = dayNumber(addDays(`${from.slice(0, 8)}28`, 4).slice(0, 8) + '01') - 1;
  const whole: Said = { ...(hasYear ? { from: first, to: last } : { month, day: null }), said: inMonth };
  if (from !== to) return [whole];
  const said = isIso ? words : `${day} ${inMonth}`;
  return [{ ...(hasYear ? { from: dayNumber(from), to: dayNumber(to) } : { month, day }), said }, whole];
}

// The parsed question: its terms with their allowed kinds of match, and the days that it names.

export interface NearTerm {
  readonly term: string;
  readonly weight: number;
}

export interface Asked {
  readonly term: string;
  /** Whether longer terms with this prefix match. For numbers: only continuations of versions and hashes. */
  readonly prefix: boolean;
  /** The same, but only if nothing else matches. */
  readonly alone?: boolean;
  /** A star follows it: any term with this prefix matches. */
  readonly starred?: boolean;
  /** Maximum edit distance if nothing else matches; 0 for none. */
  readonly fuzzy: number;
  /** Aliases of the term as a tag; they match only in tags. */
  readonly also?: readonly string[];
  /** Terms of near words and their weights, less than 1. */
  readonly near?: readonly NearTerm[];
  /** Capitalised within the question. */
  readonly isName: boolean;
  /** Whether it matches compounds that end in it and heads of itself, even if the index has the term itself. */
  readonly compounds: boolean;
  /** Whether it matches anywhere inside other words if nothing else does. This is slow. */
  readonly inside: boolean;
  /** Contains a digit. */
  readonly isNumber: boolean;
}

/** Days, and the terms of the question that name them: a text that contains all of these names the days itself. */
export type NamedSpan = Span & { readonly terms: readonly string[] };

export interface Question {
  /** Without duplicates, in the order of the question. */
  readonly asked: readonly Asked[];
  readonly spans: readonly NamedSpan[];
  /** It names a time: see search/query-time.ts, which is loaded only then. */
  readonly isTimed: boolean;
  /** The local day, in days since 1970-01-01; null without a clock. */
  readonly today: number | null;
}

/** Near words of a word, which is passed in lower case and as its term; the nearest first. */
export type NearOf = (word: string, term: string) => readonly NearTerm[];

const SHORTEST_PREFIX = 4;
/**
 * Maximum number of terms checked for misspellings. A longer question is pasted text, and each check scans all terms
 * with the same first letter.
 */
const MOST_MISSPELT = 32;

/** `today`: the local day, needed for `last week` and the like; null without a clock. */
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
  const { spans, isTimed } = spansIn(text, today);
  return {
    asked,
    spans: spans.map((span) => ({ ...span, terms: termsOf(span, tokenizer, seen) })),
    isTimed,
    today: today === null ? null : dayNumber(today),
  };
}

function termsOf({ said }: Said, tokenizer: Tokenizer, seen: ReadonlySet<string>): string[] {
  return tokenizer.terms(said).filter((term) => seen.has(term));
}

/** A fallback if nothing matches: lets terms match anywhere inside words. */
export const anywhere = (question: Question): Question => ({
  ...question,
  asked: question.asked.map((one) => ({ ...one, inside: one.prefix })),
});

/** True for "please", which is not part of what is asked. */
function isCourtesy(text: string, { start, end }: Word): boolean {
  return end - start === 6 && text.slice(start, end).toLowerCase() === 'please';
}

/** True for `dep*`, but not for `2*3` or bold text. */
function isStarred(text: string, { start, end }: Word): boolean {
  return text.charAt(end) === '*' && text.charAt(start - 1) !== '*' && text.charAt(end + 1).trim() === '';
}

/** Numbers match exactly: 15 does not match 16, and 1 is not a prefix of 12. Hashes and versions may be abbreviated. */
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

/** True if the word is capitalised. The first word of a text does not count. */
function isLarge(text: string, start: number): boolean {
  if (start === 0 || text.slice(0, start).trim() === '') return false;
  const sign = text.charAt(start);
  return sign !== sign.toLowerCase();
}

/** The keyword of rows whose statement is a question. */
export const ASKING = 'is:asking';

/** True if a statement ends with a question mark, ignoring a trailing remark in brackets and closing punctuation. */
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
  /** The text to rank by; the words of phrases stay in place. */
  readonly question: string;
  /** Phrases that must occur verbatim. */
  readonly phrases: readonly string[];
  /** Words and phrases that must not occur. */
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

/** Accepts any text; anything that is not an operator is kept as words. */
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
/** The second and third are typographic replacements by keyboards and editors. */
const isMinus = (sign: string): boolean => sign === '-' || sign === '−' || sign === '–';

/** `-5` is a number, `-f` and `--force` are flags: they are search words. */
function isLeftOut(word: string): boolean {
  // Created on demand: Unicode classes would slow down every start.
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
 * The quoted text at this position and its end. An opening quote without a closing one is an ordinary character; it is
 * added to `unclosed`, so that the search for its partner is not repeated.
 */
function quoted(text: string, at: number, unclosed: Set<string>): { text: string; end: number } | null {
  const close = QUOTES[text.charAt(at)];
  if (close === undefined || unclosed.has(close)) return null;
  let end = text.indexOf(close, at + 1);
  // Smart quotes sometimes turn the wrong way.
  if (end < 0 && close === '”') end = text.indexOf('"', at + 1);
  if (end < 0) unclosed.add(close);
  // An inch sign, or a quote within a word: `5"x7"`.
  if (end < 0 || (close === '"' && at > 0 && /[\p{L}\p{N}]/u.test(text.charAt(at - 1)))) return null;
  return { text: text.slice(at + 1, end).trim(), end: end + 1 };
}

/** Shorter ones cannot be told from words and sizes. */
const SHORTEST_HASH = 7;

/** Whether a term that contains a digit may be an abbreviation. */
function mayBeBegun(term: string): boolean {
  return (term.length >= SHORTEST_HASH && isHash(term)) || isVersion(term);
}

/** True if `longer` continues `term` as a hash or version would. */
export function isBegunBy(longer: string, term: string): boolean {
  return isVersion(term) ? longer.charAt(term.length) === '.' : isHash(longer) && hasLetter(longer);
}

/** Only digits and the letters a to f. */
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
