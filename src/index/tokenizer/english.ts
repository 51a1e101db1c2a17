// The interface of a language, and English, which is built in: stems, irregular forms and stop words.
import irregular from '../../../templates/words/irregular.en.json';
import stopWords from '../../../templates/words/stop-words.en.json';
import { foldWord } from './scan.ts';

export interface Language {
  /** ISO 639-1, such as `de`. */
  readonly code: string;
  /** Whether it writes compounds as one word. */
  readonly compounds: boolean;
  /** The terms of a word in its script; null for a word in another script. `folded` is the result of `foldWord`. */
  terms(word: string, folded: string): readonly string[] | null;
  /** Expects a folded word. */
  isStopWord(folded: string): boolean;
}

/**
 * Guesses the languages of a text: those with the most stop words in it, if at least two; otherwise all. In a vault
 * with German and English, `war` is a stop word in a German text but a word in an English one.
 */
export function spokenIn(text: string, languages: readonly Language[]): readonly Language[] {
  const counts = languages.map(() => 0);
  for (const word of text.split(/[\s\p{P}]+/u)) {
    const folded = foldWord(word);
    if (folded === '') continue;
    languages.forEach((language, place) => {
      if (language.isStopWord(folded)) counts[place] = (counts[place] ?? 0) + 1;
    });
  }
  const most = Math.max(...counts);
  return most < 2 ? languages : languages.filter((_, place) => counts[place] === most);
}

// The stemming algorithm of M. F. Porter (An algorithm for suffix stripping, 1980). The one of @orama cuts too much
// (`connection` becomes `connec`). Uses no regular expressions: a search stems only a handful of words in a process
// that has just started.

/** `y` is a vowel after a consonant. */
function isVowel(word: string, at: number): boolean {
  const letter = word.charCodeAt(at);
  if (letter === 97 || letter === 101 || letter === 105 || letter === 111 || letter === 117) return true;
  return letter === 121 && at > 0 && !isVowel(word, at - 1);
}

function hasVowel(word: string, end: number): boolean {
  for (let i = 0; i < end; i++) if (isVowel(word, i)) return true;
  return false;
}

/** How often a consonant follows a vowel before `end`; stops at 2, because no rule needs more. */
function measure(word: string, end: number): number {
  let count = 0;
  let afterVowel = false;
  for (let i = 0; i < end && count < 2; i++) {
    const vowel = isVowel(word, i);
    if (afterVowel && !vowel) count++;
    afterVowel = vowel;
  }
  return count;
}

/** True if it ends in consonant, vowel, consonant and the last is not w, x or y: `hop`, not `how`. */
function isShort(word: string, end: number): boolean {
  if (end < 3 || isVowel(word, end - 1) || !isVowel(word, end - 2) || isVowel(word, end - 3)) return false;
  const last = word.charCodeAt(end - 1);
  return last !== 119 && last !== 120 && last !== 121;
}

function endsDouble(word: string): boolean {
  const end = word.length;
  return end > 1 && word.charCodeAt(end - 1) === word.charCodeAt(end - 2) && !isVowel(word, end - 1);
}

/** Expects a word of at least three letters a to z. */
function porterStem(word: string): string {
  return lastE(withoutLong(swapEnding(swapEnding(finalY(pastAndProgress(plural(word))), DOUBLE), SHORT)));
}

function plural(word: string): string {
  if (word.charCodeAt(word.length - 1) !== 115) return word;
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.charCodeAt(word.length - 2) === 115 ? word : word.slice(0, -1);
}

function pastAndProgress(word: string): string {
  const length = word.length;
  if (word.endsWith('eed')) return measure(word, length - 3) > 0 ? word.slice(0, -1) : word;
  const cut = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  if (cut === 0 || !hasVowel(word, length - cut)) return word;
  const stem = word.slice(0, -cut);
  if (stem.endsWith('at') || stem.endsWith('bl') || stem.endsWith('iz')) return `${stem}e`;
  if (endsDouble(stem)) {
    const last = stem.charCodeAt(stem.length - 1);
    return last === 108 || last === 115 || last === 122 ? stem : stem.slice(0, -1);
  }
  return measure(stem, stem.length) === 1 && isShort(stem, stem.length) ? `${stem}e` : stem;
}

function finalY(word: string): string {
  return word.charCodeAt(word.length - 1) === 121 && hasVowel(word, word.length - 1) ? `${word.slice(0, -1)}i` : word;
}

/** Suffixes and their replacements; a longer one comes before its own suffixes: `relational` becomes `relate`. */
const DOUBLE: readonly (readonly [string, string])[] = [
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['alli', 'al'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['eli', 'e'],
  ['ization', 'ize'],
  ['ation', 'ate'],
  ['ator', 'ate'],
  ['alism', 'al'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['biliti', 'ble'],
];
/** `hopeful` becomes `hope`. */
const SHORT: readonly (readonly [string, string])[] = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ful', ''],
  ['ness', ''],
];
/** `revival` becomes `reviv`; `sion` and `tion` keep their first letter. */
const LONG = 'al ance ence er ic able ible ement ment ant ent sion tion ou ism ate iti ous ive ize'.split(' ');

function swapEnding(word: string, endings: typeof DOUBLE): string {
  const [end = '', other = ''] = endings.find(([one]) => word.endsWith(one)) ?? [];
  return end !== '' && measure(word, word.length - end.length) > 0 ? word.slice(0, -end.length) + other : word;
}

/** Removes the suffix only if enough remains. */
function withoutLong(word: string): string {
  const end = LONG.find((one) => word.endsWith(one)) ?? '';
  const cut = end.endsWith('ion') ? 3 : end.length;
  return cut > 0 && measure(word, word.length - cut) > 1 ? word.slice(0, -cut) : word;
}

function lastE(word: string): string {
  let stem = word;
  const end = word.length - 1;
  if (word.charCodeAt(end) === 101) {
    const count = measure(word, end);
    if (count > 1 || (count === 1 && !isShort(word, end))) stem = word.slice(0, -1);
  }
  return stem.charCodeAt(stem.length - 1) === 108 && endsDouble(stem) && measure(stem, stem.length) > 1
    ? stem.slice(0, -1)
    : stem;
}

/** Caches stems, because words repeat. */
export function createEnglish(): Language {
  // Searched as strings: a search looks up only a few words, and building tables of a thousand would cost more.
  const stops = ` ${stopWords.words.join(' ')} `;
  const { verbs, plurals, comparatives, spellings, short } = irregular;
  const forms =
    `\n` + [verbs, plurals, comparatives, spellings, short].map((group) => group.join(' \n')).join(' \n') + ` \n`;
  const known = new Map<string, readonly string[] | null>();
  return {
    code: 'en',
    compounds: false,
    isStopWord: (folded) => stops.includes(` ${folded} `),
    terms(_, folded) {
      const before = known.get(folded);
      if (before !== undefined) return before;
      const terms = isLatinLetters(folded) ? [stemOf(baseOf(forms, folded))] : null;
      known.set(folded, terms);
      return terms;
    },
  };
}

function isLatinLetters(word: string): boolean {
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i);
    if (code < 97 || code > 122) return false;
  }
  return true;
}

/** A two-letter word has no suffix, and text longer than forty letters is not a word. */
const stemOf = (word: string): string => (word.length < 3 || word.length > 40 ? word : porterStem(word));

/** The first word of the line that lists the form after it, or the word itself. */
function baseOf(forms: string, word: string): string {
  const at = forms.indexOf(` ${word} `);
  if (at < 0) return word;
  const start = forms.lastIndexOf('\n', at) + 1;
  return forms.slice(start, forms.indexOf(' ', start));
}
