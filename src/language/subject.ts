// Whether a statement makes sense on its own, whether it says more than how somebody feels, and whether two can both be
// true, judged by their words. Pure.
import stopWords from '../../templates/words/stop-words.en.json';
import { MONTHS, WEEKDAYS } from './dates/calendar.ts';
import { holdsOn, tellsOfPast } from './event-time.ts';
import { isCaseless, wordsOf } from './names.ts';
import { missingSpecifics } from './specifics.ts';

const STOP = new Set(stopWords.words);
const CALENDAR = new Set([...MONTHS, ...WEEKDAYS].map((word) => word.toLowerCase().replace(/s$/, '')));

/** A statement that opens with one of these refers to another. */
const OPENS_OPEN =
  /^(?:(?:and|but|so|now|also|then) )?(?:it|its|it['’]\p{L}+|they|their|them|they['’]\p{L}+)(?!\p{L})/iu;
const PERSON = /(?<![\p{L}\p{N}])(?:he|she|him|his|her|hers)(?![\p{L}\p{N}])|[他她]/iu;
/** "My sister", "the user's boss", "a friend who": an unnamed person. */
const SOMEBODY = /(?<![\p{L}\p{N}])(?:my|our|user['’]s|an?|who|whose|ma|mon|mes|mein\p{Ll}*)(?![\p{L}\p{N}])|[我的]/iu;
const TEMPORAL = new RegExp(`^(?:${[...WEEKDAYS].join('|')})s? it is\\b`, 'i');

/** True if it refers to "her", "he" or "it" without saying who or what that is. */
export function lacksSubject(text: string): boolean {
  if (OPENS_OPEN.test(text) || TEMPORAL.test(text)) return true;
  const person = PERSON.exec(text);
  if (person === null) return false;
  const before = text.slice(0, person.index);
  return !SOMEBODY.test(before) && !namesSomebody(before);
}

/** A name, or the first word of a text without capitals. */
function namesSomebody(text: string): boolean {
  if (isCaseless(text)) return text.trim().length > 1;
  const isSmall = !/^\P{L}*\p{Lu}/u.test(text);
  return wordsOf(text).some(
    ({ capital, lower }, at) => (capital || (isSmall && at === 0)) && !STOP.has(lower) && !CALENDAR.has(lower),
  );
}

/** A verb or adjective of feeling, opinion or praise. */
const ATTITUDE = new RegExp(
  String.raw`^(?:\S+ ){1,3}?(?:(?:also|really|truly|always|still|both) )*` +
    String.raw`(?:(?:is|am|are|was|were|feels?|felt|gets?|stays?|` +
    String.raw`remains?)(?: (?:so|very|really|truly|also|always|all|staying|feeling|being|not|now))* ` +
    String.raw`(?:supportive|proud|happy|glad|grateful|thankful|excited|thrilled|inspired|motivated|determined|` +
    String.raw`passionate|positive|confident|enthusiastic|hopeful|encouraged|impressed|optimistic|part of|there for|` +
    String.raw`looking forward)|feel(?:s|ing)?|felt|having trouble|struggl(?:es|ed|ing)|believe[sd]?|hope[sd]?|` +
    String.raw`wish(?:es|ed)?|encourage[sd]?|support(?:s|ed)?|` +
    String.raw`appreciate[sd]?|admire[sd]?|value[sd]?|express(?:es|ed)?|root(?:s|ed)? for|cheer(?:s|ed)?|praise[sd]?|` +
    String.raw`compliment(?:s|ed)?|congratulate[sd]?|consider(?:s|ed)?|find(?:s)?|thank(?:s|ed)?|highlight(?:s|ed)?|` +
    String.raw`advise[sd]?|remind(?:s|ed)?|trust(?:s|ed)?|acknowledge[sd]?|mention(?:s|ed)?|` +
    String.raw`emphasi[sz]e[sd]?|agree[sd]?)` +
    String.raw`(?![\p{L}\p{N}])|\b(?:kept|keeps?) \p{Lu}\p{L}+ going\b|^(?:[^ ]+ ){0,4}(?:looking|looks) great\b`,
  'iu',
);

/** An attitude shows in the beginning of a text, however long it is. */
const BEGINNING = 500;

/** True if it expresses only a mood, an opinion or encouragement. With a number it says more. */
export const tellsAttitude = (text: string): boolean => ATTITUDE.test(text.slice(0, BEGINNING)) && !/\d/.test(text);

/** "Jon is looking for a studio". */
const UNDER_WAY = /^(?:\S+ ){1,4}?(?:is|are|am) (?:\p{L}+ly |now |still )?\p{Ll}{2,}ing(?!\p{L})/u;

/** The rank of what holds. */
export const HOLDS = 3;

/** What holds, what is under way, what happened, how somebody feels: greater comes first. */
export function lastingRank(statement: string): number {
  const text = statement.slice(0, BEGINNING);
  if (tellsAttitude(text)) return 0;
  if (tellsOfPast(text) && !holdsOn(text)) return 1;
  return UNDER_WAY.test(text) ? 2 : HOLDS;
}

/**
 * True if two statements may contradict each other, judged by their words. Both must be about the same thing, sharing a
 * word that is neither a name nor a date; and each has a number, date or name of its own, or they differ in a word or
 * two. Texts without comparable words may contradict, too.
 */
export function mayContradict(a: string, b: string): boolean {
  if (isCaseless(a) || isCaseless(b)) return true;
  const [first, second] = [contentWords(a), contentWords(b)];
  const shared = [...first].filter((word) => second.has(word)).length;
  if (shared === 0) return false;
  const hasOwn = (text: string, other: string): boolean => missingSpecifics(text, other).some((one) => one !== 'not');
  const [less = 0, more = 0] = [first.size - shared, second.size - shared].sort((x, y) => x - y);
  return (less <= 1 && more <= 2) || (hasOwn(a, b) && hasOwn(b, a));
}

function contentWords(text: string): Set<string> {
  return new Set(
    wordsOf(text)
      .filter(({ text, lower, capital }) => !STOP.has(lower) && text.length > 2 && !capital)
      .map(({ lower }) => lower.replace(/s$/, ''))
      .filter((word) => !CALENDAR.has(word) && !/^(?:last|next|week|month|year|day|today|user|say)$/.test(word)),
  );
}
