// Whether a claim says all that a fact says, so that the fact may go with it. Word by word: what a claim says beyond
// the fact is an adverb, or follows behind and narrows nothing that a fact says; it never names another subject, owner
// or verb. Pure.
import stopWords from '../../../../templates/words/stop-words.en.json';
import { compatibleForm } from '../../../language/normal-form.ts';
import { missingSpecifics } from '../../../language/specifics.ts';
import { ADVERBS, ALIKE, isArticle, mayGo, VERBS } from './little-words.ts';
import { isReported, thirdOf } from './wording.ts';

const STOP: ReadonlySet<string> = new Set(stopWords.words);
const TOKEN = new RegExp(
  String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[.,:'/@+#_-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*[+#%]*|[$€£¥&]|` +
    String.raw`[.!?…;:"()](?=.*[\p{L}\p{N}])`,
  'gu',
);
const WHOLE: readonly (readonly [RegExp, string])[] = [
  [/[’‘]/gu, "'"],
  [/[“”«»]/gu, '"'],
  [/\bcan(?:'t|not)\b/giu, 'can not'],
  [/\bwon't\b/giu, 'will not'],
  [/n't\b/giu, ' not'],
  [/'m\b/giu, ' am'],
  [/'re\b/giu, ' are'],
  [/'ve\b/giu, ' have'],
  [/'ll\b/giu, ' will'],
];
const OF_USER: ReadonlyMap<string, string> = new Map([
  ['i', 'user'],
  ['me', 'user'],
  ['my', "user's"],
]);
/** A statement that has one of these says more the less it says of when and how. */
const DENIES = new Set([
  'not',
  'no',
  'never',
  'none',
  'nobody',
  'nothing',
  'neither',
  'nor',
  'without',
  'hardly',
  'barely',
  'seldom',
  'rarely',
  'few',
  'little',
  'less',
  'least',
  'only',
  'if',
  'when',
  'all',
  'every',
  'any',
  'hate',
  'hates',
  'dislike',
  'dislikes',
  'avoid',
  'avoids',
  'fear',
  'fears',
  'stopped',
  'quit',
  'refuses',
  'against',
]);
const BEHIND = new Set(['daily', 'weekly']);
/** "Loves Ann as a friend" is another love. */
const WORKS = new Set(['work', 'works', 'worked']);
/** With these a time or a place may begin a sentence that else ends with it. */
const BEFORE = new Set(['on', 'in', 'at', 'during', 'every', 'each']);
const LONGEST_BEHIND = 4;

interface Word {
  readonly raw: string;
  readonly word: string;
  /** A verb of "I" may stand here. */
  readonly isFirstPersons: boolean;
  /** Its capital may be that of the sentence. */
  readonly opens: boolean;
  readonly hasArticle: boolean;
}

/** `isUser`: who says "I" is the user. */
export function saysAllOf(claim: string, text: string, isUser: boolean): boolean {
  if (/\p{Script=Han}/u.test(claim + text))
    return hanOf(claim, isUser) === hanOf(text, isUser) && hanOf(text, isUser) !== '';
  if (
    /[?？]/u.test(text) !== /[?？]/u.test(claim) ||
    missingSpecifics(text, claim).length + missingSpecifics(claim, text).length > 0
  )
    return false;
  const [whole, part] = [wordsOf(claim, isUser), wordsOf(text, isUser)];
  return beginsWith(whole, part) || beginsWith(turned(whole), part) || beginsWith(whole, turned(part));
}

function beginsWith(whole: readonly Word[] | null, part: readonly Word[] | null): boolean {
  if (whole === null || part === null || part.length < 2 || whole.length < part.length) return false;
  return part.every((word, at) => isSame(word, whole[at])) && mayFollow(whole.slice(part.length), part);
}

/** Nothing, how much, or as what and how often. */
function mayFollow(rest: readonly Word[], part: readonly Word[]): boolean {
  const [first, second] = rest;
  if (first === undefined) return true;
  if (part.length < 3 || part.some(({ word }) => DENIES.has(word)) || rest.length > LONGEST_BEHIND) return false;
  if (/^(?:very much|lot)$/.test(rest.map(({ word }) => word).join(' '))) return true;
  const isAs = first.word === 'as' && part.some(({ word }) => WORKS.has(word));
  const isAdded = BEHIND.has(first.word) || ((first.word === 'near' || isAs) && second?.hasArticle === true);
  return isAdded && rest.slice(1).every(({ word }) => /^\p{L}+$/u.test(word) && !STOP.has(word) && !VERBS.has(word));
}

/** "On Fridays the user swims" as "the user swims on Fridays"; null where no time or place begins it. */
function turned(words: readonly Word[]): readonly Word[] | null {
  const at = words.findIndex(({ word }) => word === 'user');
  const before = words.slice(0, Math.max(0, at));
  if (
    !BEFORE.has(before[0]?.word ?? '') ||
    before.length < 2 ||
    before.length > LONGEST_BEHIND ||
    before.slice(1).some(({ word }) => !/^\p{L}+$/u.test(word) || STOP.has(word))
  )
    return null;
  const rest = words.slice(at);
  // With a second clause it could belong to either.
  return rest
    .slice(1)
    .some(({ word }) => /^(?:that|who|whom|whose|which|if|when|while|because|and|or|but|[.;:"(])$/.test(word)) ||
    isReported(rest.map(({ raw }) => raw).join(' '))
    ? null
    : [...rest, ...before];
}

function isSame(a: Word, b: Word | undefined): boolean {
  if (b === undefined) return false;
  const [one, other] = [ALIKE.get(a.word) ?? a.word, ALIKE.get(b.word) ?? b.word];
  if (a.word !== b.word)
    return (
      one === other ||
      (a.isFirstPersons && thirdOf(one).includes(other)) ||
      (b.isFirstPersons && thirdOf(other).includes(one))
    );
  // "US" is not "us"; a sentence has a capital of its own.
  return a.raw === b.raw || /^user(?:'s)?$/.test(a.word) || ((a.opens || b.opens) && a.raw.slice(1) === b.raw.slice(1));
}

function wordsOf(text: string, isUser: boolean): Word[] {
  let flat = compatibleForm(text);
  for (const [short, long] of WHOLE) flat = flat.replace(short, long);
  const words: Word[] = [];
  const found = [...flat.matchAll(TOKEN)];
  let [opens, hasArticle] = [true, false];
  for (const [at, { 0: raw, index }] of found.entries()) {
    const low = raw.toLowerCase();
    const isLittle = isArticle(raw, found[at + 1]?.[0], opens);
    if (!isLittle) {
      const isOwn = isUser && OF_USER.has(low) && !isReported(flat.slice(0, index));
      words.push({
        raw,
        word: isOwn ? (OF_USER.get(low) ?? low) : low,
        isFirstPersons: isUser && words.findLast(({ word }) => !ADVERBS.has(word))?.raw.toLowerCase() === 'i',
        opens,
        hasArticle,
      });
    }
    hasArticle = isLittle;
    opens = /^[.!?…]$/.test(raw);
  }
  const low = words.map(({ word }) => word);
  return plainOf(words.filter((_, at) => !mayGo(low, at)));
}

/** "What the user drinks is tea", and "the user is the one who drinks tea", as "the user drinks tea". */
function plainOf(words: readonly Word[]): Word[] {
  const who = words.findIndex(({ word }) => word === 'who');
  const isTheOne =
    who > 2 &&
    who < 5 &&
    words[who - 1]?.word === 'one' &&
    words[who - 1]?.hasArticle === true &&
    words[who - 2]?.word === 'is';
  if (isTheOne) return words.filter((_, at) => at < who - 2 || at > who);
  const be = words.findIndex(({ word }) => word === 'is' || word === 'are');
  const isTurned =
    words[0]?.word === 'what' &&
    be > 2 &&
    be <= LONGEST_BEHIND &&
    be < words.length - 1 &&
    VERBS.has(words[be - 1]?.word ?? '');
  return words.filter((_, at) => !isTurned || (at > 0 && at !== be));
}

/** Chinese without blanks and what ends a sentence. */
function hanOf(text: string, isUser: boolean): string {
  const flat = compatibleForm(text)
    .toLowerCase()
    .replace(/(?<=\p{Script=Han})\s+|\s+(?=\p{Script=Han})|[\s。.!！,，]+$/gu, '');
  return isUser && !/[:：“"「『]|说|說|告诉|告訴/u.test(flat) ? flat.replace(/我(?!们|們)/gu, '用户') : flat;
}
