// Regular expressions for the words of a text and their parts, and the form of a word without case, width, diacritics and
// vowel points. A Unicode class takes a third of a millisecond to compile, and those of a whole text 5 ms of a search
// that has just started. So there are three sets, which agree where they overlap: for chunks of ASCII, for texts of
// common Latin, Greek, Cyrillic, Han, kana and Hangul, and for all scripts. The last is created on demand.

/** Latin, Greek and Cyrillic, without marks, numerals, archaic letters and `ĸ`, which has no case. */
const ALPHABET = 'A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0137\u0139-\u017f\u0391-\u03a1\u03a3-\u03ce\u0400-\u045f';
/** Han, kana and Hangul without a compatibility form. */
const PAIRS = '\u3005\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3';
/** Visible punctuation beyond ASCII. Of the signs that join words it includes only `’` and `‐`. */
const SIGNS = '\u2010\u2012-\u2026\u3000-\u3002\u3008-\u3011\u00a0¡£§«°´»¿×÷！（），．：；？';
/** What joins a Latin word to a run of Han or Hangul, as in `回-a`. */
const TIES = "['’.\\-‐_&,:/+#]";

/** Anything that QUICK does not handle. */
export const NOT_QUICK = new RegExp(`[^\\0-\x7f${ALPHABET}${PAIRS}${SIGNS}]|[${PAIRS}]${TIES}|${TIES}[${PAIRS}]`);
/** A written word of a text without NOT_QUICK; a run of Han, kana or Hangul is captured in the first group. */
export const QUICK = new RegExp(
  `([${PAIRS}]+)|[${ALPHABET}0-9]+(?:(?:['’.\\-‐_&]|(?<=[0-9])[,:/](?=[0-9]))[${ALPHABET}0-9]+)*` +
    `(?:\\+\\+|[+#](?![${ALPHABET}0-9]))?`,
  'g',
);
/** A chunk without parts, unless in mixed case. */
export const SIMPLE = new RegExp(`^(?:[${ALPHABET}]+|[0-9]+)$`);

export interface Patterns {
  /** Where a capital starts a new part of a word. */
  readonly camel: RegExp;
  /** Two or more letters and a number, or a number and letters, in groups 1 and 2 or 3 and 4. */
  readonly lettersAndNumber: RegExp;
  readonly number: RegExp;
  /** Two or more capitals. */
  readonly shouted: RegExp;
}

export interface WidePatterns extends Patterns {
  /** A written word; an emoji is captured in the first group. */
  readonly chunk: RegExp;
}

export const PLAIN: Patterns = {
  camel: /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/,
  lettersAndNumber: /^([A-Za-z]{2,})([0-9]+)$|^([0-9]+)([A-Za-z]+)$/,
  number: /[0-9]/,
  shouted: /^[A-Z]{2,}$/,
};

export function widePatterns(): WidePatterns {
  const emoji =
    String.raw`\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|` +
    String.raw`\p{ExtPict}[\uFE0F\p{EMod}]*(?:\u200D\p{ExtPict}[\uFE0F\p{EMod}]*)*`;
  const letters = String.raw`[\p{L}\p{M}\p{N}\u00AD\u200D]+`;
  const joint = String.raw`(?:['’ʼ.\-‐‑_&·\u200C]|(?<=\p{N})[,:/](?=\p{N}))`;
  return {
    chunk: new RegExp(String.raw`(${emoji})|${letters}(?:${joint}${letters})*(?:\+\+|[#+](?![\p{L}\p{N}]))?`, 'gu'),
    camel: new RegExp(String.raw`(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})`, 'u'),
    lettersAndNumber: new RegExp(String.raw`^(\p{L}{2,})(\p{N}+)$|^(\p{N}+)(\p{L}+)$`, 'u'),
    number: new RegExp(String.raw`\p{N}`, 'u'),
    shouted: new RegExp(String.raw`^\p{Lu}{2,}$`, 'u'),
  };
}

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

/** Equal for all spellings of a word that differ only in case, composition, width or accents. */
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

// In languages that write compounds as one word, long words are also stored reversed, so that a suffix search becomes a
// prefix search. Their leading sign cannot occur in a word.

const SIGN = '~';

export function backwards(term: string): string {
  let turned = SIGN;
  for (let i = term.length - 1; i >= 0; i--) turned += term.charAt(i);
  return turned;
}

/** True for a reversed term, which is not part of a question and must not be shown. */
export const isBackwards = (term: string): boolean => term.startsWith(SIGN);
