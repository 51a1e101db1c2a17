// A text as one simple statement of how something is now, or null where it is anything else: a question, a
// plan, hearsay, several sentences. Words of change and of the present are taken out and remembered.
import words from '../../../templates/slots/words.json';
import { withoutLabel } from './subject.ts';

export interface Sentence {
  /** English: contractions undone, words of time taken out. */
  readonly text: string;
  readonly negated: boolean;
  readonly changed: boolean;
  /** "since June": said beside. */
  readonly beside: string;
}

/** No slot needs a longer statement. */
export const LONGEST = 300;

const NOT_STATE = new Set(words.notState);
const SEVERAL_SENTENCES =
  /(?<!\b(?:Dr|Mr|Mrs|Ms|St|Jr|Sr|Prof|Inc|Corp|Ltd|Co|vs|No|Mt|Ave|approx|Bros|\p{Lu}))[.!…]\s+[\p{Lu}"“]/u;
const TIME =
  String.raw`(?:(?:early|late|mid|the beginning of|the end of|last|this)[ -])?(?:january|february|march|april|may|` +
  String.raw`june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|` +
  String.raw`(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|yesterday|tonight|spring|summer|autumn|fall|winter|` +
  String.raw`week|month|year|quarter|(?:19|20)\d\d(?:-\d\d){0,2}|q[1-4])\.?(?: \d{1,2}(?:st|nd|rd|` +
  String.raw`th)?)?(?:,? (?:19|20)\d\d)?(?: \((?:19|20)\d\d-\d\d-\d\d\))?`;
const SINCE = new RegExp(
  String.raw`,? (?:since|starting(?: in| on| from)?|as of|effective|from) (${TIME}|now|now on)(?: on| onwards?)?$`,
  'i',
);
const SINCE_FIRST = new RegExp(
  String.raw`^(?:since|starting(?: in| on| from)?|as of|effective|from) (${TIME}|now|now on)(?: on| onwards?)?,? `,
  'i',
);
const PRESENT = new RegExp(
  String.raw`,? (?<!\b(?:right|by|until|till|for) )(?:currently|presently|at present|at the moment|these days|` +
    String.raw`nowadays|still)(?=[ ,]|$),?`,
  'g',
);
const HAS_BEEN =
  / (?:has|have) been (?=married|employed|engaged|based|located|maintained|owned|led|managed|hosted|deployed|the )/;
const NOW = /,? (?<!\b(?:by|until|till|just|for|every) )(?:right )?now(?=[ ,]|$),?/g;
const PASSING = / (?:just|recently|finally|already|officially|permanently|meanwhile)(?= )/g;
const CHANGE_FIRST = /^(?:now|from now on|update:|updated:|change:|news:|as of now),? /i;
const PRESENT_FIRST = /^(?:currently|presently|at present|at the moment|these days|nowadays|actually),? /i;

const NOT_FIRST = new RegExp(
  String.raw`^(?:if|unless|when|whenever|while|although|though|because|but|maybe|perhaps|probably|possibly|` +
    String.raw`originally|formerly|previously|initially|ideally|sometimes|often|usually|occasionally|apparently|` +
    String.raw`supposedly|allegedly|today|tonight|tomorrow|yesterday|let|let's|please|once|until|also|every|` +
    String.raw`never|imagine|suppose|in \S+|on \S+|by \S+) `,
  'i',
);

/** English only; see `chinese.ts` for Chinese. */
export function readSentence(statement: string): Sentence | null {
  let text = withoutLabel(statement.trim());
  if (text.length > LONGEST || /[?？\n;]/.test(text)) return null;
  text = text
    .replace(/[.!\s]+$/, '')
    .replace(/[‘’ʼ]/g, "'")
    .replace(/\s+/g, ' ');
  if (SEVERAL_SENTENCES.test(text)) return null;
  let changed = false;
  let negated = false;
  let beside = '';
  const take = (pattern: RegExp, change: boolean, by = ''): boolean => {
    const rest = text.replace(pattern, by);
    if (rest === text) return false;
    text = rest;
    changed ||= change;
    return true;
  };
  text = withoutContractions(text).replace(' postponed until ', ' postponed to ');
  take(CHANGE_FIRST, true);
  take(PRESENT_FIRST, false);
  for (const since of [SINCE, SINCE_FIRST]) {
    const found = since.exec(text)?.[1];
    if (found === undefined) continue;
    take(since, true);
    if (!found.toLowerCase().startsWith('now')) beside = found.toLowerCase();
    text = text
      .replace(/ (?:has|have) (?:lived|been living) /, ' lives ')
      .replace(/ (?:has|have) (?:worked|been working) /, ' works ')
      .replace(HAS_BEEN, ' is ');
  }
  if (take(/ no longer(?= )/, true)) negated = true;
  take(/ (?:any ?more|any longer)$/, true);
  take(/,? instead$/, true);
  take(NOW, true);
  take(PRESENT, false);
  take(PASSING, false);
  // Planning is also something that takes place.
  for (const word of text.replace(/(?<!\b(?:is|are|am|been)) planning\b/, '').split(/[ ,]+/))
    if (NOT_STATE.has(word)) return null;
  if (NOT_FIRST.test(text)) return null;
  return { text: text.trim(), negated, changed, beside };
}

/** "isn't" is "is not"; the possessive `'s` stays. */
export function withoutContractions(text: string): string {
  if (!text.includes("'")) return text.replace(/\bcannot\b/g, 'can not');
  return text
    .replace(/\b(c)an't\b/gi, '$1an not')
    .replace(/\b(w)on't\b/gi, '$1ill not')
    .replace(/n't\b/g, ' not')
    .replace(/\bI'm\b/g, 'I am')
    .replace(/\b(we|they|you)'re\b/gi, '$1 are')
    .replace(/\b(he|she|it|that|there)'s\b/gi, '$1 is')
    .replace(/\b(I|we|they|you)'ve\b/gi, '$1 have')
    .replace(/\bcannot\b/g, 'can not');
}
