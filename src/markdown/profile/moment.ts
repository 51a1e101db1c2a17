// The date of an event as its field `at` says it, a day, a month or a year, and as it stands before its words on the
// timeline. Pure.
import { isDay } from '../../model/day.ts';
import type { Statement } from '../../model/fact.ts';
import { MONTHS } from '../slots/dates.ts';

const AT = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?(?=$|[T ])/;

/** `2024`, `2024-08` or `2024-08-12`, as its field `at` says it; null where that says nothing of the kind. */
export function saidAt({ fields }: Pick<Statement, 'fields'>): string | null {
  const [moment = null] = AT.exec(fields.at?.trim() ?? '') ?? [];
  return moment !== null && (moment.length < 10 || isDay(moment)) ? moment : null;
}

/** The words with the date before them, where they do not say it. */
export function withMoment(text: string, fact: Pick<Statement, 'fields'>): string {
  const moment = saidAt(fact);
  return moment === null || saysMoment(text, moment) ? text : `${moment}: ${text}`;
}

/** The words without a date that was put before them. */
export const withoutMoment = (text: string): string => text.replace(/^\d{4}(?:-\d\d){0,2}: (?=\S)/, '');

function saysMoment(text: string, moment: string): boolean {
  if (text.includes(moment)) return true;
  const [year = '', month, day] = moment.split('-');
  if (month === undefined) return text.includes(year);
  const name = MONTHS[Number(month) - 1] ?? '';
  const isSaid = new RegExp(String.raw`\b${name}|(?<!\d)${Number(month)}月`, 'iu').test(text) && text.includes(year);
  return isSaid && (day === undefined || new RegExp(String.raw`(?<!\d)0?${Number(day)}(?!\d)`, 'u').test(text));
}
