// The time that a question names, whether it asks for anything else, and the rows of that time.
import timeTalk from '../../templates/words/time-talk.en.json';
import { ROW_FIELDS } from '../index/document.ts';
import { reach } from '../index/expand-terms.ts';
import { admitting } from '../index/filter.ts';
import type { Question } from '../index/query.ts';
import type { Ranking } from '../index/rank.ts';
import { newest } from '../index/ranking/order.ts';
import type { Tokenizer } from '../index/tokenizer.ts';
import type { Tables } from '../index/view.ts';
import { type AskedDays, boundDays, dayPhrases, isAfterPreposition, tokensOf } from '../language/dates/asked-days.ts';
import { phraseSpan } from '../language/dates/calendar.ts';
import { addDays } from '../model/day.ts';
import type { SearchResult } from './hit.ts';
import type { Resolved } from './request.ts';

/** Local days, both inclusive; null is open. */
interface Days {
  readonly from: string | null;
  readonly to: string | null;
}

interface AskedTime {
  /** In the words of the question: "last week", "since May". */
  readonly said: string;
  /** A row matches if it falls into one of these. */
  readonly days: readonly Days[];
  /**
   * The same months and days of earlier years, the latest first, if the question names no year: used when the named
   * span is empty.
   */
  readonly earlier: readonly Days[];
  /** The question asks for nothing but this time. */
  readonly isAll: boolean;
  /** Terms by which a statement names the time, all of one list: it says "2025", whenever it was logged. */
  readonly names: readonly (readonly string[])[];
  /** Terms of the question outside the time. */
  readonly others: ReadonlySet<string>;
  /** Terms of bare numbers that may not be years: they match text, but not the date of a row. */
  readonly numbers: ReadonlySet<string>;
  /** The positions of the time words in the question. */
  readonly places: readonly (readonly [start: number, end: number])[];
}

/** How many years back to look for a month. */
const MOST_YEARS = 9;
/** Returns null if the question names no time, or only inside one of `phrases`, which are searched verbatim. */
export function askedTime(
  text: string,
  today: string,
  tokenizer: Tokenizer,
  phrases: readonly string[] = [],
): AskedTime | null {
  const tokens = tokensOf(text);
  const found = dayPhrases(tokens, today).filter(
    ({ words }) => !phrases.some((phrase) => phrase.toLowerCase().includes(words)),
  );
  const [first] = found;
  if (first === undefined) return null;
  const asked = boundDays(tokens, found);
  const days = daysOf(asked);
  const taken = asked.map(({ start, end }) => [start, end] as const);
  const isIn = (start: number): boolean => taken.some(([from, to]) => start >= from && start < to);
  const others = new Set<string>();
  const numbers = new Set<string>();
  let isAll = true;
  for (const { start, end, terms } of tokenizer.words(text)) {
    const word = text.slice(start, end).toLowerCase();
    if (!isIn(start)) {
      for (const term of terms) others.add(term);
      isAll &&= isIdle(word);
    } else if (
      found.some(
        ({ at, words }) =>
          tokens[at]?.start === start && words === word && /^\d+$/.test(word) && !isAfterPreposition(tokens, at),
      )
    )
      for (const term of terms) numbers.add(term);
  }
  const isBare =
    isAll && others.size === 0 && tokens.length === found.reduce((count, { at, end }) => count + end - at, 0);
  const isOpen = days.some(({ from, to }) => from === null || to === null);
  const isYearly = found.length === 1 && first.kind === 'calendar' && !first.hasYear && !isOpen;
  return {
    said: taken
      .map(([start, end]) =>
        tokens
          .filter((token) => token.start >= start && token.end <= end)
          .map(({ word }) => word)
          .join(' '),
      )
      .join(', '),
    days,
    isAll,
    others,
    numbers,
    places: taken,
    earlier: isYearly ? earlierOf(first.words, today, first.from) : [],
    // A phrase with a year is unambiguous whenever it was said; a month or weekday alone is also a search word.
    names: isOpen
      ? []
      : found
          .filter(({ kind, hasYear }) => (kind === 'calendar' && hasYear) || (isBare && kind !== 'clock'))
          .map(({ words }) => termsOf(words, tokenizer))
          .filter((terms) => terms.length > 0),
  };
}

/** Merges adjacent times into a list; "since", "before" and the like limit all of them. */
function daysOf(asked: readonly AskedDays[]): Days[] {
  const closed: Days[] = [];
  let [from, to]: [string | null, string | null] = [null, null];
  for (const { phrase, upTo, bound } of asked) {
    if (upTo !== null)
      closed.push(phrase.from <= upTo.to ? { from: phrase.from, to: upTo.to } : { from: upTo.from, to: phrase.to });
    else if (bound === 'since') from = later(from, phrase.from);
    else if (bound === 'after') from = later(from, addDays(phrase.to, 1));
    else if (bound === 'before') to = earlier(to, addDays(phrase.from, -1));
    else if (bound === 'until') to = earlier(to, phrase.to);
    else closed.push({ from: phrase.from, to: phrase.to });
  }
  return (closed.length === 0 ? [{ from: null, to: null }] : closed).map((days) => ({
    from: later(days.from, from),
    to: earlier(days.to, to),
  }));
}

const later = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b > a) ? b : a);
const earlier = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b < a) ? b : a);

/** For a phrase without a year. */
function earlierOf(words: string, today: string, from: string): Days[] {
  const days: Days[] = [];
  for (let years = 1; years <= MOST_YEARS; years++) {
    const span = phraseSpan(
      words,
      String(Number(today.slice(0, 4)) - years).padStart(4, '0') +
        today.slice(4, 8) +
        (today.slice(8) === '29' ? '28' : today.slice(8)),
      true,
    );
    if (span !== null && span.from < (days.at(-1)?.from ?? from)) days.push(span);
  }
  return days;
}

/** "May" needs "in" before it: alone it is a stop word. */
const termsOf = (words: string, tokenizer: Tokenizer): string[] =>
  tokenizer
    .words(words.replaceAll(/\bmay\b/g, 'in May').replaceAll(/\b(\d{1,2})(?:st|nd|rd|th)\b/g, '$1'))
    .map(({ terms }) => terms[0] ?? '');

const isIdle = (word: string): boolean => timeTalk.words.includes(word.replace(/['’]s?$/, ''));

type Admits = (row: number) => boolean;

export interface OfTime {
  /** The question asks for nothing else, so the rows of that time are listed. */
  readonly isAll: boolean;
  /** Newest first, then statements that name the time in words. `time`: as in the search result. */
  list(
    tables: Tables,
    admits: Admits,
    most: number,
  ): { readonly ranking: Ranking; readonly time: NonNullable<SearchResult['time']> };
  /** Restricts `admits` to rows that match more of the question than their log date. */
  beside(tables: Tables, question: Question, admits: Admits): Admits;
}

/** Returns null if the question names no time. */
export function ofTime(
  { question, phrases }: Pick<Resolved, 'question' | 'phrases'>,
  today: string,
  tokenizer: Tokenizer,
): OfTime | null {
  const asked = askedTime(question, today, tokenizer, phrases);
  if (asked === null) return null;
  return {
    isAll: asked.isAll,
    list: (tables, admits, most) => list(asked, tables, admits, most),
    beside: (tables, words, admits) => {
      const holding = rowsBeside(tables, words, asked);
      return (row) => holding[row] === 1 && admits(row);
    },
  };
}

function list(
  { said, days, earlier, names }: AskedTime,
  tables: Tables,
  admits: Admits,
  most: number,
): ReturnType<OfTime['list']> {
  let used = days;
  let within = withinAny(days, tables);
  let dated = newest(tables, (row) => admits(row) && within(row), most);
  for (const before of earlier) {
    if (dated.total > 0) break;
    const isWithin = withinAny([before], tables);
    const found = newest(tables, (row) => admits(row) && isWithin(row), most);
    if (found.total > 0) [used, within, dated] = [[before], isWithin, found];
  }
  const time = { said, days: used };
  if (names.length === 0) return { ranking: dated, time };
  const naming = rowsNaming(tables, names);
  const named = newest(tables, (row) => naming[row] === 1 && admits(row) && !within(row), most);
  return {
    ranking: {
      total: dated.total + named.total,
      rows: [...dated.rows, ...named.rows].slice(0, most),
      partsOf: () => null,
    },
    time,
  };
}

function withinAny(days: readonly Days[], tables: Tables): Admits {
  const tests = days.map(({ from, to }) =>
    from !== null && to !== null && from > to
      ? (): boolean => false
      : admitting(
          { every: [], folder: null, project: null, projectFolder: '', since: from, until: to, all: true },
          tables,
        ),
  );
  return (row) => tests.some((test) => test(row));
}

const DATE = ROW_FIELDS.indexOf('date');

/** 1 for each row whose text contains all terms of one of `names`; the log date does not count. */
function rowsNaming(view: Tables, names: readonly (readonly string[])[]): Uint8Array {
  const naming = new Uint8Array(view.rows);
  for (const terms of names) {
    const counts = new Uint8Array(view.rows);
    terms.forEach((term, count) => {
      for (const { field, rows } of view.postings(term)) {
        if (field === DATE) continue;
        for (let i = 0; i < rows.length; i++) {
          const row = rows[i] as number;
          if (counts[row] === count) counts[row] = count + 1;
        }
      }
    });
    for (let row = 0; row < counts.length; row++) if (counts[row] === terms.length) naming[row] = 1;
  }
  return naming;
}

/** 1 for each row that contains a word of the question other than its time. */
function rowsBeside(view: Tables, { asked }: Question, { others, numbers }: AskedTime): Uint8Array {
  const holding = new Uint8Array(view.rows);
  for (const one of asked) {
    const isOther = others.has(one.term);
    if (!isOther && !numbers.has(one.term)) continue;
    for (const { postings } of reach(view, one)) {
      for (const { field, rows } of postings)
        if (isOther || field !== DATE) for (let i = 0; i < rows.length; i++) holding[rows[i] as number] = 1;
    }
  }
  return holding;
}
