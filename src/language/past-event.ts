// Detects statements about past events, by their dates and their first verb. Recurring things, and things that hold
// since a day, are not past. Pure.
import { WEEKDAY } from './dates/calendar.ts';
import irregular from '../../templates/words/irregular.en.json';
import { annotateRelativeDates } from './dates/relative-dates.ts';
import { writtenDates } from './dates/written-dates.ts';

const PRESENT = new Set(
  (
    'is are am has have can cannot must should will would may might does do wants prefers likes needs keeps knows ' +
    'owns lives works uses isn’t aren’t can’t won’t don’t doesn’t'
  ).split(' '),
);
/** Forms that are also a noun, an adjective or the base of another verb. */
const UNCLEAR = new Set(['left', 'saw', 'lay', 'ground', 'wound', 'bore', 'felt', 'found', 'fell', 'shot', 'spoke']);
const PAST = new Set([
  'was',
  'were',
  'had',
  'did',
  'wasn’t',
  'weren’t',
  'didn’t',
  ...irregular.verbs.map((line) => line.split(' ')[1] ?? '').filter((form) => form !== '' && !UNCLEAR.has(form)),
]);
const NO_VERB_ED = new Set('need feed speed seed breed indeed hundred bed red shed weed embed'.split(' '));
/** Words before a participle: "is deployed", "the shared key". */
const BEFORE_PARTICIPLE = new RegExp(
  String.raw`^(?:is|are|am|be|been|being|has|have|gets?|not|now|still|the|an?|of|in|on|with|by|as|to|and|or)$|` +
    String.raw`['’](?:s|re|ve|m)$`,
  'iu',
);
const HOLDS_ON = new RegExp(
  String.raw`\b(?:every|each|weekly|daily|monthly|always|usually|now|currently|still|so far|` +
    String.raw`(?:${WEEKDAY})s)\b|每|一直|现在|總是|总是`,
  'iu',
);
const SINCE = /\b(?:since|from|as of|born|birthday|seit|ab|depuis|desde)\b|自从|自從|以来|以來|开始|開始|生日/iu;

/** Reported as a first time. */
const FIRST = /\bfirst (?:time|day|morning|evening|night|week)\b|\b(?:her|his|my|their) first\b/iu;

/** A longer text is a document rather than an event, and some patterns are too slow for megabytes. */
const LONGEST = 4000;

/** `day`: the local day on which it was said; relative dates are resolved from it. */
export function tellsPastEvent(text: string, day: string, today: string): boolean {
  if (text.length > LONGEST) return false;
  const latest = writtenDates(annotateRelativeDates(text, day))
    .map(({ label }) => label)
    .sort()
    .at(-1);
  if (latest !== undefined) return latest < today.slice(0, latest.length) && !SINCE.test(text);
  return !holdsOn(text) && tellsOfPast(text);
}

/** True if it says that something holds now or recurs. */
export const holdsOn = (text: string): boolean => HOLDS_ON.test(text);

/** Judged by its words alone, without dates. */
export const tellsOfPast = (text: string): boolean => FIRST.test(text) || beginsInPast(text);

/** True if the first verb of the first clause is a past form. */
function beginsInPast(text: string): boolean {
  const [clause = ''] = text.split(/[;:]|,\s|\s(?:and|but|so|because|then)\s/u);
  const words = clause.match(/[\p{L}\p{M}]+(?:['’][\p{L}]+)*/gu) ?? [];
  for (const [at, word] of words.entries()) {
    const form = word.replace("'", '’');
    if (PRESENT.has(form)) return false;
    const isPast = PAST.has(form) || (/^\p{Ll}{2,}ed$/u.test(form) && !NO_VERB_ED.has(form));
    if (isPast && ![words[at - 1], words[at - 2]].some((before) => BEFORE_PARTICIPLE.test(before ?? ''))) return true;
  }
  return false;
}
