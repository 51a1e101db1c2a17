// The days that a question names, parsed the same way for filters and ranking: `3 July 2023`, `in May`, `2026-07`, and
// relative to the clock `yesterday`, `last week`, `on Friday`, `two months ago`; with `since`, `between` and the like.
// English.
import { monthNumber, phraseSpan, spanOf, weekdayNumber } from './calendar.ts';

interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

export interface DayPhrase {
  /** Indexes of tokens, the end exclusive. */
  readonly at: number;
  readonly end: number;
  readonly words: string;
  readonly from: string;
  readonly to: string;
  /** A month, a day of one, or a year; a weekday; or relative to the clock. */
  readonly kind: 'calendar' | 'weekday' | 'clock';
  /** Whether it names the year. */
  readonly hasYear: boolean;
}

/** Number of words in the longest phrase: "the 21st of May 2025". */
const MOST_WORDS = 6;
const LAST = ['last', 'past', 'previous', 'this', 'next', 'current', 'coming', 'day'];
const BEFORE_MONTH = [
  'in',
  'since',
  'until',
  'till',
  'before',
  'after',
  'of',
  'by',
  'during',
  'from',
  'between',
  'on',
  'last',
  'next',
];

const ASCII_WORD = /[a-z0-9]+(?:[-'][a-z0-9]+)*/gi;

export function tokensOf(text: string): Token[] {
  // V8 takes 3 ms to compile the pattern for all scripts, which an ASCII question does not need.
  const isAscii = /^[\x20-\x7e]*$/.test(text);
  const word = isAscii ? ASCII_WORD : /[\p{L}\p{M}\p{N}]+(?:[-'’][\p{L}\p{M}\p{N}]+)*/gu;
  return Array.from(text.matchAll(word), (match) => ({
    word: match[0].replaceAll('’', "'").replace(/'s$/, ''),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** In order. A month or weekday alone means the last one that has started; `today`: the local day. */
export function dayPhrases(tokens: readonly Token[], today: string): DayPhrase[] {
  const found: DayPhrase[] = [];
  for (let at = 0; at < tokens.length;) {
    const phrase = phraseAt(tokens, at, today);
    if (phrase !== null) found.push(phrase);
    at = phrase === null ? at + 1 : phrase.end;
  }
  return found;
}

/** The longest phrase that starts at this token. */
function phraseAt(tokens: readonly Token[], at: number, today: string): DayPhrase | null {
  const first = (tokens[at]?.word ?? '').toLowerCase();
  if (!mayBegin(first)) return null;
  for (let end = Math.min(tokens.length, at + MOST_WORDS); end > at; end--) {
    const own = tokens.slice(at, end);
    const words = own.map(({ word }) => word.toLowerCase()).join(' ');
    const isIso = own.length === 1 && /^(?:19|20)\d\d(?:-\d\d){0,2}$/.test(first);
    const span = isIso ? spanOf(first, today) : phraseSpan(words === 'recent' ? 'recently' : words, today, true);
    if (span === null || (own.length > 1 && weekdayNumber(first) >= 0 && own.length !== 3)) continue;
    const month = own.find(({ word }) => monthNumber(word.toLowerCase()) > 0);
    const hasYear = isIso || (month !== undefined && /\b(?:\d{4}|(?:last|this|next) year)\b/.test(words));
    if (month && !hasYear && !isMonth(tokens, at, end, month)) continue;
    const isWeekday = own.length === 1 && weekdayNumber(first) >= 0;
    const isByClock = !isIso && (month === undefined || LAST.includes(first) || words.endsWith(' year'));
    return { at, end, words, ...span, kind: isWeekday ? 'weekday' : isByClock ? 'clock' : 'calendar', hasYear };
  }
  return null;
}

const BY_CLOCK = [
  'today',
  'tonight',
  'yesterday',
  'tomorrow',
  'recently',
  'recent',
  'lately',
  'weekend',
  'a',
  'an',
  'couple',
  'the',
];
const NUMBER = new RegExp(
  String.raw`^(?:\d{1,4}(?:st|nd|rd|th)?|(?:19|20)\d\d(?:-\d\d){1,2}|one|two|three|four|five|six|seven|eight|` +
    String.raw`nine|ten|eleven|twelve)$`,
);
const mayBegin = (word: string): boolean =>
  LAST.includes(word) ||
  BY_CLOCK.includes(word) ||
  weekdayNumber(word) >= 0 ||
  monthNumber(word) > 0 ||
  NUMBER.test(word);

/** "may", "march" and "sep" are more often ordinary words than months. */
function isMonth(tokens: readonly Token[], at: number, end: number, month: Token): boolean {
  const small = month.word;
  const isAlone = end - at === 1;
  if (small !== small.toLowerCase())
    return !isAlone || small !== 'May' || tokens.length === 1 || isAfterPreposition(tokens, at);
  if (!['may', 'march', 'mar', 'jan', 'dec', 'sep'].includes(small)) return true;
  // "21 may", but neither "they march 3 miles" nor "this may be".
  return (
    isAfterPreposition(tokens, at) ||
    (!isAlone && tokens[at] !== month && (tokens[at]?.word ?? '').toLowerCase() !== 'this')
  );
}

export const isAfterPreposition = (tokens: readonly Token[], at: number): boolean =>
  BEFORE_MONTH.includes((tokens[at - 1]?.word ?? '').toLowerCase());

/** A phrase with its bounds. */
export interface AskedDays {
  readonly phrase: DayPhrase;
  /** The other end of "between … and", "from … to". */
  readonly upTo: DayPhrase | null;
  readonly bound: 'since' | 'after' | 'before' | 'until' | null;
  /** Offsets in the text, including the word that bounds it. */
  readonly start: number;
  readonly end: number;
}

const BOUNDS: ReadonlyMap<string, AskedDays['bound']> = new Map([
  ['since', 'since'],
  ['after', 'after'],
  ['before', 'before'],
  ['until', 'until'],
  ['till', 'until'],
  ['by', 'until'],
]);

/** Attaches bounding words to phrases. In `since Friday, 3 July` the bound applies to both. */
export function boundDays(tokens: readonly Token[], phrases: readonly DayPhrase[]): AskedDays[] {
  const asked: AskedDays[] = [];
  const wordAt = (place: number): string => (tokens[place]?.word ?? '').toLowerCase();
  for (let i = 0; i < phrases.length; i++) {
    const phrase = phrases[i] as DayPhrase;
    const next = phrases[i + 1];
    let before = phrase.at - 1;
    while (['the', 'on', 'early', 'late', 'mid', 'beginning', 'start', 'end', 'of'].includes(wordAt(before))) before--;
    const word = wordAt(before);
    const link = next && next.at === phrase.end + 1 ? wordAt(phrase.end) : '';
    const isRange =
      next !== undefined &&
      ((word === 'between' && link === 'and') ||
        (word !== 'since' && word !== 'after' && ['to', 'until', 'till', 'through'].includes(link)));
    const last = asked.at(-1);
    const isNear = /^(?:day|night|morning|evening|week|weekend|month|year)s?$/.test(wordAt(before - 1));
    const own = isRange || isNear ? null : (BOUNDS.get(word) ?? null);
    const bound = last?.upTo === null && last.phrase.end === phrase.at ? last.bound : own;
    const begins = own !== null || (isRange && ['from', 'between'].includes(word)) ? before : phrase.at;
    const upTo = isRange ? next : null;
    const [start, end] = [tokens[begins]?.start ?? 0, tokens[(upTo ?? phrase).end - 1]?.end ?? 0];
    asked.push({ phrase, upTo, bound, start, end });
    if (isRange) i++;
  }
  return asked;
}

/** True for a word that only says when; such a word is never a misspelling of another. */
export function isTimeWord(word: string): boolean {
  const small = word.toLowerCase();
  return (
    monthNumber(small) > 0 ||
    weekdayNumber(small.replace(/s$/, '')) >= 0 ||
    BY_CLOCK.includes(small) ||
    LAST.includes(small) ||
    ['ago', ...['week', 'month', 'year', 'weekend', 'day'].flatMap((unit) => [unit, `${unit}s`])].includes(small)
  );
}
