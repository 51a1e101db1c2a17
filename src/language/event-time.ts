// Whether a statement is about the past, the future or a plan: by its dates, its verb forms, and words such as "until".
// A past event by dates and first verb: recurring things, and things that hold since a day, are not past. Pure.
import irregular from '../../templates/words/irregular.en.json';
import tables from '../../templates/words/past-markers.json';
import { addDays } from '../model/day.ts';
import { WEEKDAY } from './dates/calendar.ts';
import { annotateRelativeDates } from './dates/relative-dates.ts';
import { datesFrom, writtenDates } from './dates/written-dates.ts';

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

// When an announced event happens, by the dates in the statement. A date without a year is the next one.

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

// Detects sentences about the past, and about plans, with one table per language: words such as "until" and "früher",
// and verb forms. Without a known marker the answer is no.

const LETTERS = String.raw`\p{L}\p{M}\p{N}`;

type Language = 'en' | 'de' | 'fr' | 'es' | 'zh';

const LATIN: readonly Language[] = ['en', 'de', 'fr', 'es'];
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** A word boundary that also works next to letters with marks, unlike `\b`. */
const EDGE = `(?:(?<=[${LETTERS}])(?![${LETTERS}])|(?<![${LETTERS}])(?=[${LETTERS}]))`;

function compile(language: Language, words: readonly string[], patterns: readonly string[] = []): readonly RegExp[] {
  const known = language === 'zh' ? words.join('|') : `(?<![${LETTERS}])(?:${words.join('|')})(?![${LETTERS}])`;
  return [known, ...patterns].map(
    (pattern) => new RegExp(pattern.replaceAll('\\b', EDGE), language === 'zh' ? 'u' : 'iu'),
  );
}

const MARKERS = new Map(
  ([...LATIN, 'zh'] as const).map((language) => {
    const { words, patterns, plans } = tables[language];
    return [language, { past: compile(language, words, patterns), plans: compile(language, plans) }] as const;
  }),
);

const hasMarker = (sentence: string, kind: 'past' | 'plans'): boolean =>
  MARKERS.get(languageOf(sentence))?.[kind].some((marker) => marker.test(sentence)) === true;

/** Guesses the language among those with tables: by script, else by common words; English in doubt. */
export function languageOf(sentence: string): Language {
  if ((sentence.match(UNSPACED)?.length ?? 0) >= 2) return 'zh';
  const words = sentence.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  const scores = LATIN.map((language) => {
    const common: readonly string[] = tables[language].common;
    return words.filter((word) => common.includes(word)).length;
  });
  return LATIN[scores.indexOf(Math.max(...scores))] ?? 'en';
}

/** True if the sentence says that something was so in the past. */
export const tellsPast = (sentence: string): boolean => hasMarker(sentence, 'past');

/** True if the sentence says that something is still to come, or only wanted. */
export const tellsPlan = (sentence: string): boolean => hasMarker(sentence, 'plans');
