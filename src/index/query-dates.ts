// The days that a question names: `3 July 2023`, `in May`, `2026-07`, and by the clock `yesterday`, `last week`, `on
// Friday`, `two months ago`; `since`, `until` and the like make a stretch without an end of them. English words; knows
// no clock itself.
import { monthNumber, phraseSpan, weekdayNumber } from '../language/dates/calendar.ts';
import { dayNumber } from '../model/day.ts';
import { isMonthMay } from './tokenizer.ts';

// The days that a text names by the clock: `yesterday`, `last week`, `on Friday`, `two months ago`, `the past ten
// days`.

const MS_PER_DAY = 86_400_000;
/** What such days begin with, beside a number and the name of a weekday. */
const BY_CLOCK =
  ' today tonight yesterday day tomorrow last previous past this next a an one two three four five six seven eight ' +
  'nine ten eleven twelve ';
/** `day before yesterday`. */
const MOST_WORDS = 3;

/** Adds them, the longest first. `today`: the local day. */
function addRelative(mentions: Mention[], words: readonly Word[], text: string, today: string): void {
  const small = words.map((word) => word.text.toLowerCase());
  for (let at = 0; at < small.length; at++) {
    const first = small[at] ?? '';
    const isWeekday = weekdayNumber(first) >= 0;
    if (!isWeekday && !BY_CLOCK.includes(` ${first} `) && kindAt(first, 0) !== DIGIT) continue;
    // Months are read by their own grammar, with the day and the year beside them.
    for (let end = at + (isWeekday ? 1 : Math.min(MOST_WORDS, small.length - at)); end > at; end--) {
      const said = small.slice(at, end);
      const span = said.some((word) => monthNumber(word) > 0) ? null : phraseSpan(said.join(' '), today, true);
      if (span === null) continue;
      const [start, last] = [(words[at] as Word).start, words[end - 1] as Word];
      const after = last.start + last.text.length;
      const stretch = {
        from: dayNumber(span.from),
        to: dayNumber(span.to),
        said: text.slice(start, after),
      };
      mentions.push({ start, end: after, spans: [stretch] });
      at = end - 1;
      break;
    }
  }
}

/** More often something else than a month unless written large. */
const AMBIGUOUS = ['march', 'mar', 'jan', 'dec', 'sep'];

/**
 * In the order of the question. `today`: the local day, null where there is no clock. A day comes with the month that
 * it is in.
 */
export function spansIn(text: string, today: string | null): Said[] {
  const words = wordsOf(text);
  const mentions: Mention[] = [];
  words.forEach((word, i) => {
    const month = monthOf(word, text);
    if (month > 0) mentions.push(monthMention(month, words, i));
  });
  if (text.includes('-')) {
    for (const match of text.matchAll(/(?<!\d)(\d{4})-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?(?!\d)/g)) {
      const [said, year, month, day] = match;
      const whole = { ...monthStretch(Number(year), Number(month)), said: said.slice(0, 7) };
      const spans =
        day === undefined ? [whole] : [{ ...dayStretch(Number(year), Number(month), Number(day)), said }, whole];
      mentions.push({ start: match.index, end: match.index + said.length, spans });
    }
  }
  if (today !== null) addRelative(mentions, words, text, today);
  return mentions.length === 0
    ? []
    : spansOf(
        mentions.sort((a, b) => a.start - b.start),
        text,
        today,
      );
}

/** What comes before the days says whether they are meant themselves. */
const OPENING = /\b(since|after|until|till|before|by)\s+(?:(?:the|on|early|late|mid|end|start|beginning|of)\s+)*$/i;
/** `the day before 3 July` is near to it. */
const NEAR = /\b(?:days?|nights?|mornings?|evenings?|weeks?|weekends?|months?)\s+(?:after|before)\s+(?:the\s+)?$/i;
const REGULAR = /\b(?:every|each)\s+(?:other\s+)?$/i;
const RANGE = /\b(?:between|from)\s+(?:the\s+)?$/i;
const AND = /^\s*(?:and|to|until|till|through|[-–])\s+(?:the\s+)?$/i;

function spansOf(mentions: readonly Mention[], text: string, today: string | null): Said[] {
  const spans: Said[] = [];
  let opening: string | undefined;
  for (let i = 0; i < mentions.length; i++) {
    const mention = mentions[i] as Mention;
    const before = text.slice(Math.max(0, mention.start - 40), mention.start);
    if (REGULAR.test(before)) continue;
    const next = mentions[i + 1];
    const range =
      next && RANGE.test(before) && AND.test(text.slice(mention.end, next.start)) ? rangeOf(mention, next) : null;
    // Of `since Friday, 3 July` both.
    if (i === 0 || !/^[\s,]*$/.test(text.slice((mentions[i - 1] as Mention).end, mention.start)))
      opening = NEAR.test(before) ? undefined : OPENING.exec(before)?.[1];
    if (range) {
      spans.push(range);
      i++;
    } else if (opening === undefined) spans.push(...mention.spans);
    else addOpen(spans, opening.toLowerCase(), mention, today);
  }
  return spans;
}

/** From one day to the other, whichever is first. */
function rangeOf(one: Mention, other: Mention): Said | null {
  const [a, b] = [one.spans[0], other.spans[0]];
  if (!a || !b || !('from' in a) || !('from' in b)) return null;
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to), said: `${a.said} ${b.said}` };
}

/** `since 3 July`, `before May`: the last that has begun where no year is named. */
function addOpen(spans: Said[], opening: string, { spans: [named] }: Mention, today: string | null): void {
  if (!named) return;
  const isSince = opening === 'since' || opening === 'after';
  if (!('from' in named) && !(isSince && today !== null)) return;
  const { from, to } = 'from' in named ? named : lastBegun(named, today ?? '');
  const { said } = named;
  if (isSince) spans.push({ from: opening === 'since' ? from : to + 1, to: Infinity, said });
  else spans.push({ from: -Infinity, to: opening === 'before' ? from - 1 : to, said });
}

function lastBegun({ month, day }: Yearly, today: string): Stretch {
  const year =
    Number(today.slice(0, 4)) -
    (today.slice(5) < `${String(month).padStart(2, '0')}-${String(day ?? 1).padStart(2, '0')}` ? 1 : 0);
  return day === null ? monthStretch(year, month) : dayStretch(year, month, day);
}

/** Runs of letters from A to Z, and of digits. By hand: this is asked of every question. */
function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    const kind = kindAt(text, start);
    for (end = start + 1; kind !== OTHER && end < text.length && kindAt(text, end) === kind;) end++;
    if (kind !== OTHER) words.push({ text: text.slice(start, end), start });
  }
  return words;
}

const [OTHER, LETTER, DIGIT] = [0, 1, 2];

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 48 && code <= 57) return DIGIT;
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) ? LETTER : OTHER;
}

/** 1 to 12; 0 for a word that names no month. */
function monthOf({ text: word, start }: Word, text: string): number {
  const month = monthNumber(word.toLowerCase());
  if (month === 0 || AMBIGUOUS.includes(word)) return 0;
  return month === 5 && !(word === 'May' && isMonthMay(text, start)) ? 0 : month;
}

function monthMention(month: number, words: readonly Word[], at: number): Mention {
  const { text, start } = words[at] as Word;
  // Only so is "May" the month.
  const name = text === 'May' ? 'in May' : text;
  const before = dayBefore(words, at);
  let day = before === null ? null : before.day;
  let next = at + 1;
  if (day === null) {
    day = dayNumberOf(words[next]);
    if (day !== null) next++;
  }
  while (/^(?:st|nd|rd|th|of)$/i.test(words[next]?.text ?? '')) next++;
  const year = /^(?:19|20)\d\d$/.test(words[next]?.text ?? '') ? Number(words[next]?.text) : null;
  const last = words[year === null ? next - 1 : next] as Word;
  const inYear = year === null ? '' : ` ${year}`;
  const spans: Said[] = [
    { ...(year === null ? { month, day: null } : monthStretch(year, month)), said: `${name}${inYear}` },
  ];
  if (day !== null)
    spans.unshift({
      ...(year === null ? { month, day } : dayStretch(year, month, day)),
      said: `${day} ${name}${inYear}`,
    });
  return { start: before?.start ?? start, end: last.start + last.text.length, spans };
}

/** `3 July`, `3rd of July`. */
function dayBefore(words: readonly Word[], at: number): { day: number; start: number } | null {
  let before = at - 1;
  if (/^of$/i.test(words[before]?.text ?? '')) before--;
  if (/^(?:st|nd|rd|th)$/i.test(words[before]?.text ?? '')) before--;
  const day = dayNumberOf(words[before]);
  return day === null ? null : { day, start: words[before]?.start ?? 0 };
}

function dayNumberOf(word: Word | undefined): number | null {
  if (!word || !/^\d{1,2}$/.test(word.text)) return null;
  const day = Number(word.text);
  return day >= 1 && day <= 31 ? day : null;
}

/**
 * A stretch of days, both inclusive, as numbers of days since 1970-01-01; infinite where it has no beginning or no end.
 */
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

/** A span with the words that name it, as a statement would say them too. */
export type Said = Span & { readonly said: string };

/** A place of the question that names days: a day and the month around it, where both count. */
interface Mention {
  readonly start: number;
  readonly end: number;
  readonly spans: readonly Said[];
}

interface Word {
  readonly text: string;
  readonly start: number;
}

const single = (day: number): Stretch => ({ from: day, to: day });
const dayStretch = (year: number, month: number, day: number): Stretch => single(numberOf(year, month, day));
const monthStretch = (year: number, month: number): Stretch => ({
  from: numberOf(year, month, 1),
  to: numberOf(year, month + 1, 1) - 1,
});

/** Days since 1970-01-01; months and days beyond the end run over. */
function numberOf(year: number, month: number, day: number): number {
  return Math.round(Date.UTC(year, month - 1, day) / MS_PER_DAY);
}
