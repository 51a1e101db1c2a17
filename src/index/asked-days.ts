// The days that a question names: `3 July 2023`, `in May`, `2026-07`, and by the clock `yesterday`, `last week`,
// `on Friday`, `two months ago`. English words; knows no clock itself.
import { isMonthMay } from './tokenizer/may.ts';

/** A stretch of days, both inclusive, as numbers of days since 1970-01-01. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A month or day of any year. */
export interface Yearly {
  /** 1 to 12. */
  readonly month: number;
  /** Null for the whole month. */
  readonly day: number | null;
}

export type Span = Stretch | Yearly;

interface Word {
  readonly text: string;
  readonly start: number;
}

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december'];
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
/** More often something else than a month unless written large. */
const AMBIGUOUS = ['march', 'mar', 'jan', 'dec', 'sep'];

/** `today`: the local day, null where there is no clock. Days of a month come with the month that they are in. */
export function spansIn(text: string, today: string | null): Span[] {
  const words = wordsOf(text);
  const spans: Span[] = [];
  words.forEach((word, i) => {
    const month = monthOf(word, text);
    if (month > 0) addMonth(spans, month, words, i);
  });
  if (text.includes('-')) {
    for (const [, year, month, day] of text.matchAll(/(?<!\d)(\d{4})-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?(?!\d)/g)) {
      if (day !== undefined) spans.push(dayStretch(Number(year), Number(month), Number(day)));
      spans.push(monthStretch(Number(year), Number(month)));
    }
  }
  if (today !== null) addRelative(spans, words, today);
  return spans;
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(/[A-Za-z]+|\d+/g), (match) => ({ text: match[0], start: match.index }));
}

/** 1 to 12; 0 for a word that names no month. */
function monthOf({ text: word, start }: Word, text: string): number {
  if (word.length < 3) return 0;
  const small = word.toLowerCase();
  const short = small === 'sept' ? 'sep' : small;
  const month = MONTHS.findIndex((name) => name === short || (short.length === 3 && name.startsWith(short))) + 1;
  if (month === 0 || AMBIGUOUS.includes(word)) return 0;
  return month === 5 && !(word === 'May' && isMonthMay(text, start)) ? 0 : month;
}

function addMonth(spans: Span[], month: number, words: readonly Word[], at: number): void {
  let day = dayBefore(words, at);
  let next = at + 1;
  if (day === null) {
    day = dayNumberOf(words[next]);
    if (day !== null) next++;
  }
  while (/^(?:st|nd|rd|th|of)$/i.test(words[next]?.text ?? '')) next++;
  const year = /^(?:19|20)\d\d$/.test(words[next]?.text ?? '') ? Number(words[next]?.text) : null;
  if (day !== null) spans.push(year === null ? { month, day } : dayStretch(year, month, day));
  spans.push(year === null ? { month, day: null } : monthStretch(year, month));
}

/** `3 July`, `3rd of July`. */
function dayBefore(words: readonly Word[], at: number): number | null {
  let before = at - 1;
  if (/^of$/i.test(words[before]?.text ?? '')) before--;
  if (/^(?:st|nd|rd|th)$/i.test(words[before]?.text ?? '')) before--;
  return dayNumberOf(words[before]);
}

function dayNumberOf(word: Word | undefined): number | null {
  if (!word || !/^\d{1,2}$/.test(word.text)) return null;
  const day = Number(word.text);
  return day >= 1 && day <= 31 ? day : null;
}

/** Weeks begin on Monday. */
function addRelative(spans: Span[], words: readonly Word[], today: string): void {
  const [year, month, day] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)), Number(today.slice(8, 10))];
  const now = numberOf(year, month, day);
  const weekday = (((now + 3) % 7) + 7) % 7;
  const small = words.map(({ text }) => text.toLowerCase());
  small.forEach((word, i) => {
    const before = small[i - 1] ?? '';
    const step = before === 'last' || before === 'previous' ? -1 : before === 'next' ? 1 : before === 'this' ? 0 : null;
    if (word === 'today' || word === 'tonight') spans.push({ from: now, to: now });
    else if (word === 'yesterday') spans.push(single(small[i - 2] === 'day' && before === 'before' ? now - 2 : now - 1));
    else if (word === 'tomorrow') spans.push(single(now + 1));
    else if (word === 'night' && step === -1) spans.push(single(now - 1));
    else if (word === 'week' && step !== null) spans.push({ from: now - weekday + 7 * step, to: now - weekday + 7 * step + 6 });
    else if (word === 'weekend' && step !== null) spans.push({ from: now - weekday + 5 + 7 * step, to: now - weekday + 6 + 7 * step });
    else if (word === 'month' && step !== null) spans.push(monthStretch(year, month + step));
    else if (word === 'year' && step !== null) spans.push({ from: numberOf(year + step, 1, 1), to: numberOf(year + step, 12, 31) });
    else if (WEEKDAYS.includes(word)) spans.push(single(weekdayFrom(now, weekday, WEEKDAYS.indexOf(word), step === 1)));
    else if (word === 'ago') addAgo(spans, small, i, now, year, month);
    else addPast(spans, small, i, now);
  });
}

/** The last such day before today; with `next` the first after it. */
function weekdayFrom(now: number, weekday: number, wanted: number, isNext: boolean): number {
  return isNext ? now + ((wanted - weekday + 6) % 7) + 1 : now - ((weekday - wanted + 6) % 7) - 1;
}

/** `three weeks ago`. */
function addAgo(spans: Span[], small: readonly string[], at: number, now: number, year: number, month: number): void {
  const unit = (small[at - 1] ?? '').replace(/s$/, '');
  const count = countOf(small[at - 2]);
  if (count === null) return;
  if (unit === 'day') spans.push(single(now - count));
  else if (unit === 'week') spans.push({ from: now - 7 * count - 3, to: now - 7 * count + 3 });
  else if (unit === 'month') spans.push(monthStretch(year, month - count));
  else if (unit === 'year') spans.push({ from: numberOf(year - count, 1, 1), to: numberOf(year - count, 12, 31) });
}

/** `the last ten days`, `the past week`. */
function addPast(spans: Span[], small: readonly string[], at: number, now: number): void {
  const unit = UNITS[(small[at] ?? '').replace(/s$/, '')];
  if (unit === undefined) return;
  const counted = /^(?:last|past)$/.test(small[at - 2] ?? '') ? countOf(small[at - 1]) : small[at - 1] === 'past' ? 1 : null;
  if (counted !== null) spans.push({ from: now - counted * unit, to: now });
}

const UNITS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 31, year: 366 };

function countOf(word: string | undefined): number | null {
  if (word === undefined) return null;
  if (word === 'a' || word === 'an') return 1;
  if (/^\d{1,4}$/.test(word)) return Number(word);
  const number = NUMBERS.indexOf(word);
  return number < 0 ? null : number;
}

const single = (day: number): Stretch => ({ from: day, to: day });
const dayStretch = (year: number, month: number, day: number): Stretch => single(numberOf(year, month, day));
const monthStretch = (year: number, month: number): Stretch => ({ from: numberOf(year, month, 1), to: numberOf(year, month + 1, 1) - 1 });

/** Days since 1970-01-01; months and days beyond the end run over. */
function numberOf(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month - 1, day) / 86_400_000);
}
