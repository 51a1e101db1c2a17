// Days and times as headings and labels of plain transcripts write them. Only forms that can be read in one way: of
// `03/04/2026` nobody knows which is the month.
import { isDay, isTime } from '../../model/day.ts';
import { asText, instantOf } from './shape.ts';

/** A local day, a local time, both; or an instant with its zone. */
export interface Moment {
  readonly day: string | null;
  readonly time: string | null;
  /** ISO in UTC. */
  readonly instant: string | null;
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const MONTH = String.raw`(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?`;
const DATES: readonly (readonly [RegExp, (match: RegExpExecArray) => string])[] = [
  [/(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/, ([, year, month, day]) => dayOf(year, Number(month), day)],
  [/(?<!\d)(\d{4}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日/, ([, year, month, day]) => dayOf(year, Number(month), day)],
  [
    new RegExp(String.raw`(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH}),? (\d{4})(?!\d)`, 'i'),
    ([, day, month, year]) => dayOf(year, monthOf(month), day),
  ],
  [
    new RegExp(String.raw`(?<![a-z])(${MONTH}) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)`, 'i'),
    ([, month, day, year]) => dayOf(year, monthOf(month), day),
  ],
];
const TIME = /(?<![\d:])(\d{1,2}):(\d\d)(?::\d\d(?:\.\d+)?)?(?: ?([ap])\.?m\b\.?)?(?![\d:])/i;
const INSTANT = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)/;

/** What a short text says of a time, and what is left of it; null where it says nothing. */
export function momentIn(text: string): (Moment & { readonly rest: string }) | null {
  const zoned = INSTANT.exec(text)?.[0];
  const instant = zoned === undefined ? null : instantOf(zoned);
  if (zoned !== undefined && instant !== null)
    return { day: null, time: null, instant, rest: text.replace(zoned, ' ') };
  let rest = text;
  let day: string | null = null;
  for (const [form, read] of DATES) {
    const match = form.exec(rest);
    if (match === null || !isDay(read(match))) continue;
    day = read(match);
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length).replace(/^T(?=\d)/, ' ')}`;
    break;
  }
  const match = TIME.exec(rest);
  const time = match === null ? null : timeOf(match);
  if (match !== null && time !== null)
    rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
  return day === null && time === null ? null : { day, time, instant: null, rest };
}

function timeOf([, hours = '', minutes = '', half]: RegExpExecArray): string | null {
  const typed = Number(hours);
  const isHalf = asText(half) !== null;
  if (isHalf && (typed < 1 || typed > 12)) return null;
  const hour = isHalf ? (typed % 12) + (half?.toLowerCase() === 'p' ? 12 : 0) : typed;
  const time = `${String(hour).padStart(2, '0')}:${minutes}`;
  return isTime(time) ? time : null;
}

const monthOf = (name = ''): number =>
  MONTHS.findIndex((month) => month.startsWith(name.slice(0, 3).toLowerCase())) + 1;

const dayOf = (year = '', month: number, day = ''): string =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
