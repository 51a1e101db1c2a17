// Dates in everyday phrases (`last June`, `two weeks ago`) and the calendar arithmetic behind them: weeks, weekends,
// months and seasons as labels. English; pure.
import numbers from '../../../templates/words/numbers.json';
import { addDays, isDay } from '../../model/day.ts';

/** First and last day of a phrase. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** Names of the months in English, German, Spanish and French, January first; the English name comes first. */
const MONTH_NAMES = [
  'January Januar enero janvier Jan janv ene',
  'February Februar febrero février Feb fév févr',
  'March März marzo mars Mar mär',
  'April abril avril Apr avr abr',
  'May Mai mayo',
  'June Juni junio juin Jun',
  'July Juli julio juillet Jul juil',
  'August agosto août Aug',
  'September septiembre septembre Sept Sep',
  'October Oktober octubre octobre Oct Okt',
  'November noviembre novembre Nov',
  'December Dezember diciembre décembre Dec Dez déc dic',
].map((names) => names.split(' '));
/** The same for weekdays, Monday first, without plurals. */
const WEEKDAY_NAMES = [
  'monday montag lundi lunes mon lun',
  'tuesday dienstag mardi martes tues tue',
  'wednesday mittwoch mercredi miércoles wed',
  'thursday donnerstag jeudi jueves thurs thur thu',
  'friday freitag vendredi viernes fri',
  'saturday samstag samedi sábado sat',
  'sunday sonntag dimanche domingo sun',
].map((names) => names.split(' '));
const numbered = (rows: readonly (readonly string[])[]): ReadonlyMap<string, number> =>
  new Map(rows.flatMap((names, at) => names.map((name) => [name.toLowerCase(), at + 1] as const)));
/** From a lower-case name in any of the languages to its number from 1. */
export const MONTH_OF = numbered(MONTH_NAMES);
export const WEEKDAY_OF = numbered(WEEKDAY_NAMES);
export const MONTHS = MONTH_NAMES.map(([name = '']) => name);
/** Lower-case, Monday first. */
export const WEEKDAYS = WEEKDAY_NAMES.map(([name = '']) => name);
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

/** 1 to 12; 0 if the lower-case word is not an English month. */
export function monthNumber(word: string): number {
  const at = MONTHS.findIndex((name) => name.toLowerCase() === word || name.slice(0, 3).toLowerCase() === word);
  return word === 'sept' ? 9 : at + 1;
}

/** Monday is 0; -1 if the word is not a weekday. */
export const weekdayNumber = (word: string): number => WEEKDAYS.indexOf(word);

/** The grammar of phrases: `the`, `of` and ordinal endings are dropped before. The first row that matches counts. */
const TURN = '(?<turn>last|previous|this|current|next|coming)';
const COUNT = String.raw`(?<count>\d{1,4}|couple|${NUMBER_WORDS.join('|')})`;
const UNIT = '(?<unit>day|week|weekend|month|year)s?';
const PART_OF_DAY = '(?:morning|afternoon|evening)';

interface Phrase {
  readonly groups: Readonly<Record<string, string | undefined>>;
  readonly today: string;
  readonly isLoose: boolean;
}

const STEPS: Readonly<Record<string, number>> = { last: -1, previous: -1, this: 0, current: 0, next: 1, coming: 1 };
const stepOf = ({ groups }: Phrase): number => STEPS[groups.turn ?? ''] ?? 0;
const unitOf = ({ groups }: Phrase): string => groups.unit ?? '';
const near =
  (from: number, to = from) =>
  ({ today }: Phrase): Span =>
    around(today, from, to);

const GRAMMAR: readonly (readonly [pattern: RegExp, span: (phrase: Phrase) => Span | null])[] = (
  [
    [`today|tonight|this (?:${PART_OF_DAY}|night)`, near(0)],
    [`yesterday(?: ${PART_OF_DAY})?|last night`, near(-1)],
    ['day before yesterday', near(-2)],
    ['tomorrow', near(1)],
    ['day after tomorrow', near(2)],
    ['recently|lately', near(-RECENT, 0)],
    [`(?:last|past|previous) ${COUNT} ${UNIT}`, upToToday],
    [`past ${UNIT}`, upToToday],
    ['weekends?', ({ today }: Phrase) => weekend(today, weekend(today, 0).from <= today ? 0 : -1)],
    [`${TURN} ${UNIT}`, turnOfUnit],
    [`${COUNT} ${UNIT} (?:(?<ago>ago)|ahead|from now|from today)`, countedSpan],
    [`${TURN} week (?<weekday>${WEEKDAY})`, weekdayOfWeek],
    [`(?<weekday>${WEEKDAY}) ${TURN} week`, weekdayOfWeek],
    [`(?:${TURN} )?(?<weekday>${WEEKDAY})`, weekdaySpan],
    [
      String.raw`(?:${TURN} )?(?:(?<day>\d{1,2}) )?(?<month>${MONTH}|${SHORT_MONTH})(?: (?<date>\d{1,2}))?` +
        String.raw`(?: (?<year>\d{4})| (?<ofYear>last|previous|this|current|next|coming) year)?`,
      dateSpan,
    ],
  ] as const
).map(([source, span]) => [new RegExp(`^(?:${source})$`, 'i'), span]);

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
    .filter((word) => word !== '' && word !== 'the' && word !== 'of')
    .join(' ');
  const bare = words.replace(/^(?:on|in) /, '');
  for (const said of bare === words ? [bare] : [bare, `${bare} ahead`])
    for (const [pattern, span] of GRAMMAR) {
      const match = pattern.exec(said);
      if (match) return span({ groups: match.groups ?? {}, today, isLoose });
    }
  return null;
}

/** `the past ten days`, `past week`. */
function upToToday(phrase: Phrase): Span | null {
  const from = dayAway(-(countOf(phrase.groups.count ?? '1') ?? 1), unitOf(phrase), phrase.today);
  return from === null ? null : { from, to: phrase.today };
}

/** `last week`, `next month`, `this weekend`. */
function turnOfUnit(phrase: Phrase): Span | null {
  const [{ today }, step, unit] = [phrase, stepOf(phrase), unitOf(phrase)];
  if (unit === 'week') return weekSpan(today, step);
  if (unit === 'weekend') return weekend(today, step);
  if (unit === 'month') return monthSpan(yearOf(today), monthOf(today) + step);
  return unit === 'year' ? yearSpan(yearOf(today) + step) : null;
}

/** `three weeks ago`, `two weekends ago`, `in three days`, `three days from now`. */
function countedSpan(phrase: Phrase): Span | null {
  const [{ groups, today, isLoose }, unit] = [phrase, unitOf(phrase)];
  const count = (countOf(groups.count) ?? 0) * (groups.ago === undefined ? 1 : -1);
  if (unit === 'weekend') return weekend(today, count);
  const there = dayAway(count, unit, today);
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

const weekdayIn = ({ groups, today }: Phrase, weeks: number): Span => {
  const at = weekdayNumber(groups.weekday ?? '');
  return around(weekSpan(today, weeks).from, at, at);
};

/** `Monday last week`. */
function weekdayOfWeek(phrase: Phrase): Span {
  return weekdayIn(phrase, stepOf(phrase));
}

/** `Monday`, `next Monday`. "next Friday" is in the following week: said on a Monday it is eleven days away. */
function weekdaySpan(phrase: Phrase): Span {
  const { turn, weekday = '' } = phrase.groups;
  if (turn === 'this' || turn === 'current') return weekdayIn(phrase, 0);
  if (turn === 'next') return weekdayIn(phrase, 1);
  const ahead = weekdayNumber(weekday) - daysSinceMonday(phrase.today);
  const away = turn === 'coming' ? ((ahead + 6) % 7) + 1 : -((6 - ahead) % 7) - 1;
  return around(phrase.today, away, away);
}

/** `June`, `last June`, `June last year`, `21 May`, `May 21 2025`, `May 2025`. */
function dateSpan(phrase: Phrase): Span | null {
  const { turn, day, month = '', date, year, ofYear } = phrase.groups;
  const named = ofYear === undefined ? year : yearOf(phrase.today) + (STEPS[ofYear] ?? 0);
  if ((day !== undefined && date !== undefined) || (turn !== undefined && named !== undefined)) return null;
  const inYear = (one: number): Span | null =>
    (day ?? date) === undefined
      ? monthSpan(one, monthNumber(month))
      : daySpan(one, monthNumber(month), Number(day ?? date));
  if (named !== undefined) return inYear(Number(named));
  const [thisYear, step] = [yearOf(phrase.today), turn === undefined ? null : stepOf(phrase)];
  if (step === 0) return inYear(thisYear);
  // Not every year has a 29 February.
  const years = [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap(
    (away) => inYear(step === 1 ? thisYear + away : thisYear - away) ?? [],
  );
  const { today } = phrase;
  return years.find(({ from, to }) => (step === 1 ? from > today : step === -1 ? to < today : from <= today)) ?? null;
}

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
