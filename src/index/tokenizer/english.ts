// What a language says of its words, and English, which comes with the tokenizer: stems, irregular forms included,
// and which words say nothing.
import irregular from '../../../templates/words/irregular.en.json';
import stopWords from '../../../templates/words/stop-words.en.json';
import { foldWord } from './scan.ts';

export interface Language {
  /** ISO 639-1, such as `de`. */
  readonly code: string;
  /** Writes compounds in one word. */
  readonly compounds: boolean;
  /**
   * The terms that stand for a word of its script; null for one of another script. `folded` is the word as `foldWord`
   * gives it.
   */
  terms(word: string, folded: string): readonly string[] | null;
  /** Takes a folded word. */
  isStopWord(folded: string): boolean;
}

/**
 * The languages that a text seems to be in, of several: those that have most of its words among their stop words, at
 * least two of them; else all. So `war` says nothing in a German text, and something in an English one, in a vault of
 * both.
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

// The stem of an English word by the algorithm of M. F. Porter (An algorithm for suffix stripping, 1980). No patterns
// and no tables: a search stems a handful of words in a process that has just begun.

/** `y` is a vowel behind a consonant. */
function isVowel(word: string, at: number): boolean {
  const letter = word.charCodeAt(at);
  if (letter === 97 || letter === 101 || letter === 105 || letter === 111 || letter === 117) return true;
  return letter === 121 && at > 0 && !isVowel(word, at - 1);
}

function hasVowel(word: string, end: number): boolean {
  for (let i = 0; i < end; i++) if (isVowel(word, i)) return true;
  return false;
}

/** How often a consonant follows a vowel before `end`; counted up to 2, more is never asked. */
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

/** Ends in consonant, vowel, consonant, the last none of w, x, y: `hop`, not `how`. */
function isShort(word: string, end: number): boolean {
  if (end < 3 || isVowel(word, end - 1) || !isVowel(word, end - 2) || isVowel(word, end - 3)) return false;
  const last = word.charCodeAt(end - 1);
  return last !== 119 && last !== 120 && last !== 121;
}

function endsDouble(word: string): boolean {
  const end = word.length;
  return end > 1 && word.charCodeAt(end - 1) === word.charCodeAt(end - 2) && !isVowel(word, end - 1);
}

/** Takes a word of three and more letters a to z. */
function porterStem(word: string): string {
  return lastE(longSuffix(shortSuffix(doubleSuffix(finalY(pastAndProgress(plural(word)))))));
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

/** `relational` to `relate`. */
function doubleSuffix(word: string): string {
  switch (word.charCodeAt(word.length - 2)) {
    case 97: // a
      return word.endsWith('ational') ? swap(word, 7, 'ate') : word.endsWith('tional') ? swap(word, 6, 'tion') : word;
    case 99: // c
      return word.endsWith('enci') ? swap(word, 4, 'ence') : word.endsWith('anci') ? swap(word, 4, 'ance') : word;
    case 101: // e
      return word.endsWith('izer') ? swap(word, 4, 'ize') : word;
    case 103: // g
      return word.endsWith('logi') ? swap(word, 4, 'log') : word;
    case 108: // l
      if (word.endsWith('bli')) return swap(word, 3, 'ble');
      if (word.endsWith('alli')) return swap(word, 4, 'al');
      if (word.endsWith('entli')) return swap(word, 5, 'ent');
      if (word.endsWith('ousli')) return swap(word, 5, 'ous');
      return word.endsWith('eli') ? swap(word, 3, 'e') : word;
    case 111: // o
      if (word.endsWith('ization')) return swap(word, 7, 'ize');
      return word.endsWith('ation') ? swap(word, 5, 'ate') : word.endsWith('ator') ? swap(word, 4, 'ate') : word;
    case 115: // s
      if (word.endsWith('alism')) return swap(word, 5, 'al');
      if (word.endsWith('iveness')) return swap(word, 7, 'ive');
      return word.endsWith('fulness') ? swap(word, 7, 'ful') : word.endsWith('ousness') ? swap(word, 7, 'ous') : word;
    case 116: // t
      if (word.endsWith('aliti')) return swap(word, 5, 'al');
      return word.endsWith('iviti') ? swap(word, 5, 'ive') : word.endsWith('biliti') ? swap(word, 6, 'ble') : word;
    default:
      return word;
  }
}

/** `hopeful` to `hope`. */
function shortSuffix(word: string): string {
  switch (word.charCodeAt(word.length - 1)) {
    case 101: // e
      return word.endsWith('icate')
        ? swap(word, 5, 'ic')
        : word.endsWith('ative')
          ? swap(word, 5, '')
          : word.endsWith('alize')
            ? swap(word, 5, 'al')
            : word;
    case 105: // i
      return word.endsWith('iciti') ? swap(word, 5, 'ic') : word;
    case 108: // l
      return word.endsWith('ical') ? swap(word, 4, 'ic') : word.endsWith('ful') ? swap(word, 3, '') : word;
    case 115: // s
      return word.endsWith('ness') ? swap(word, 4, '') : word;
    default:
      return word;
  }
}

const swap = (word: string, cut: number, end: string): string =>
  measure(word, word.length - cut) > 0 ? word.slice(0, -cut) + end : word;

/** `revival` to `reviv`, where enough is left. */
function longSuffix(word: string): string {
  const cut = longSuffixOf(word);
  return cut > 0 && measure(word, word.length - cut) > 1 ? word.slice(0, -cut) : word;
}

function longSuffixOf(word: string): number {
  switch (word.charCodeAt(word.length - 2)) {
    case 97:
      return word.endsWith('al') ? 2 : 0;
    case 99:
      return word.endsWith('ance') || word.endsWith('ence') ? 4 : 0;
    case 101:
      return word.endsWith('er') ? 2 : 0;
    case 105:
      return word.endsWith('ic') ? 2 : 0;
    case 108:
      return word.endsWith('able') || word.endsWith('ible') ? 4 : 0;
    case 110:
      return word.endsWith('ement')
        ? 5
        : word.endsWith('ment')
          ? 4
          : word.endsWith('ant') || word.endsWith('ent')
            ? 3
            : 0;
    case 111:
      return word.endsWith('sion') || word.endsWith('tion') ? 3 : word.endsWith('ou') ? 2 : 0;
    case 115:
      return word.endsWith('ism') ? 3 : 0;
    case 116:
      return word.endsWith('ate') || word.endsWith('iti') ? 3 : 0;
    case 117:
      return word.endsWith('ous') ? 3 : 0;
    case 118:
      return word.endsWith('ive') ? 3 : 0;
    case 122:
      return word.endsWith('ize') ? 3 : 0;
    default:
      return 0;
  }
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

/** Remembers each stem it worked out: words repeat. */
export function createEnglish(): Language {
  // Looked through as text: a search asks for a few words, and tables of a thousand cost it more to make.
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

/** A word of two letters has no ending, and what is longer than forty is no word. */
const stemOf = (word: string): string => (word.length < 3 || word.length > 40 ? word : porterStem(word));

/** The first word of the line that has the form behind it, else the word itself. */
function baseOf(forms: string, word: string): string {
  const at = forms.indexOf(` ${word} `);
  if (at < 0) return word;
  const start = forms.lastIndexOf('\n', at) + 1;
  return forms.slice(start, forms.indexOf(' ', start));
}
