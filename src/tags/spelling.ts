// Whether two tags are the same word written in two ways, by their letters alone: hyphens, accents, plural, a known
// short form, a slip of the keys. Pure. It rather misses a pair than takes two different things for one.
import known from '../../templates/tags/known.json' with { type: 'json' };
import { foldTag } from '../model/tag-table.ts';

/** That two tags may be one word. */
export interface Alike {
  /** How they differ, as a clause for a person, such as `one is the plural of the other`. */
  readonly reason: string;
  /** 0 to 1. */
  readonly score: number;
  /** Which of them should stand for both; null where the letters do not tell, and the one that is used more should. */
  readonly canonical: 'first' | 'second' | null;
  /** The letters only suggest it: their use must be alike too. */
  readonly needsUse: boolean;
}

const SHORT = new Map<string, string>(Object.entries(known.short));
const SPELLED = new Map<string, string>(Object.entries(known.spelled));
const PLURALS = new Map<string, string>(Object.entries(known.plurals));
const NOT_PLURAL = new Set<string>(known.notPlural);
const ICS = new Set<string>(known.ics);

/** Compares two different tags, both as `foldTag` gives them; null where their letters say nothing. */
export function alike(first: string, second: string): Alike | null {
  const [a, b] = [squash(first), squash(second)];
  if (a === '' || b === '') return null;
  if (a === b) return { reason: 'only signs between the words differ', score: 0.95, canonical: null, needsUse: false };
  if (withoutAccents(first, true) === withoutAccents(second, true))
    return {
      reason: 'only an umlaut or an accent is written in another way',
      score: 0.92,
      canonical: hasAccent(first) ? 'first' : 'second',
      needsUse: false,
    };
  const plain = [first, second].map((word) => withoutAccents(word, false));
  if (plain[0] === plain[1] && Math.min(a.length, b.length) >= 4)
    return {
      reason: 'only an umlaut or an accent is missing',
      score: 0.8,
      canonical: hasAccent(first) ? 'first' : 'second',
      needsUse: hasUmlaut(first) || hasUmlaut(second),
    };
  return (
    shortForm(first, second) ??
    spelledOtherwise(a, b) ??
    pluralOf(first, second) ??
    initials(first, second) ??
    prefix(first, second) ??
    clipped(a, b) ??
    slip(a, b)
  );
}

/** A tag without the signs between its words. Signs between digits stay: `1-2` is not `12`. */
export function squash(tag: string): string {
  return foldTag(tag)
    .normalize('NFKC')
    .replace(/(?<=[\p{L}\p{M}\p{N}])[-_. ]+(?=[\p{L}\p{M}\p{N}])/gu, (signs, at: number, whole: string) =>
      /\d/.test(whole.charAt(at - 1)) && /\d/.test(whole.charAt(at + signs.length)) ? signs : '',
    );
}

/**
 * Keys of a tag: two tags of which `alike` could say something share one. Clipped words are the exception: see
 * `mayBeClipped`.
 */
export function keysOf(tag: string): string[] {
  const word = squash(tag);
  const last = /[^-_./]+$/.exec(tag)?.[0] ?? '';
  const head = tag.slice(0, tag.length - last.length);
  const parts = tag.split(/[-_ ]+/).filter((part) => part !== '');
  const keys = [
    word,
    withoutAccents(tag, true),
    withoutAccents(tag, false),
    squash(SHORT.get(word) ?? ''),
    otherSpelling(word),
    ...singularsOf(last).map((one) => squash(head + one)),
  ];
  if (/^[a-z]{6,}$/.test(word)) keys.push(`${word.charAt(0)}${word.length - 2}${word.at(-1) ?? ''}`);
  if (parts.length > 1)
    keys.push(
      parts.map((part) => part.charAt(0)).join(''),
      ...parts.slice(1).map((_, at) => squash(parts.slice(0, at + 1).join('-'))),
    );
  if (WIDE.test(tag)) for (let end = 2; end < tag.length; end++) keys.push(tag.slice(0, end));
  if (word.length >= 7 && word.length <= 40)
    for (let at = 0; at < word.length; at++) keys.push(`~${word.slice(0, at)}${word.slice(at + 1)}`);
  if (word.length >= 7) keys.push(`~${word}`);
  return [...new Set(keys)].filter((key) => key !== '');
}

/** Is a tag so short that it may be a clipped form, such as `fw`, of a longer word with the same first letter? */
export const mayBeClipped = (tag: string): boolean => /^[a-z]{2,5}$/.test(tag);

const UMLAUTS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ø: 'oe',
  æ: 'ae',
  å: 'aa',
  œ: 'oe',
};
const hasUmlaut = (tag: string): boolean => /[äöüßøæåœñ]/.test(tag.normalize('NFC'));
const hasAccent = (tag: string): boolean => /[^\x00-\x7F]/.test(tag);

/**
 * A tag without accents. `spelled`: umlauts become two letters (`ue`), else their bare vowel (`u`). Letters of other
 * scripts stay.
 */
function withoutAccents(tag: string, spelled: boolean): string {
  const word = squash(tag);
  const letters = spelled
    ? word.replace(/[äöüßøæåœ]/g, (sign) => UMLAUTS[sign] ?? sign)
    : word.replaceAll('ß', 'ss').replaceAll('ø', 'o');
  return spelled
    ? letters
    : letters
        .normalize('NFD')
        .replace(/(?<=[a-z])\p{M}+/gu, '')
        .normalize('NFC');
}

function shortForm(first: string, second: string): Alike | null {
  const found = (short: string, long: string): boolean =>
    squash(SHORT.get(squash(short)) ?? '') === squash(long) || isNumeronym(squash(short), squash(long));
  // The table also knows a longer one, such as `golang` of `go`.
  const reason = (other: string, word: string): string =>
    `${other} is ${other.length > word.length ? 'another name' : 'a short form'} of ${word}`;
  if (found(first, second)) return { reason: reason(first, second), score: 0.9, canonical: 'second', needsUse: false };
  if (found(second, first)) return { reason: reason(second, first), score: 0.9, canonical: 'first', needsUse: false };
  return null;
}

/** Such as `i18n`: the first letter, how many letters are left out, and the last. */
function isNumeronym(short: string, long: string): boolean {
  const [, begin, count, end] = /^([a-z])(\d{1,2})([a-z])$/.exec(short) ?? [];
  return (
    begin !== undefined &&
    end !== undefined &&
    Number(count) >= 4 &&
    Number(count) === long.length - 2 &&
    long.startsWith(begin) &&
    long.endsWith(end)
  );
}

function spelledOtherwise(a: string, b: string): Alike | null {
  return otherSpelling(a) !== otherSpelling(b)
    ? null
    : { reason: 'they are two spellings of one word', score: 0.85, canonical: null, needsUse: false };
}

const otherSpelling = (word: string): string =>
  SPELLED.get(word) ??
  word
    .replace(/isation(s?)$/, 'ization$1')
    .replace(/([a-z]{4})(?<!exerc|prom|adv|terpr|prec|surpr|conc|franch|chand|expert)ise$/, '$1ize');

function pluralOf(first: string, second: string): Alike | null {
  const [, headA = '', a = ''] = /^(.*?)([^-_./]+)$/.exec(first) ?? [];
  const [, headB = '', b = ''] = /^(.*?)([^-_./]+)$/.exec(second) ?? [];
  if (headA !== headB) return null;
  const of = singularsOf(a).includes(b) ? 'second' : singularsOf(b).includes(a) ? 'first' : null;
  return of === null
    ? null
    : { reason: 'one is the plural of the other', score: 0.85, canonical: null, needsUse: false };
}

/** The words that a word can be the English plural of; none for a word that only looks like a plural. */
function singularsOf(word: string): string[] {
  const irregular = PLURALS.get(word);
  if (irregular !== undefined) return [irregular];
  if (!/^[a-z]{4,}$/.test(word) || !word.endsWith('s') || /(?:ss|us)$/.test(word) || NOT_PLURAL.has(word)) return [];
  if (word.endsWith('ics')) return ICS.has(word.slice(0, -1)) ? [word.slice(0, -1)] : [];
  if (word.endsWith('ies')) return word.length > 5 ? [`${word.slice(0, -3)}y`, word.slice(0, -1)] : [word.slice(0, -1)];
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)];
  return word.endsWith('oes') ? [word.slice(0, -2)] : [word.slice(0, -1)];
}

/**
 * Such as `ml` of `machine-learning`. So few letters fit many words, so up to three of them need a use that is alike.
 */
function initials(first: string, second: string): Alike | null {
  const of = (short: string, long: string): boolean => {
    const words = long.split(/[-_ ]+/).filter((word) => word !== '');
    return (
      words.length >= 2 &&
      words.length === short.length &&
      /^[a-z]+$/.test(short) &&
      words.map((word) => word.charAt(0)).join('') === short
    );
  };
  const canonical = of(first, second) ? 'second' : of(second, first) ? 'first' : null;
  const short = canonical === 'second' ? first : second;
  return canonical === null
    ? null
    : { reason: `${short} has the first letters of the other`, score: 0.75, canonical, needsUse: short.length < 4 };
}

/**
 * Such as `firmware-control` of `firmware`. Most such pairs are a thing and a part of it, so their use must be alike.
 */
function prefix(first: string, second: string): Alike | null {
  const of = (long: string, short: string): boolean =>
    short.length >= 2 &&
    long.startsWith(short) &&
    !/\d/.test(long.slice(short.length)) &&
    (/^[-_]/.test(long.slice(short.length)) || (WIDE.test(short) && long.length > short.length));
  const canonical = of(first, second) ? 'second' : of(second, first) ? 'first' : null;
  return canonical === null ? null : { reason: 'one begins with the other', score: 0.55, canonical, needsUse: true };
}

const WIDE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}$/u;

/**
 * Such as `fw` of `firmware`: its first letter and others of it in their order. A mere beginning is often another word:
 * `java`, `javascript`.
 */
function clipped(a: string, b: string): Alike | null {
  const of = (short: string, long: string): boolean => {
    if (
      !/^[a-z]{2,5}$/.test(short) ||
      !/^[a-z]+$/.test(long) ||
      long.length < Math.max(6, short.length + 3) ||
      short.charAt(0) !== long.charAt(0) ||
      long.startsWith(short)
    )
      return false;
    let at = 0;
    for (const letter of short) {
      at = long.indexOf(letter, at) + 1;
      if (at === 0) return false;
    }
    return true;
  };
  const canonical = of(a, b) ? 'second' : of(b, a) ? 'first' : null;
  return canonical === null
    ? null
    : { reason: 'one could be a short form of the other', score: 0.6, canonical, needsUse: true };
}

/** One slip of the keys in a long word. Two real words can be as near, so mostly their use must be alike too. */
function slip(a: string, b: string): Alike | null {
  if (
    Math.min(a.length, b.length) < 7 ||
    a.charAt(0) !== b.charAt(0) ||
    /[^\p{L}]/u.test(a + b) ||
    Math.abs(a.length - b.length) > 1 ||
    WIDE.test(a)
  )
    return null;
  if (isSwapped(a, b))
    return {
      reason: 'two letters are swapped',
      score: 0.7,
      canonical: null,
      needsUse: Math.min(a.length, b.length) < 9,
    };
  return isOneEdit(a, b) ? { reason: 'one letter differs', score: 0.6, canonical: null, needsUse: true } : null;
}

function isSwapped(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let at = 0;
  while (a[at] === b[at]) at++;
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2);
}

function isOneEdit(a: string, b: string): boolean {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a.slice(at + 1) === b.slice(at + 1) || a.slice(at + 1) === b.slice(at) || a.slice(at) === b.slice(at + 1);
}
