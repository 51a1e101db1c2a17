// English words that mean a date as seen from a day: which ones, and what they mean. Silent where readers
// would disagree: a wrong date is worse than none. Knows nothing of markdown and inserts nothing.
import numbers from '../../../templates/words/numbers.json';
import words from '../../../templates/words/tense.json';
import { addDays } from '../../model/day.ts';
import {
  MONTHS,
  isWeekend,
  lastSaturday,
  mondayOf,
  monthLabel,
  monthOf,
  seasonLabel,
  weekdayOf,
  yearLabel,
  yearOf,
} from './calendar.ts';

// Whether a sentence speaks of what was or of what will be, by a few plain cues. Made to say "neither" readily,
// because a date is computed from the answer.

const word = (list: readonly string[]): string => list.map((item) => item.replace(/['’]/g, "['’]")).join('|');

/** After these a past form is a participle: "is held", "to be won". */
const NOT_PARTICIPLE =
  String.raw`(?<!\b(?:is|are|am|be|been|being|get|gets|getting|has|have|to)\s)` + String.raw`(?<!['’](?:s|re|m|ve)\s)`;
const PAST = new RegExp(String.raw`${NOT_PARTICIPLE}\b(?:${word(words.past)})\b(?!\s+to\b)`, 'i');
const PAST_ED = /\b(?:I|we|he|she|they|you|it|\p{Lu}[\p{L}'’-]+)\s+(?:\p{Ll}+ly\s+|just\s+|also\s+)?\p{Ll}{2,}ed\b/u;
const FUTURE = new RegExp(String.raw`\b(?:${word(words.future)})\b|['’]ll\b`, 'i');
const UNCLEAR = new RegExp(String.raw`\b(?:${word(words.unclear)})\b|['’]d\b`, 'i');

export interface Tense {
  past: boolean;
  future: boolean;
  /** Reported, planned, habitual or conditional: the verb's tense does not date the event. */
  unclear: boolean;
}

export function tenseOf(sentence: string): Tense {
  return {
    past: PAST.test(sentence) || PAST_ED.test(sentence),
    future: FUTURE.test(sentence),
    unclear: UNCLEAR.test(sentence),
  };
}

// The days that a few plain words mean, as seen from another day: the readings of chrono, by arithmetic alone. Its
// parsers cost a night a tenth of a second before they have read a word.

const AWAY: Readonly<Record<string, number>> = {
  yesterday: -1,
  'last night': -1,
  today: 0,
  tonight: 0,
  'this morning': 0,
  'this afternoon': 0,
  'this evening': 0,
  'this night': 0,
  tomorrow: 1,
};

/** `yesterday`, `this morning` and their like, however they are written; null for other words. */
export function namedDay(words: string, day: string): string | null {
  const away = AWAY[words.toLowerCase()];
  return away === undefined ? null : addDays(day, away);
}

/** `last` is the latest of its kind before the day; `next` that of the week after. 0 = Sunday, the end of its week. */
export function turnedDay(turn: 'last' | 'next', weekday: number, day: string): string {
  const today = weekdayOf(day);
  return addDays(
    day,
    turn === 'last' ? -(((today - weekday + 6) % 7) + 1) : ((weekday + 6) % 7) - ((today + 6) % 7) + 7,
  );
}

/** So many days, weeks, months or years before (-1) or after (1) a day that each month has. */
export function spanDay(
  count: number,
  unit: 'day' | 'week' | 'month' | 'year',
  direction: 1 | -1,
  day: string,
): string {
  if (unit === 'day' || unit === 'week') return addDays(day, direction * count * (unit === 'week' ? 7 : 1));
  return `${monthLabel(day, direction * count * (unit === 'year' ? 12 : 1))}${day.slice(7)}`;
}

/** A stretch of the text and what it means: `2023-05-07`, `2023-04`, `2022`, `summer 2022`, `week of …`. */
export interface DatePhrase {
  start: number;
  end: number;
  label: string;
}

interface Found {
  groups: Record<string, string | undefined>;
  before: string;
  after: string;
  sentence: string;
  day: string;
}

interface Rule {
  /** Cheap; true wherever the pattern finds something, whose making alone takes longer than most texts. */
  mayHold: RegExp;
  readonly pattern: RegExp;
  resolve: (found: Found) => string | null;
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const WEEKDAY = WEEKDAYS.join('|');
const MONTH = MONTHS.join('|');
const COUNT = String.raw`\d{1,3}|${Object.keys(numbers.values).join('|')}`;
const NAMED = new RegExp(`^(?:${WEEKDAY}|${MONTH}|mon|tues?|wed|thu|thurs?|fri|sat|sun)\\b`, 'i');
const PART_OF_DAY = '(?:morning|afternoon|evening|night)';
const TURN = '(?<turn>last|next|this(?: past| coming)?)';

const OWNED = new RegExp(
  String.raw`(?:\b(?:the|my|his|her|its|our|their|your|whose|every|each|an?|one|no|very|these|those|last|next|` +
    String.raw`better|brighter)|['’]s)\s+$`,
  'i',
);
/** Inside a longer expression that means another day: "a week after last Friday", "two years ago today". */
const SHIFTED =
  /\b(?:ago|(?:days?|weeks?|months?|years?|nights?|mornings?|weekends?)\s+(?:before|after|from|prior\s+to))\s+$/i;
/** Counts that mean less or more than they say: "2-3 weeks ago", "over a year ago", "a year and two months ago". */
const VAGUE = new RegExp(
  String.raw`(?:\b(?:or|over|under|almost|nearly|than|least|most|up to|some|couple|few|several|hundred|thousand|` +
    String.raw`every|within|point|another|first|last|next|past)|\b(?:${COUNT})\s+(?:to|and)|\b(?:days?|weeks?|` +
    String.raw`months?|years?),?(?:\s+and)?|\d\s*[-–]|[<>~+])\s*$|[.,]$`,
  'i',
);
/** "It feels like yesterday" is no date. */
const LIKENED = /\blike\s+(?:it\s+(?:was|were)\s+)?(?:just\s+|only\s+)*$/i;
const ABOUT = /\b(?:about|around|roughly|approximately|maybe|perhaps|like|probably)\s+$/i;
const OPEN_ENDED = new RegExp(
  String.raw`^\s+(?:of\b|(?:and|or)\s+(?:a\s+half|so|two)\b|(?:after|by|to)\s+(?:week|month|year|day))`,
  'i',
);

const TURNED =
  /(?:last|next|this|past|coming) (?:mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

const rule = (mayHold: RegExp, source: string, resolve: Rule['resolve']): Rule => {
  let pattern: RegExp | null = null;
  return {
    mayHold,
    resolve,
    get pattern() {
      return (pattern ??= wordsLike(source));
    },
  };
};

const wordsLike = (source: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}$#@/.'’-]|[\p{L}\p{N}]_+)(?:${source})(?<owner>['’]s)?(?![\p{L}\p{N}-]|` +
      String.raw`_+[\p{L}\p{N}]|['’]\p{L}|\.\w)`,
    'giu',
  );

const RULES: readonly Rule[] = [
  rule(/day (?:before|after)/i, `(?:the )?day (?<far>before yesterday|after tomorrow)`, ({ groups, day }) =>
    addDays(day, groups['far']?.startsWith('b') ? -2 : 2),
  ),
  rule(
    /yesterday|today|tomorrow|tonight|last night|this (?:morn|after|even|night)/i,
    `(?<word>yesterday|today|tomorrow|tonight|last night|this ${PART_OF_DAY})(?: ${PART_OF_DAY})?`,
    ({ groups, before, day }) => {
      const word = groups['word'] ?? '';
      if (OWNED.test(before) || LIKENED.test(before) || (groups['owner'] && word.toLowerCase() === 'today'))
        return null;
      return namedDay(word, day);
    },
  ),
  rule(/ (?:week|month|year)/i, `${TURN} (?<unit>week|month|year)`, ({ groups, before, after, day }) => {
    if (OWNED.test(before) || OPEN_ENDED.test(after) || /\s/.test(groups['turn'] ?? '')) return null;
    return unitLabel(groups['turn'] ?? '', groups['unit'] ?? '', day);
  }),
  rule(/ weekend/i, `${TURN} weekend`, ({ groups, before, after, sentence, day }) => {
    if (OWNED.test(before) || OPEN_ENDED.test(after)) return null;
    const saturday = weekendOf(turnOf(groups), sentence, day);
    return saturday && `weekend of ${saturday}`;
  }),
  rule(
    / (?:spring|summer|autumn|fall|winter)/i,
    `${TURN} (?<season>spring|summer|autumn|fall|winter)`,
    ({ groups, before, after, day }) => {
      const turn = turnOf(groups);
      if (OWNED.test(before) || OPEN_ENDED.test(after) || turn === 'coming') return null;
      return seasonLabel(turn, (groups['season'] ?? '').toLowerCase(), day);
    },
  ),
  rule(TURNED, `${TURN} (?<month>${MONTH})`, ({ groups, before, after, day }) => {
    const month = MONTHS.indexOf(groups['month'] ?? '') + 1;
    if (month === 0 || OWNED.test(before) || /^\s+(?:\d|be\b|not\b|have\b)/i.test(after)) return null;
    return namedMonth(turnOf(groups), month, day);
  }),
  rule(
    TURNED,
    `${TURN} (?<weekday>${WEEKDAY}|mon|tues?|wed|thurs?|thu|fri|sat|sun)(?: ${PART_OF_DAY})?`,
    ({ groups, before, after, sentence, day }) => {
      const name = groups['weekday'] ?? '';
      if (OWNED.test(before) || new RegExp(String.raw`^\s+(?:of\b|in\s+(?:${MONTH})\b)`).test(after)) return null;
      if (!name.toLowerCase().endsWith('day') && /^\p{Ll}/u.test(name)) return null;
      return turnedWeekday(turnOf(groups), weekdayNumber(name), sentence, day);
    },
  ),
  rule(
    /day.{0,20} week/i,
    `(?:on )?(?<weekday>${WEEKDAY})(?: ${PART_OF_DAY})?,?(?: of)? (?<which>last|this|next) week`,
    weekdayOfWeek,
  ),
  rule(/ week,?(?: on)? \w+day/i, `(?<which>last|next) week,?(?: on)? (?<weekday>${WEEKDAY})`, weekdayOfWeek),
  rule(/on \w+day/i, `on (?<weekday>${WEEKDAY})(?: ${PART_OF_DAY})?`, bareWeekday),
  rule(
    / ago/i,
    String.raw`(?<count>${COUNT}) (?<unit>day|week|weekend|month|year)s? ago`,
    ({ groups, before, after, day }) => {
      const label = spanLabel(groups, -1, day);
      if (ABOUT.test(before)) return groups['unit'] === 'year' && !VAGUE.test(before.replace(ABOUT, '')) ? label : null;
      if (VAGUE.test(before)) return null;
      return new RegExp(
        String.raw`^\s+(?:yesterday|today|tomorrow|(?:this|last|next|on)?\s*(?:${WEEKDAY}))\b`,
        'i',
      ).test(after)
        ? null
        : label;
    },
  ),
  rule(
    / from (?:now|today)/i,
    `(?<count>${COUNT}) (?<unit>day|week|month|year)s? from (?:now|today)`,
    ({ groups, before, day }) => (VAGUE.test(before) || ABOUT.test(before) ? null : spanLabel(groups, 1, day)),
  ),
  rule(
    /in \w+ (?:day|week|month|year)/i,
    `in (?<count>${COUNT}) (?<unit>day|week|month|year)s?['’]?(?: time)?`,
    inSpan,
  ),
];

/** How far around a phrase the words are read that decide about it; keeps a line of any length linear. */
const REACH = 240;

/** Every phrase that is surely a date as seen from `day`, in no order; phrases may overlap. */
export function englishDatePhrases(text: string, day: string): DatePhrase[] {
  const phrases: DatePhrase[] = [];
  for (const rule of RULES) {
    if (!rule.mayHold.test(text)) continue;
    for (const match of text.matchAll(rule.pattern)) {
      const end = match.index + match[0].length;
      const before = text.slice(Math.max(0, match.index - REACH), match.index);
      if (SHIFTED.test(before) || isTitle(match[0], before)) continue;
      const after = text.slice(end, end + REACH);
      const sentence = `${before.slice(sentenceStart(before))}${match[0]}${/^[^.!?\n]*/.exec(after)?.[0] ?? ''}`;
      const label = rule.resolve({ groups: match.groups ?? {}, before, after, sentence, day });
      if (label !== null) phrases.push({ start: match.index, end, label });
    }
  }
  return phrases;
}

function unitLabel(turn: string, unit: string, day: string): string {
  const step = { last: -1, this: 0, next: 1 }[turn.toLowerCase()] ?? 0;
  if (unit.toLowerCase() === 'week') return `week of ${addDays(mondayOf(day), 7 * step)}`;
  return unit.toLowerCase() === 'month' ? monthLabel(day, step) : yearLabel(yearOf(day) + step);
}

/** Of more nobody means a day. */
const MOST = { day: 366, week: 52, weekend: 8, month: 36, year: 100 };

/** A count of units before (-1) or after (1) the day, at the precision of the unit. */
function spanLabel(groups: Found['groups'], direction: 1 | -1, day: string): string | null {
  const word = (groups['count'] ?? '').toLowerCase();
  const count = Number(word in numbers.values ? numbers.values[word as keyof typeof numbers.values] : word);
  const unit = (groups['unit'] ?? '').toLowerCase() as keyof typeof MOST;
  const most = MOST[unit];
  if (count < 1 || count > most) return null;
  if (unit === 'weekend') return `weekend of ${addDays(lastSaturday(day), -7 * (isWeekend(day) ? count : count - 1))}`;
  // From the middle of the month, because a count of months from its 31st runs over into the next one.
  const from = unit === 'month' || unit === 'year' ? `${monthLabel(day)}-15` : day;
  const there = spanDay(count, unit, direction, from);
  if (unit === 'day') return there;
  if (unit === 'week') return `week of ${mondayOf(there)}`;
  return there.slice(0, unit === 'month' ? 7 : 4);
}

const HAPPENS =
  /(?:\b(?:is|are|starts?|begins?|opens?|launch(?:es)?|leaves?|arrives?|expires?|ends?|returns?)|['’](?:s|re))\s+$/i;

/** "in three days" is a date only when something is said to happen then; it may also be how long it took. */
function inSpan({ groups, before, after, sentence, day }: Found): string | null {
  const tense = tenseOf(sentence);
  const happens = HAPPENS.test(before);
  if (tense.past || tense.unclear || !(tense.future || happens) || /^\s+(?:of|or)\b/i.test(after)) return null;
  const counted = new RegExp(String.raw`\b(?:\d+|${Object.keys(numbers.values).slice(2).join('|')})\b`, 'i');
  return counted.test(before.slice(sentenceStart(before))) ? null : spanLabel(groups, 1, day);
}

type Turn = 'last' | 'this' | 'next' | 'past' | 'coming';

function turnOf(groups: Found['groups']): Turn {
  return (groups['turn'] ?? '').toLowerCase().split(/\s+/).at(-1) as Turn;
}

function weekendOf(turn: Turn, sentence: string, day: string): string | null {
  const latest = lastSaturday(day);
  const onWeekend = isWeekend(day);
  if (turn === 'last') return onWeekend ? addDays(latest, -7) : latest;
  if (turn === 'past') return weekdayOf(day) === 0 ? null : addDays(latest, onWeekend ? -7 : 0);
  if (turn === 'coming') return addDays(latest, 7);
  if (turn === 'next') return onWeekend ? addDays(latest, 7) : null;
  if (onWeekend) return latest;
  const tense = tenseOf(sentence);
  return tense.past && !tense.future ? null : addDays(latest, 7);
}

function namedMonth(turn: Turn, month: number, day: string): string | null {
  const ahead = month - monthOf(day);
  const far = Math.abs(ahead) >= 3;
  if (turn === 'this') return ahead < -6 ? null : monthLabel(day, ahead);
  if (turn === 'coming') return ahead === 0 ? null : monthLabel(day, ahead > 0 ? ahead : ahead + 12);
  if (turn === 'past') return ahead === 0 ? null : monthLabel(day, ahead < 0 ? ahead : ahead - 12);
  if (turn === 'next') return ahead > 0 ? null : monthLabel(day, ahead + 12);
  return ahead >= 0 ? monthLabel(day, ahead - 12) : far ? monthLabel(day, ahead) : null;
}

function weekdayNumber(name: string): number {
  return WEEKDAYS.findIndex((weekday) => weekday.startsWith(name.toLowerCase()));
}

/**
 * "last Friday" is the latest before the day. "next Friday" is that of the week
 * after: said on Monday it is the Friday in eleven days. "this Friday" is that of this week.
 */
function turnedWeekday(turn: Turn, weekday: number, sentence: string, day: string): string | null {
  if (turn === 'last' || turn === 'past') return turnedDay('last', weekday, day);
  if (turn === 'next') return turnedDay('next', weekday, day);
  if (turn === 'coming') return followingWeekday(weekday, day);
  const ahead = ((weekday + 6) % 7) - ((weekdayOf(day) + 6) % 7);
  const { past, future } = tenseOf(sentence);
  const behind = past && !future;
  return ahead !== 0 && behind === ahead > 0 ? null : addDays(day, ahead);
}

function followingWeekday(weekday: number, day: string): string {
  return addDays(day, ((weekday - weekdayOf(day) + 6) % 7) + 1);
}

/** "Friday last week"; no Sunday, which some count to the week before. */
function weekdayOfWeek({ groups, before, day }: Found): string | null {
  const weekday = weekdayNumber(groups['weekday'] ?? '');
  if (weekday === 0 || OWNED.test(before.replace(/\bthe\s+$/i, ''))) return null;
  const weeks = { last: -7, this: 0, next: 7 }[(groups['which'] ?? '').toLowerCase()] ?? 0;
  return addDays(mondayOf(day), weeks + weekday - 1);
}

/** "on Friday" is a date only where the sentence says clearly that it was, or will be. */
function bareWeekday({ groups, after, sentence, day }: Found): string | null {
  const weekday = weekdayNumber(groups['weekday'] ?? '');
  const { past, future, unclear } = tenseOf(sentence);
  const several = (sentence.match(new RegExp(String.raw`\b(?:${WEEKDAY})s?\b`, 'gi')) ?? []).length > 1;
  if (unclear || several || past === future || weekday === weekdayOf(day)) return null;
  if (/^\s*(?:[/–-]|(?:and|or|of|after|before|following|last|next|this)\b)/i.test(after)) return null;
  return past ? turnedDay('last', weekday, day) : followingWeekday(weekday, day);
}

/** Where the sentence that `before` ends in begins. */
function sentenceStart(before: string): number {
  const match = /[.!?:;…\n\])—–]["”’*_]*\s+(?=[^.!?:;…\n\])—–]*$)|[\n([](?=[^.!?:;…\n\])—–]*$)/.exec(before);
  return match ? match.index + match[0].length : 0;
}

/** Capitals where a sentence would have none: "Yesterday" the song, "Last Week Tonight" the show. */
function isTitle(phrase: string, before: string): boolean {
  const capitals = phrase.split(/\s+/).map((word) => /^\p{Lu}/u.test(word) && !NAMED.test(word));
  return (
    capitals.slice(1).includes(true) ||
    (capitals[0] === true && /[\p{L}\p{N}]/u.test(before.slice(sentenceStart(before))))
  );
}
