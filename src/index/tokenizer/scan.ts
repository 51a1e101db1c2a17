// Finds the words of a text in common Latin, Greek, Cyrillic, Han, kana and Hangul, and folds a word to one form
// without case, width, diacritics and vowel points.

/** The kinds of words that `scanQuick` reports. */
const LOWER = 0;
/** A capital followed by lower-case letters. */
const TITLE = 1;
/** Two or more capitals. */
export const UPPER = 2;
/** Digits only. */
const NUMBER = 3;
/** Anything else: joined parts, symbols, mixed case. */
export const MIXED = 4;
/** A run of Han, kana or Hangul. */
export const RUN = 5;

const OTHER = 0;
const SMALL = 1;
const LARGE = 2;
const DIGIT = 3;
const PAIR = 4;

/** True if the text contains only characters that `scanQuick` handles. */
export function isQuick(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80 || isLatinLetter(code) || isGreekOrCyrillic(code)) continue;
    // A Latin word joined to a run of Han or Hangul, as in `回-a`, is left to the regular expressions.
    if (isPair(code) ? tiesAt(text, i - 1) || tiesAt(text, i + 1) : !isPlainSign(code)) return false;
  }
  return true;
}

function tiesAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return joins(code) || code === 43 || code === 35;
}

const isLatinLetter = (code: number): boolean => code >= 0xc0 && code <= 0x17f && code !== 0xd7 && code !== 0xf7;
/** Excludes marks, numerals and archaic letters. */
const isGreekOrCyrillic = (code: number): boolean =>
  (code >= 0x391 && code <= 0x3ce && code !== 0x3a2) || (code >= 0x400 && code <= 0x45f);
/** Han, kana and Hangul without a compatibility form. */
const isPair = (code: number): boolean =>
  (code >= 0x4e00 && code <= 0x9fff) ||
  (code >= 0x3041 && code <= 0x3096) ||
  (code >= 0x30a1 && code <= 0x30fa) ||
  code === 0x30fc ||
  code === 0x3005 ||
  isHangul(code);
export const isHangul = (code: number): boolean => code >= 0xac00 && code <= 0xd7a3;

/**
 * Visible punctuation beyond ASCII: not letters, numbers or pictographs. Of the signs that join words it includes only
 * `’` and `‐`.
 */
function isPlainSign(code: number): boolean {
  if (code >= 0x2010 && code < 0x3000) return code <= 0x2026 && code !== 0x2011;
  return (code >= 0x3000 && code <= 0x3002) || (code >= 0x3008 && code <= 0x3011) || PLAIN_SIGNS.has(code);
}

const PLAIN_SIGNS = new Set(Array.from('\u00a0¡£§«°´»¿×÷！（），．：；？', (sign) => sign.charCodeAt(0)));

function classOf(code: number): number {
  if (code < 0x80) {
    if (code >= 97 && code <= 122) return SMALL;
    if (code >= 65 && code <= 90) return LARGE;
    return code >= 48 && code <= 57 ? DIGIT : OTHER;
  }
  if (isPair(code)) return PAIR;
  if (!isLatinLetter(code) && !isGreekOrCyrillic(code)) return OTHER;
  const letter = String.fromCharCode(code);
  return letter.toLowerCase() === letter ? SMALL : LARGE;
}

/** Start, end and kind of each word, three numbers per word. Expects text for which `isQuick` is true. */
export function scanQuick(text: string): number[] {
  const found: number[] = [];
  const { length } = text;
  for (let i = 0; i < length;) {
    let kind = classOf(text.charCodeAt(i));
    if (kind === OTHER) {
      i++;
      continue;
    }
    const start = i;
    if (kind === PAIR) {
      while (i < length && isPair(text.charCodeAt(i))) i++;
      found.push(start, i, RUN);
      continue;
    }
    const first = kind;
    let small = 0;
    let large = 0;
    let digits = 0;
    let joined = false;
    for (;;) {
      if (kind === SMALL) small++;
      else if (kind === LARGE) large++;
      else digits++;
      i++;
      if (i === length) break;
      const code = text.charCodeAt(i);
      const before = kind;
      kind = classOf(code);
      if (kind !== OTHER && kind !== PAIR) continue;
      if (kind === PAIR || i + 1 === length || !joins(code)) break;
      const next = classOf(text.charCodeAt(i + 1));
      if (
        next === OTHER ||
        next === PAIR ||
        ((code === 44 || code === 58 || code === 47) && (before !== DIGIT || next !== DIGIT))
      )
        break;
      joined = true;
      kind = next;
      i++;
    }
    const signs = signsAt(text, i);
    i += signs;
    found.push(start, i, joined || signs > 0 ? MIXED : kindOf(first, small, large, digits));
  }
  return found;
}

/** `'` `’` `.` `-` `‐` `_` `&` join words; `,` `:` `/` join numbers. */
const joins = (code: number): boolean => JOINTS.has(code);
const JOINTS = new Set(Array.from("'’.-‐_&,:/", (sign) => sign.charCodeAt(0)));

/** Number of trailing signs in a word like `C++` or `C#`. */
function signsAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code !== 43 && code !== 35) return 0;
  if (code === 43 && text.charCodeAt(at + 1) === 43) return 2;
  return at + 1 < text.length && classOf(text.charCodeAt(at + 1)) !== OTHER ? 0 : 1;
}

function kindOf(first: number, small: number, large: number, digits: number): number {
  if (digits > 0) return small + large === 0 ? NUMBER : MIXED;
  if (large === 0) return LOWER;
  if (large === 1 && first === LARGE) return TITLE;
  return small === 0 ? UPPER : MIXED;
}

// Regular expressions for words and their parts, in two sets that agree on ASCII: one for ASCII only and one for every
// script. Each Unicode class takes a third of a millisecond to compile, so the second set is created on demand.

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
