// Writes out relative days: "yesterday" as "on 2023-05-07", "in May" as "in May 2026". Pure; leaves what cannot be
// resolved, and flags it.
import { monthNumber, phraseSpan } from '../../../language/dates/calendar.ts';
import { findRelativeDates, tenseOf } from '../../../language/dates/relative-dates.ts';
import { firstDate } from '../../../language/dates/written-dates.ts';
import { EN } from './words.ts';

export interface Dated {
  readonly text: string;
  /** The first date in it; null if there is none. */
  readonly at: string | null;
  /** Refers to a day that cannot be known without the time of the turn. */
  readonly unclear: boolean;
}

const MONTH = EN.pattern(
  [
    String.raw`(?<before>\b{beforeMonth}[ -])?(?:the )?(?:(?<first>\d{1,2})(?:st|nd|rd|th)?(?: of)? )?`,
    String.raw`\b(?<month>{months}|{shortMonths})\b\.?(?: (?<day>\d{1,2})(?:st|nd|rd|` +
      String.raw`th)?(?!\d))?(?:,? (?<year>\d{4}))?`,
  ].join(''),
);
/** Without a subject, the verb shows the tense. */
const PAST = EN.pattern(String.raw`^(?:have |has )?{past}\b|\b\p{Ll}{2,}ed\b`);
const PREPOSITION = EN.pattern(String.raw`\b{prepositions}\s+$`, 'iu');
/** A relative day remains. */
const LEFT = EN.pattern(String.raw`\b{leftDays}\b|[昨今明前后][天日年晚]|[上下这][个]?(?:周|月|星期|礼拜)`, 'iu');
const WEEKDAY = EN.pattern(String.raw`\bon ({weekdays})\b(?! (?:\d|the \d|{months}))`);
/** About the future: "am flying", "start", "will". */
const COMING = EN.pattern(
  String.raw`\b(?:am|is|are) (?:\p{L}+ )?\p{L}+ing\b|\bwill\b|^(?:start|fly|leave|move|have an?)\b`,
);
const NEAR = EN.pattern(String.raw`\b{roughly} $`, 'iu');
const GOING = EN.pattern(String.raw`\b(?:am|is|are) (?:(?:\p{L}+ )?\p{L}+ing|{aheadStates})\b`);
const QUARTER = /\b(?:(?:in|during) )?(?<turn>last|this|next) quarter\b/iu;
const YEARLY = EN.pattern('{yearly}|生日|每年', 'iu');
const VAGUE: readonly (readonly [RegExp, string])[] = [
  [EN.pattern(String.raw`\b{daysBefore}\b`, 'iu'), 'shortly before'],
  ...(['weeks', 'months', 'years'] as const).map(
    (unit) =>
      [
        new RegExp(String.raw`\ba (?:few|couple of|couple) ${unit} (?:ago|back)\b`, 'iu'),
        `some ${unit} before`,
      ] as const,
  ),
];

/** Relative to `day`, `YYYY-MM-DD`; null if unknown. `ahead`: dates without a year lie in the future. */
export function withDates(text: string, day: string | null, ahead = false): Dated {
  if (day === null) return { text, at: atOf(text), unclear: LEFT.test(text) || QUARTER.test(text) };
  let dated = text;
  let at: string | null = null;
  let from = 0;
  for (const { phrase, label } of findRelativeDates(text, day)) {
    const start = dated.indexOf(phrase, from);
    if (start < 0) continue;
    const near = NEAR.exec(dated.slice(0, start))?.[0] ?? '';
    const before = dated.slice(0, start - near.length);
    const word = /\p{Script=Han}/u.test(phrase)
      ? label
      : (PREPOSITION.test(before) ? '' : prepositionOf(label)) +
        near +
        (/^(?:week|weekend) of/u.test(label) && !/\bthe $/u.test(before) ? `the ${label}` : label);
    dated = before + word + dated.slice(start + phrase.length);
    from = before.length + word.length;
    at ??= /\d{4}(?:-\d\d){0,2}/u.exec(label)?.[0] ?? null;
  }
  for (const [vague, words] of VAGUE) dated = dated.replace(vague, `${words} ${day}`);
  const named = withYear(withWeekday(withQuarter(dated, day), day), day, ahead);
  return { text: named, at: at ?? atOf(named), unclear: LEFT.test(named) };
}

const prepositionOf = (label: string): string => (/^(?:\d{4}-\d\d-\d\d|weekend of)/u.test(label) ? 'on ' : 'in ');

/** "Last quarter" becomes "in Q1 2026". */
function withQuarter(text: string, day: string): string {
  return text.replace(QUARTER, (_all, turn: string) => {
    const step = { last: -1, this: 0, next: 1 }[turn.toLowerCase()] ?? 0;
    const quarter = Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3) + step;
    return `in Q${(quarter % 4) + 1} ${Math.floor(quarter / 4)}`;
  });
}

/** "On Friday" in the future means the next one. Past weekdays are already resolved. */
function withWeekday(text: string, day: string): string {
  if (!COMING.test(text)) return text;
  return text.replace(WEEKDAY, (all, name: string) => {
    const next = phraseSpan(`coming ${name.toLowerCase()}`, day);
    return next === null ? all : `on ${next.from}`;
  });
}

/** Adds a year to a month without one: the last such month before the day, or the next if it lies ahead. */
function withYear(text: string, day: string, expected: boolean): string {
  const match = MONTH.exec(text);
  const { before = '', month = '', day: date, first, year: told } = match?.groups ?? {};
  const isMonth = before !== '' || date !== undefined || first !== undefined;
  if (!match || told !== undefined || !isMonth || /^(?:this|next|last) $/u.test(before) || YEARLY.test(text))
    return text;
  const tense = tenseOf(text);
  const past = tense.past || PAST.test(text);
  const coming = expected || GOING.test(text) || (!past && (tense.future || !/since|from/iu.test(before)));
  const number = monthNumber(month.slice(0, 3).toLowerCase());
  const key = `${String(number).padStart(2, '0')}-${(date ?? first ?? '01').padStart(2, '0')}`;
  const isAhead = key > day.slice(5);
  const year = Number(day.slice(0, 4)) + (coming ? (isAhead ? 0 : 1) : isAhead ? -1 : 0);
  const end = match.index + match[0].length;
  return `${text.slice(0, end)} ${year}${text.slice(end)}`;
}

/** The first date in the text. */
const atOf = (text: string): string | null => firstDate(text)?.label ?? null;
