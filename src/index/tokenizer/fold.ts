// The one written form of a word: case, width, diacritics and vowel points aside, in every script.

// Combining marks of Latin, Greek and Cyrillic, Hebrew points, Arabic vowel signs. Marks that are letters
// of their script (Devanagari vowels, Thai tones, kana voicing) stay.
const MARKS = new RegExp(
  String.raw`[\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610` +
    String.raw`-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED]`,
  'g',
);
const INVISIBLE = /[\s\u00AD\u0640\u200B-\u200D\u2060\uFE0E\uFE0F\uFEFF]/g;
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ة: 'ه',
};
const SPECIAL = /[ßæœøłđðþħıςىة]/g;

/** Equal for all spellings of a word that differ in case, composition, width or accents only. */
export function foldWord(word: string): string {
  if (isAscii(word)) return word.toLowerCase();
  return word
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter);
}

export function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

// Long words are also kept from their end, where a language writes compounds in one word: so those that end in a word
// are those that begin with it backwards. No word of a text has the sign that these begin with.

const SIGN = '~';

export function backwards(term: string): string {
  let turned = SIGN;
  for (let i = term.length - 1; i >= 0; i--) turned += term.charAt(i);
  return turned;
}

/** Is a term kept beside another, for compounds? It is no word of a question and not to be shown. */
export const isBackwards = (term: string): boolean => term.startsWith(SIGN);
