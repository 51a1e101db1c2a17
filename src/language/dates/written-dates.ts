// Dates that a text writes out with their year, in English and Chinese: "12 August 2024", "Aug 2024", 2024年8月12日,
// 2024-08-12, "in 2024". Only forms that can be read in one way: of 03/04/2026 nobody knows which is the month. Pure.
import { isDay } from '../../model/day.ts';
import { monthNumber } from './calendar.ts';

export interface WrittenDate {
  /** `2024`, `2024-08` or `2024-08-12`. */
  readonly label: string;
  /** Where it stands in the text. */
  readonly start: number;
  readonly end: number;
}

const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|' +
  'nov(?:ember)?|dec(?:ember)?';
const YEAR = '(?:19|20)\\d\\d';
const FORMS: readonly RegExp[] = [
  String.raw`(?<![\d-])(?<y>${YEAR})-(?<m>0[1-9]|1[0-2])(?:-(?<d>0[1-9]|[12]\d|3[01]))?(?![\d-])`,
  String.raw`(?<!\d)(?<y>${YEAR})(?<gap>[-/.])(?<m>\d{1,2})\k<gap>(?<d>\d{1,2})(?!\d)`,
  String.raw`(?<y>${YEAR}) ?年(?: ?(?<m>\d{1,2}) ?月(?: ?(?<d>\d{1,2}) ?[日号])?)?`,
  String.raw`\b(?<name>${MONTH})\.? (?:(?<d>\d{1,2})(?:st|nd|rd|th)?,? )?(?:of )?(?<y>${YEAR})\b`,
  String.raw`(?<!\d)(?<d>\d{1,2})(?:st|nd|rd|th)?\.? (?:of )?(?<name>${MONTH})\.?,? (?<y>${YEAR})\b`,
  String.raw`\b(?:in|since|until|by|during|spring|summer|autumn|fall|winter) (?<y>${YEAR})\b|\((?<only>${YEAR})\)`,
].map((form) => new RegExp(form, 'iu'));

/** The first of a text; null where it has none. */
export function firstDate(text: string): WrittenDate | null {
  const found = FORMS.map((form) => form.exec(text))
    .filter((match) => match !== null)
    .sort((a, b) => a.index - b.index)[0];
  const { y, only, m, name, d } = found?.groups ?? {};
  const year = y ?? only;
  if (found === undefined || year === undefined) return null;
  const place = { start: found.index, end: found.index + found[0].length };
  const month = m === undefined ? monthNumber((name ?? '').slice(0, 3).toLowerCase()) : Number(m);
  if (month < 1 || month > 12) return { label: year, ...place };
  const label = `${year}-${String(month).padStart(2, '0')}`;
  const whole = `${label}-${(d ?? '').padStart(2, '0')}`;
  return { label: isDay(whole) ? whole : label, ...place };
}
