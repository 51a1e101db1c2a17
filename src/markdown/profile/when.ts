// When an event was: by its field `at`, else by the first date that its words name, else the day it was logged. Pure.
import { isDay } from '../../model/day.ts';
import { eventDay, type Fact, orderKey } from '../../model/fact.ts';
import { annotateRelativeDates } from '../dates/relative-dates.ts';
import { MONTHS } from '../slots/dates.ts';
import { saidAt } from './moment.ts';

const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|' +
  'nov(?:ember)?|dec(?:ember)?';
const YEAR = '(?:19|20)\\d\\d';
const DATES: readonly RegExp[] = [
  new RegExp(String.raw`(?<![\d-])(?<y>${YEAR})-(?<m>0[1-9]|1[0-2])(?:-(?<d>0[1-9]|[12]\d|3[01]))?(?![\d-])`, 'iu'),
  new RegExp(String.raw`(?<y>${YEAR})年(?:(?<m>\d{1,2})月(?:(?<d>\d{1,2})[日号])?)?`, 'iu'),
  new RegExp(String.raw`\b(?<name>${MONTH})\.? (?:(?<d>\d{1,2})(?:st|nd|rd|th)?,? )?(?:of )?(?<y>${YEAR})\b`, 'iu'),
  new RegExp(String.raw`\b(?<d>\d{1,2})(?:st|nd|rd|th)?\.? (?:of )?(?<name>${MONTH})\.?,? (?<y>${YEAR})\b`, 'iu'),
  new RegExp(
    String.raw`\b(?:in|since|until|by|during|spring|summer|autumn|fall|winter) (?<y>${YEAR})\b|\((?<only>${YEAR})\)`,
    'iu',
  ),
];

/** `2024`, `2024-08` or `2024-08-12`: never nothing. */
export function momentOf(fact: Fact): string {
  return momentIn(fact) ?? fact.day;
}

/** The same of words alone, as far as they or a field say it; null where nothing does. */
export const momentIn = (said: Pick<Fact, 'text' | 'fields'> & { readonly day?: string }): string | null =>
  saidAt(said) ??
  dateIn(
    said.day === undefined
      ? said.text
      : annotateRelativeDates(said.text, eventDay({ fields: said.fields, day: said.day })),
  );

/** Later ones compare greater, and what only a month or a year is known of lies at its beginning. */
export const momentOrder = (fact: Fact): string => `${momentOf(fact)} ${orderKey(fact)}`;

function dateIn(text: string): string | null {
  const found = DATES.map((pattern) => pattern.exec(text))
    .filter((match) => match !== null)
    .sort((a, b) => a.index - b.index)[0];
  const { y, only, m, name, d } = found?.groups ?? {};
  const year = y ?? only;
  if (year === undefined) return null;
  const month = m ?? (name === undefined ? undefined : String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1));
  if (month === undefined || Number(month) < 1 || Number(month) > 12) return year;
  const label = `${year}-${month.padStart(2, '0')}`;
  const whole = `${label}-${(d ?? '').padStart(2, '0')}`;
  return isDay(whole) ? whole : label;
}
