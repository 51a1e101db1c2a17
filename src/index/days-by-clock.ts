// The days that a text names by the clock: `yesterday`, `last week`, `on Friday`, `two months ago`, `the past ten
// days`. English words.
import { type Mention, monthStretch, numberOf, single, type Stretch, type Word } from './span.ts';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const NUMBERS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** Adds them. `today`: the local day. Weeks begin on Monday. */
export function addRelative(mentions: Mention[], words: readonly Word[], text: string, today: string): void {
  const [year, month, day] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)), Number(today.slice(8, 10))];
  const now = numberOf(year, month, day);
  const weekday = (((now + 3) % 7) + 7) % 7;
  const small = words.map((word) => word.text.toLowerCase());
  small.forEach((word, i) => {
    const before = small[i - 1] ?? '';
    const step = before === 'last' || before === 'previous' ? -1 : before === 'next' ? 1 : before === 'this' ? 0 : null;
    const add = (stretch: Stretch, first: number): void =>
      void mentions.push(mentionOf(words, text, first, i, stretch));
    const own = step === null ? i : i - 1;
    if (word === 'today' || word === 'tonight') add(single(now), i);
    else if (word === 'yesterday') {
      const isBefore = small[i - 2] === 'day' && before === 'before';
      add(single(isBefore ? now - 2 : now - 1), isBefore ? i - 2 : i);
    } else if (word === 'tomorrow') add(single(now + 1), i);
    else if (word === 'night' && step === -1) add(single(now - 1), own);
    else if (word === 'week' && step !== null)
      add({ from: now - weekday + 7 * step, to: now - weekday + 7 * step + 6 }, own);
    else if (word === 'weekend' && step !== null)
      add({ from: now - weekday + 5 + 7 * step, to: now - weekday + 6 + 7 * step }, own);
    else if (word === 'month' && step !== null) add(monthStretch(year, month + step), own);
    else if (word === 'year' && step !== null)
      add({ from: numberOf(year + step, 1, 1), to: numberOf(year + step, 12, 31) }, own);
    else if (WEEKDAYS.includes(word)) add(single(weekdayFrom(now, weekday, WEEKDAYS.indexOf(word), step === 1)), own);
    else if (word === 'ago') {
      const stretch = agoOf(small, i, now, year, month);
      if (stretch) add(stretch, i - 2);
    } else {
      const counted = pastOf(small, i, now);
      if (counted) add(counted.stretch, counted.first);
    }
  });
}

function mentionOf(words: readonly Word[], text: string, first: number, last: number, stretch: Stretch): Mention {
  const [{ start }, end] = [words[first] as Word, words[last] as Word];
  const after = end.start + end.text.length;
  return { start, end: after, spans: [{ ...stretch, said: text.slice(start, after) }] };
}

/** The last such day before today; with `next` the first after it. */
function weekdayFrom(now: number, weekday: number, wanted: number, isNext: boolean): number {
  return isNext ? now + ((wanted - weekday + 6) % 7) + 1 : now - ((weekday - wanted + 6) % 7) - 1;
}

/** `three weeks ago`. */
function agoOf(small: readonly string[], at: number, now: number, year: number, month: number): Stretch | null {
  const unit = singular(small[at - 1] ?? '');
  const count = countOf(small[at - 2]);
  if (count === null) return null;
  if (unit === 'day') return single(now - count);
  if (unit === 'week') return { from: now - 7 * count - 3, to: now - 7 * count + 3 };
  if (unit === 'month') return monthStretch(year, month - count);
  return unit === 'year' ? { from: numberOf(year - count, 1, 1), to: numberOf(year - count, 12, 31) } : null;
}

const singular = (word: string): string => (word.endsWith('s') ? word.slice(0, -1) : word);

/** `the last ten days`, `the past week`. */
function pastOf(small: readonly string[], at: number, now: number): { stretch: Stretch; first: number } | null {
  const unit = UNITS[singular(small[at] ?? '')];
  if (unit === undefined) return null;
  const isCounted = /^(?:last|past)$/.test(small[at - 2] ?? '');
  const counted = isCounted ? countOf(small[at - 1]) : small[at - 1] === 'past' ? 1 : null;
  return counted === null
    ? null
    : { stretch: { from: now - counted * unit, to: now }, first: isCounted ? at - 2 : at - 1 };
}

const UNITS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 31, year: 366 };

function countOf(word: string | undefined): number | null {
  if (word === undefined) return null;
  if (word === 'a' || word === 'an') return 1;
  if (/^\d{1,4}$/.test(word)) return Number(word);
  const number = NUMBERS.indexOf(word);
  return number < 0 ? null : number;
}
