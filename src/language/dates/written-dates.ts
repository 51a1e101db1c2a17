// Dates as written in sentences, whole or partial, in several languages: 2026-07-01, "1 July 2026", "July", "14.
// September", "1er juillet", 2026年7月1日. Only unambiguous forms: nobody knows which part of 03/04/2026 is the month.
// Pure.
import { isDay } from '../../model/day.ts';
import { MONTH_OF } from './calendar.ts';

/** The named parts of a date; null for a missing part. */
interface Named {
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
}

interface MentionedDate extends Named {
  /** Range in the text. */
  readonly start: number;
  readonly end: number;
}

const NAMES = [...MONTH_OF.keys()].sort((a, b) => b.length - a.length).join('|');
const EDGE = String.raw`(?<![\p{L}\p{N}])`;
const END = String.raw`(?![\p{L}\p{N}])`;
const YEAR = String.raw`(?:19|20)\d\d`;
const DAY = String.raw`[0-3]?\d`;
const MONTH = String.raw`(?<name>${NAMES})\.?`;
const FORMS: readonly RegExp[] = [
  String.raw`(?<![\d-])(?<y>${YEAR})-(?<m>0[1-9]|1[0-2])(?:-(?<d>0[1-9]|[12]\d|3[01]))?(?![\d-])`,
  String.raw`(?<!\d)(?<y>${YEAR})(?<gap>[-/.])(?<m>\d{1,2})\k<gap>(?<d>\d{1,2})(?!\d)`,
  String.raw`(?:(?<y>${YEAR}) ?年 ?)?(?<m>1?\d) ?月(?: ?(?<d>[0-3]?\d) ?[日号號])?`,
  String.raw`(?<y>${YEAR}) ?年`,
  String.raw`${EDGE}(?<d>${DAY})(?:st|nd|rd|th|er|\.)?(?: of| de)? ${MONTH}(?:,? (?:de |of )?(?<y>${YEAR}))?${END}`,
  String.raw`${EDGE}${MONTH} (?<d>${DAY})(?:st|nd|rd|th)?(?:,? (?<y>${YEAR}))?${END}(?!:)`,
  String.raw`${EDGE}${MONTH}(?: (?:de |of )?(?<y>${YEAR}))?${END}`,
  String.raw`${EDGE}(?:in|since|until|till|by|during|of|from|to|early|late|mid|before|after|spring|summer|autumn|` +
    String.raw`fall|winter|seit|bis|ab|im jahr|depuis|en|jusqu['’]en|fin|début|desde|hasta|de|año)` +
    String.raw`[ -](?<y>${YEAR})${END}(?![-/.:]\d)`,
  String.raw`\((?<y>${YEAR})\)`,
].map((form) => new RegExp(form, 'giu'));

const SMALL: ReadonlySet<string> = new Set(
  (
    'janvier février avril juin juillet août septembre octobre novembre décembre enero febrero abril junio julio ' +
    'agosto septiembre octubre noviembre diciembre'
  ).split(' '),
);

/** Most texts contain no date, and nine patterns are slow. */
const MAY_DATE = new RegExp(String.raw`${YEAR}|\d ?[月年]|${EDGE}(?:${NAMES})`, 'iu');

/** In order; of two overlapping dates the longer wins. */
function mentionedDates(text: string): MentionedDate[] {
  if (!MAY_DATE.test(text)) return [];
  const found = FORMS.flatMap((form) =>
    Array.from(text.matchAll(form)).flatMap((match): MentionedDate[] => {
      const { y, m, d, name } = match.groups ?? {};
      const isWord = name !== undefined && y === undefined && d === undefined;
      // "may", "march" and "mars" are also other words; an unambiguous lower-case month is French or Spanish.
      if (isWord && /^\p{Ll}/u.test(name) && !SMALL.has(name)) return [];
      return [
        {
          start: match.index,
          end: match.index + match[0].length,
          year: y === undefined ? null : Number(y),
          month: m === undefined ? (MONTH_OF.get((name ?? '').toLowerCase()) ?? null) : Number(m),
          day: d === undefined ? null : Number(d),
        },
      ];
    }),
  ).sort((a, b) => a.start - b.start || b.end - a.end);
  return found.filter(
    (one, at) =>
      !found.some(
        (other, place) =>
          place !== at &&
          other.start < one.end &&
          one.start < other.end &&
          (other.end - other.start > one.end - one.start ||
            (other.end - other.start === one.end - one.start && place < at)),
      ),
  );
}

const namedIn = (label: string): Named => {
  const [year, month, day] = label.split('-').map(Number);
  return { year: year ?? null, month: month ?? null, day: day ?? null };
};

const holds = (known: Named, said: Named): boolean =>
  (['year', 'month', 'day'] as const).every((part) => said[part] === null || said[part] === known[part]);

/**
 * Removes known dates from a text: `days` as `2026`, `2026-07` or `2026-07-01`, and those mentioned in `texts`. A date
 * mentioned there without a year may appear with the year of one of the days.
 */
export function withoutKnownDates(text: string, days: readonly string[], texts: readonly string[]): string {
  const given = days.map(namedIn);
  const years = [...new Set(given.map(({ year }) => year))];
  const said = texts.flatMap(mentionedDates);
  const known: readonly Named[] = [
    ...given,
    ...said,
    ...said.filter(({ year }) => year === null).flatMap((one) => years.map((year) => ({ ...one, year }))),
  ];
  const gone = mentionedDates(text).filter((one) => known.some((other) => holds(other, one)));
  return gone.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
}

/** True if the text mentions at least the month of this day. */
export function mentionsDay(text: string, day: string): boolean {
  const known = namedIn(day);
  return mentionedDates(text).some((one) => one.month !== null && holds(known, one));
}

interface WrittenDate {
  /** `2024`, `2024-08` or `2024-08-12`. */
  readonly label: string;
  /** Range in the text. */
  readonly start: number;
  readonly end: number;
}

/** The dates with a year, in order. An invalid day counts as its month. */
export const writtenDates = (text: string): WrittenDate[] =>
  mentionedDates(text).flatMap((named) => (named.year === null ? [] : [labelled(named, named.year)]));

/** The same, and dates without a year as their next occurrence after `day`. */
export function datesFrom(text: string, day: string): WrittenDate[] {
  const year = Number(day.slice(0, 4));
  return mentionedDates(text).flatMap((named): WrittenDate[] => {
    if (named.year !== null) return [labelled(named, named.year)];
    const next = named.month === null ? undefined : [year, year + 1].map((one) => labelled(named, one));
    return next?.filter(({ label }) => label >= day.slice(0, label.length)).slice(0, 1) ?? [];
  });
}

function labelled({ month, day, start, end }: MentionedDate, year: number): WrittenDate {
  const two = (part: number | null): string => String(part ?? 0).padStart(2, '0');
  const [inMonth, whole] = [`${year}-${two(month)}`, `${year}-${two(month)}-${two(day)}`];
  const label = isDay(whole) ? whole : isDay(`${inMonth}-01`) ? inMonth : String(year);
  return { label, start, end };
}

/** The first of them; null if there is none. */
export const firstDate = (text: string): WrittenDate | null => writtenDates(text)[0] ?? null;
