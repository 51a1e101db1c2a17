// When an announced event happens, by the dates in the statement. A date without a year is the next one. Pure.
import { addDays } from '../model/day.ts';
import { WEEKDAY } from './dates/calendar.ts';
import { annotateRelativeDates } from './dates/relative-dates.ts';
import { datesFrom } from './dates/written-dates.ts';
import { holdsOn, tellsOfPast } from './past-event.ts';
import { tellsPast } from './past-markers.ts';

/** Most statements contain no date, and parsing dates is slow. */
const MAY_DATE = new RegExp(
  String.raw`\b20\d\d\b| \d{1,2}(?!\d)|\b\d{1,2}(?:st|nd|rd|th|er|\.)?(?: |$)|\d ?月|[明下后後]|` +
    String.raw`\b(?:tomorrow|tonight|today|this|next|coming|in|on|en|im|für|pour|for|par)\b`,
  'iu',
);
/** Before a date: the start or end of a span, or something yearly, is not an event of that day. */
const SPAN = new RegExp(
  String.raw`(?:\b(?:from|since|until|till|through|every|each|ab|seit|bis|jede[nrs]?|depuis|dès|chaque|desde|hasta|` +
    String.raw`cada)|jusqu['’]|à partir d[eu]|[每从從自])` +
    String.raw`(?: ?(?:the|au|à|en|du|la|le|zum?|fin|early|mid|late|(?:end|start|beginning|middle) of)\b)*\s*$`,
  'iu',
);
/** Questions, wishes and assumptions. */
const UNSURE = /[?？]|\b(?:if|would|could|might|maybe|perhaps|someday|I['’]d|we['’]d)\b|如果|要是/iu;
/** Happens every year. */
const YEARLY = /\b(?:birthday|anniversary|born|anniversaire|geburtstag|cumpleaños)\b|生日/iu;
/** "Saturday the 11th" and "is on the 18th": the next such day of the month. */
const ORDINAL = new RegExp(
  String.raw`(?:\b(?:${WEEKDAY}) the|\b(?:is|are|on)(?: on)? the|['’]s(?: on)? the) ` +
    String.raw`(?<day>[0-3]?\d)(?:st|nd|rd|th)(?! of\b| \p{Ll}{4,})`,
  'giu',
);
/** Things that are due every month. */
const MONTHLY = /\b(?:due|paid|pays?|go(?:es)? out|month(?:s|ly)?|always)\b/iu;

/** The days that it names, as `2026-07` or `2026-07-01`; those without a year are resolved from the day it was said. */
function namedDays(text: string, day: string): string[] {
  const annotated = annotateRelativeDates(text, day);
  const written = datesFrom(annotated, day).filter(
    ({ label, start }) => label.length > 4 && !SPAN.test(annotated.slice(Math.max(0, start - 40), start)),
  );
  const ordinal = MONTHLY.test(text)
    ? []
    : Array.from(text.matchAll(ORDINAL), ({ groups }) => nextOf(groups?.day, day));
  return [...written.map(({ label }) => label), ...ordinal.flatMap((one) => one ?? [])].sort();
}

/** The next day with this number in its month, from `day` on. */
function nextOf(number: string | undefined, day: string): string | null {
  const wanted = String(number).padStart(2, '0');
  for (let ahead = 0; ahead < 62; ahead++) if (addDays(day, ahead).endsWith(`-${wanted}`)) return addDays(day, ahead);
  return null;
}

const announces = (text: string): boolean => MAY_DATE.test(text) && !YEARLY.test(text) && !holdsOn(text);

/**
 * The first near date from `today` on, as `2026-07` or `2026-07-01`; null if there is none. `day`: the local day on
 * which it was said.
 */
export function upcomingDate(text: string, day: string, today: string): string | null {
  if (!announces(text) || isUnsure(text) || tellsOfPast(text) || tellsPast(text)) return null;
  return namedDays(text, day).find((label) => label >= today.slice(0, label.length) && isNear(label, today)) ?? null;
}

/** True if the announced event is over by `today`. */
export function hasPassed(text: string, day: string, today: string): boolean {
  if (!announces(text)) return false;
  const latest = namedDays(text, day).at(-1);
  return latest !== undefined && latest < today.slice(0, latest.length);
}

export const isUnsure = (text: string): boolean => UNSURE.test(text);

const ROUTINE = new RegExp(
  String.raw`\b(?:every|each|weekly|monthly|(?:${WEEKDAY})s)\b|\b(?:${WEEKDAY})\b.*\d[:.]\d\d|每[天周月年]`,
  'iu',
);

/** True if it says on which days or at what time something recurs. */
export const namesRoutine = (text: string): boolean => ROUTINE.test(text);

/** True if it is at most 120 days after `today`. */
export const isNear = (label: string, today: string): boolean => label <= addDays(today, 120);
