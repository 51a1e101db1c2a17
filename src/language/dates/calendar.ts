// Dates in everyday phrases (`last June`, `two weeks ago`) and the calendar arithmetic behind them: weeks, weekends,
// months and seasons as labels. English; pure.
import numbers from '../../../templates/words/numbers.json';
import { addDays, isDay } from '../../model/day.ts';

/** First and last day of a phrase. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const MONTH_NAMES = MONTHS.map((name) => name.toLowerCase());
/** Lower-case, Monday first. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
/** English names as alternatives for regular expressions. */
export const MONTH = MONTHS.join('|');
export const SHORT_MONTH = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec';
export const WEEKDAY = WEEKDAYS.join('|');
export const SHORT_WEEKDAY = 'mon|tues?|wed|thurs?|thu|fri|sat|sun';
export const SEASON = 'spring|summer|autumn|fall|winter';
const COUNTS: ReadonlyMap<string, number> = new Map(Object.entries(numbers.values));
/** Includes `a` and `an`. */
export const NUMBER_WORDS = [...COUNTS.keys()];
/** How many days back "recently" goes. */
const RECENT = 30;

/** 1 to 12; 0 if the word is not a month. */
export function monthNumber(word: string): number {
  if (word.length < 3) return 0;
  const short = word === 'sept' ? 'sep' : word;
  return MONTH_NAMES.findIndex((name) => name === short || (short.length === 3 && name.startsWith(short))) + 1;
}

/** Monday is 0; -1 if the word is not a weekday. */
export const weekdayNumber = (word: string): number => WEEKDAYS.indexOf(word);

/**
 * The days of a lower-case phrase with single spaces; null for anything else. Without a year it is the last one that
 * has started, and a weekday is the last before today. `isLoose`: include the surrounding days, because people who say
 * "two weeks ago" mean roughly that.
 */
export function phraseSpan(phrase: string, today: string, isLoose = false): Span | null {
  const words = phrase
    .replaceAll(/[.,]/g, ' ')
    .split(/[\s-]+/)
    .map((word) => word.replace(/^(\d{1,2})(?:st|nd|rd|th)$/, '$1'))
    .filter((word) => word !== '' && word !== 'the' && word !== 'of');
  const isAhead = words[0] === 'in';
  if (words[0] === 'on' || isAhead) words.shift();
  return (
    daysByName(words.join(' '), today) ??
    unitSpan(words, today) ??
    countedSpan(isAhead && words.length === 2 ? [...words, 'ahead'] : words, today, isLoose) ??
    weekdaySpan(words, today) ??
    dateSpan(words, today)
  );
}

/** Days around today, by name. */
const NAMED: readonly (readonly [names: RegExp, from: number, to: number])[] = [
  [/^(?:today|tonight|this (?:morning|afternoon|evening|night))$/, 0, 0],
  [/^(?:yesterday(?: (?:morning|afternoon|evening))?|last night)$/, -1, -1],
  [/^day before yesterday$/, -2, -2],
  [/^tomorrow$/, 1, 1],
  [/^day after tomorrow$/, 2, 2],
  [/^(?:recently|lately)$/, -RECENT, 0],
];

function daysByName(said: string, today: string): Span | null {
  const [, from, to] = NAMED.find(([names]) => names.test(said)) ?? [];
  return from === undefined || to === undefined ? null : around(today, from, to);
}

/** `last week`, `the past ten days`, `next month`, `the weekend`. */
function unitSpan(words: readonly string[], today: string): Span | null {
  const unit = (words.at(-1) ?? '').replace(/s$/, '');
  const [which = ''] = words;
  if (words.length === 3 || (words.length === 2 && which === 'past')) {
    const count = words.length === 2 ? 1 : countOf(words[1]);
    if (count === null || !['last', 'past', 'previous'].includes(which)) return null;
    const from = dayAway(-count, unit, today);
    return from === null ? null : { from, to: today };
  }
  if (words.length === 1 && unit === 'weekend') {
    const { from, to } = weekend(today, 0);
    return from <= today ? { from, to } : weekend(today, -1);
  }
  const step = words.length === 2 ? stepOf(which) : null;
  if (step === null) return null;
  if (unit === 'week') return weekSpan(today, step);
  if (unit === 'weekend') return weekend(today, step);
  if (unit === 'month') return monthSpan(yearOf(today), monthOf(today) + step);
  return unit === 'year' ? yearSpan(yearOf(today) + step) : null;
}

/** `three weeks ago`, `two weekends ago`, `in three days`, `three days from now`. */
function countedSpan([said, units = '', ...way]: readonly string[], today: string, isLoose: boolean): Span | null {
  const count = countOf(said);
  const step = { ago: -1, ahead: 1, 'from now': 1, 'from today': 1 }[way.join(' ')];
  if (count === null || step === undefined) return null;
  const unit = units.replace(/s$/, '');
  if (unit === 'weekend') return weekend(today, step * count);
  const there = dayAway(step * count, unit, today);
  if (there === null || !isLoose || unit === 'day') return there === null ? null : { from: there, to: there };
  if (unit === 'week') return around(there, -3, 3);
  return unit === 'month' ? monthSpan(yearOf(there), monthOf(there)) : yearSpan(yearOf(there));
}

/**
 * The day that many units after today, or before it if `count` is negative; if its month lacks the day, the last of
 * that month. Null for another unit, or before year 0.
 */
function dayAway(count: number, unit: string, today: string): string | null {
  if (unit === 'day' || unit === 'week') return addDays(today, count * (unit === 'week' ? 7 : 1));
  if (unit !== 'month' && unit !== 'year') return null;
  const span = monthSpan(yearOf(today), monthOf(today) + count * (unit === 'year' ? 12 : 1));
  if (span === null) return null;
  const day = `${span.from.slice(0, 8)}${today.slice(8)}`;
  return day < span.to ? day : span.to;
}

/**
 * `Monday`, `next Monday`, `Monday last week`. "next Friday" is in the following week: said on a Monday it is eleven
 * days away.
 */
function weekdaySpan(words: readonly string[], today: string): Span | null {
  const at = words.findIndex((word) => weekdayNumber(word) >= 0);
  if (at < 0 || words.length > 3) return null;
  const wanted = weekdayNumber(words[at] ?? '');
  const others = words.filter((_, place) => place !== at);
  const step = others.length === 0 ? null : stepOf(others[0] ?? '');
  if (others.length > 0 && step === null) return null;
  const inWeek = (weeks: number): Span => around(weekSpan(today, weeks).from, wanted, wanted);
  if (others.length === 2) return others[1] === 'week' ? inWeek(step ?? 0) : null;
  if (step === 0) return inWeek(0);
  if (at !== words.length - 1) return null;
  if (step === 1 && others[0] === 'next') return inWeek(1);
  const weekday = daysSinceMonday(today);
  const away = step === 1 ? ((wanted - weekday + 6) % 7) + 1 : -((weekday - wanted + 6) % 7) - 1;
  return around(today, away, away);
}

/** `June`, `last June`, `June last year`, `21 May`, `May 21 2025`, `May 2025`. */
function dateSpan(words: readonly string[], today: string): Span | null {
  const at = words.findIndex((word) => monthNumber(word) > 0);
  if (at < 0 || words.length > 4) return null;
  const month = monthNumber(words[at] ?? '');
  let [before, after] = [words.slice(0, at), words.slice(at + 1)];
  let [day, year, step]: [number | null, number | null, number | null] = [null, null, null];
  if (/^\d{1,2}$/.test(before.at(-1) ?? '')) [day, before] = [Number(before.at(-1)), before.slice(0, -1)];
  else if (/^\d{1,2}$/.test(after[0] ?? '')) [day, after] = [Number(after[0]), after.slice(1)];
  if (/^\d{4}$/.test(after[0] ?? '')) [year, after] = [Number(after[0]), after.slice(1)];
  else if (after[1] === 'year' && stepOf(after[0] ?? '') !== null)
    [year, after] = [yearOf(today) + (stepOf(after[0] ?? '') ?? 0), after.slice(2)];
  if (before.length === 1 && year === null) {
    step = stepOf(before[0] ?? '');
    if (step !== null) before = [];
  }
  if (before.length > 0 || after.length > 0) return null;
  const inYear = (one: number): Span | null => (day === null ? monthSpan(one, month) : daySpan(one, month, day));
  if (year !== null) return inYear(year);
  const thisYear = yearOf(today);
  if (step === 0) return inYear(thisYear);
  // Not every year has a 29 February.
  const years = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    .map((away) => inYear(step === 1 ? thisYear + away : thisYear - away))
    .filter((span) => span !== null);
  return years.find(({ from, to }) => (step === 1 ? from > today : step === -1 ? to < today : from <= today)) ?? null;
}

const stepOf = (word: string): number | null =>
  word === 'last' || word === 'previous'
    ? -1
    : word === 'this' || word === 'current'
      ? 0
      : word === 'next' || word === 'coming'
        ? 1
        : null;

export function countOf(word: string | undefined): number | null {
  if (word === undefined) return null;
  if (/^\d{1,4}$/.test(word)) return Number(word);
  return word === 'couple' ? 2 : (COUNTS.get(word) ?? null);
}

const HAN_DIGITS = '〇一二三四五六七八九';

/** `二十三` as 23, `二零二八` as 2028. */
export function hanNumber(text: string): string | null {
  if (/^\d+$/.test(text)) return text;
  const digits = text.replace(/[两兩]/g, '二').replaceAll('零', '〇');
  if (/^[〇一二三四五六七八九]+$/u.test(digits)) return [...digits].map((one) => HAN_DIGITS.indexOf(one)).join('');
  let [sum, digit] = [0, 0];
  for (const one of digits) {
    const factor = { 十: 10, 百: 100, 千: 1000, 万: 10_000 }[one];
    if (factor === undefined) digit = Math.max(0, HAN_DIGITS.indexOf(one));
    else {
      sum = factor === 10_000 ? (sum + digit) * factor : sum + (digit === 0 ? 1 : digit) * factor;
      digit = 0;
    }
  }
  return String(sum + digit);
}

const daysSinceMonday = (day: string): number => (weekdayOf(day) + 6) % 7;
const around = (day: string, from: number, to: number): Span => ({ from: addDays(day, from), to: addDays(day, to) });
const yearSpan = (year: number): Span => ({ from: `${yearLabel(year)}-01-01`, to: `${yearLabel(year)}-12-31` });
const weekSpan = (today: string, step: number): Span => around(mondayOf(today), 7 * step, 7 * step + 6);
const weekend = (today: string, step: number): Span => around(weekSpan(today, step).from, 5, 6);

function daySpan(year: number, month: number, day: number): Span | null {
  const at = `${yearLabel(year)}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  return isDay(at) ? { from: at, to: at } : null;
}

/** Months beyond the end of a year carry over; null for an invalid year. */
function monthSpan(year: number, month: number): Span | null {
  const from = `${monthLabel(`${yearLabel(year)}-01-01`, month - 1)}-01`;
  const to = ['31', '30', '29', '28'].map((day) => `${from.slice(0, 8)}${day}`).find(isDay);
  return isDay(from) && to !== undefined ? { from, to } : null;
}

const SEASONS = ['winter', 'spring', 'summer', 'autumn'] as const;

/** 0 = Sunday … 6 = Saturday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** The Monday of the ISO week that contains `day`. */
export function mondayOf(day: string): string {
  return addDays(day, -daysSinceMonday(day));
}

export function isWeekend(day: string): boolean {
  return weekdayOf(day) % 6 === 0;
}

function yearOf(day: string): number {
  return Number(day.slice(0, 4));
}

/** 1 to 12. */
export function monthOf(day: string): number {
  return Number(day.slice(5, 7));
}

/** `YYYY-MM` of the month `count` months after that of `day`. */
function monthLabel(day: string, count = 0): string {
  const months = yearOf(day) * 12 + monthOf(day) - 1 + count;
  return `${yearLabel(Math.floor(months / 12))}-${String((months % 12) + 1).padStart(2, '0')}`;
}

function yearLabel(year: number): string {
  return String(year).padStart(4, '0');
}

export type SeasonTurn = 'last' | 'past' | 'this' | 'next';

/**
 * `summer 2022` for a season and the word before it (`past` for "this past"); null where readers disagree: "last
 * summer" in autumn, "next summer" in spring, "this winter" in April. Northern seasons in whole months; a winter is
 * named after both of its years.
 */
export function seasonLabel(which: SeasonTurn, name: string, day: string): string | null {
  const season = SEASONS.indexOf((name === 'fall' ? 'autumn' : name) as (typeof SEASONS)[number]);
  const december = monthOf(day) === 12;
  // Seasons are numbered from year 0, winter first: a winter belongs to the year of its January.
  const year = yearOf(day) + (december ? 1 : 0);
  const now = year * 4 + Math.floor((monthOf(day) % 12) / 3);
  const near = season === 0 && now % 4 > 0 ? (year + 1) * 4 : year * 4 + season;
  const turn = pickTurn(which, near, now);
  if (turn === null) return null;
  const turnYear = Math.floor(turn / 4);
  if (which === 'this' && december && turn - now === 2) return null;
  if (which === 'next' && (season === 0 ? turn - now === 1 : turnYear === yearOf(day))) return null;
  if (season === 0) return `winter ${yearLabel(turnYear - 1)}–${String(turnYear % 100).padStart(2, '0')}`;
  return `${name} ${yearLabel(turnYear)}`;
}

/** `near`: this year's turn of the season; for winter the current or coming one. */
function pickTurn(which: SeasonTurn, near: number, now: number): number | null {
  if (which === 'this') return near - now > 2 ? null : near;
  if (which === 'next') return near > now ? near : near + 4;
  const past = near < now ? near : near - 4;
  if (which === 'past') return near === now ? null : past;
  return now - past === 1 ? null : past;
}

// Days as users type them after a flag.

export const DAY_FORMS = '2026-07-01, 2026-07, 2026, today, yesterday, last week, May, "21 May" or 30d';

/**
 * Parses `2026-07-01`, `2026-07`, `2026`, `30d` (that many days ago; also `w`, `m`, `y`) or a phrase such as
 * `yesterday`, `last week`, `May`, `21 May 2025`, `two weeks ago`; null for anything else.
 */
export function spanOf(typed: string, today: string): Span | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ');
  if (isDay(text)) return { from: text, to: text };
  const [, count, unit] = /^(\d{1,5})([dwmy])$/.exec(text) ?? [];
  if (count !== undefined) {
    const units = { d: 'day', w: 'week', m: 'month', y: 'year' }[unit ?? ''] ?? '';
    const day = dayAway(-Number(count), units, today);
    return day !== null && isDay(day) ? { from: day, to: day } : null;
  }
  const [, year, month] = /^(\d{4})-(\d{2})$/.exec(text) ?? [];
  if (year !== undefined)
    return Number(month) >= 1 && Number(month) <= 12 ? monthSpan(Number(year), Number(month)) : null;
  if (/^(?:19|20)\d{2}$/.test(text)) return yearSpan(Number(text));
  return phraseSpan(text, today);
}
