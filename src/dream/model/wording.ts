// Whether a wording of a model may stand for a statement. It may only say the same in fewer or plainer words: "I", said
// or left out, may become "User", greetings and little words may go; what tells must be there, in its order, and nothing
// else. Pure.
import spoken from '../../../templates/words/spoken.json';
import tense from '../../../templates/words/tense.json';
import { compatibleForm } from '../../markdown/normal-form.ts';
import { parseSlot } from '../../markdown/slots/slots.ts';
import { missingSpecifics } from '../../markdown/specifics.ts';
import type { Fact } from '../../model/fact.ts';
import { isSmallTalk } from '../rules/small-talk.ts';
import { inWholeWords, readingsOf, withSubject } from './spoken.ts';

/** Why a wording is not taken. */
export type BadWording = 'dropped' | 'invented' | 'language' | 'markup' | 'long' | 'words';

/** They may come and go: what they say, the words around them say too. */
const LITTLE = new Set(['a', 'an', 'the', 'is', 'are', 'am', 'be', 'has', 'have', 'do', 'does', 'that', 'and', '&', 'of', 'also']);
/** They may go, and not come. */
const FILLING = new Set(['now', 'currently', 'still', 'presently', 'nowadays', 'really', 'actually', 'basically', 'honestly', 'anyway', 'so', 'well', 'hey', 'hi', 'hello', 'oh', 'wow', 'yeah', 'yes', 'yep', 'ok', 'okay', 'haha', 'lol', 'btw', 'please', 'just']);
const FIRST_PERSON = new Set(['i', 'me', 'my', 'mine', 'myself']);
const THIRD = new Set(['they', 'them', 'their', 'theirs', 'themselves']);
const TOKEN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[.,:'’/@+#_-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*[+#%]*|&/gu;
/** What joins two verbs of one speaker. */
const JOINS = new Set(['and', 'or', 'but', '&', 'then']);
const ADVERBS: ReadonlySet<string> = new Set(spoken.adverbs);
const BEFORE_NAMES = new Set(['in', 'to', 'from', 'near', 'called', 'named']);
const NUMBERS: ReadonlyMap<string, string> = new Map(['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'].map((word, at) => [word, String(at + 2)]));
const PAST: ReadonlySet<string> = new Set(tense.past);
/** What markdown, HTML or Obsidian could take for more than words. */
const MARKS = /[`*_~<>[\]{}|#^$\\=]|%%|--|!\[|\p{Extended_Pictographic}/gu;
/** Control characters, line ends, and what nobody sees. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;
/** How a line begins that is no plain text. */
const BLOCK_START = /^(?:[-+>]|\d{1,9}[.)]\s|:{3}|https?:\/\/\S+$)/u;
const SCRIPTS = ['Latin', 'Han', 'Hiragana', 'Katakana', 'Hangul', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Thai', 'Devanagari'].map((script) => new RegExp(`\\p{Script=${script}}`, 'u'));
const LETTER_OF_NO_KNOWN = /[^\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\P{L}]/u;
/** Statements beyond that are not reworded. */
const LONGEST = 1000;

/**
 * Why `wording` may not stand for a fact, or null where it may. `said`: how the rules would word it, with the days that
 * they added. Takes any text.
 */
export function whyNotWording(wording: string, fact: Pick<Fact, 'text' | 'fields' | 'category'>, said: string): BadWording | null {
  if (isMarkedUp(wording, said)) return 'markup';
  if (wording.length > LONGEST || wording.length > said.length * 1.2 + 20) return 'long';
  if (isOtherScript(wording, said)) return 'language';
  if (missingSpecifics(said, wording).length > 0 || missingSpecifics(fact.text, wording).length > 0) return 'dropped';
  const isUser = fact.fields.persons === undefined;
  // "And User loves it" names nobody that "and I love it" does not.
  const named = isUser && !/\busers?\b/iu.test(said) ? wording.replace(/(?<=[\s(])User(?=['’]s\b|\s)/gu, 'user') : wording;
  if (missingSpecifics(named, said).length > 0) return 'invented';
  return saysTheSame(said, wording, fact, isUser) && mayBeRead(wording, said, fact) ? null : 'words';
}

/**
 * What the rules read out of it: the next dream reads the claim, and must find what this one found. More may be found
 * where they found nothing; that no other claim speaks of it too is for who knows the other claims.
 */
function mayBeRead(wording: string, said: string, fact: Pick<Fact, 'fields' | 'category'>): boolean {
  const found = slotOf(said, fact);
  return found === '' || found === slotOf(wording, fact);
}

function slotOf(text: string, { fields, category }: Pick<Fact, 'fields' | 'category'>): string {
  const slot = parseSlot({ text, fields, category });
  return slot === null ? '' : JSON.stringify([slot.key, slot.value, slot.negated, slot.changed, slot.single, slot.beside]);
}

/** More marks than the words it stands for have, a line end, or what nobody sees. */
export function isMarkedUp(text: string, beside: string): boolean {
  if (UNSEEN.test(text) || !text.isWellFormed() || (BLOCK_START.test(text) && !BLOCK_START.test(beside))) return true;
  const own = marksOf(beside);
  return [...marksOf(text)].some(([mark, count]) => count > (own.get(mark) ?? 0));
}

function marksOf(text: string): Map<string, number> {
  const marks = new Map<string, number>();
  for (const [mark] of text.matchAll(MARKS)) marks.set(mark, (marks.get(mark) ?? 0) + 1);
  return marks;
}

/** Does it use letters of a script that the other does not? */
export function isOtherScript(text: string, beside: string): boolean {
  return SCRIPTS.some((script) => script.test(text) && !script.test(beside)) || (LETTER_OF_NO_KNOWN.test(text) && !LETTER_OF_NO_KNOWN.test(beside));
}

interface Token {
  readonly raw: string;
  readonly word: string;
  /** Its capital may be that of the sentence. */
  readonly first: boolean;
  /** A verb of the speaker's may stand here. */
  readonly isVerbs: boolean;
  /** A clause may begin here. */
  readonly begins: boolean;
  /** What stands here may be the name of a place, or of somebody. */
  readonly isNames: boolean;
}

/** `isUser`: who says "I" is the user. */
function saysTheSame(said: string, wording: string, fact: Pick<Fact, 'category' | 'fields'>, isUser: boolean): boolean {
  if (/[?？]/u.test(said) !== /[?？]/u.test(wording)) return false;
  if (/\p{Script=Han}/u.test(said)) return hanOf(said, isUser) === hanOf(wording, isUser);
  const readings = readingsOf(withoutSmallTalk(said), (word) => FILLING.has(word) || word === 'also');
  const spokenOf = isUser && /^(?:the )?user\b/iu.test(wording) ? readings.flatMap((reading) => withSubject(reading, fact) ?? []) : [];
  return [...readings, ...spokenOf].some((reading) => hasSameWords(reading, wording, isUser));
}

function hasSameWords(said: string, wording: string, isUser: boolean): boolean {
  const own = tokensOf(said);
  const isFirstPerson = isUser && own.some(({ word }) => FIRST_PERSON.has(word));
  const hasThird = own.some(({ word }) => THIRD.has(word));
  const nameOf = ({ word }: Token): string => (isFirstPerson && (FIRST_PERSON.has(word) || word === 'user' || (!hasThird && THIRD.has(word))) ? 'user' : word);
  // Who writes no capital at all means none by their lack.
  const isFlat = !/\p{Lu}/u.test(said.replace(/\bI\b/gu, ''));
  const wanted = own.filter(({ word }) => !LITTLE.has(word));
  const have = tokensOf(wording).filter(({ word }) => !LITTLE.has(word));
  const isSpeakers = isFirstPerson && wanted[0]?.word === 'i';
  let at = 0;
  for (const [index, token] of have.entries()) {
    const isNext = (one: Token): boolean => (nameOf(one) === nameOf(token) && (isSameCase(one, token) || (isFlat && isNamed(one, token)))) || (isFirstPerson && one.isVerbs && thirdOf(one.word).includes(token.word));
    // "User is a nurse and loves it": who speaks need not be said twice.
    while (at < wanted.length && !isNext(wanted[at] as Token) && (FILLING.has(wanted[at]?.word ?? '') || (isSpeakers && index > 0 && token.begins && wanted[at]?.begins === true && wanted[at]?.word === 'i'))) at++;
    const next = wanted[at++];
    if (next === undefined || !isNext(next)) return false;
  }
  return have.length > 0 && wanted.slice(at).every(({ word }) => FILLING.has(word));
}

/** "US" is not "us": a capital that is no sentence's own stays. */
function isSameCase(a: Token, b: Token): boolean {
  return a.raw === b.raw || a.first || b.first || (FIRST_PERSON.has(a.word) || a.word === 'user') || /^\d/.test(a.word);
}

/** "In berlin" of "in Berlin". */
function isNamed(said: Token, token: Token): boolean {
  return said.isNames && said.raw.length > 2 && token.raw === said.raw.charAt(0).toUpperCase() + said.raw.slice(1);
}

/** "Likes" and all else that "like" may be of somebody; nothing for what is past. */
function thirdOf(word: string): string[] {
  if (PAST.has(word)) return [];
  return [`${word}s`, ...(/(?:[sxzo]|ch|sh)$/u.test(word) ? [`${word}es`] : []), ...(/[^aeiou]y$/u.test(word) ? [`${word.slice(0, -1)}ies`] : [])];
}

function tokensOf(text: string): Token[] {
  const flat = inWholeWords(compatibleForm(text));
  const tokens: Token[] = [];
  let [isVerbs, isNames, isJoined] = [false, false, false];
  for (const match of flat.matchAll(TOKEN)) {
    const before = flat.slice(0, match.index).replace(/["'“‘(«”’)»\s]+$/u, '');
    const word = match[0].toLowerCase();
    tokens.push({ raw: match[0], word: NUMBERS.get(word) ?? word, first: before === '' || /[.!?…:]$/u.test(before), isVerbs, isNames, begins: isJoined || /[,;.!…]$/u.test(before) });
    isJoined = JOINS.has(word);
    isVerbs = word === 'i' || JOINS.has(word) || (isVerbs && (FILLING.has(word) || ADVERBS.has(word) || word === 'also' || /.ly$/u.test(word)));
    isNames = BEFORE_NAMES.has(word);
  }
  return tokens;
}

/** Without the sentences that state nothing, as long as something is left. */
function withoutSmallTalk(text: string): string {
  const sentences = text.split(/(?<=[.!?…])\s+/u);
  const left = sentences.filter((sentence) => !isSmallTalk(sentence));
  return left.length === 0 ? text : left.join(' ');
}

function hanOf(text: string, isUser: boolean): string {
  const flat = compatibleForm(text).toLowerCase().replace(/[\s\p{P}]/gu, '');
  return isUser ? flat.replace(/我(?!们|們)/gu, '用户') : flat;
}
